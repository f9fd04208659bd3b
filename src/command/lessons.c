/* lessons.c -- see lessons.h. Inputs of examples stand here; no result does. */
#include "command/lessons.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"
#include "measure/encoding_view.h"
#include "train/predict.h"

/* "    name = 0.8415", or a number for --json. */
static void tell(const struct lesson_out *out, double number, const char *format, ...) PRINTF_LIKE(3, 4);

static void tell(const struct lesson_out *out, double number, const char *format, ...) {
    char name[160];
    va_list list;
    va_start(list, format);
    vsnprintf(name, sizeof name, format, list);
    va_end(list);
    if (out->numbers)
        json_object_set_new(out->numbers, name, isfinite(number) ? json_real(number) : json_null());
    else if (fabs(number) >= 10000)
        screen_say(out->s, 8, "    %s = %.0f", name, number);
    else
        screen_say(out->s, 8, "    %s = %.4f", name, number);
}

/* The same for what is counted. */
static void count(const struct lesson_out *out, int number, const char *name) {
    if (out->numbers)
        json_object_set_new(out->numbers, name, json_integer(number));
    else
        screen_say(out->s, 8, "    %s = %d", name, number);
}

/* An encoding at places 0..places-1; settings "key=value", NULL-ended. */
struct specimen {
    struct encoding_view sub;
    struct matrix vectors;
};

static bool specimen_open(struct specimen *x, int places, const char *const *setting, struct error *e) {
    struct assignments a = {0};
    for (; *setting; setting++)
        if (!assignments_override(&a, *setting, e))
            return false;
    if (!encoding_view_build(&x->sub, &a, NULL, e))
        return false;
    if (encoding_view_open(&x->sub, places, e)) {
        geometry_vectors(&x->vectors, &x->sub.use, &x->sub.weights, places, &x->sub.arena);
        return true;
    }
    encoding_view_free(&x->sub);
    return false;
}

#define OPEN(x, places, e, ...) specimen_open(x, places, (const char *const[]){__VA_ARGS__, NULL}, e)

static double at(const struct specimen *x, int place, int column) { return matrix_row(&x->vectors, place)[column]; }

static double product(const struct specimen *x, int place, int other) {
    double sum = 0;
    for (int c = 0; c < x->vectors.columns; c++)
        sum += at(x, place, c) * at(x, other, c);
    return sum;
}

static double length(const double *row, int columns) {
    double square = 0;
    for (int c = 0; c < columns; c++)
        square += row[c] * row[c];
    return sqrt(square);
}

/* ---- none */

/* How sure an untrained model is of its second answer about a text. */
static bool answer_of(double *answer, const char *encoding, const char *words, struct error *e) {
    const char *const text[2] = {words, ""};
    struct assignments a = {0};
    struct settings s;
    struct run *r;
    struct prediction p;
    struct arena arena = {0};
    r = arena_take(&arena, 1, sizeof *r);
    bool ok = assignments_override(&a, "task.name=first", e) &&
              assignments_set(&a, "encoding.name", encoding, "explain", e) && settings_resolve(&s, &a, NULL, e) &&
              run_build(r, &s, NULL, e);
    if (ok) {
        ok = predict(&p, r, s.beyond, text, &arena, e);
        *answer = ok ? (double)p.probability[1] : 0;
        run_free(r);
    }
    arena_free(&arena);
    return ok;
}

static bool two_orders(const struct lesson_out *out, const char *encoding, struct error *e) {
    double one, other;
    if (!answer_of(&one, encoding, "w1 X w2 Y", e) || !answer_of(&other, encoding, "Y w2 X w1", e))
        return false;
    tell(out, one, "p(yes) of \"w1 X w2 Y\", %s", encoding);
    tell(out, other, "p(yes) of \"Y w2 X w1\", %s", encoding);
    return true;
}

static bool none_show(const struct lesson_out *out, struct error *e) { return two_orders(out, "none", e); }
static bool none_weakness(const struct lesson_out *out, struct error *e) { return two_orders(out, "sinusoidal", e); }

/* ---- index, ratio */

static bool index_show(const struct lesson_out *out, struct error *e) {
    struct specimen x;
    if (!OPEN(&x, 41, e, "encoding.name=index"))
        return false;
    for (int t = 0; t <= 40; t += 20)
        tell(out, at(&x, t, 0), "the column at place %d", t);
    encoding_view_free(&x.sub);
    return true;
}

