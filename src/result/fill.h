/* fill.h -- tables and pictures filled from the results of a run or comparison, or from one model: the one way from
 * numbers to whatever shows them. All lies in the arena. */
#pragma once

#include "draw/chart.h"
#include "draw/heat.h"
#include "draw/table.h"
#include "study/sweep.h"
#include "train/confusion.h"

/* ---- Results as tables */

/* An evaluation: a row for each policy. */
void fill_evaluation(struct table *t, const struct evaluation_result *r, struct arena *arena);

/* Of a comparison: means, a row for each model and policy; differences of two of its rows by seed, on a screen those
 * that are tested; single seeds, with those that gave no result or without. */
void fill_summary(struct table *t, const struct comparison_result *c, struct arena *arena);
/* The lines below a summary. */
const char *fill_summary_notes(const struct table *t, const struct comparison_result *c);
/* How models were trained: where early stopping ended it, and which learned their training examples by heart; NULL:
 * there is nothing to say. */
const char *training_notes(const struct table *t, const struct evaluation_result *r);
const char *training_notes_of_all(const struct table *t, const struct comparison_result *c);
/* Of a summary with more than so many rows the first of each model, by kind with options below; false: they are still
 * more. */
bool fill_brief(struct table *out, const struct table *t, const struct comparison_result *c, int most);
void fill_pairs(struct table *t, const struct comparison_result *c, struct arena *arena);
void fill_members(struct table *t, const struct comparison_result *c, bool failed, struct arena *arena);
/* In range (or on the training examples), a column for each seed. */
void fill_seeds(struct table *t, const struct comparison_result *c, bool training, struct arena *arena);
/* Whether accuracy on the training examples is known: they are a fixed set. */
bool fill_has_training(const struct comparison_result *c);
/* Every failed seed: below the gate, or without a result. */
void fill_failed(struct list *l, const struct comparison_result *c, struct arena *arena);

/* Of several folders: each with its name, settings in which it differs and its date, and below them what lengths mean
 * and what a folder does not have; that alone; for a chart "[steps=800] is runs/a. ", empty for one folder.
 */
void fill_folders(struct list *l, const struct comparison_result *c, struct arena *arena);
const char *fill_folders_notes(const struct comparison_result *c, struct arena *arena);
const char *fill_folders_brief(const struct comparison_result *c, struct arena *arena);

/* What a reader should know where several sets of kernels trained or evaluated models; NULL: one did. */
const char *fill_kernels(const char *kernels, struct arena *arena);

/* From a table over lengths: accuracy at the longest, with a column for each eighth of the sequence that targets are
 * in. False: there is none, since examples have one target or so. */
bool fill_by_eighth(struct table *out, const struct table *t);
/* Draws those metrics of a table that are chosen: bit k is metric k, and FILL_EIGHTHS the table above. */
#define FILL_EIGHTHS (1u << METRICS_MAX)
void fill_draw(const struct screen *s, struct table *t, unsigned chosen);

/* All of it, filled once: on a screen, of the metrics that are chosen, and as the document that compare.json holds (a
 * new reference), of all. */
struct comparison_tables {
    struct table summary, pairs, members;
};
void comparison_fill(struct comparison_tables *t, const struct comparison_result *c, struct arena *arena);
void comparison_terminal(const struct screen *s, const struct comparison_result *c, struct comparison_tables *of,
                         unsigned chosen, struct arena *arena);
json_t *comparison_json(const struct comparison_result *c, const struct comparison_tables *of);

/* A claim's numbers as they stand in claims.json: the table that begins with number `from`, which is there; the first
 * number after it. */
size_t fill_claim(struct table *t, const json_t *numbers, size_t from, struct arena *arena);
/* A claim of claims.json: a part for each of its tables, a row for each setting. */
void fill_claim_chart(struct chart *c, const json_t *claim, struct arena *arena);
/* Claims that were measured: a block each, then a line each, and where the files are. */
struct claims_book;
void claims_terminal(const struct screen *s, const struct claims_book *b, const json_t *claims, const char *folder,
                     struct arena *arena);

