/* comparison_notes.h -- sentences about a comparison: its seeds and steps, what is not finished, what a reader should
 * know. */
#pragma once

#include "draw/table.h"
#include "study/comparison.h"

/* Adds how a model was trained: where early stopping ended it, and that it learned its training examples by heart. */
void training_notes(struct lines *l, const struct table *t, const struct evaluation_result *r);
/* Adds the lines below a summary. */
void fill_summary_notes(struct lines *l, const struct table *t, const struct comparison_result *c);
/* Adds what no column shows of the examples, and what a reader should know about the task's files. */
void fill_notes(struct lines *l, struct arena *arena, int left_out, double seen, const char *note);
/* The share of the examples in range that training had seen, the mean over models; NAN: not known, or each has
 * others in range. */
double fill_seen(const struct comparison_result *c);
/* "2000", how many examples are made at each length; "2000 examples" if named, or targets where texts have several. */
const char *fill_examples(int examples, const struct task *task, bool named, struct arena *arena);
/* Training steps of the members; "task order, seeds 1..5, 800 steps", and where some have no result "8 of 10 models
 * finished". */
struct range fill_steps(const struct comparison_result *c);
const char *fill_subtitle(const struct comparison_result *c, struct arena *arena);
/* How many seeds rows have a number of, and how many were asked for. Begin with .least = INT_MAX, and count each row.
 */
struct fill_seeds_of {
    int least, most, asked;
};
void fill_count_seeds(struct fill_seeds_of *of, const struct compare_row *row, int seeds);
/* "5 seeds", "2 of 4 seeds", "2 to 4 of 4 seeds" */
const char *fill_seeds_text(const struct fill_seeds_of *of, struct arena *arena);
/* "Not finished: rope-seed2 (running, step 300 of 800), learned-seed1 (waiting)."; "": all are. */
const char *fill_unfinished(const struct comparison_result *c, struct arena *arena);
/* Whether models differ in options and seeds alone. */
static inline bool same_kind(const struct member *a, const struct member *b) {
    const struct settings_packed *x = a->settings, *y = b->settings;
    return x->encoding == y->encoding && x->mixer == y->mixer && x->baseline == y->baseline;
}
/* Why a member has no result. */
const char *member_problem(const struct member *m, struct arena *arena);
/* What a reader should know where several sets of kernels trained or evaluated models; NULL: one did. */
const char *fill_kernels(const char *kernels);