/* Token rows have a length of about 1: D numbers of N(0, 1/D). */
static bool index_weakness(const struct lesson_out *out, struct error *e) {
    struct specimen x;
    if (!OPEN(&x, 1001, e, "encoding.name=index"))
        return false;
    for (int t = 1; t <= 1000; t *= 10) {
        double place = at(&x, t, 0);
        tell(out, place * place / (place * place + 1), "share of the place in a row's squared length, place %d", t);
    }
    encoding_view_free(&x.sub);
    return true;
}

static bool ratio_step(double *step, int words, struct error *e) {
    struct specimen x;
    if (!OPEN(&x, words, e, "encoding.name=ratio"))
        return false;
    *step = at(&x, 1, 0) - at(&x, 0, 0);
    encoding_view_free(&x.sub);
    return true;
}

static bool ratio_show(const struct lesson_out *out, struct error *e) {
    struct specimen x;
    if (!OPEN(&x, 4, e, "encoding.name=ratio"))
        return false;
    for (int t = 0; t < 4; t++)
        tell(out, at(&x, t, 0), "place %d of a sequence of 4", t);
    encoding_view_free(&x.sub);
    return true;
}

static bool ratio_weakness(const struct lesson_out *out, struct error *e) {
    for (int words = 4; words <= 40; words *= 10) {
        double step;
        if (!ratio_step(&step, words, e))
            return false;
        tell(out, step, "one place further in a sequence of %d, t/(T-1)", words);
        tell(out, 1.0 / words, "the same of %d where the ratio is t/T", words);
    }
    return true;
}

/* ---- learned */

