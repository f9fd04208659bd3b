/* test_seen.c -- what is said about a text longer than in training: the counts are those of the formulas, and the
 * sentences are made of the counts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "law/seen_plain.h"
#include "measure/encoding_alone.h"
#include "unit/near.h"

enum { TRAINED = 17, SENTENCE = 180 };

/* ---- Built */

static void build(struct encoding_alone *of, const char *encoding, const char *settings) {
    struct assignments a = {0};
    struct error e;
    char one[64];
    assert_true(assignments_set(&a, "encoding.name", encoding, "a test", &e));
    for (const char *at = settings; text_item(&at, one, sizeof one);)
        assert_true(assignments_override(&a, one, &e));
    if (!encoding_alone_build(of, &a, NULL, &e))
        fail_msg("%s %s: %s", encoding, settings, e.text);
    assert_int_equal(of->built.size.trained, TRAINED);
}

static void see(struct encoding_parts_seen *out, struct encoding_alone *of, const struct policy *policy, int length,
                enum seen_asks asks) {
    const struct seen_question q = {
        .policy = policy, .training = &policy_refuse, .positions = length, .asks = asks, .learned = true, .maps = true};
    encoding_see(out, &of->built, &of->weights, &q, &of->arena);
}

/* ---- The counts */

static const struct {
    const char *encoding, *settings;
    struct seen_plain plain;
} cases[] = {
    {"none", "", {0}},
    {"learned", "", {.table = TRAINED}},
    {"learned", "encoding.max_position_embeddings=8", {.table = 8}},
    {"learned", "encoding.max_position_embeddings=40", {.table = 40}},
    {"learned", "encoding.offset=2 encoding.init=sinusoidal", {.table = TRAINED}},
    {"sinusoidal", "", {.base = 10000, .width = 32}},
    {"sinusoidal", "encoding.base=100", {.base = 100, .width = 32}},
    {"sinusoidal", "encoding.waves=sine", {.base = 10000, .width = 32, .waves = 1}},
    {"sinusoidal", "encoding.argument=ratio", {.base = 10000, .width = 32, .ratio = 1}},
    {"sinusoidal", "encoding.argument=grid", {.base = 10000, .width = 32, .grid = 4}},
    {"index", "", {0}},
    {"index", "encoding.scale=3", {0}},
    {"ratio", "", {0}},
    {"rope", "", {.base = 10000, .width = 8}},
    {"rope", "encoding.base=30", {.base = 30, .width = 8}},
    {"rope", "encoding.layout=interleaved encoding.fraction=.5", {.base = 10000, .width = 4}},
    {"rope", "encoding.fast_waves=2", {.base = 100, .width = 4}},
    {"rope", "model.causal=yes", {.base = 10000, .width = 8, .causal = 1}},
    {"alibi", "", {0}},
    {"alibi", "model.causal=yes", {.causal = 1}},
    {"t5", "", {0}},
    {"t5", "model.causal=yes", {.causal = 1}},
    {"kerple", "", {0}},
    {"fire", "", {.c = 1, .longest = TRAINED}},
    {"fire", "model.causal=yes", {.c = 1, .longest = TRAINED, .causal = 1}},
    {"cope", "", {0}},
};
enum { CASES = sizeof cases / sizeof *cases };

/* A map hatches as many rows and columns as are counted: of columns and pairs its rows, of all but two sides its
 * columns, of a table also where no row is read. */
