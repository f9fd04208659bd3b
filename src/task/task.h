/* task.h -- the one interface of all tasks.
 *
 * A task draws examples from a counter-based random stream: words, segments, places,
 * asked rows and the right answers there. It spells tokens as words, knows its sizes
 * and its chance level. It knows nothing of models, batches or position encodings:
 * equal seeds give equal examples whatever the model.
 *
 * Most tasks make their examples; one that reads files keeps in the checkpoint what
 * evaluation needs of them, and is built from that there.
 *
 * A length is counted in words, as a user counts them; `rows` says how many rows of
 * the model a sequence of that length takes (with [CLS] and the like). */
#ifndef TASK_TASK_H
#define TASK_TASK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/random.h"
#include "base/setting.h"
#include "format/safetensors.h"

enum { TASK_OPTIONS_MAX = 1024, TASK_WORD_MAX = 64, TASK_SAVED = 16, TASK_FINGERPRINT = 17 };

/* Where examples come from: those of training and those of evaluation have nothing in common. */
enum task_stream { TASK_TRAINING, TASK_EVALUATION };

struct task_sizes {
    int vocabulary, segments, classes;
    int shortest;         /* words in the shortest example that makes sense */
    int longest;          /* words in the longest that there is; 0: no limit */
    struct range trained; /* words in training examples */
    bool test_only;       /* built from a checkpoint, which keeps no training examples */
};

/* A task with its options: read-only once built. */
struct task_built {
    const struct task *kind;
    const void *options;
    struct task_sizes size;
    void *own; /* what it read or worked out, in the caller's arena */
};

/* What a task is built from besides its options; all zero: its files. */
struct task_input {
    const struct safetensors *saved; /* of a checkpoint */
    const struct task_built *shared; /* the same task, built before */
    /* Told now and then while a file is read: bytes read and bytes of the file. */
    void (*reading)(void *user, const char *path, uint64_t read, uint64_t size);
    void *user;
};

/* Which example is drawn. */
struct task_draw {
    enum task_stream from;
    int length; /* words */
    int number; /* of a task that holds its examples */
    struct random *random;
};

/* Where one example goes; a task writes `rows` and `asks` numbers of its length. */
struct example {
    int *token, *segment, *position; /* (T) */
    int *target, *answer;            /* (asked) row within the sequence, right answer there */
};

struct task {
    const char *name, *summary;
    const char *question;          /* what is asked, for a reader of the results */
    bool causal;                   /* it asks for what comes later: only for models that look back */
    const struct setting *options; /* table ended by a NULL key */

    /* Checks the options, reads files or what was kept of them, fills size and own. */
    bool (*build)(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e);
    /* What it keeps in a checkpoint: fills up to TASK_KEPT entries and returns how many. NULL: nothing. */
    int (*save)(const struct task_built *t, struct safetensors_entry *out);
    /* For examples that stand in a file: how many of a stream have at most `words` words. They are
     * numbered from the shortest on. NULL: examples are made, as many as one likes at any length. */
    int (*dataset_count)(const struct task_built *t, enum task_stream from, int words);
    /* Words of such an example. */
    int (*dataset_words)(const struct task_built *t, enum task_stream from, int number);
    /* What a reader of results should know about the files; NULL: nothing. */
    void (*note)(const struct task_built *t, char *text, size_t size);
    /* Rows and asked rows of a sequence of `length` words. */
    int (*rows)(const struct task_built *t, int length);
    int (*targets)(const struct task_built *t, int length);
    /* Places of such a sequence, 0..places-1; NULL: as many as rows. */
    int (*positions)(const struct task_built *t, int length);
    /* Accuracy of the best guess that does not look at the sequence, over examples of so many words (there
     * is one at least). */
    double (*chance)(const struct task_built *t, struct range words);
    /* One example, length >= shortest. */
    void (*draw)(const struct task_built *t, const struct task_draw *d, struct example *out);
    /* Token and answer as words; the buffer is there for names made on the spot. */
    const char *(*word)(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]);
    const char *(*answer)(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]);

    /* An example as `draw` would lay it out, from one or two texts that somebody wrote (the second may be
     * empty); answers that do not follow from the texts are left alone. There is room for as many words and
     * asked rows as the texts have bytes. Returns the words it has, *asked rows of them asked; 0 with an
     * error (EXIT_DATA) where the texts are none of this task. */
    int (*encode)(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e);
    /* The other way round: the texts of an example. NULL: the words of segment 0 and those of the others,
     * in their order, without special words. */
    void (*decode)(const struct task_built *t, const struct example *x, int rows, struct arena *arena,
                   const char *text[2]);
};

/* All of them, NULL-ended. */
extern const struct task *const tasks[];
/* The task of that name; NULL if there is none. */
const struct task *task_find(const char *name);

/* Builds a task; the options must outlive it; `in` NULL: all zero. Errors: EXIT_USAGE,
 * EXIT_DATA or EXIT_IO. */
bool task_build(struct task_built *t, const struct task *kind, const void *options, const struct task_input *in,
                struct arena *arena, struct error *e);
/* What it keeps in a checkpoint; 0 for a task that makes its examples. */
int task_save(const struct task_built *t, struct safetensors_entry out[TASK_SAVED]);
/* A number for all that it keeps, in hexadecimal; empty for a task that keeps nothing. */
void task_fingerprint(const struct task_built *t, char hex[TASK_FINGERPRINT]);
/* Places of a sequence of `length` words. */
int task_positions(const struct task_built *t, int length);
/* Length of a training example: the larger of two uniform draws from the trained
 * range, so that long rows are trained well. */
int task_draw_length(const struct task_built *t, struct random *r);

#endif