/* How a curve of a run looks. */
static inline struct sign fill_sign(const struct settings *s) {
    return encoding_sign(s->baseline ? NULL : s->encoding);
}
/* What stands for its mixer and its encoding in files: "baseline" and its name, of a baseline. */
static inline struct cell fill_mixer(const struct settings *s) {
    return cell_text(s->baseline ? "baseline" : s->mixer->name);
}
static inline struct cell fill_encoding(const struct settings *s) {
    return cell_text(s->baseline ? s->baseline->name : s->encoding->name);
}
/* "24", or "17..24". */
const char *fill_words(struct range words, struct arena *arena);
/* What fillers share: columns for "in range" and every length, and their groups; "Accuracy in %". */
void fill_lengths(struct table *t, const struct range *words, int lengths, bool total, struct range trained);
/* The same for a comparison: where trained lengths differ by folder its columns are words. */
void fill_columns(struct table *t, const struct comparison_result *c);
/* A cell of length i, in range for i < 0; empty where the folder of a member does not have that length. */
struct cell cell_or_empty(const struct comparison_result *c, const struct member *m, int i, struct cell cell);
/* The means of a row of the result in all layers. */
void fill_means(const struct table *t, struct table_row *row, const struct comparison_result *c,
                const struct compare_row *r);
/* "2000", how many examples are made at each length. */
const char *fill_examples(const struct comparison_result *c, struct arena *arena);
/* "4..16 words" */
const char *fill_trained(const struct comparison_result *c, struct arena *arena);
/* A share as tables print an accuracy: "91", "99.6". */
const char *fill_percent(double share, struct arena *arena);
const char *fill_metric_title(const struct table *t, const struct metric *m);
/* Learned weights, as "6,530"; 0: not known. */
struct cell fill_weights(const struct table *t, long weights);
/* Adds a metric's layer, an empty one where no member has a number of it. */
void fill_layer(struct table *t, const struct comparison_result *c, int metric, const char *caption);
/* A name that ends in the options of its member, without those that are swept. */
const char *fill_plain(const char *name, const struct member *m, const struct sweeps *all, struct arena *arena);
/* Labels (the last, a row's folder, only where there are several) with one more for each swept setting; and the values
 * of a model, the last labels of its row: each as text, a number as that, too. */
#define FILL_FOLDER "folder", "", SHOW_FILES, LABEL_TEXT
const struct table_label *column_labels(const struct table_label *own, const struct comparison_result *c,
                                        const struct sweeps *all, struct arena *arena);
struct cell fill_folder(const struct member *m);
void fill_settings(const struct table *t, struct table_row *row, const struct sweeps *all, const struct settings *s);
/* At the value's column k: in range, then the lengths. */
double fill_level(const struct levels *of, int k);
/* Chance and other baselines of a table with all its layers; in the `first` columns before that in range, chance alone,
 * which is that in range. */
void fill_baselines(struct table *t, const struct levels *chance, const struct baseline_levels *baseline, int baselines,
                    int first);
/* How many seeds rows have a number of, and how many were asked for. Begin with .least = INT_MAX, and count each row.
 */
struct fill_seeds_of {
    int least, most, asked;
};
void fill_count_seeds(struct fill_seeds_of *of, const struct comparison_result *c, const struct compare_row *row,
                      int seeds);
/* "5 seeds", "2 of 4 seeds", "2 to 4 of 4 seeds" */
const char *fill_seeds_text(const struct fill_seeds_of *of, struct arena *arena);
/* The share of the examples in range that training had seen, the mean over models; NAN: not known. */
double fill_seen(const struct comparison_result *c);
/* What no column shows of the examples, and what a reader should know about the task's files; NULL: nothing. */
const char *fill_notes(const struct table *t, int left_out, double seen, const char *note);

/* ---- Answers by label: of the test rows together (else in range), or of `words` words */

struct label_scores {
    const struct evaluation_result *r;
    const struct score *score;
    struct confusion m;
    struct range words;
    const char **name; /* of each label, as it can be printed */
};
/* Errors, EXIT_USAGE: the task has no labels that are counted; it was not evaluated at that length. */
bool label_scores_open(struct label_scores *out, const struct evaluation_result *r, int words, struct arena *arena,
                       struct error *e);