static void check_map(const struct seen_map *map, const struct encoding_seen *s) {
    int rows = 0, columns = 0, cells = 0, heads = map->both_sides ? map->m.rows / 2 : map->m.rows;
    for (int i = 0; i < map->m.rows; i++) {
        bool any = false;
        for (int t = 0; t < map->m.columns; t++)
            any |= map->hatched[i * map->m.columns + t];
        rows += any;
    }
    for (int t = 0; t < map->m.columns; t++) {
        bool any = false;
        for (int i = 0; i < map->m.rows; i++) {
            any |= map->hatched[i * map->m.columns + t];
            cells += map->hatched[i * map->m.columns + t];
        }
        columns += any;
    }
    if (s->kind == SEEN_NOTHING || s->kind == SEEN_COUNTS) {
        assert_int_equal(map->m.rows, 0);
        return;
    }
    assert_int_equal(map->m.columns, s->length);
    if (s->kind == SEEN_COLUMNS || s->kind == SEEN_PAIRS)
        assert_int_equal(rows, s->unseen);
    else
        assert_int_equal(cells, (s->outside + (s->kind == SEEN_ROWS ? s->nowhere : 0)) * heads);
    if (s->kind == SEEN_PARTS)
        assert_int_equal(columns > 0, s->unseen);
    if (s->kind != SEEN_ROWS && !map->both_sides)
        assert_int_equal(columns, s->outside);
}

/* What the policy does to `length` positions, or rows of a grid, of which `trained` are trained. */
static void check_price(const struct encoding_seen *s, const struct seen_plain *p, int trained, int length) {
    int nowhere = 0, same = 0, period = 0, mixed = 0;
    for (int t = 0; t < length; t++) {
        double at =
            p->ratio ? (double)t * (trained - 1) / (length - 1) : seen_plain_read(p->policy, t, trained, length);
        nowhere += isnan(at);
        mixed += !isnan(at) && at != floor(at);
        same += at == seen_plain_read(p->policy, length - 1, trained, length);
        period = !period && t && at == 0 ? t : period;
    }
    assert_int_equal(s->counted, length);
    assert_int_equal(s->nowhere, nowhere);
    assert_int_equal(s->mixed, mixed);
    assert_int_equal(s->same, strcmp(p->policy, "clamp") == 0 ? same : 0);
    assert_int_equal(s->period, period);
    assert_near("step", 0, s->step, seen_plain_read(p->policy, 1, trained, length), 1e-9);
    if (p->base > 0) {
        struct seen_waves w = seen_plain_waves(p);
        assert_int_equal(s->waves, w.waves);
        assert_int_equal(s->kept, w.kept);
        assert_near("slowest", 0, s->slowest, w.slowest, 1e-9);
        bool sharper = strcmp(p->encoding, "rope") == 0 && strcmp(p->policy, "yarn") == 0;
        assert_near("temperature", 0, s->temperature, sharper ? pow(.1 * log((double)length / trained) + 1, 2) : 1,
                    1e-9);
    }
}

/* The counts of a case under a policy. */
static void check(struct encoding_alone *of, int number, const struct policy *policy, int length, enum seen_asks asks) {
    struct encoding_parts_seen seen;
    struct seen_plain p = cases[number].plain;
    p.encoding = cases[number].encoding;
    p.policy = policy->name;
    p.trained = TRAINED;
    p.length = length;
    p.asks = asks;
    struct seen_counts n = seen_plain_counts(&p);
    see(&seen, of, policy, length, asks);
    const struct encoding_seen *s = &seen.part[0];
    assert_int_equal(seen.parts, 1);
    check_map(&seen.map[0], s);
    if (s->unseen != n.unseen || s->outside != n.outside)
        fail_msg("%s %s, %s, %d positions, asked %d: %d unseen, %d outside, not %d and %d", p.encoding,
                 cases[number].settings, p.policy, length, (int)asks, s->unseen, s->outside, n.unseen, n.outside);
    if (p.grid)
        check_price(s, &p, seen_plain_grid_rows(&p, TRAINED), seen_plain_grid_rows(&p, length));
    else
        check_price(s, &p, p.table && p.table < TRAINED ? p.table : TRAINED, length);
}

TEST(counts) {
    for (int i = 0; i < CASES; i++) {
        struct encoding_alone of;
        build(&of, cases[i].encoding, cases[i].settings);
        for (int k = 0; of.built.policies[k]; k++)
            for (int length = 2 * 16 + 1; length <= 4 * 16 + 1; length += 2 * 16)
                for (enum seen_asks asks = ASKS_FIRST; asks <= ASKS_ALL; asks++)
                    check(&of, i, of.built.policies[k], length, asks);
        encoding_alone_free(&of);
    }
}

