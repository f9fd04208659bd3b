/* task.h -- the one interface of all tasks.
 *
 * A task draws examples from a counter-based random stream: words, segments, places,
 * asked rows and the right answers there. It spells tokens as words, knows its sizes
 * and its chance level. It knows nothing of models, batches or position encodings:
 * equal seeds give equal examples whatever the model.
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

enum { TASK_OPTIONS_MAX = 512, TASK_WORD_MAX = 64 };

struct task_sizes {
    int vocabulary, segments, classes;
    int shortest;         /* words in the shortest example that makes sense */
    struct range trained; /* words in training examples */
};

/* A task with its options: read-only once built. */
struct task_built {
    const struct task *kind;
    const void *options;
    struct task_sizes size;
    void *own; /* what it read or worked out, in the caller's arena */
};

/* Where one example goes; a task writes `rows` and `asks` numbers of its length. */
struct example {
    int *token, *segment, *place; /* (T) */
    int *ask, *answer;            /* (asked) row within the sequence, right answer there */
};

struct task {
    const char *name, *summary;
    const char *question;          /* what is asked, for a reader of the results */
    bool causal;                   /* it asks for what comes later: only for models that look back */
    const struct setting *options; /* table ended by a NULL key */

    /* Checks the options and fills size and own. */
    bool (*build)(struct task_built *t, struct arena *arena, struct error *e);
    /* Rows and asked rows of a sequence of `length` words. */
    int (*rows)(const struct task_built *t, int length);
    int (*asks)(const struct task_built *t, int length);
    /* Places of such a sequence, 0..places-1; NULL: as many as rows. */
    int (*places)(const struct task_built *t, int length);
    /* Accuracy of the best guess that does not look at the sequence. */
    double (*chance)(const struct task_built *t, int length);
    /* One example of `length` words, length >= shortest. */
    void (*draw)(const struct task_built *t, struct random *r, int length, struct example *out);
    /* Token and answer as words; the buffer is there for names made on the spot. */
    const char *(*word)(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]);
    const char *(*answer)(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]);
};

/* All of them, NULL-ended. */
extern const struct task *const tasks[];
/* The task of that name; NULL if there is none. */
const struct task *task_find(const char *name);

/* Builds a task; the options must outlive it. Errors: EXIT_USAGE or EXIT_DATA. */
bool task_build(struct task_built *t, const struct task *kind, const void *options, struct arena *arena,
                struct error *e);
/* Places of a sequence of `length` words. */
int task_places(const struct task_built *t, int length);
/* Length of a training example: the larger of two uniform draws from the trained
 * range, so that long rows are trained well. */
int task_draw_length(const struct task_built *t, struct random *r);

#endif
