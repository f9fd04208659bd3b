/* evaluation_rows.c -- see evaluation_rows.h. */
#include "evaluate/evaluation_rows.h"

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

const char evaluation_heading[] = "row\tfrom\tto\tmetric\tcount\tsum\tvalue\tvariance\ttexts\tdetail\n";
/* Its fields: the numbers after METRIC are those of a row. */
enum { ROW, FROM, TO, METRIC, FIRST, DETAIL = 9, FIELDS };
enum { COUNT, SUM, VALUE, VARIANCE, TEXTS, NUMBERS };

/* More than the losses of COUNT_MAX targets can add up to in 32-bit numbers. */
static const double SUM_MAX = 1e55;

static const char in_range[] = "in_range", training[] = "training";

/* ---- Writing */

int evaluation_number_text(char text[NUMBER_TEXT], double x) {
    *text = 0;
    if (metric_is_count(x))
        return snprintf(text, NUMBER_TEXT, "%ld", (long)x);
    int length = isnan(x) ? 0 : snprintf(text, NUMBER_TEXT, "%.9g", x);
    return length && strtod(text, NULL) != x ? snprintf(text, NUMBER_TEXT, "%.17g", x) : length;
}

/* What a sum is of: right targets by example (and all targets where they differ), or counts by label and answer. */
static void put_detail(FILE *f, const struct score *s, int k, int sums) {
    struct arena arena = {0};
    if (k == METRIC_ACCURACY && s->right.bits)
        fputs(packed_text(&s->right, &arena), f);
    if (k == METRIC_ACCURACY && s->right.bits && s->targets.bits)
        fprintf(f, " %s", packed_text(&s->targets, &arena));
    for (int i = 0; i < sums && metrics[k].counts; i++)
        fprintf(f, i ? " %.0f" : "%.0f", s->sum[k][i]);
    arena_free(&arena);
}

/* The row of a score (NULL: none) or, with a value, of a baseline. */
static void put(FILE *f, const struct evaluation_result *r, const char *row, int column, int k, const struct score *s,
                double value) {
    const struct metric *m = &metrics[k];
    double x[NUMBERS] = {(double)NAN, (double)NAN, value, (double)NAN, (double)NAN};
    assert(m->counts || r->sums[k] == 1 + m->known);
    if (s) {
        x[COUNT] = m->known ? s->sum[k][1] : (double)s->count;
        x[SUM] = m->counts ? (double)NAN : s->sum[k][0];
        x[VALUE] = s->value[k];
        x[VARIANCE] = s->variance[k];
        x[TEXTS] = s->texts ? s->texts : (double)NAN;
    }
    char text[NUMBERS * NUMBER_TEXT], *at = text;
    for (int i = 0; i < NUMBERS; i++) {
        at += evaluation_number_text(at, x[i]);
        *at++ = '\t';
    }
    *at = 0;
    fprintf(f, "%s\t%d\t%d\t%s\t%s", row, r->words[column].low, r->words[column].high, m->name, text);
    if (s)
        put_detail(f, s, k, r->sums[k]);
    fputc('\n', f);
}

static void put_score(FILE *f, const struct evaluation_result *r, const char *row, int column, const struct score *s) {
    for (int k = 0; k < metric_count; k++)
        if (r->sums[k])
            put(f, r, row, column, k, s, (double)NAN);
}

void evaluation_rows_put(FILE *f, const struct evaluation_result *r) {
    for (const struct baseline_levels *b = r->baseline; b < r->baseline + r->baselines; b++)
        for (int i = 0; i <= r->lengths; i++)
            for (int k = 0; k < metric_count; k++)
                if (r->sums[k])
                    put(f, r, b->name, i, k, NULL, b->of[k].at[i]);
    put_score(f, r, in_range, IN_RANGE, r->in_range);
    if (r->training.count)
        put_score(f, r, training, IN_RANGE, &r->training);
    for (const struct evaluation_row *row = r->row; row < r->row + r->rows; row++)
        for (int i = 1; i <= r->lengths; i++)
            put_score(f, r, row->policy->name, i, row->applies ? row->at[i] : NULL);
}

/* ---- Reading */

/* Where the fields of a line begin; those that are missing are at its end. */
static void divide(const char *line, const char *field[FIELDS]) {
    for (int i = 0; i < FIELDS; i++) {
        field[i] = line;
        line += strcspn(line, "\t\n");
        line += *line == '\t';
    }
}

double evaluation_number(const char *at) { return !*at || strchr("\t\n", *at) ? (double)NAN : strtod(at, NULL); }

/* The field that begins there; false: it is too long, or would not be printed as it is. */
static bool text_at(char *to, size_t size, const char *from) {
    size_t length = strcspn(from, "\t\n");
    if (length >= size)
        return false;
    memcpy(to, from, length);
    to[length] = 0;
    return utf8_printable(to);
}

static void build_score(const struct evaluation_result *r, struct score *s) {
    score_alloc(r, s);
    for (int k = 0; k < metric_count; k++)
        s->value[k] = s->variance[k] = (double)NAN;
}