/* ---- Which cells of a map, worked out by hand for 17 positions of which [CLS] at 0 asks, and 65 */

static void check_row(const struct encoding_parts_seen *seen, int row, int first, int last) {
    const struct seen_map *map = &seen->map[0];
    for (int t = 0; t < map->m.columns; t++)
        if (map->hatched[row * map->m.columns + t] != (t >= first && t <= last))
            fail_msg("row %d, %d: hatched %d, not from %d to %d", row, t, map->hatched[row * map->m.columns + t], first,
                     last);
}

TEST(cells) {
    struct encoding_alone of;
    struct encoding_parts_seen seen;
    build(&of, "learned", "");
    see(&seen, &of, &policy_extend, 65, ASKS_FIRST);
    assert_int_equal(seen.map[0].m.rows, 32);
    for (int c = 0; c < 32; c++)
        check_row(&seen, c, 17, 64);
    see(&seen, &of, &policy_clamp, 65, ASKS_FIRST);
    check_row(&seen, 0, 1, 0);
    encoding_alone_free(&of);
    build(&of, "alibi", "");
    see(&seen, &of, &policy_extend, 65, ASKS_LAST);
    assert_int_equal(seen.map[0].m.rows, 4);
    assert_true(seen.map[0].earlier);
    for (int n = 0; n < 4; n++) {
        check_row(&seen, n, 17, 64);
        assert_near("slope", n, matrix_row(&seen.map[0].m, n)[20], -20 * pow(2, -2 * (n + 1)), 1e-6);
    }
    encoding_alone_free(&of);
    build(&of, "t5", "");
    see(&seen, &of, &policy_extend, 65, ASKS_ALL); /* words after it, then words before it, which have other rows */
    assert_int_equal(seen.map[0].m.rows, 8);
    for (int n = 0; n < 8; n++) {
        check_row(&seen, n, 23, 64); /* 16 to 22 share a bucket of which training had 16 */
        assert_near("bias", n, matrix_row(&seen.map[0].m, n)[5],
                    (double)of.weights.value[0][(n < 4 ? 16 + 5 : 5) * 4 + n % 4], 1e-6);
    }
    encoding_alone_free(&of);
    build(&of, "rope", ""); /* waves of 1, .1, .01 and .001 radians per position */
    see(&seen, &of, &policy_extend, 65, ASKS_FIRST);
    assert_int_equal(seen.map[0].m.rows, 4);
    check_row(&seen, 0, 1, 0);   /* went round */
    check_row(&seen, 1, 18, 61); /* had 0 to 1.6, a tenth more is 1.76; from 6.12 on it is back */
    check_row(&seen, 2, 19, 64); /* .16, .02 more is .18 */
    check_row(&seen, 3, 37, 64); /* .016, .02 more is .036 */
    assert_near("angle", 0, matrix_row(&seen.map[0].m, 0)[4], 4 - 6.283185307, 1e-6);
    assert_near("angle", 1, matrix_row(&seen.map[0].m, 1)[20], 2, 1e-6);
    encoding_alone_free(&of);
    build(&of, "sinusoidal", ""); /* waves of 10^(-i/4) radians per position: sines first, then cosines */
    see(&seen, &of, &policy_extend, 65, ASKS_FIRST);
    assert_int_equal(seen.map[0].m.rows, 32);
    check_row(&seen, 0, 1, 0);
    check_row(&seen, 4, 33, 61);  /* sin .1 t had 0 to 1: clearly below 0, less than -.1, from sin 3.3 to sin 6.1 */
    check_row(&seen, 8, 19, 64);  /* sin .01 t had 0 to .1593, a hundredth of 2 more is .1793: sin .19 is .1889 */
    check_row(&seen, 24, 26, 64); /* cos .01 t had 1 to .9872, a hundredth of 2 less is .9672: cos .26 is .9664 */
    check_row(&seen, 31, 1, 0);
    assert_near("sine", 4, matrix_row(&seen.map[0].m, 4)[40], sin(4), 1e-6);
    assert_near("cosine", 24, matrix_row(&seen.map[0].m, 24)[40], cos(.4), 1e-6);
    assert_string_equal(seen.map[0].group[15], "sines");
    assert_string_equal(seen.map[0].group[16], "cosines");
    encoding_alone_free(&of);
}

