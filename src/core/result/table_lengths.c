/* table_lengths.c -- see table_lengths.h. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "result/table_lengths.h"
#include "run/batches.h"
#include "study/columns.h"
#include "study/series.h"
#include "study/sweep.h"

const struct table_group fill_trained_group = {"trained", "trained"},
                         fill_longer_group = {"longer than in training", "longer"};
static const struct table_group total_group = {"", ""};

enum {
    KEEP_IN_RANGE = 9000000,
    KEEP_TOTAL = 8500000,
    KEEP_LONGEST = 8000000,
    KEEP_POWER = 5000000,
    KEEP_OTHER = 2 * LENGTH_WORDS_MAX,
    KEEP_TRAINED = 1000
};

const char *fill_range(struct range r, const char *sign, struct arena *arena) {
    return r.low < r.high ? arena_format(arena, "%d%s%d", r.low, sign, r.high) : arena_format(arena, "%d", r.low);
}

const char *fill_words(struct range words, struct arena *arena) { return fill_range(words, "..", arena); }

static struct table_value *add_column(struct table *t, const char *key, const char *head, struct range words,
                                      int keep) {
    struct table_value *v = table_add_value(t, key);
    v->head = head;
    v->detail = fill_words(words, t->arena);
    v->group = &fill_trained_group;
    v->words = words;
    v->keep = keep;
    return v;
}

/* The longest of all is left out last, powers of two after other multiples, of these the longer ones first; before all
 * of them the longest of training, which says little that the column in range does not. */
void fill_lengths(struct table *t, const struct range *words, int lengths, bool total) {
    const struct range trained = words[IN_RANGE];
    add_column(t, "in_range", "in range", trained, KEEP_IN_RANGE);
    for (int i = 1; i <= lengths; i++) {
        double times = (double)words[i].high / trained.high;
        bool power = fabs(log2(times) - nearbyint(log2(times))) < 1e-9;
        int keep = i == lengths                    ? KEEP_LONGEST
                   : words[i].high == trained.high ? KEEP_TRAINED
                                                   : (power ? KEEP_POWER : KEEP_OTHER) - words[i].high;
        const char *head = arena_format(t->arena, "%gx", nearbyint(100 * times) / 100);
        struct table_value *v = add_column(t, NULL, head, words[i], keep);
        if (words[i].high > trained.high)
            v->group = &fill_longer_group;
    }
    if (total) /* all lengths together */
        add_column(t, "all", "all", words[1 + lengths], KEEP_TOTAL)->group = &total_group;
    t->corner = "words";
}

void fill_chance_name(struct table *t, const struct task *task, bool few) {
    if (task->labels && task->fixed_test && t->baselines)
        *t->baseline->label = cell_text(few ? "most frequent label" : "always the most frequent label");
}

void fill_twin(struct table *t, int k, const struct score *at, const struct score *in_range) {
    struct table_value *v = &t->value[k];
    const struct range trained = t->value->words;
    bool rows = at && in_range && at->examples && at->examples == in_range->examples && at->count == in_range->count;
    v->twin |= v->words.high == trained.high && (rows || v->words.low == trained.low);
}

/* Each model has a range of its own: a length is no multiple, and longer only where it is for all. */
static void fill_own_ranges(struct table_value *value, int lengths) {
    value[IN_RANGE].detail = "own lengths";
    value[IN_RANGE].words = (struct range){0, 0};
    for (struct table_value *v = value + 1; v <= value + lengths; v++) {
        v->head = "";
        v->group = v->group == &fill_longer_group ? v->group : &total_group;
    }
}

void fill_columns(struct table *t, const struct comparison_result *c) {
    fill_lengths(t, c->words, c->lengths, c->total);
    struct table_value *value = &t->value[t->values - compare_columns(c)];
    if (c->trained_differs)
        fill_own_ranges(value, c->lengths);
    int longest = value[c->lengths].keep, last = 0;
    for (int i = 1; i <= c->lengths; i++) /* lengths that some do not have go first, the longest of the others stays */
        if (!c->some_lack[i])
            last = i;
        else
            value[i].keep = value[i].keep / 10000 + 1;
    const struct series *s = c->series;
    while (s < c->series + c->labels && !series_model(s))
        s++;
    const struct member *m = s < c->series + c->labels ? series_model(s) : NULL;
    for (int i = 1; m && value == t->value && i <= c->lengths; i++)
        fill_twin(t, i, member_score(m, m->result->row->policy, METRIC_ACCURACY, i),
                  member_score(m, m->result->row->policy, METRIC_ACCURACY, IN_RANGE));
    if (last)
        value[last].keep = wider(value[last].keep, longest);
}

/* "random positions below 512" */
static const char *scheme_text(struct position_scheme p, struct arena *arena) {
    static const char *const words[] = {[POSITIONS_ORDERED] = "ordered positions",
                                        [POSITIONS_RANDOM] = "random positions",
                                        [POSITIONS_GAPS] = "positions with gaps",
                                        [POSITIONS_EVEN] = "evenly spread positions"};
    return position_scheme_is_drawn(p) ? arena_format(arena, "%s below %d", words[p.how], p.max_position)
                                       : words[p.how];
}

