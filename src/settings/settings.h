/* settings.h -- everything that decides a run's numbers, from a file, the command line and defaults, through one table.
 *
 * All assignments are collected, each with where it came from, then resolved: kinds are looked up, defaults filled in,
 * values checked. Unknown and repeated keys, values out of range and options of another task, mixer or encoding are
 * errors that name file, line and key. An option of an encoding is encoding.NAME; ENCODING.NAME, such as rope.base, is
 * the same for that encoding alone, and has precedence. Of several encodings in one model (encoding.name = sinusoidal +
 * alibi) encoding.NAME is every one's that has it; they are written as ENCODING.NAME. */
#pragma once

#include "base/setting.h"
#include "base/suggest.h"
#include "baseline/baseline.h"
#include "encoding/encoding.h"
#include "model/mixer.h"
#include "settings/comparison_settings.h"
#include "task/task.h"

/* The sections of the settings that belong to one run, and to its files. */
#define RUN_SECTIONS "task encoding model embedding attention recurrent train eval"
#define BASELINE_MEMBER "baseline/" /* how the label of a baseline begins */
enum { SETTINGS_ASSIGNMENTS = 128, SETTINGS_TEXT = 8192, MIXER_OPTIONS_MAX = 1024 };

enum { SCHEDULE_LINEAR, SCHEDULE_COSINE, SCHEDULE_CONSTANT };
enum { SPARSE_AUTO, SPARSE_DENSE, SPARSE_LAZY };
enum { KEEP_ALL, KEEP_LAST, KEEP_NONE };
enum { CLASS_WEIGHTS_NONE, CLASS_WEIGHTS_BALANCED };
enum { POSITIONS_ORDERED, POSITIONS_RANDOM, POSITIONS_EVEN };
enum { EVAL_POSITIONS_TRAINED }; /* then those above, in their order */

struct training {
    int steps, batch, warmup, schedule, shards, checkpoint_every, log_every, seed, positions, max_position, examples;
    int sparse, keep, products; /* SPARSE_, KEEP_, and an enum matmul_products */
    int class_weights, patience, validate_every;
    double learning_rate, beta1, beta2, epsilon, weight_decay, clip, epochs, validation;
};

/* The warm-up where none is set; how many steps epochs are is not known yet. */
static inline int training_warmup(const struct training *t) {
    return t->epochs > 0 || t->steps >= 500 ? 50 : t->steps / 10;
}
/* Whether it has that one: what is usual of other steps is another. */
static inline bool training_warmup_is_usual(const struct training *t) { return t->warmup == training_warmup(t); }
/* Steps in which the rate grows: of epochs, which a file may have few of, a tenth at most. */
static inline int training_warmup_steps(const struct training *t) {
    int most = t->steps / 10;
    return t->epochs > 0 && t->warmup > most ? most : t->warmup;
}

/* What a row of a lazy table missed is a series of terms of one sign; by 5 % a step or more they must shrink. */
static inline bool training_can_be_lazy(const struct training *t) {
    return t->beta1 * t->beta1 < 0.9 * t->beta2 && t->learning_rate * t->weight_decay < 1;
}

#define EVAL_LENGTHS "1x 1.5x 2x 4x 8x 16x" /* the default: of these all that the task has */

/* Which tables stay as they begin: bits. */
enum { FREEZE_NONE, FREEZE_TOKEN, FREEZE_POSITION, FREEZE_BOTH };
enum { FIT_ERROR, FIT_CUT, FIT_PROJECT };
enum { SCALE_AUTO, SCALE_KEEP, SCALE_USUAL };

/* What the tables of the embedding begin with. */
struct embedding {
    char token[SETTING_TEXT_MAX], position[SETTING_TEXT_MAX]; /* files; empty: rows are drawn */
    int freeze, fit, scale;
};

/* The run whose weights training begins with. */
struct start_from_options {
    char from[SETTING_TEXT_MAX]; /* a folder or a checkpoint; empty: weights are drawn */
    char xxh3[SETTING_TEXT_MAX]; /* of the checkpoint's bytes, in hexadecimal; empty: any */
};

struct evaluation {
    char lengths[SETTING_TEXT_MAX]; /* "1x 1.5x 40": times the longest trained, or words */
    char policies[SETTING_TEXT_MAX];
    int examples, seed, positions;
};

/* Resolved settings. Its only pointers are to the registries, so it can be copied. */
struct settings {
    char task_name[SETTING_TEXT_MAX], mixer_name[SETTING_TEXT_MAX], encoding_name[SETTING_TEXT_MAX],
        extrapolation_name[SETTING_TEXT_MAX], baseline_name[SETTING_TEXT_MAX];
    struct model_config model;
    struct embedding embedding;
    struct start_from_options begun;
    struct training train;
    struct evaluation eval;
    const struct task *task;
    const struct mixer *mixer;
    const struct encoding *encoding;
    const struct policy *extrapolation;
    const struct baseline *baseline; /* in place of a model; NULL: a model */
    _Alignas(16) char task_options[TASK_OPTIONS_MAX], mixer_options[MIXER_OPTIONS_MAX],
        encoding_options[ENCODING_OPTIONS_MAX];
};

/* One "key = value" as it was given. */
struct assignment {
    const char *key, *value, *where;
};

/* The texts of each lie one after the other in `text`. */
struct assignments {
    int count;
    size_t used, at[SETTINGS_ASSIGNMENTS];
    char text[SETTINGS_ASSIGNMENTS * 3 * SETTING_TEXT_MAX + COMPARISON_LISTS * SETTING_LIST_MAX];
};