/* Squeezed positions are as far apart as they were numbered, also where rounding lets the last one miss its place:
 * words are at as many distances as there are positions, and none has an angle that is new. */
TEST(squeezed_to_any_length) {
    struct encoding_alone of;
    build(&of, "rope", "");
    for (int length = TRAINED + 1; length <= 130; length++)
        for (enum seen_asks asks = ASKS_FIRST; asks <= ASKS_ALL; asks++) {
            struct encoding_parts_seen seen;
            see(&seen, &of, &policy_interpolate, length, asks);
            assert_int_equal(seen.part[0].of, length);
            assert_int_equal(seen.part[0].outside, 0);
        }
    encoding_alone_free(&of);
}

/* Curves that were trained have other numbers than the first ones. */
TEST(weights_of_a_model) {
    struct encoding_alone of;
    real moved[2] = {(real)log(.3), (real)log(9)};
    build(&of, "fire", "");
    of.weights.value[3] = moved;
    for (int k = 0; of.built.policies[k]; k++)
        for (enum seen_asks asks = ASKS_FIRST; asks <= ASKS_ALL; asks++) {
            struct seen_plain p = {"fire",      of.built.policies[k]->name, TRAINED, 65, .asks = asks, .c = .3,
                                   .longest = 9};
            struct encoding_parts_seen seen;
            see(&seen, &of, of.built.policies[k], 65, asks);
            assert_int_equal(seen.part[0].unseen, seen_plain_counts(&p).unseen);
        }
    encoding_alone_free(&of);
}

/* Training that began from a shorter one was squeezed itself: what a longer text changes is told against that. */
TEST(positions_squeezed_in_training) {
    struct encoding_alone of;
    struct encoding_parts_seen seen;
    build(&of, "rope", "encoding.extrapolation=ntk encoding.original_max_position=9");
    see(&seen, &of, &policy_extend, 65, ASKS_FIRST);
    assert_near("slowest", 0, seen.part[0].slowest, 1, 1e-9);
    see(&seen, &of, &policy_ntk, 65, ASKS_FIRST);
    assert_near("slowest", 1, seen.part[0].slowest, 65. / 17, 1e-9);
    encoding_alone_free(&of);
    build(&of, "learned", "encoding.extrapolation=interpolate encoding.original_max_position=9");
    see(&seen, &of, &policy_extend, 65, ASKS_FIRST);
    assert_int_equal(seen.part[0].outside, 48);
    assert_int_equal(seen.part[0].last_row, 8);
    assert_string_equal(seen.price, "");
    see(&seen, &of, &policy_interpolate, 65, ASKS_FIRST);
    assert_true(seen.part[0].mixes && seen.part[0].mixed > 0 && seen.part[0].outside == 0);
    assert_near("step", 0, seen.part[0].step, .25, 1e-9);
    encoding_alone_free(&of);
}

/* ---- What training had */

TEST(as_long_as_in_training) {
    for (int i = 0; i < CASES; i++) {
        struct encoding_alone of;
        build(&of, cases[i].encoding, cases[i].settings);
        for (int k = 0; of.built.policies[k]; k++)
            for (int length = 2; length <= TRAINED; length += 5)
                for (enum seen_asks asks = ASKS_FIRST; asks <= ASKS_ALL; asks++) {
                    struct encoding_parts_seen seen;
                    see(&seen, &of, of.built.policies[k], length, asks);
                    assert_string_equal(seen.price, "");
                    if (!cases[i].plain.table || cases[i].plain.table >= TRAINED)
                        assert_int_equal(seen.part[0].unseen, 0);
                }
        encoding_alone_free(&of);
    }
}