static bool learned_show(const struct lesson_out *out, struct error *e) {
    static const double token[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    static const double place[3][4] = {{.1, .2, .3, .4}, {.2, .3, .4, .5}, {.3, .4, .5, .6}};
    (void)e;
    for (int t = 0; t < 3; t++) {
        char name[32];
        json_t *sum = json_array();
        snprintf(name, sizeof name, "z%d", t);
        for (int c = 0; c < 4; c++)
            json_array_append_new(sum, json_real(token[t][c] + place[t][c]));
        if (out->numbers) {
            json_object_set(out->numbers, name, sum);
        } else {
            const double *x = token[t], *p = place[t];
            screen_say(out->s, 8, "    x%d + p%d = [%g, %g, %g, %g] + [%g, %g, %g, %g] = z%d = [%g, %g, %g, %g]", t, t,
                       x[0], x[1], x[2], x[3], p[0], p[1], p[2], p[3], t, x[0] + p[0], x[1] + p[1], x[2] + p[2],
                       x[3] + p[3]);
        }
        json_decref(sum);
    }
    return true;
}

static bool tell_shift(const struct lesson_out *out, const struct specimen *x, const char *of, struct error *e) {
    struct shift s;
    (void)e;
    if (geometry_shift(&s, &x->vectors, 5))
        tell(out, s.error, "error of one matrix for \"5 places on\", %s", of);
    return true;
}

static bool learned_weakness(const struct lesson_out *out, struct error *e) {
    struct specimen x;
    struct error beyond = {0};
    if (!OPEN(&x, 200, e, "encoding.name=learned", "encoding.max_len=200"))
        return false;
    tell_shift(out, &x, "a table as drawn", e);
    encoding_view_free(&x.sub);
    if (OPEN(&x, 40, &beyond, "encoding.name=learned"))
        encoding_view_free(&x.sub);
    else if (!out->numbers)
        screen_say(out->s, 8, "    asked for place 39: \"%s\"", beyond.text);
    return true;
}

/* ---- sinusoidal */

static bool sinusoidal_show(const struct lesson_out *out, struct error *e) {
    static const int column[] = {0, 1, 256, 511};
    struct specimen x;
    if (!OPEN(&x, 2053, e, "encoding.name=sinusoidal", "encoding.scale=1", "model.d_model=512"))
        return false;
    for (int i = 0; i < 4; i++)
        tell(out, at(&x, 1, column[i]), "PE(1,%d) of 512 columns", column[i]);
    struct shift_pair pair = geometry_shift_pair(&x.vectors, 5, 0);
    for (int t = 10; t <= 15; t += 5) {
        tell(out, pair.turn[0][0] * at(&x, t, 0) + pair.turn[0][1] * at(&x, t, pair.second),
             "T_5 times row %d, column 0", t);
        tell(out, at(&x, t + 5, 0), "PE(%d,0)", t + 5);
    }
    tell_shift(out, &x, "all 512 columns", e);
    tell(out, product(&x, 10, 15), "PE(10).PE(15)");
    tell(out, product(&x, 110, 115), "PE(110).PE(115)");
    double *wave = encoding_view_wavelengths(&x.sub, &x.vectors, e);
    tell(out, wave[0], "places in the shortest wave");
    tell(out, wave[511], "places in the longest wave");
    encoding_view_free(&x.sub);
    return true;
}

static bool sinusoidal_weakness(const struct lesson_out *out, struct error *e) {
    struct specimen x;
    double mean = 0;
    if (!OPEN(&x, 200, e, "encoding.name=sinusoidal", "encoding.scale=1"))
        return false;
    tell(out, product(&x, 10, 15), "PE(10).PE(15) of 32 columns, five to the right");
    tell(out, product(&x, 10, 5), "PE(10).PE(5), five to the left");
    for (int i = 0; i < 100 * x.vectors.columns; i++)
        mean += x.vectors.value[i] / (100 * x.vectors.columns);
    tell(out, mean, "mean of the first 100 rows, said to be zero");
    encoding_view_free(&x.sub);
    if (!OPEN(&x, 200, e, "encoding.name=sinusoidal", "encoding.scale=1", "encoding.pairing=unpaired"))
        return false;
    tell_shift(out, &x, "each column its own wave (unpaired)", e);
    encoding_view_free(&x.sub);
    return true;
}

/* ---- rope, alibi, t5 */

static bool rope_show(const struct lesson_out *out, struct error *e) {
    struct specimen x;
    if (!OPEN(&x, 120, e, "encoding.name=rope"))
        return false;
    tell(out, product(&x, 8, 3) / x.vectors.columns, "query at 8, key at 3, both ones: score per column");
    tell(out, product(&x, 108, 103) / x.vectors.columns, "query at 108, key at 103");
    tell(out, length(matrix_row(&x.vectors, 0), x.vectors.columns), "length of the query at place 0");
    tell(out, length(matrix_row(&x.vectors, 108), x.vectors.columns), "length of the query at place 108");
    encoding_view_free(&x.sub);
    return true;
}

static bool rope_weakness(const struct lesson_out *out, struct error *e) {
    struct specimen x;
    struct matrix cosines;
    double *angle, turn = 2 * acos(-1);
    int trained, short_of = 0;
    if (!OPEN(&x, 8, e, "encoding.name=rope"))
        return false;
    trained = x.sub.built.size.trained;
    geometry_cosines(&cosines, &angle, &x.sub.use, 8, &x.sub.arena);
    for (int c = 0; c < cosines.columns; c++) {
        short_of += angle[c] * (trained - 1) < turn;
        if (c < cosines.columns / 2)
            tell(out, angle[c] * (trained - 1) / turn, "turns of pair %d on %d trained places", c, trained);
    }
    tell(out, (double)short_of / cosines.columns, "share of pairs that never turned once round");
    encoding_view_free(&x.sub);
    return true;
}

static double bias_of(struct specimen *x, int head, int query, int key, int places) {
    struct matrix m;
    struct arena arena = {0};
    geometry_bias(&m, &x->sub.use, &x->sub.weights, head, places, &arena);
    double value = matrix_row(&m, query)[key];
    arena_free(&arena);
    return value;
}

static bool alibi_show(const struct lesson_out *out, struct error *e) {
    struct specimen x;
    if (!OPEN(&x, 40, e, "encoding.name=alibi"))
        return false;
    for (int h = 0; h < x.sub.built.size.heads; h++)
        tell(out, bias_of(&x, h, 10, 5, 40), "head %d, query at 10, key at 5", h + 1);
    tell(out, bias_of(&x, 0, 35, 30, 40), "head 1, query at 35, key at 30");
    encoding_view_free(&x.sub);
    return true;
}

static bool alibi_weakness(const struct lesson_out *out, struct error *e) {
    struct specimen x;
    if (!OPEN(&x, 80, e, "encoding.name=alibi", "encoding.sides=symmetric"))
        return false;
    tell(out, bias_of(&x, 0, 10, 15, 80), "head 1, symmetric, 5 to the right");
    tell(out, bias_of(&x, 0, 10, 5, 80), "head 1, symmetric, 5 to the left");
    for (int d = 4; d <= 64; d *= 4)
        tell(out, exp(bias_of(&x, 0, d, 0, 80)), "head 1: what is left of a weight at distance %d", d);
    encoding_view_free(&x.sub);
    return true;
}

static bool t5_show(const struct lesson_out *out, struct error *e) {
    static const int distance[] = {1, 2, 20, 21};
    struct specimen x;
    if (!OPEN(&x, 40, e, "encoding.name=t5"))
        return false;
    for (int i = 0; i < 4; i++)
        tell(out, bias_of(&x, 0, distance[i], 0, 40), "head 1, distance %d (as drawn, before training)", distance[i]);
    encoding_view_free(&x.sub);
    return true;
}

static bool t5_weakness(const struct lesson_out *out, struct error *e) {
    enum { FAR = 400 }; /* distances 0..399 */
    struct specimen x;
    struct matrix m;
    if (!OPEN(&x, FAR, e, "encoding.name=t5"))
        return false;
    geometry_bias(&m, &x.sub.use, &x.sub.weights, 0, FAR, &x.sub.arena);
    int different = 1, trained = 1, last = FAR - 1;
    for (int d = 1; d < FAR; d++) {
        different += matrix_row(&m, d)[0] != matrix_row(&m, d - 1)[0];
        trained += d < x.sub.built.size.trained && matrix_row(&m, d)[0] != matrix_row(&m, d - 1)[0];
    }
    while (last > 0 && matrix_row(&m, last - 1)[0] == matrix_row(&m, FAR - 1)[0])
        last--;
    count(out, different, "different numbers for the distances 0..399 to the left");
    count(out, trained, "of them met in training, at the default lengths");
    count(out, last, "distance from which on all are one");
    encoding_view_free(&x.sub);
    return true;
}

const struct lesson lessons[] = {
    {"none", "No positions: a set of words", "z = x", none_show,
     "The two texts have the same words, so attention gives the same answer: a set has no order. With positions "
     "(sinusoids, untrained too) the answers differ:",
     none_weakness, "poslab compare compare.encodings=\"none, learned\" compare.seeds=1..3"},
    {"index", "The index: a column that counts", "z = [x, t]", index_show,
     "The column grows without end while the words' numbers stay as they are. Beside a token row of length 1 the place "
     "soon is all there is:",
     index_weakness, "poslab show encoding index"},
    {"ratio", "The ratio: how far along", "z = [x, t / (T-1)]", ratio_show,
     "It stays between 0 and 1, but the same distance is another number in each length:", ratio_weakness,
     "poslab show encoding ratio --places 8"},
    {"learned", "A learned table: a row for each place (BERT, GPT-2)", "z = x + P[t]", learned_show,
     "The table ends, and its rows know nothing of each other: no matrix takes each row to the one 5 places on, and "
     "the end is an end:",
     learned_weakness, "poslab train --run runs/seen && poslab show positions runs/seen"},
    {"sinusoidal", "Sinusoids: a clock with many hands (Vaswani et al.)",
     "PE(t,2i) = sin(t / 10000^(2i/D)), PE(t,2i+1) = cos(same)", sinusoidal_show,
     "A product of two rows is the same to both sides, the numbers are not centred at zero, and all hangs on the pairs "
     "of sine and cosine: without them no matrix shifts:",
     sinusoidal_weakness, "poslab show encoding sinusoidal --view shift --offset 5"},
    {"rope", "RoPE: queries and keys are turned", "q, k <- turned by t * 10000^(-2i/h) in the plane of pair i",
     rope_show,
     "Only distances count and lengths stay. But slow pairs have turned little in training, and longer texts turn them "
     "to angles that the model has never met:",
     rope_weakness, "poslab show encoding rope --view similarity"},
    {"alibi", "ALiBi: distance costs", "score(i,j) -= m_head * |i - j|", alibi_show,
     "Where attention looks both ways, the same slope to both sides cannot tell left from right (encoding.sides = "
     "signed can), and a steep head sees nothing far away:",
     alibi_weakness, "poslab show encoding alibi --view similarity --head 2"},
    {"t5", "T5: a learned bias for each bucket of distances", "score(i,j) += b[bucket(j - i)][head]", t5_show,
     "Distances that share a bucket cannot be told apart, and buckets of distances that training lacks stay as they "
     "were drawn:",
     t5_weakness, "poslab show encoding t5 --view similarity"},
    {0},
};
