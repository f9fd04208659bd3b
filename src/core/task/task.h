/* task.h -- the one interface of all tasks.
 *
 * A task draws examples from a counter-based random stream: words, segments, positions, target positions and the right
 * answers there. It writes tokens as words, and knows its sizes and its chance level. It does not know models, batches
 * or position encodings: equal seeds give equal examples for every model.
 *
 * Most tasks generate their examples. One that has a dataset reads files for training, saves what evaluation needs in
 * the checkpoint, and is built from that for evaluation. To resume a run its files must be unchanged; members of a
 * comparison share one reading.
 *
 * A length is counted in words, as a user counts them; `rows` says how many rows of the model a sequence of that length
 * has (with [CLS] and the like). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/random.h"
#include "base/setting.h"
#include "format/safetensors.h"
#include "maths/loss.h"

#define TASK_WORDS "task.words"        /* the key of the words in training examples, in all tasks that have it */
#define TASK_BASELINE "task.baseline." /* how names of what baselines save begin, which a checkpoint may lack */
enum { TASK_WORD_MAX = 64, TASK_SAVED = 16, TASK_FINGERPRINT = 17, TASK_UNKNOWN = 0 };

/* Where examples come from: training and evaluation are separate. Validation uses a share of the training data if one
 * is set aside (task_sizes); otherwise it draws new examples. */
enum task_stream { TASK_TRAINING, TASK_EVALUATION, TASK_VALIDATION };

struct task_sizes {
    int vocabulary, segments, classes;
    int shortest;         /* words in the shortest example that makes sense */
    int longest;          /* words in the longest; 0: no limit */
    struct range trained; /* words in training examples */
    bool test_only;       /* built from a checkpoint, which has no training examples */
    int text;             /* tokens of a text to train on, if examples are passages of one; 0: they are not */
    double validation;    /* share of the training data that is set aside; 0: nothing. Set by whoever draws */
};

/* A task with its options: read-only once built. */
struct task_built {
    const struct task *kind;
    const void *options;
    struct task_sizes size;
    void *own; /* what it read or computed, in the caller's arena */
};

/* What a task is built from in addition to its options; all zero: its files. */
struct task_input {
    const struct safetensors *saved; /* of a checkpoint */
    const struct task_built *shared; /* the same task, built before, whose files are not read again */
    /* Called now and then while a file is read: bytes read and bytes of the file. */
    void (*reading)(void *user, const char *path, uint64_t read, uint64_t size);
    void (*tell)(void *user, const char *text); /* what was found out about a file; may be NULL */
    void *user;
};

/* Which example is drawn. */
struct task_draw {
    enum task_stream from;
    int length; /* words */
    int number; /* of a task with a dataset */
    struct random *random;
    long stratum; /* < 0: its answer is drawn; else it is example `stratum` of a set, whose answers come in turn */
};

/* Where one example is written: as many numbers as `rows` and `targets` of its length. */
struct example {
    int *token, *segment, *position; /* (T) */
    int *target, *answer;            /* (A) row within the sequence, right answer there */
};

/* The best guess from a part of an example, computed on paper. */
struct task_blind {
    const char *name;                              /* one of these: */
#define TASK_WITHOUT_ORDER "without order"         /* sees the words in each segment, but not their order */
#define TASK_BLIND_TO_SEGMENTS "blind to segments" /* sees all words in order, but not their segments */
#define TASK_TRAINED_POSITIONS "trained positions" /* reads later positions as the last trained one */
    /* Over lengths of training, or at one length. NULL: better than chance, but by how much is not known. */
    double (*accuracy)(const struct task_built *t, struct range words);
};

/* A guess that needs no trained model, at the targets of evaluation's examples. */
struct task_baseline {
    const char *name;
    /* For the example that `draw` makes from the same stream; false: not known. */
    bool (*guess)(const struct task_built *t, const struct task_draw *d, struct outcome *out);
    bool member; /* only a member baseline/NAME has it: tables of models do not */
};

struct task {
    const char *name, *summary;
    const char *question;  /* the question, for a reader of the results */
    const char *one_layer; /* a setting with which one layer can learn it; NULL: it can as it is, or nobody knows */
    bool causal;           /* its answers come later in the sequence: only for causal models */
    bool fixed_test;       /* what it evaluates on comes from a file: no other seed can have other examples */
    bool answers_words;    /* its answers are words of a text, of which TASK_UNKNOWN is all that are not known */
    const struct setting *options; /* table ended by a NULL key */