/* A row for each label; a row for each of the most frequent mistakes; shares of each label's rows as a map. */
void fill_classes(struct table *t, const struct label_scores *c, struct arena *arena);
void fill_mistakes(struct table *t, const struct label_scores *c, int most, struct arena *arena);
void fill_confusion(struct heat *h, const struct label_scores *c, bool names, struct arena *arena);

/* ---- Results as charts */

enum { FILL_ROWS = 64 };

/* Which rows of a result a chart has. */
struct fill_rows {
    int count, row[FILL_ROWS];
    bool policies; /* curves are named by their policies: all are of one member */
    bool labels;   /* or by their labels: each is the first row of its member */
    bool best;     /* of models that differ in options alone each is that which is best in range */
    bool helped;   /* after a member's first row comes that of the policy that helps it most, dashed */
};

/* The first row of each member, which is its natural policy; as many as have numbers. Where these are many and some of
 * them differ in options alone, of these the best in range. */
void first_policy_rows(struct fill_rows *rows, const struct comparison_result *c);
/* The same, and below each the policy that is marked as the best for it (answer.h). */
void fill_helped(struct fill_rows *rows, const struct comparison_result *c);
/* What a chart says of the rows chosen, before its own note; may be empty. */
const char *fill_rows_text(const struct fill_rows *rows);
/* The rows whose name or label is among `names` (NULL-ended; an empty list: all where they are few, else the natural
 * ones). Errors, EXIT_USAGE: a name that no row has, a row without numbers. */
bool fill_choose(struct fill_rows *rows, const struct comparison_result *c, const char *const *names, struct error *e);
/* A metric by length, with means, intervals, every seed and chance. */
void fill_extrapolation(struct chart *chart, const struct comparison_result *c, const struct fill_rows *rows,
                        int metric, struct arena *arena);
/* Accuracy by where in the sequence a target is, at `words` words; 0: at the longest length. Errors, EXIT_USAGE: the
 * task has one target or so an example, or there is no such length. */
bool fill_by_position(struct chart *chart, const struct comparison_result *c, const struct fill_rows *rows, int words,
                      struct arena *arena, struct error *e);
/* A metric by a setting that members differ in, at length `at` or in range for at < 0: a curve for each combination of
 * all else. `kind` chooses "rope" or "rope+interpolate" (NULL-ended; an empty list: each encoding under its first
 * policy), `only` a value of each swept setting (NULL: any). Errors, EXIT_USAGE: no such kind; no numbers. */
struct fill_over {
    const struct sweeps *all;
    const struct sweep *over; /* one of them */
    int metric, at;
    const char *const *kind, *const *only;
};
bool fill_sweep(struct chart *chart, const struct comparison_result *c, const struct fill_over *of, struct arena *arena,
                struct error *e);
/* The models of a chart about training, which may go on: the first member of each label. */
struct fill_learners {
    int count, member[FILL_ROWS];
    const char *says; /* fill_rows_text */
};
/* Those of the rows, then all of whose seeds none is finished. */
void fill_learners(struct fill_learners *l, const struct comparison_result *c, const struct fill_rows *rows);
/* The same of names, as fill_choose takes them; a label that no row has is one, too. Errors: as there. */
bool fill_learners_choose(struct fill_learners *l, const struct comparison_result *c, const char *const *names,
                          struct error *e);
/* Accuracy on the training batches by step so far, means over the seeds of each label. One of which a seed is not
 * finished says so in its name. Error, EXIT_USAGE: no metrics.jsonl in any of the folders. */
bool fill_learning(struct chart *chart, const struct result *f, const struct fill_learners *l, struct arena *arena,
                   struct error *e);
/* "Not finished: rope-seed2 (running, step 300 of 800), learned-seed1 (waiting)."; "": all are. */
const char *fill_unfinished(const struct comparison_result *c, struct arena *arena);
/* Why a member has no result. */
const char *member_problem(const struct member *m, struct arena *arena);
/* Training steps of the members; "task order, seeds 1..5, 800 steps", and where some have no result "8 of 10 models
 * finished". */
struct range fill_steps(const struct comparison_result *c);
const char *fill_subtitle(const struct comparison_result *c, struct arena *arena);
