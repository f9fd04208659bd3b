/* messages.h -- what the messages of live.h share: the engine itself, and one function for each.
 *
 * A message is a row of the table in live.c and a function of its own: it returns the answer, a new object, or NULL
 * with an error, and then it has changed nothing. Keys are already checked when it is called: the message has none but
 * those of its row. Numbers and texts in it may still be of any kind, and are read by the functions below. */
#pragma once

#include <jansson.h>

#include "base/error.h"
#include "live/live.h"
#include "train/evaluate.h"
#include "train/step.h"

enum { LIVE_MEMORY = 256 }; /* MB that a model and its training may take */

struct live_log {
    int step;
    double loss, accuracy;
};

struct live {
    struct run *run;         /* NULL: there is no model */
    struct stepper *stepper; /* of that run, in its arena */
    struct live_log *log;    /* (log_capacity) steps since the answer before */
    int logged, log_capacity;
    char *answer;         /* the last one */
    unsigned char *bytes; /* beside a message */
    size_t size;
};

/* Where its row says that a message needs a model, there is one. */
json_t *live_list(struct live *l, const json_t *message, struct error *e);
json_t *live_open(struct live *l, const json_t *message, struct error *e);
json_t *live_train(struct live *l, const json_t *message, struct error *e);
json_t *live_evaluate(struct live *l, const json_t *message, struct error *e);
json_t *live_ask(struct live *l, const json_t *message, struct error *e);
json_t *live_encoding(struct live *l, const json_t *message, struct error *e);
json_t *live_chart(struct live *l, const json_t *message, struct error *e);
json_t *live_findings(struct live *l, const json_t *message, struct error *e);
json_t *live_save(struct live *l, const json_t *message, struct error *e);
json_t *live_load(struct live *l, const json_t *message, struct error *e);

/* ---- The model */

/* Gives the engine a run (allocated with malloc, which is its own from now on) in place of the one before, ready to be
 * trained; the answer of open and load. */
json_t *live_begin(struct live *l, struct run *r, struct error *e);
/* Without a model again. */
void live_close(struct live *l);
/* Bytes that a run takes in training, and in an evaluation at a length, before anything of its size is allocated; and
 * whether that is below LIVE_MEMORY. */
double live_memory_training(const struct run *r);
double live_memory_evaluation(const struct run *r, int words);
bool live_training_fits(const struct run *r, struct error *e);
bool live_evaluation_fits(const struct run *r, struct error *e);

/* ---- Parts of answers */

/* The names of a list of policies ended by NULL. */
json_t *live_policy_names(const struct policy *const *policy);

/* ---- Reading a message. Each leaves *to as it is where the key is not there; the error names the key. */

/* Whether an object has no keys but those of a list. */
bool live_keys(const json_t *object, const char *keys, struct error *e);
bool live_integer(int *to, const json_t *message, const char *key, int low, int high, struct error *e);
bool live_number(double *to, const json_t *message, const char *key, double low, double high, struct error *e);
bool live_flag(bool *to, const json_t *message, const char *key, struct error *e);
bool live_text(const char **to, const json_t *message, const char *key, struct error *e);
/* An object of settings {key: value, ...}, values as texts, numbers or true and false, is assigned. */
bool live_assign(struct assignments *a, const json_t *settings, struct error *e);
