/* test_floats.c -- numbers of each dtype from their bytes, computed by hand, and every F16 number. */
#include <math.h>
#include <string.h>

#include "format/floats.h"
#include "maths/matmul.h"
#include "unit/tests.h"

struct row {
    unsigned bits;
    double is;
};

static real read_16(const char *dtype, unsigned bits) {
    const unsigned char bytes[] = {(unsigned char)bits, (unsigned char)(bits >> 8)};
    real x;
    floats_read(&x, bytes, dtype, 1);
    return x;
}

static void assert_rows(const char *dtype, const struct row *row, size_t count) {
    for (size_t i = 0; i < count; i++) {
        double x = (double)read_16(dtype, row[i].bits);
        if (isnan(row[i].is) ? !isnan(x) : x != row[i].is || signbit(x) != signbit(row[i].is))
            fail_msg("%s %04x is %g, not %g", dtype, row[i].bits, x, row[i].is);
    }
}

TEST(half) {
    static const struct row rows[] = {
        {0x0000, 0.0},
        {0x8000, -0.0},
        {0x0001, 1 / 16777216.0}, /* the smallest: 2^-24 */
        {0x8001, -1 / 16777216.0},
        {0x03ff, 1023 / 16777216.0}, /* the largest subnormal */
        {0x0400, 1 / 16384.0},       /* the smallest normal: 2^-14 */
        {0x3555, 0.333251953125},    /* a third: 2^-2 * (1 + 341/1024) */
        {0x3c00, 1},
        {0x3c01, 1.0009765625},
        {0xc000, -2},
        {0x7bff, 65504}, /* the largest */
        {0x7c00, (double)INFINITY},
        {0xfc00, -(double)INFINITY},
        {0x7c01, (double)NAN},
        {0xfe00, (double)NAN},
    };
    assert_rows("F16", rows, sizeof rows / sizeof *rows);
}

/* By the definition, sign * 2^(exponent - 15) * 1.fraction, in doubles. */
TEST(every_half) {
    for (unsigned bits = 0; bits < 65536; bits++) {
        int exponent = bits >> 10 & 31, fraction = bits & 1023;
        double size = exponent == 0   ? ldexp(fraction, -24)
                      : exponent < 31 ? ldexp(1024 + fraction, exponent - 25)
                      : fraction == 0 ? (double)INFINITY
                                      : (double)NAN;
        const struct row row = {bits, bits >> 15 ? -size : size};
        assert_rows("F16", &row, 1);
    }
}

/* The upper half of a float: 8 bits of exponent, 7 of fraction. */
TEST(upper) {
    static const struct row rows[] = {
        {0x0000, 0.0},
        {0x8000, -0.0},
        {0x3f80, 1},
        {0xc049, -3.140625}, /* -2 * (1 + 73/128) */
        {0x4049, 3.140625},
        {0x0080, 0x1p-126},
        {0x0001, 0x1p-133}, /* a subnormal */
        {0x7f7f, 0x1.fep127},
        {0x7f80, (double)INFINITY},
        {0xff80, -(double)INFINITY},
        {0x7fc0, (double)NAN},
        {0x7f81, (double)NAN},
    };
    matmul_use(PRODUCTS_PORTABLE); /* beside BLAS a subnormal float is 0 */
    assert_rows("BF16", rows, sizeof rows / sizeof *rows);
    matmul_use(PRODUCTS_BLAS);
}

/* Several, from an odd address. */
TEST(wide) {
    const float single[] = {0.1f, -1e30f, (float)INFINITY};
    const double wide[] = {0.5, -3, 1e10};
    unsigned char bytes[1 + sizeof wide];
    real out[3];
    memcpy(bytes + 1, single, sizeof single);
    floats_read(out, bytes + 1, "F32", 3);
    for (int i = 0; i < 3; i++)
        assert_true(out[i] == (real)single[i]);
    memcpy(bytes + 1, wide, sizeof wide);
    floats_read(out, bytes + 1, "F64", 3);
    for (int i = 0; i < 3; i++)
        assert_true((double)out[i] == wide[i]);
}

TEST(width) {
    assert_int_equal(floats_width("F32"), 4);
    assert_int_equal(floats_width("F64"), 8);
    assert_int_equal(floats_width("F16"), 2);
    assert_int_equal(floats_width("BF16"), 2);
    assert_int_equal(floats_width("I32"), 0);
    assert_int_equal(floats_width("F8_E4M3"), 0);
}

GROUP(floats, NULL, NULL)