/* Another name begins: in range, training examples, a policy or a baseline. */
static bool begin(struct evaluation_result *r, struct evaluation_place *p, const char *row) {
    const struct policy *policy = policy_find(row);
    *p = (struct evaluation_place){.column = policy ? IN_RANGE : IN_RANGE - 1};
    snprintf(p->row, sizeof p->row, "%s", row);
    if (strcmp(row, in_range) == 0 && r->baselines && !r->in_range) {
        build_score(r, r->in_range = arena_alloc(r->arena, 1, sizeof *r->in_range));
        p->score = &r->in_range;
    } else if (strcmp(row, training) == 0 && r->in_range) {
        struct score **one = arena_alloc(r->arena, 1, sizeof *one);
        build_score(r, *one = &r->training);
        p->score = one;
    } else if (policy && r->in_range && r->rows < ENCODING_POLICIES) {
        struct evaluation_row *to = &r->row[r->rows++];
        to->policy = policy;
        evaluation_row_alloc(r, to);
        for (int i = 1; i <= r->lengths; i++)
            build_score(r, to->at[i]);
        p->score = to->at;
        p->applies = &to->applies;
    } else if (!policy && !r->in_range && r->baselines < BASELINES_MAX) {
        p->level = &r->baseline[r->baselines++];
        memcpy(p->level->name, p->row, sizeof p->row);
    }
    return p->score || p->level;
}

/* Chance says which lengths and metrics there are. */
static void take_shape(struct evaluation_result *r, int column, int k, struct range words) {
    int most = column == IN_RANGE ? INT_MAX : LENGTH_WORDS_MAX;
    if (k == METRIC_ACCURACY && column <= LENGTHS_MAX && words.high >= words.low && words.high <= most) {
        r->words[column] = words;
        r->lengths = column;
    }
    if (column == IN_RANGE)
        r->sums[k] = metrics[k].counts ? r->labels * r->labels : 1 + metrics[k].known;
}

/* Finds who a row is about, and at which column: the first metric begins the next one. */
static bool find(struct evaluation_result *r, struct evaluation_place *p, const char *const *field, int k) {
    char row[BASELINE_NAME];
    const struct range words = {(int)strtol(field[FROM], NULL, 10), (int)strtol(field[TO], NULL, 10)};
    if (!text_at(row, sizeof row, field[ROW]))
        return false;
    if (strcmp(row, p->row) != 0 && !begin(r, p, row))
        return false;
    p->column += k == METRIC_ACCURACY;
    if (p->level && p->level == r->baseline)
        take_shape(r, p->column, k, words);
    int first = p->applies ? 1 : IN_RANGE, last = p->applies || p->level ? r->lengths : IN_RANGE;
    return p->column >= first && p->column <= last && r->sums[k] && words.low >= 1 &&
           range_same(words, r->words[p->column]);
}

static bool read_numbers(const struct evaluation_result *r, const char *const *field, int k, double x[NUMBERS]) {
    const struct quantity *q = &metrics[k].quantity;
    const double most = r->task->fixed_test && !r->examples ? INT_MAX : (double)COUNT_MAX;
    const double high[] = {most, SUM_MAX, fmin(q->high, SUM_MAX), DBL_MAX, INT_MAX};
    bool ok = true;
    for (int i = 0; i < NUMBERS; i++) {
        x[i] = evaluation_number(field[FIRST + i]);
        ok = ok && !(x[i] < (i == VALUE ? q->low : 0)) && !(x[i] > high[i]);
    }
    return ok;
}

/* How many targets a score has, which its first metric says, in how many texts and examples. */
static void take_counts(const struct evaluation_result *r, struct score *s, const double x[NUMBERS]) {
    bool fixed = r->task->fixed_test && s != &r->training;
    s->count = isnan(x[COUNT]) ? 0 : (long)x[COUNT];
    s->texts = x[TEXTS] <= x[COUNT] ? (int)x[TEXTS] : 0;
    s->examples = !fixed || !s->count ? 0 : s->texts ? s->texts : r->examples ? r->examples : (int)s->count;
}

static bool read_counts(double *to, int sums, const char *from) {
    bool ok = true;
    for (int i = 0; i < sums && ok; i++) {
        char *end;
        to[i] = strtod(from, &end);
        ok = end > from && to[i] >= 0 && to[i] <= (double)COUNT_MAX;
        from = end;
    }
    return ok;
}

static bool read_packed(struct packed *p, const char **from, int count, struct arena *arena) {
    size_t length = strcspn(*from, " \n");
    const char *text = arena_format(arena, "%.*s", (int)length, *from);
    *from += length + ((*from)[length] == ' ');
    return packed_read(p, text, count, arena);
}

static bool read_detail(const struct evaluation_result *r, struct score *s, int k, const char *from) {
    if (metrics[k].counts)
        return read_counts(s->sum[k], r->sums[k], from);
    return k != METRIC_ACCURACY || *from == '\n' ||
           (read_packed(&s->right, &from, s->examples, r->arena) &&
            (*from == '\n' || read_packed(&s->targets, &from, s->examples, r->arena)));
}

bool evaluation_rows_read(struct evaluation_result *r, struct evaluation_place *p, const char *line) {
    char name[BASELINE_NAME];
    const char *field[FIELDS];
    double x[NUMBERS];
    divide(line, field);
    int k = text_at(name, sizeof name, field[METRIC]) ? metric_find_counted(name) : -1;
    if (k < 0 || !find(r, p, field, k) || !read_numbers(r, field, k, x))
        return false;
    if (p->level) {
        p->level->of[k].at[p->column] = x[VALUE];
        return true;
    }
    struct score *s = p->score[p->column];
    if (k == METRIC_ACCURACY)
        take_counts(r, s, x);
    if (p->applies)
        *p->applies = !isnan(x[COUNT]);
    if (p->applies && !*p->applies)
        return true;
    s->value[k] = x[VALUE];
    s->variance[k] = x[VARIANCE];
    *s->sum[k] = x[SUM];
    if (metrics[k].known)
        s->sum[k][1] = x[COUNT];
    return read_detail(r, s, k, field[DETAIL]);
}
