/* settings.h -- everything that decides a run's numbers, from a file, the command line and defaults, through one table.
 *
 * All assignments are collected, each with where it came from, then resolved: kinds are looked up, defaults filled in,
 * values checked. Unknown and repeated keys, values out of range and options of another task, mixer or encoding are
 * errors that name file, line and key. The options of an encoding have one owner, and a section of its own, such as
 * rope.base; those of tasks may share a key. base, or encoding.base, sets base for every encoding in use that has it
 * (settings_synonyms.h). */
#pragma once

#include "base/setting.h"
#include "base/suggest.h"
#include "model/model_config.h"
#include "settings/assignments.h"
#include "settings/comparison_settings.h"
#include "settings/settings_table.h"

/* Lists of sections: what decides a run's weights; all that belongs to one run, and to its files. */
#define TRAINED_SECTIONS "task encoding model embedding attention recurrent train"
#define RUN_SECTIONS TRAINED_SECTIONS " eval"
/* Those in which the members of a comparison are alike, but for options that a member has for itself. */
#define SHARED_SECTIONS "task model embedding train eval"
#define BASELINE_MEMBER "baseline/" /* how the label of a baseline begins */
enum { SETTINGS_TEXT = 8192 };

enum { SCHEDULE_LINEAR, SCHEDULE_COSINE, SCHEDULE_CONSTANT };
enum { SPARSE_AUTO, SPARSE_DENSE, SPARSE_LAZY };
enum { KEEP_ALL, KEEP_LAST, KEEP_NONE };
enum { CLASS_WEIGHTS_NONE, CLASS_WEIGHTS_BALANCED };
enum { POSITIONS_ORDERED, POSITIONS_RANDOM, POSITIONS_GAPS, POSITIONS_EVEN };
enum { EVAL_POSITIONS_TRAINED }; /* then those above, in their order */

struct training {
    int steps, batch, warmup, schedule, shards, checkpoint_every, log_every, seed, positions, max_position, examples;
    int sparse, keep, products; /* SPARSE_, KEEP_, and an enum matmul_products */
    int class_weights, patience, validate_every;
    double learning_rate, beta1, beta2, epsilon, weight_decay, clip, epochs, validation;
};

enum { WARMUP_PART = 10 }; /* a tenth of the steps */
/* The warm-up where none is set; how many steps epochs are is not known yet. */
static inline int training_warmup(const struct training *t) {
    return t->epochs > 0 || t->steps >= 500 ? 50 : t->steps / WARMUP_PART;
}
/* Whether it has that one: what is usual of other steps is another. */
static inline bool training_warmup_is_usual(const struct training *t) { return t->warmup == training_warmup(t); }

/* What a row of a lazy table missed is a series of terms of one sign; by 5 % a step or more they must shrink. */
static inline bool training_can_be_lazy(const struct training *t) {
    return t->beta1 * t->beta1 < 0.9 * t->beta2 && t->learning_rate * t->weight_decay < 1;
}

#define EVAL_LENGTHS "1x 2x 4x 8x" /* the default: of these all that the task has */

/* Which tables stay as they begin: bits. */
enum { FREEZE_NONE, FREEZE_TOKEN, FREEZE_POSITION, FREEZE_BOTH };
enum { FIT_ERROR, FIT_CUT };
enum { RESCALE_KEEP, RESCALE_USUAL };

/* What the tables of the embedding begin with. */
struct embedding {
    char token[SETTING_TEXT_MAX], position[SETTING_TEXT_MAX]; /* files; empty: rows are drawn */
    int freeze, fit, rescale;
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
    struct start_from_options start;
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

/* Puts the lists of lengths and policies, which are sets, into their order (settings_sets.c). */
void settings_sort_sets(struct evaluation *eval);
/* Resolves the assignments of one run; options that only kinds in `others` (a list, or NULL) have are ignored. */
bool settings_resolve(struct settings *s, const struct assignments *a, const char *others, struct error *e);

/* Adjusts defaults that depend on other settings, so that one setting alone never conflicts with a default; what is set
 * explicitly stays, and two such settings that conflict are an error. */
void settings_fill_defaults(struct settings *s, const struct assignments *a);

/* Whether one of the run's kinds has this key. */
bool settings_takes(const struct settings *s, const char *key);
/* The error about one that was typed and that no run takes; returns false. */
bool settings_not_taken(struct assignment item, struct error *e);

/* A table of options and the struct of a run that it fills; `of`: the section that they are written after, where they
 * have one of their own. */
struct settings_part {
    const struct setting *table;
    void *owner;
    const char *of;
};
enum { SETTINGS_PARTS = 3 + ENCODING_PARTS };
/* All parts of a run's settings, once its kinds are known. */
void settings_parts(const struct settings *s, struct settings_part out[SETTINGS_PARTS]);
/* Calls for each option of a list of sections, in the order in which they are written: after the section of encodings
 * come those of its encodings. */
typedef void settings_use(void *user, const struct settings_part *part, const struct setting *o);
void settings_each(const struct settings *s, const char *sections, settings_use *use, void *user);
/* The configuration as an INI text that resolves to the same settings: the sections of a list. */
void settings_write(const struct settings *s, char text[SETTINGS_TEXT], const char *sections);
/* Whether one of the tasks, mixers and encodings in a list (NULL: none) has the option. */
bool settings_kinds_have(const char *names, const char *key);
/* A value of an option as it is written down, not of a list. Errors: EXIT_USAGE, it cannot be read. */
bool settings_normal(const struct setting *o, const char *value, char text[SETTING_TEXT_MAX], struct error *e);
/* What a run is called after its kinds: "learned", "gru", "gru+sinusoidal". */
void settings_label(const struct settings *s, char *label, size_t size);
/* Whether settings_write writes the key for every choice of mixer and encoding. */
bool settings_shared(const struct settings *s, const char *key);
/* Finds what key is near to an unknown one. */
void settings_suggest(struct suggestion *near);