    /* Checks the options, reads files or what a checkpoint has of them, fills size and own. */
    bool (*build)(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e);
    /* What it saves in a checkpoint: fills up to TASK_SAVED entries and returns how many. NULL: nothing. */
    int (*save)(const struct task_built *t, struct safetensors_entry *out);
    /* Of a task with a dataset: how many examples of a stream have at most `words` words. They are numbered from the
     * shortest on. NULL: examples are generated, any number at any length. */
    int (*dataset_count)(const struct task_built *t, enum task_stream from, int words);
    /* Words of such an example. */
    int (*dataset_words)(const struct task_built *t, enum task_stream from, int number);
    /* A note about the files for readers of results; NULL: none. */
    void (*note)(const struct task_built *t, char *text, size_t size);
    /* Rows and targets of a sequence of `length` words. */
    int (*rows)(const struct task_built *t, int length);
    int (*targets)(const struct task_built *t, int length);
    /* Positions of such a sequence, 0..positions-1; NULL: as many as rows. */
    int (*positions)(const struct task_built *t, int length);
    /* Accuracy of the best guess without looking at the sequence, over examples of that many words (there is at least
     * one). */
    double (*chance)(const struct task_built *t, struct range words);
    /* The best guesses of readers who see a part of an example. The target is always known, and [SEP] ends a segment;
     * of a causal task only rows up to the target are known. Attention without positions is the reader without order:
     * where that one is not listed it gets chance (with a user's words that is not known). Other readers are listed
     * where they get more than chance. Ended by a NULL name. */
    const struct task_blind *blind;
    /* How many different answers these examples have, for a task with labels as answers and one target each; NULL: not
     * such a task. */
    int (*labels)(const struct task_built *t, struct range words);
    /* Its loss in nats, the entropy of the answers of these examples. NULL: all answers are equally likely. */
    double (*entropy)(const struct task_built *t, struct range words);
    /* Ended by a NULL name; NULL: none. */
    const struct task_baseline *baselines;
    /* One example, length >= shortest. */
    void (*draw)(const struct task_built *t, const struct task_draw *d, struct example *out);
    /* Computes targets and answers from the words, where these alone decide; used by words.h. */
    void (*label)(const struct task_built *t, int length, const struct example *out);
    /* Token and answer as words; the buffer is for generated names. */
    const char *(*word)(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]);
    const char *(*answer)(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]);

    /* An example in the layout of `draw`, from one or two texts of a user (the second may be empty); answers that do
     * not follow from the texts are left alone. The example has room for as many words and targets as the texts have
     * bytes. Returns its words, with *targets of them; 0 with an error (EXIT_DATA) where the texts do not fit the
     * task. */
    int (*encode)(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e);
    /* The other way round: the texts of an example. NULL: the words of segment 0 and those of the others, in their
     * order, without special words. */
    void (*decode)(const struct task_built *t, const struct example *x, int rows, struct arena *arena,
                   const char *text[2]);
};

/* All of them, NULL-ended. */
enum { TASKS_MAX = 31 };
extern const struct task *tasks[TASKS_MAX + 1];
/* The task of that name; NULL if there is none. */
const struct task *task_named(const char *name);

/* Builds a task; the options must outlive it; `in` NULL: all zero. Errors: EXIT_USAGE, EXIT_DATA or EXIT_IO. */
bool task_build(struct task_built *t, const struct task *kind, const void *options, const struct task_input *in,
                struct arena *arena, struct error *e);
/* What it saves in a checkpoint; 0 for a task that generates its examples. */
int task_save(const struct task_built *t, struct safetensors_entry out[TASK_SAVED]);
/* A fingerprint, in hexadecimal, of everything it saves except for baselines; empty if it saves nothing. */
void task_fingerprint(const struct task_built *t, char hex[TASK_FINGERPRINT]);
/* Positions of a sequence of `length` words. */
int task_positions(const struct task_built *t, int length);
/* Whether a text may have several targets. */
bool task_has_many_targets(const struct task *kind);
/* For `rows` and `targets`: as many as words. */
int task_words(const struct task_built *t, int length);
/* For `build`: whether no training example is shorter than the shortest. Error: EXIT_USAGE. */
bool task_fits(const struct task_built *t, struct error *e);
/* What answers come to of which each was counted: the share of the most frequent one and the entropy in nats, NAN where
 * there are none; how many are different. */
struct task_levels {
    double share, entropy;
    int labels;
};
struct task_levels task_levels(const size_t *count, int answers);
/* Length of a training example: the larger of two uniform draws from the trained range, so that late positions are
 * trained well. */
int task_draw_length(const struct task_built *t, struct random *r);
/* For `draw`: one of `classes` answers. In a set every `classes` examples have each answer once, so a constant answer
 * is right exactly as often as chance; everything else is drawn independently. */
int task_draw_answer(const struct task_draw *d, int classes);
