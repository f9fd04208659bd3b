/* test_waves.c -- which waves of sinusoids and rope there are, and what a policy can do to them: one pair has no fast
 * and slow ones; of rope the first alone; a ramp that does not rise. */
#include "unit/near.h"
#include "unit/tests.h"

#include <string.h>

#include "encoding/kinds.h"
#include "law/alone.h"

enum { TRAINED = 5, LENGTH = 9 };

/* With one pair of columns there is one wavelength, and no base to raise. */
TEST(ntk_needs_two_pairs) {
    static struct alone f;
    alone_build(&f, &encoding_sinusoidal, (struct encoding_sizes){2, 1, 5, 0}, NULL);
    assert_false(encoding_accepts(&f.built, &policy_ntk));
    arena_free(&f.arena);
    alone_build(&f, &encoding_rope, (struct encoding_sizes){2, 1, 5, 0}, NULL);
    assert_false(encoding_accepts(&f.built, &policy_ntk));
    arena_free(&f.arena);
    alone_build(&f, &encoding_rope, (struct encoding_sizes){4, 1, 5, 0},
                (const char *const[]){"rope.fast_waves", "1", NULL});
    assert_false(encoding_accepts(&f.built, &policy_ntk));
    arena_free(&f.arena);
    alone_build(&f, &encoding_rope, (struct encoding_sizes){4, 1, 5, 0}, NULL);
    assert_true(encoding_accepts(&f.built, &policy_ntk));
    arena_free(&f.arena);
}

/* The first p of P pairs are the p pairs of p / P of the columns with the base^(p / P), under every policy: here 2
 * of 4. Pairs lie where they lay, (i, i + 4) or (2i, 2i + 1), and the columns of the others stay as they are. */
TEST(first_waves) {
    static const int pair[2][2][2] = {{{0, 4}, {1, 5}}, {{0, 1}, {2, 3}}};
    static const char *const layout[] = {"halves", "interleaved"};
    static struct alone first, part;
    for (int k = 0; k < 2; k++)
        for (const struct policy *const *p = policies; *p; p++) {
            const char *const waves[] = {"rope.layout", layout[k], "rope.fast_waves", "2", NULL},
                              *const narrow[] = {"rope.layout", "interleaved", "rope.fraction", "0.5", "rope.base",
                                                 "100",         NULL};
            if (!policy_fits(*p, encoding_rope.acts_on))
                continue;
            alone_open(&first, &encoding_rope, (struct encoding_sizes){8, 1, TRAINED, 0}, waves, *p, LENGTH);
            alone_open(&part, &encoding_rope, (struct encoding_sizes){8, 1, TRAINED, 0}, narrow, *p, LENGTH);
            for (int t = 0; t < LENGTH; t++) {
                real x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, y[8] = {0}, still[8] = {0};
                for (int i = 0; i < 4; i++)
                    y[i] = x[pair[k][i / 2][i % 2]];
                memcpy(still, x, sizeof x);
                encoding_rope.rotate(&first.use, x, (struct span){1, &t});
                encoding_rope.rotate(&part.use, y, (struct span){1, &t});
                double size = *p == &policy_yarn ? 1.058778666490212 : 1;
                for (int i = 0; i < 4; i++) {
                    int other = k ? 4 + i : i < 2 ? 2 + i : 4 + i; /* 4, 5, 6, 7, or 2, 3, 6, 7 */
                    assert_near("rotated", t, (double)x[pair[k][i / 2][i % 2]], (double)y[i], limit(1e-12, 1e-5));
                    assert_near("still", t, (double)x[other], size * (double)still[other], limit(1e-12, 1e-5));
                }
            }
            arena_free(&first.arena);
            arena_free(&part.arena);
        }
}

/* A ramp has to rise; and with one pair there are no fast and slow waves to tell apart. */
/* says help settings: policy yarn: waves with fewer turns within the trained length are squeezed in full (paper: 1) */
TEST(ramp_of_yarn) {
    static const struct encoding *const waves[] = {&encoding_rope, &encoding_sinusoidal};
    static struct alone f;
    for (int k = 0; k < 2; k++) {
        struct error e = {0};
        alone_build(&f, waves[k], (struct encoding_sizes){2, 1, 5, 0}, NULL);
        assert_false(encoding_accepts(&f.built, &policy_yarn));
        for (const struct setting *s = waves[k]->options; s->key; s++)
            assert_true(strcmp(setting_last_word(s->key), "yarn_beta") != 0 || setting_read(s, f.options, "0.25", &e));
        assert_false(encoding_build(&f.built, waves[k], f.options, (struct encoding_sizes){8, 1, 5, 0},
                                    (struct encoding_origin){0}, 5, &f.arena, &e));
        assert_int_equal(e.code, EXIT_USAGE);
        assert_non_null(strstr(e.text, "yarn_alpha = 0.25 must be less than yarn_beta = 0.25"));
        arena_free(&f.arena);
    }
}

GROUP(waves, NULL, NULL)