const char *fill_positions(struct position_scheme trained, struct position_scheme tested, struct arena *arena) {
    return text_join(
        trained.how == POSITIONS_ORDERED ? "" : arena_format(arena, " at %s", scheme_text(trained, arena)), "",
        tested.how == trained.how ? "" : arena_format(arena, ", tested at %s", scheme_text(tested, arena)), arena);
}

const char *fill_trained(const struct comparison_result *c, struct arena *arena) {
    return arena_format(
        arena, "%s%s",
        c->trained_differs ? "lengths that differ between models"
                           : arena_format(arena, "%s words", fill_words(c->words[IN_RANGE], arena)),
        fill_positions(position_scheme_training(&c->settings), position_scheme_evaluation(&c->settings), arena));
}

/* ---- Words */

const char *fill_title(const struct metric *m, struct arena *arena) {
    return arena_format(arena, "%c%s", toupper((unsigned char)*m->quantity.title), m->quantity.title + 1);
}

const char *fill_metric_title(const struct table *t, const struct metric *m) {
    return text_join(fill_title(m, t->arena), " in ", m->quantity.unit, t->arena);
}

const char *fill_value(const struct quantity *q, double x, struct arena *arena) {
    const struct cell c = cell_value(q, x, (double)NAN);
    char text[NUMBER_TEXT];
    cell_print(text, NULL, &c);
    return arena_text(arena, text);
}

const char *fill_values(const struct quantity *q, double low, double high, struct arena *arena) {
    const char *from = fill_value(q, low, arena), *to = fill_value(q, high, arena);
    return strcmp(from, to) == 0 ? to : arena_format(arena, "%s..%s", from, to);
}

const char *fill_percent(double share, struct arena *arena) {
    return fill_value(&metrics[METRIC_ACCURACY].quantity, share, arena);
}

/* "6,530", as one reads it. */
static const char *grouped(const struct table *t, long x) {
    return x < 1000 ? arena_format(t->arena, "%ld", x)
                    : arena_format(t->arena, "%s,%03ld", grouped(t, x / 1000), x % 1000);
}

struct cell fill_weights(const struct table *t, long weights) {
    struct cell c = cell_count(weights);
    c.text = grouped(t, weights);
    return weights ? c : (struct cell){.kind = CELL_NONE};
}

const char *fill_plain(const char *name, const struct member *m, const struct sweeps *all, struct arena *arena) {
    const char *plain = arena_format(arena, "%.*s", (int)(strlen(name) - strlen(m->options)), name);
    for (int i = 0; i < m->option_count; i++)
        if (m->option[i].written && !sweep_is_option(all, &m->option[i]))
            plain = arena_format(arena, "%s %s", plain, m->option[i].written);
    return plain;
}

/* ---- Labels and layers */

/* Whether a metric was measured at all: of many members the others would be most of what there is. */
static bool is_measured(const struct comparison_result *c, int metric) {
    bool is = metric == METRIC_ACCURACY;
    for (int i = 0; i < c->rows && !is; i++) {
        for (int k = 0; k <= c->lengths; k++)
            is |= c->row[i].of[metric][k].n > 0;
    }
    for (const struct member *m = c->member; m < c->member + c->members && !is; m++)
        is = m->status == STATUS_FINISHED && m->result->training.count && !isnan(m->result->training.value[metric]);
    return is;
}

void fill_layer(struct table *t, const struct comparison_result *c, int metric, const char *caption) {
    table_add_layer(t, metrics[metric].name, is_measured(c, metric) ? caption : NULL);
    t->layer[metric].figure = metrics[metric].of_run;
}

/* ---- Numbers */

struct cell fill_mean(const struct comparison_result *c, const struct compare_row *r, int metric, int i) {
    return cell_metric(&metrics[metric].quantity, r->of[metric][i], c->baseline[CHANCE].of[metric].at[i]);
}

void fill_means(const struct table *t, struct table_row *row, const struct comparison_result *c,
                const struct compare_row *r) {
    for (int m = 0; m < t->layers; m++)
        for (int k = 0; table_has_room(t, m) && k < t->values && k < compare_columns(c); k++)
            *table_cell(t, row, m, k) = fill_mean(c, r, m, k);
}

void fill_baselines(struct table *t, const struct baseline_levels *baseline, int baselines, int first, int columns) {
    for (int i = 0; i < baselines; i++) {
        const struct table_row *row = table_add_baseline(t, baseline[i].name);
        for (int m = 0; m < t->layers; m++)
            for (int k = i == CHANCE ? 0 : first; table_has_room(t, m) && k < first + columns; k++) {
                double level = metrics[m].of_run ? (double)NAN : baseline[i].of[m].at[k < first ? IN_RANGE : k - first];
                struct cell *c = table_cell(t, row, m, k); /* a level that is not known is not drawn */
                *c = cell_value(&metrics[m].quantity, level, (double)NAN);
                c->kind = isnan(level) ? CELL_EMPTY : CELL_NUMBER;
                c->n = 0;
            }
    }
}
