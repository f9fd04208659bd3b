/* test_seen.c -- what is counted about a text longer than in training, and hatched in its map: as the formulas have it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "law/seen_cases.h"
#include "unit/near.h"

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
    struct seen_plain p = seen_cases[number].plain;
    p.encoding = seen_cases[number].encoding;
    p.policy = policy->name;
    p.trained = TRAINED;
    p.length = length;
    p.asks = asks;
    struct seen_counts n = seen_plain_counts(&p);
    seen_see(&seen, of, policy, length, asks);
    const struct encoding_seen *s = &seen.part[0];
    assert_int_equal(seen.parts, 1);
    check_map(&seen.map[0], s);
    if (s->unseen != n.unseen || s->outside != n.outside)
        fail_msg("%s %s, %s, %d positions, asked %d: %d unseen, %d outside, not %d and %d", p.encoding,
                 seen_cases[number].settings, p.policy, length, (int)asks, s->unseen, s->outside, n.unseen, n.outside);
    if (p.grid)
        check_price(s, &p, seen_plain_grid_rows(&p, TRAINED), seen_plain_grid_rows(&p, length));
    else
        check_price(s, &p, p.table && p.table < TRAINED ? p.table : TRAINED, length);
}

/* says help glossary: What an encoding does at positions that training never had */
TEST(counts) {
    for (int i = 0; i < SEEN_CASES; i++) {
        struct encoding_alone of;
        seen_build(&of, seen_cases[i].encoding, seen_cases[i].settings);
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

/* says help show: unseen a map in which what training never had is struck out */
TEST(cells) {
    struct encoding_alone of;
    struct encoding_parts_seen seen;
    seen_build(&of, "learned", "");
    seen_see(&seen, &of, &policy_extend, 65, ASKS_FIRST);
    assert_int_equal(seen.map[0].m.rows, 32);
    for (int c = 0; c < 32; c++)
        check_row(&seen, c, 17, 64);
    seen_see(&seen, &of, &policy_clamp, 65, ASKS_FIRST);
    check_row(&seen, 0, 1, 0);
    encoding_alone_free(&of);
    seen_build(&of, "alibi", "");
    seen_see(&seen, &of, &policy_extend, 65, ASKS_LAST);
    assert_int_equal(seen.map[0].m.rows, 4);
    assert_true(seen.map[0].earlier);
    for (int n = 0; n < 4; n++) {
        check_row(&seen, n, 17, 64);
        assert_near("slope", n, matrix_row(&seen.map[0].m, n)[20], -20 * pow(2, -2 * (n + 1)), 1e-6);
    }
    encoding_alone_free(&of);
    seen_build(&of, "t5", "");
    seen_see(&seen, &of, &policy_extend, 65,
             ASKS_ALL); /* words after it, then words before it, which have other rows */
    assert_int_equal(seen.map[0].m.rows, 8);
    for (int n = 0; n < 8; n++) {
        check_row(&seen, n, 23, 64); /* 16 to 22 share a bucket of which training had 16 */
        assert_near("bias", n, matrix_row(&seen.map[0].m, n)[5],
                    (double)of.weights.value[0][(n < 4 ? 16 + 5 : 5) * 4 + n % 4], 1e-6);
    }
    encoding_alone_free(&of);
    seen_build(&of, "rope", ""); /* waves of 1, .1, .01 and .001 radians per position */
    seen_see(&seen, &of, &policy_extend, 65, ASKS_FIRST);
    assert_int_equal(seen.map[0].m.rows, 4);
    check_row(&seen, 0, 1, 0);   /* went round */
    check_row(&seen, 1, 18, 61); /* had 0 to 1.6, a tenth more is 1.76; from 6.12 on it is back */
    check_row(&seen, 2, 19, 64); /* .16, .02 more is .18 */
    check_row(&seen, 3, 37, 64); /* .016, .02 more is .036 */
    assert_near("angle", 0, matrix_row(&seen.map[0].m, 0)[4], 4 - 6.283185307, 1e-6);
    assert_near("angle", 1, matrix_row(&seen.map[0].m, 1)[20], 2, 1e-6);
    encoding_alone_free(&of);
    seen_build(&of, "sinusoidal", ""); /* waves of 10^(-i/4) radians per position: sines first, then cosines */
    seen_see(&seen, &of, &policy_extend, 65, ASKS_FIRST);
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
    seen_build(&of, "rope", "");
    for (int length = TRAINED + 1; length <= 130; length++)
        for (enum seen_asks asks = ASKS_FIRST; asks <= ASKS_ALL; asks++) {
            struct encoding_parts_seen seen;
            seen_see(&seen, &of, &policy_interpolate, length, asks);
            assert_int_equal(seen.part[0].of, length);
            assert_int_equal(seen.part[0].outside, 0);
        }
    encoding_alone_free(&of);
}

/* Curves that were trained have other numbers than the first ones. */
TEST(weights_of_a_model) {
    struct encoding_alone of;
    real moved[2] = {(real)log(.3), (real)log(9)};
    seen_build(&of, "fire", "");
    of.weights.value[3] = moved;
    for (int k = 0; of.built.policies[k]; k++)
        for (enum seen_asks asks = ASKS_FIRST; asks <= ASKS_ALL; asks++) {
            struct seen_plain p = {"fire",      of.built.policies[k]->name, TRAINED, 65, .asks = asks, .c = .3,
                                   .longest = 9};
            struct encoding_parts_seen seen;
            seen_see(&seen, &of, of.built.policies[k], 65, asks);
            assert_int_equal(seen.part[0].unseen, seen_plain_counts(&p).unseen);
        }
    encoding_alone_free(&of);
}

/* Training that began from a shorter one was squeezed itself: what a longer text changes is told against that. */
TEST(positions_squeezed_in_training) {
    struct encoding_alone of;
    struct encoding_parts_seen seen;
    seen_build(&of, "rope", "encoding.extrapolation=ntk encoding.original_max_position=9");
    seen_see(&seen, &of, &policy_extend, 65, ASKS_FIRST);
    assert_near("slowest", 0, seen.part[0].slowest, 1, 1e-9);
    seen_see(&seen, &of, &policy_ntk, 65, ASKS_FIRST);
    assert_near("slowest", 1, seen.part[0].slowest, 65. / 17, 1e-9);
    encoding_alone_free(&of);
    seen_build(&of, "learned", "encoding.extrapolation=interpolate encoding.original_max_position=9");
    seen_see(&seen, &of, &policy_extend, 65, ASKS_FIRST);
    assert_int_equal(seen.part[0].outside, 48);
    assert_int_equal(seen.part[0].last_row, 8);
    assert_string_equal(seen.price, "");
    seen_see(&seen, &of, &policy_interpolate, 65, ASKS_FIRST);
    assert_true(seen.part[0].mixes && seen.part[0].mixed > 0 && seen.part[0].outside == 0);
    assert_near("step", 0, seen.part[0].step, .25, 1e-9);
    encoding_alone_free(&of);
}

/* ---- What training had */

TEST(as_long_as_in_training) {
    for (int i = 0; i < SEEN_CASES; i++) {
        struct encoding_alone of;
        seen_build(&of, seen_cases[i].encoding, seen_cases[i].settings);
        for (int k = 0; of.built.policies[k]; k++)
            for (int length = 2; length <= TRAINED; length += 5)
                for (enum seen_asks asks = ASKS_FIRST; asks <= ASKS_ALL; asks++) {
                    struct encoding_parts_seen seen;
                    int table = seen_cases[i].plain.table;
                    if (table &&
                        table < length) { /* which ended before: its rows are counted as those of a longer text */
                        check(&of, i, of.built.policies[k], length, asks);
                        continue;
                    }
                    seen_see(&seen, &of, of.built.policies[k], length, asks);
                    assert_string_equal(seen.price, "");
                    assert_int_equal(seen.part[0].unseen, 0);
                }
        encoding_alone_free(&of);
    }
}

GROUP(seen, NULL, NULL)