/* ---- The sentences */

static bool equals(double shown, double field, double unit) { return fabs(shown - field) <= unit * .51; }

/* Whether a number as it is printed, of so many decimals, is one of the struct. */
static bool is_field(const struct encoding_seen *s, double shown, double unit) {
    const double fields[] = {s->of,
                             s->outside,
                             s->of - s->outside - 1,
                             s->units,
                             s->unseen,
                             s->trained - 1,
                             s->counted,
                             s->nowhere,
                             s->mixed,
                             s->same,
                             s->counted - s->same,
                             s->period,
                             s->period ? ceil((double)s->counted / s->period) : 0,
                             s->waves,
                             s->kept,
                             s->slowest,
                             s->temperature,
                             1 / s->step,
                             s->first_row,
                             s->last_row,
                             0,
                             1};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (equals(shown, fields[i], unit))
            return true;
    const struct seen_unit *u = s->unit;
    return u && s->units == 1 &&
           (equals(shown, u->now_low, unit) || equals(shown, u->now_high, unit) ||
            equals(shown, u->trained_low, unit) || equals(shown, u->trained_high, unit) ||
            equals(shown, 1 / u->step_now, unit) || equals(shown, 1 / u->step_trained, unit));
}

static void check_sentence(const struct encoding_seen *s, const char *text) {
    assert_true(strlen(text) <= SENTENCE);
    assert_true(!*text || text[strlen(text) - 1] == '.');
    for (const char *at = text; *at;) {
        char *after;
        if (strchr("0123456789", *at) == NULL) {
            at++;
            continue;
        }
        double shown = strtod(at, &after), unit = 1;
        after -= after[-1] == '.'; /* of the sentence */
        const char *point = memchr(at, '.', (size_t)(after - at));
        for (int i = point ? (int)(after - point) - 1 : 0; i > 0; i--)
            unit /= 10;
        if (!is_field(s, shown, unit))
            fail_msg("%g is not of the struct: %s", shown, text);
        at = after;
    }
}

/* Each kind has its own noun, and none that only another one has. */
static void check_nouns(const struct encoding_seen *s) {
    static const struct {
        const char *own, *not [4];
    } nouns[] = {[SEEN_NOTHING] = {"no positions", {"row", "column", "bucket", "distance"}},
                 [SEEN_ROWS] = {"row", {"column", "bucket", "distance", "angle"}},
                 [SEEN_COLUMNS] = {"", {"bucket", "distance", "angle", "table"}},
                 [SEEN_PAIRS] = {"pair", {"bucket", "table", "distance", "random"}},
                 [SEEN_DISTANCES] = {"", {"bucket", "column", "angle", "row "}},
                 [SEEN_BUCKETS] = {"bucket", {"column", "angle", "row ", "position"}},
                 [SEEN_PARTS] = {"part", {"bucket", "column", "angle", "random"}},
                 [SEEN_COUNTS] = {"count", {"bucket", "column", "angle", "distance"}}};
    if (s->alone)
        return;
    assert_non_null(strstr(s->fact, nouns[s->kind].own));
    for (int i = 0; i < 4; i++)
        if (strstr(s->fact, nouns[s->kind].not [i]))
            fail_msg("%s: %s", nouns[s->kind].not [i], s -> fact);
}

/* What was counted is told: what is unseen, else of a table what no row or a mix of rows is read for. */
static void check_told(const struct encoding_seen *s) {
    bool by_unit = s->kind == SEEN_COLUMNS || s->kind == SEEN_PAIRS;
    int count = s->unseen ? by_unit ? s->unseen : s->outside : s->nowhere ? s->nowhere : s->mixed;
    char number[16];
    snprintf(number, sizeof number, "%d ", count);
    if (count && (s->kind == SEEN_ROWS || (s->unseen && (!by_unit || s->units > 1) && s->kind != SEEN_PARTS)))
        assert_non_null(strstr(s->fact, number));
}

