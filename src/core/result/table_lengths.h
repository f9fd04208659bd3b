/* table_lengths.h -- what tables over lengths share: columns, labels, cells, the rows of chance and baselines. All lies
 * in the arena of the table. */
#pragma once

#include "baseline/baseline.h"
#include "draw/sign.h"
#include "draw/table.h"
#include "encoding/encoding.h"
#include "model/mixer.h"
#include "study/sweep.h"

/* What stands for its mixer and its encoding: of a baseline "baseline" and its name. */
static inline const char *fill_mixer(const struct baseline *b, const struct mixer *m) {
    return b ? "baseline" : m->name;
}
static inline const char *fill_encoding(const struct baseline *b, const struct encoding *c) {
    return b ? b->name : c->name;
}
/* How a curve of a run looks. */
static inline struct sign fill_sign(const struct settings_packed *s) {
    return s->baseline ? encoding_sign(NULL) : mixer_sign(s->mixer, s->encoding);
}
/* The groups of columns: lengths up to the longest trained one, and longer ones. */
extern const struct table_group fill_trained_group, fill_longer_group;
/* "24", or "17 to 24" where the sign is " to "; fill_words has "17..24". */
const char *fill_range(struct range r, const char *sign, struct arena *arena);
const char *fill_words(struct range words, struct arena *arena);
/* What fillers share: columns for "in range" and every length, and their groups. */
void fill_lengths(struct table *t, const struct range *words, int lengths, bool total);
/* Calls chance what it is, where answers are labels of rows: in few words where there are many columns. */
void fill_chance_name(struct table *t, const struct task *task, bool few);
/* Marks length k as a twin where it has the examples of the column in range: its score, and that one's. */
void fill_twin(struct table *t, int k, const struct score *at, const struct score *in_range);
/* The same for a comparison. */
void fill_columns(struct table *t, const struct comparison_result *c);
/* The mean of a row of the result in column i; its means in all layers. */
struct cell fill_mean(const struct comparison_result *c, const struct compare_row *r, int metric, int i);
void fill_means(const struct table *t, struct table_row *row, const struct comparison_result *c,
                const struct compare_row *r);
/* " at random positions below 40, tested at ordered positions"; nothing where both are ordered. */
const char *fill_positions(struct position_scheme trained, struct position_scheme tested, struct arena *arena);
/* "4..16 words", where members differ in that "lengths that differ between models"; and their positions and those of
 * evaluation, if they are not ordered. */
const char *fill_trained(const struct comparison_result *c, struct arena *arena);
/* A number as tables print it, and two: "51", "51..64"; one where they print alike. */
const char *fill_value(const struct quantity *q, double x, struct arena *arena);
const char *fill_values(const struct quantity *q, double low, double high, struct arena *arena);
/* A share as tables print an accuracy: "91", "99.6". */
const char *fill_percent(double share, struct arena *arena);
/* "Accuracy"; fill_metric_title has "Accuracy in %". */
const char *fill_title(const struct metric *m, struct arena *arena);
const char *fill_metric_title(const struct table *t, const struct metric *m);
/* Learned weights, as "6,530"; 0: not known. */
struct cell fill_weights(const struct table *t, long weights);
/* Adds a metric's layer, an empty one where no member has a number of it. */
void fill_layer(struct table *t, const struct comparison_result *c, int metric, const char *caption);
/* A name that ends in the options of its member, without those that are swept. */
const char *fill_plain(const char *name, const struct member *m, const struct sweeps *all, struct arena *arena);
/* Baselines of a table with all its layers, in so many columns from that in range on; in the `first` columns before
 * it, chance alone, which is that in range. */
void fill_baselines(struct table *t, const struct baseline_levels *baseline, int baselines, int first, int columns);
