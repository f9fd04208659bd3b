/* messages.h -- what the messages of live.h share: the engine itself, and the description of a message.
 *
 * A message is a file live_X.c that ends in one `const struct live_message`, and a row in live.c, which reads its lines
 * and calls it. It puts its answer into an object that is already open; or it returns false with an error, and then it
 * has changed nothing, and what it put is dropped. */
#pragma once

#include <limits.h>

#include "base/caps.h"
#include "base/error.h"
#include "draw/picture.h"
#include "evaluate/evaluate.h"
#include "format/json_put.h"
#include "page/live/live.h"
#include "plot/fill_learning.h"
#include "study/comparison.h"
#include "train/step.h"

enum { LIVE_MEMORY = 256 }; /* MB that a model and its training may take */

struct live {
    struct run *run;         /* NULL: there is no model */
    struct stepper *stepper; /* of that run, in its arena */
    struct course course;    /* its loss */
    char *answer;            /* the last one */
    unsigned char *bytes;    /* what `save` left */
    size_t size;
    /* of the message that is answered: */
    struct arena arena;
    void *request;                /* what its lines say, in a struct of its own */
    struct assignments *settings; /* its lines that have a dot in their key */
};

/* One message. Where it needs a model, there is one when it is called. */
struct live_message {
    const char *name;
    bool needs_model, settings; /* settings: keys with a dot are assigned to l->settings */
    const struct setting *keys; /* of its request, as a table of settings; NULL: it has none */
    size_t bytes;               /* of its request, which starts as zeros and the defaults of its keys */
    bool (*read)(struct live *l, const char *key, const char *value, struct error *e); /* other keys; NULL: none */
    bool (*answer)(struct live *l, struct json_writer *w, struct error *e);
};

extern const struct live_message live_list, live_open, live_check, live_train, live_evaluate, live_ask, live_sample,
    live_encoding, live_chart, live_findings, live_save;
/* All of them, NULL-ended. */
extern const struct live_message *const live_messages[];

/* Sets the error that a message does not know this key; false. */
bool live_unknown(const char *key, struct error *e);

/* ---- The model */

/* Drops the model. */
void live_close(struct live *l);
/* Bytes that a run takes in training, before anything of its size is allocated; whether that, and an evaluation at the
 * longest length, is below LIVE_MEMORY. */
double live_memory_training(const struct run *r);
bool live_training_fits(const struct run *r, struct error *e);
bool live_evaluation_fits(const struct run *r, struct error *e);

/* ---- Pictures in a message */

/* The key `as`, for a table of settings: how a picture is answered. */
enum { LIVE_PAGE, LIVE_SVG, LIVE_CSV };
#define LIVE_AS(at) \
    { "as", SETTING_CHOICE, at, "page", 0, 0, "page|svg|csv", NULL }

/* Its SVG for a room in the page, its SVG as a file, or its data as CSV; in the arena. */
const char *live_picture(const struct picture *p, int as, const struct svg_size *room, struct arena *arena);

/* ---- Models in a message */

/* The points of a seed under one policy, by length or by step. */
struct live_row {
    const struct policy *policy;
    int count;
    double (*point)[2]; /* (count) x and y */
};

/* The numbers of a seed, or of what needs no model. */
struct live_seed {
    const char *name;                /* of its model */
    const struct settings *settings; /* the same of all seeds of a model, which follow each other; NULL: a baseline */
    int seed;
    double in_range; /* NAN: not known */
    int rows;
    struct live_row row[ENCODING_POLICIES];
};

enum { SEEDS_MOST = CAP(1024, 16) }; /* of all models of a request */

/* What a request about models begins with. */
struct live_models {
    int examples; /* behind each value; 0: not known */
    struct range trained;
    int models, seeds, baselines;
    struct live_seed *seed, baseline[BASELINES_MAX]; /* chance first */
    /* while it is read: the last model, the seed or baseline that the next lines describe, and whether the last model
     * has no line `seed` yet */
    const char *name;
    struct settings *settings;
    struct live_seed *last;
    bool seedless;
};

/* Their keys that are numbers, for a table of settings. */
#define LIVE_MODELS_KEYS                                                                                       \
    {"trained", SETTING_RANGE, offsetof(struct live_models, trained), "0", 0, LENGTH_WORDS_MAX, NULL, NULL}, { \
        "examples", SETTING_INT, offsetof(struct live_models, examples), "0", 0, INT_MAX, NULL, NULL           \
    }

/* Reads one of the other lines: model, encoding, mixer; seed, in_range, policy, points; baseline. */
bool live_models_read(struct live *l, const char *key, const char *value, struct error *e);
/* Checks that all numbers are possible, and drops seeds without any, except the only one of a model. */
bool live_models_check(struct live_models *m, const struct metric *metric, struct error *e);
/* Makes the comparison of accuracies by length that the program would make. */
bool live_models_compare(struct comparison_result *c, const struct live_models *m, struct arena *arena,
                         struct error *e);

/* Puts "policies", the names of a list ended by NULL. */
void live_put_policies(struct json_writer *w, const struct policy *const *policy);