/* One more position, or positions between those of training, leave its range, but not clearly: "within" would be a lie.
 */
static void check_slightly(const char *encoding, const struct policy *policy, int length, bool slightly) {
    struct encoding_alone of;
    struct encoding_parts_seen seen;
    build(&of, encoding, "");
    see(&seen, &of, policy, length, ASKS_FIRST);
    assert_int_equal(seen.part[0].unseen, 0);
    assert_int_equal(seen.part[0].slightly, slightly);
    assert_int_equal(strstr(seen.fact, "clearly outside") != NULL, slightly);
    encoding_alone_free(&of);
}

TEST(slightly_outside) {
    check_slightly("rope", &policy_extend, TRAINED + 1, true);
    check_slightly("rope", &policy_clamp, TRAINED + 1, false);
    check_slightly("sinusoidal", &policy_interpolate, 65, true); /* the crests of fast waves */
    check_slightly("sinusoidal", &policy_wrap, 65, false);
}

TEST(sentences) {
    for (int i = 0; i < CASES; i++) {
        struct encoding_alone of;
        build(&of, cases[i].encoding, cases[i].settings);
        for (int k = 0; of.built.policies[k]; k++)
            for (int length = TRAINED + 1; length <= 129; length += length - TRAINED)
                for (enum seen_asks asks = ASKS_FIRST; asks <= ASKS_ALL; asks++) {
                    struct encoding_parts_seen seen;
                    see(&seen, &of, of.built.policies[k], length, asks);
                    check_sentence(&seen.part[0], seen.fact);
                    check_sentence(&seen.part[0], seen.price);
                    check_nouns(&seen.part[0]);
                    check_told(&seen.part[0]);
                }
        encoding_alone_free(&of);
    }
}

/* A policy that changes what is read costs something, or leaves something unseen: it is told in either. */
TEST(every_policy_is_told) {
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++) {
        struct encoding_alone of;
        build(&of, (*kind)->name, "");
        assert_non_null((*kind)->seen);
        int number = 0; /* of its first case: its counts are compared with those of seen_plain.c */
        while (number < CASES && strcmp(cases[number].encoding, (*kind)->name) != 0)
            number++;
        assert_true(number < CASES);
        for (int k = 0; of.built.policies[k]; k++) {
            struct encoding_parts_seen seen;
            see(&seen, &of, of.built.policies[k], 65, ASKS_FIRST);
            assert_true(*seen.fact);
            assert_true(!*seen.price == (of.built.policies[k]->acts_on == ACTS_ON_NOTHING));
        }
        encoding_alone_free(&of);
    }
}

/* ---- Parts in order */

TEST(hybrids_say_what_their_parts_say) {
    struct encoding_alone whole, part[2];
    struct encoding_parts_seen all, one[2];
    build(&whole, "sinusoidal + alibi", "");
    build(&part[0], "sinusoidal", "");
    build(&part[1], "alibi", "");
    for (int k = 0; whole.built.policies[k]; k++) {
        for (int i = 0; i < 2; i++) {
            bool accepts = encoding_accepts(&part[i].built, whole.built.policies[k]);
            see(&one[i], &part[i], accepts ? whole.built.policies[k] : &policy_extend, 65, ASKS_LAST);
        }
        see(&all, &whole, whole.built.policies[k], 65, ASKS_LAST);
        assert_string_equal(all.fact, text_join(one[0].fact, " ", one[1].fact, &whole.arena));
        assert_string_equal(all.price, text_join(one[0].price, " ", one[1].price, &whole.arena));
    }
    encoding_alone_free(&whole);
    encoding_alone_free(&part[0]);
    encoding_alone_free(&part[1]);
}

GROUP(seen, NULL, NULL)
