/* encoding_facts.c -- see encoding_facts.h. Inputs of examples are fixed here; results never are. */
#include "explain/encoding_facts.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "measure/embedding_parts.h"
#include "measure/encoding_alone.h"

enum { LENGTH = 1001, SHIFTED = 200, CENTRED = 100, FAR = 400, SHOWN = 3, ANGLES = 6, PRINTED = 512 };

PRINTF_LIKE(3, 4) static void tell(struct encoding_facts *f, double value, const char *format, ...) {
    va_list list;
    assert(f->count < FACTS_MAX);
    va_start(list, format);
    vsnprintf(f->fact[f->count].name, FACT_NAME, format, list);
    va_end(list);
    f->fact[f->count++].value = value;
}

/* ---- Vectors: what is added to the embedding, or a query of ones as it is rotated */

static double product(const struct matrix *m, int position, int other) {
    return geometry_dot(matrix_row(m, position), matrix_row(m, other), m->columns);
}

/* Of an encoding that adds them: the first numbers of a short sequence, column by column of the embedding, and its
 * first step. */
static bool tell_added(struct encoding_facts *does, struct encoding_facts *limits, struct encoding_alone *v,
                       struct error *e) {
    const struct matrix *m = &v->vectors;
    int d = v->built.size.d_model;
    if (!encoding_alone_open(v, v->built.size.trained, e))
        return false;
    int first = d - m->columns;
    for (int i = 0; i < SHOWN; i++)
        for (int c = 0, t = i < 2 ? i : m->rows - 1; c < m->columns && c < SHOWN; c++)
            tell(does, matrix_row(m, t)[c], "position %d of 0..%d, column %d of %d", t, m->rows - 1, first + c, d);
    for (int length = 4; length <= 40; length *= 10) {
        if (!encoding_alone_open(v, length, e))
            return false;
        tell(limits, matrix_row(m, 1)[0] - matrix_row(m, 0)[0],
             "step from position 0 to 1 in a sequence of %d, column %d", length, d - m->columns);
    }
    return true;
}

/* Whether a shift is one matrix, how long columns that are waves are, and whether rows differ. */
static bool tell_vectors(struct encoding_facts *does, struct encoding_facts *limits, struct encoding_alone *v,
                         struct error *e) {
    static const int pair[SHOWN][2] = {{10, 15}, {110, 115}, {10, 5}};
    const struct matrix *m = &v->vectors;
    struct matrix first = {SHIFTED, m->columns, m->value};
    struct closest c;
    struct shift s;
    double mean = 0;
    int count = 0;
    if (geometry_shift(&s, &first, 5))
        tell(does, s.error, "error of one matrix for \"5 positions on\"");
    for (int i = 0; i < SHOWN; i++)
        tell(does, product(m, pair[i][0], pair[i][1]), "dot product of the vectors of positions %d and %d", pair[i][0],
             pair[i][1]);
    for (int i = 0; i < CENTRED * m->columns; i++)
        mean += m->value[i] / (CENTRED * m->columns);
    tell(limits, mean, "mean of the first %d vectors", CENTRED);
    for (int t = 1; t < LENGTH; t *= 10)
        tell(limits, sqrt(product(m, t, t)), "length of the vector of position %d", t);
    const struct waves w = waves_of(encoding_alone_wavelengths(v, !v->built.kind->embed, m->columns), m->columns);
    if (w.waves) {
        tell(does, w.shortest, "positions in the shortest wave");
        tell(does, w.longest, "positions in the longest wave");
    }
    if (e->code || !encoding_alone_closest(v, &c, &count, e))
        return false;
    tell(limits, c.distance, "smallest distance between two of the first %d vectors", count);
    return true;
}

/* A column with the angle of an earlier one is its partner. */
static void tell_angles(struct encoding_facts *limits, struct encoding_alone *v) {
    struct matrix cosines;
    double *angle, round = 2 * acos(-1);
    int trained = v->built.size.trained, short_of = 0, pairs = 0;
    if (!geometry_cosines(&cosines, &angle, &v->use, 2, &v->arena))
        return;
    for (int c = 0; c < cosines.columns; c++) {
        double turns = angle[c] * (trained - 1) / round;
        bool partner = false;
        for (int k = 0; k < c; k++)
            partner |= fabs(angle[k] - angle[c]) <= 1e-6 * angle[c];
        short_of += turns < 1;
        if (!partner && pairs++ < ANGLES)
            tell(limits, turns, "full waves of column %d over the %d trained positions", c, trained);
    }
    tell(limits, (double)short_of / cosines.columns, "share of columns that never complete a wave");
}

/* What is added to the scores (H, rows) of a query. */
static const real *biases(const struct encoding_alone *v, int query, int rows, struct arena *arena) {
    int *position = arena_alloc(arena, (size_t)rows, sizeof *position);
    real *score = arena_alloc(arena, (size_t)rows * v->built.size.heads, sizeof *score);
    for (int i = 0; i < rows; i++)
        position[i] = i;
    geometry_scores(score, &v->use, &v->weights, query, (struct span){rows, position});
    return score;
}

static double bias_at(const struct encoding_alone *v, int head, int query, int key) {
    struct arena scratch = {0};
    int rows = (query > key ? query : key) + 1;
    double bias = (double)biases(v, query, rows, &scratch)[head * rows + key];
    arena_free(&scratch);
    return bias;
}