/* The settings that every run has; the rest belong to tasks, mixers and encodings. */
extern const struct setting settings_table[];
/* Whether a setting is rarely needed: lists have it apart. */
bool settings_is_expert(const char *key);

/* Hands over each table there is (NULL: an owner without options) and whose it is: "every run", "every comparison",
 * then the names of tasks, mixers and encodings. */
void settings_each_table(void (*use)(void *user, const struct setting *table, const char *owner), void *user);

/* Adds a file's assignments; one key twice in a file is an error. */
bool assignments_read_file(struct assignments *a, const char *path, struct error *e);
bool assignments_read_text(struct assignments *a, const char *text, size_t size, const char *name, struct error *e);
/* Adds "key=value" from the command line; it replaces an earlier value. */
bool assignments_override(struct assignments *a, const char *text, struct error *e);
/* Sets a key from inside the program; `where` names the source for messages. */
bool assignments_set(struct assignments *a, const char *key, const char *value, const char *where, struct error *e);
/* Assignment number i; valid until the next one is added. */
struct assignment assignments_item(const struct assignments *a, int i);
/* Takes it out; those after it move up. */
void assignments_drop(struct assignments *a, int i);
/* The same for all keys of a list that are set. */
void assignments_forget(struct assignments *a, const char *keys);
/* If a task, mixer or encoding was chosen outside the config file, drops the file's options that only others have;
 * `told` names them, or is empty. `others` lists the mixers and encodings of a comparison; NULL: one run. */
void assignments_yield(struct assignments *a, const char *others, char *told, size_t size);
/* Names the task where an option that it alone has was set and none was named (settings_implied.c). Returns that
 * option's key, or NULL. */
const char *settings_imply_task(struct assignments *a, struct error *e);
/* Copies what is used of them. */
void assignments_copy(struct assignments *to, const struct assignments *from);
/* The same without those that only a comparison has. */
void assignments_of_runs(struct assignments *to, const struct assignments *from);
/* The value of a key, and where it was set; NULL where it was not. */
const char *assignments_value(const struct assignments *a, const char *key);
const char *assignments_where(const struct assignments *a, const char *key);
/* Whether the command line set it (settings.c). */
bool assignments_from_line(const struct assignments *a, const char *key);

/* Whether `name` is the setting's key, with or without its section, or what others call it. */
bool settings_is_named(const struct setting *o, const char *name);

/* The key and value that are meant by what others call them, or by a key without its section (settings_synonyms.c): the
 * text itself where there is nothing to say. The buffer is as large as the longest value. */
const char *settings_synonym_key(const char *key);
const char *settings_synonym_value(const char *key, const char *value, char *buffer, size_t size);
/* What others call settings, by number; false after the last. */
bool settings_word(int i, char name[SETTING_TEXT_MAX]);
/* Whether others give as key=value what is a word of its own here: model=bert. */
bool settings_is_word(const char *name);
/* Finds what key is near to an unknown one. */
void settings_suggest(struct suggestion *near);
/* An unknown key, where it can be said why there is none (an error, and true); or else what else it is near to. */
bool settings_answer(const char *key, struct suggestion *near, struct error *e);

/* Adjusts defaults that depend on other settings; explicit values stay. */
void settings_fill_defaults(struct settings *s, const struct assignments *a);
/* Resolves the assignments of one run; options that only kinds in `others` (a list, or NULL) have are ignored. */
bool settings_resolve(struct settings *s, const struct assignments *a, const char *others, struct error *e);

/* A table of options and the struct of a run that it fills; the encoding whose options they are, or NULL; and the
 * section they are written in, where that is not their keys' own. */
struct settings_part {
    const struct setting *table;
    void *owner;
    const struct encoding *encoding;
    const char *section;
};
enum { SETTINGS_PARTS = 3 + ENCODING_PARTS };
/* All parts of a run's settings, once its kinds are known. */
void settings_parts(const struct settings *s, struct settings_part out[SETTINGS_PARTS]);
/* The configuration as an INI text that resolves to the same settings: the sections of a list. */
void settings_write(const struct settings *s, char text[SETTINGS_TEXT], const char *sections);
/* Those that differ from what a run of the same task, mixer and encoding has where nothing else is said; the three
 * names where they are not the usual ones. As settings_write writes them. */
void settings_changed(const struct settings *s, struct assignments *given);
/* An option addressed to one encoding: rope.base is encoding.base of rope. Returns the encoding, or NULL, and the key
 * it has there. */
const struct encoding *settings_addressed(const char *key, char plain[SETTING_TEXT_MAX]);
/* A value of an option as it is written down, not of a list. Errors: EXIT_USAGE, it cannot be read. */
bool settings_normal(const struct setting *o, const char *value, char text[SETTING_TEXT_MAX], struct error *e);
/* What a run is called after its kinds: "learned", "gru", "gru+sinusoidal". */
void settings_label(const struct settings *s, char *label, size_t size);
/* Whether settings_write writes the key for every choice of mixer and encoding. */
bool settings_shared(const struct settings *s, const char *key);
/* "train.steps = 5 there, 6 here": the first key that differs; false where the texts (of settings_write) agree. A value
 * computed by a run agrees with its placeholder: train.sparse with auto, train.validate_every with 0, train.steps with
 * any where both have the same train.epochs; train.from_xxh3 with none. So does a key that only one of them has, with
 * its default; and train.keep, which decides files but no number, with anything. */
bool settings_difference(const char *there, const char *here, char *text, size_t size);
/* Calls for every key in which two configurations differ in that way, train.keep among them; NULL: it is not set. */
typedef void settings_differ(void *user, const char *key, const char *there, const char *here);
void settings_each_difference(const struct assignments *a, const struct assignments *b, settings_differ *differ,
                              void *user);
