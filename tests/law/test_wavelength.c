/* test_wavelength.c -- the wavelength that an encoding names for a column is that of its values: x(t - 1) + x(t + 1) =
 * 2 cos(2 pi / wavelength) x(t). */
#include "base/text.h"
#include "encoding/encoding.h"
#include "measure/encoding_alone.h"
#include "unit/near.h"

enum { ROWS = 49 };

/* A line has no curvature; what is no wave is not looked at. Returns how many columns are waves or lines. */
static int check(const struct matrix *m, const double *wave, const char *about) {
    int named = 0;
    for (int c = 0; c < m->columns; c++) {
        double cosine = isinf(wave[c]) ? 1 : cos(2 * acos(-1) / wave[c]);
        named += !isnan(wave[c]);
        for (int t = 1; t + 1 < m->rows && !isnan(wave[c]); t++) {
            double x = matrix_row(m, t)[c], sides = matrix_row(m, t - 1)[c] + matrix_row(m, t + 1)[c];
            assert_near(about, c, sides, 2 * cosine * x, limit(1e-9, 1e-5) * fmax(1, fabs(x)));
        }
    }
    return named;
}

/* How many columns have a wavelength, with settings separated by blanks. */
static int waves_with(const char *settings) {
    struct assignments a = {0};
    struct error e;
    struct encoding_alone of;
    char one[64];
    for (const char *at = settings; text_item(&at, one, sizeof one);)
        assert_true(assignments_override(&a, one, &e));
    if (!encoding_alone_build(&of, &a, NULL, &e) || !encoding_alone_open(&of, ROWS, &e))
        fail_msg("%s: %s", settings, e.text);
    const double *wave =
        encoding_alone_wavelengths(&of, !of.built.kind->embed, of.has_vectors ? of.vectors.columns : 0);
    int named = of.has_vectors ? check(&of.vectors, wave, settings) : 0;
    encoding_alone_free(&of);
    return named;
}

/* says help glossary: The number of positions after which a column of sinusoids, or an angle of rope, repeats */
TEST(of_every_encoding_and_policy) {
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++)
        for (const struct policy *const *p = policies; *p; p++) {
            char settings[128];
            snprintf(settings, sizeof settings, "encoding.name=%s encoding.extrapolation=%s", (*kind)->name,
                     (*p)->name);
            if (*p == &policy_extend || (policy_is_usual(*p) && policy_fits(*p, (*kind)->acts_on)))
                waves_with(settings);
        }
}

#define EXTEND " encoding.extrapolation=extend"

TEST(of_options) {
    assert_int_equal(waves_with("encoding.name=sinusoidal" EXTEND), 32);
    assert_int_equal(waves_with("encoding.name=sinusoidal encoding.extrapolation=wrap"), 0);
    assert_int_equal(waves_with("encoding.name=sinusoidal encoding.extrapolation=interpolate"), 32);
    assert_int_equal(waves_with("encoding.name=sinusoidal sinusoidal.layout=halves sinusoidal.base=50" EXTEND), 32);
    assert_int_equal(waves_with("encoding.name=sinusoidal sinusoidal.pairing=unpaired sinusoidal.origin=1" EXTEND), 32);
    assert_int_equal(waves_with("encoding.name=sinusoidal sinusoidal.waves=cosine" EXTEND), 32);
    assert_int_equal(waves_with("encoding.name=sinusoidal sinusoidal.argument=ratio" EXTEND), 32);
    assert_int_equal(waves_with("encoding.name=sinusoidal sinusoidal.argument=grid" EXTEND), 0);
    assert_int_equal(waves_with("encoding.name=sinusoidal sinusoidal.combine=concat sinusoidal.columns=5" EXTEND), 5);
    assert_int_equal(waves_with("encoding.name=rope rope.fraction=.5 rope.layout=interleaved" EXTEND), 8);
    assert_int_equal(waves_with("encoding.name=rope rope.fast_waves=1" EXTEND), 8);
    assert_int_equal(waves_with("encoding.name=index" EXTEND), 1);
    assert_int_equal(waves_with("encoding.name=learned" EXTEND), 0);
}

/* Columns that one part fills, and those that two parts add to. */
TEST(of_hybrids) {
    assert_int_equal(waves_with("encoding.name=sinusoidal+index" EXTEND), 32);
    assert_int_equal(waves_with("encoding.name=learned+sinusoidal" EXTEND), 0);
    assert_int_equal(waves_with("encoding.name=learned+index" EXTEND), 1);
}

GROUP(wavelength, NULL, NULL)