/* Whether a query in training, whose scores of head 1 are a row each, gives this score to any distance. */
static bool is_met(const real *const *trained, int queries, double score) {
    for (int query = 0; query < queries; query++)
        for (int key = 0; key <= query; key++)
            if ((double)trained[query][key] == score)
                return true;
    return false;
}

/* Scores of distances are those of the query at FAR - 1: where they depend on the query, one does not compare others.
 */
static void tell_scores(struct encoding_facts *does, struct encoding_facts *limits, const struct encoding_alone *v) {
    int different = 1, met = 1, last = FAR - 1,
        queries = v->built.size.trained < LENGTH ? v->built.size.trained : LENGTH;
    struct arena scratch = {0};
    double far[FAR];
    const real *scores = biases(v, FAR - 1, FAR, &scratch);
    const real **trained = arena_alloc(&scratch, (size_t)queries, sizeof *trained);
    for (int i = 0; i < queries; i++)
        trained[i] = biases(v, i, i + 1, &scratch);
    for (int d = 0; d < FAR; d++)
        far[d] = (double)scores[FAR - 1 - d];
    for (int n = 0; n < v->built.size.heads && n < SHOWN; n++)
        tell(does, bias_at(v, n, 10, 5), "head %d, query at 10, key at 5", n + 1);
    tell(does, bias_at(v, 0, 110, 105), "head 1, query at 110, key at 105");
    tell(does, bias_at(v, 0, 10, 15), "head 1, query at 10, key at 15");
    for (int d = 4; d <= 64; d *= 4)
        tell(limits, exp(far[d]), "head 1: factor on a weight at distance %d", d);
    for (int d = 1; d < FAR; d++)
        if (far[d] != far[d - 1]) {
            different++;
            met += d < 4 * v->built.size.trained && is_met(trained, queries, far[d]);
        }
    while (last > 0 && far[last - 1] == far[FAR - 1])
        last--;
    tell(limits, different, "different scores for the distances 0..%d to the left", FAR - 1);
    tell(limits, met, "of them seen in training");
    tell(limits, last, "distance from which on all share one bucket");
    arena_free(&scratch);
}

/* ---- An encoding alone, and in an untrained model */

static bool read_settings(struct assignments *a, const struct encoding *kind, const struct assignments *typed,
                          struct error *e) {
    static const struct assignments none;
    assignments_copy(a, typed ? typed : &none);
    return assignments_set(a, "encoding.name", kind->name, kind->name, e) &&
           (assignments_value(a, "encoding.extrapolation") ||
            assignments_set(a, "encoding.extrapolation", policy_extend.name, kind->name, e));
}

bool encoding_facts_model(struct run *r, const struct encoding *kind, const struct assignments *typed,
                          struct error *e) {
    struct assignments *a = assignments_new();
    struct settings s;
    bool ok = read_settings(a, kind, typed, e) && assignments_override(a, "task.name=first", e) &&
              settings_resolve(&s, a, NULL, e) && run_build(r, &s, NULL, e);
    free(a);
    return ok;
}

/* The numbers that tutorials print of 512 columns: the first two, the middle and the last of position 1, unless the
 * settings say how wide it is. Of a table they are random, and a single column has no more to show. */
static bool tell_printed(struct encoding_facts *does, const struct encoding *kind, const struct assignments *typed,
                         struct error *e) {
    static const int column[] = {0, 1, PRINTED / 2, PRINTED - 1};
    struct encoding_alone *v = &(struct encoding_alone){0};
    if (typed && (assignments_value(typed, "model.d_model") || assignments_value(typed, "model.heads")))
        return true;
    struct assignments *a = assignments_new();
    bool ok = read_settings(a, kind, typed, e) && assignments_set(a, "model.d_model", "512", kind->name, e) &&
              encoding_alone_build(v, a, NULL, e);
    free(a);
    if (!ok)
        return false;
    ok = encoding_alone_open(v, 2, e);
    for (int i = 0; ok && kind->embed && !v->built.tensors && v->vectors.columns == PRINTED && i < 4; i++)
        tell(does, matrix_row(&v->vectors, 1)[column[i]], "position 1, column %d with model.d_model=%d", column[i],
             PRINTED);
    encoding_alone_free(v);
    return ok;
}

bool encoding_facts_of(struct encoding_facts *does, struct encoding_facts *limits, char formula[ENCODING_FORMULA],
                       const struct encoding *kind, const struct assignments *typed, struct error *e) {
    struct encoding_alone *v = &(struct encoding_alone){0};
    struct added_position added;
    struct run r;
    does->count = limits->count = 0;
    if (!encoding_facts_model(&r, kind, typed, e))
        return false;
    if (added_position_measure(&added, &r)) {
        tell(does, added.angle, "degrees by which adding the position turns a word's vector, untrained");
        tell(does, added.length, "times as long as the word's own vector, untrained");
    }
    run_free(&r);
    struct assignments *a = assignments_new();
    bool ok = read_settings(a, kind, typed, e) && encoding_alone_build(v, a, NULL, e);
    free(a);
    if (!ok)
        return false;
    encoding_formula(&v->built, formula);
    ok = (!kind->embed || tell_added(does, limits, v, e)) && encoding_alone_open(v, LENGTH, e) &&
         (!v->has_vectors || tell_vectors(does, limits, v, e));
    if (ok)
        tell_angles(limits, v);
    if (ok && encoding_adds_to_scores(kind))
        tell_scores(does, limits, v);
    if (ok && v->built.rows)
        tell(limits, v->built.rows, "positions in the table");
    ok = ok && tell_printed(does, kind, typed, e);
    encoding_alone_free(v);
    return ok;
}
