/* test_maths.c -- the loops under the layer: exponential, layer norm, softmax, activations and the loss, against plain
 * definitions and hand values. What a whole layer shows of them: test_layer.c, test_golden.c.
 *
 * Widths beside the lanes of vector.h (16) are met: 5, 16, 19 and 40. */
#include "unit/near.h"
#include "unit/tests.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "maths/exponential.h"
#include "maths/layers.h"
#include "maths/loss.h"
#include "maths/matmul.h"
#include "maths/start.h"

static void fill(real *x, int n, int stream) {
    struct random r = random_open(21, RANDOM_INIT, (uint64_t)stream);
    for (int i = 0; i < n; i++)
        x[i] = (real)random_normal(&r);
}

/* ---- exponential */

TEST(exponential) {
    if (sizeof(real) == 8)
        skip();
    for (int i = -870000; i <= 880000; i += 7) {
        float x = (float)i / 10000;
        float got = (float)exponential((real)x), right = (float)exp((double)x);
        double ulp = (double)nextafterf(right, INFINITY) - (double)right; /* in a float that would be 0 */
        if (!(fabs((double)got - exp((double)x)) <= 2 * ulp))
            fail_msg("exponential(%.9g) is %.9g, not %.9g", (double)x, (double)got, (double)right);
    }
}

TEST(exponential_edges) {
    assert_true(isnan(exponential((real)NAN)));
    assert_true(exponential(0) == 1);
    assert_true(exponential((real)-INFINITY) == 0);
    assert_true(exponential((real)-1e30) == 0);
    if (sizeof(real) == 4)
        assert_true(exponential((real)-87.4) == 0);
}

TEST(logarithm) {
    assert_true(isnan(logarithm((real)NAN)));
    assert_true(logarithm(1) == 0);
    if (sizeof(real) == 8)
        skip();
    for (double x = 1.2e-38; x < 3e38; x *= 1.0007) {
        double got = (double)logarithm((real)x), right = log((double)(float)x);
        double ulp = (double)nextafterf((float)fabs(right), INFINITY) - (double)(float)fabs(right);
        if (!(fabs(got - right) <= 2 * ulp))
            fail_msg("logarithm(%.9g) is %.9g, not %.9g", x, got, right);
    }
}

/* log(1 + e^x) */
TEST(softplus) {
    for (double x = -80; x <= 80; x += 0.37)
        assert_near("softplus", (int)x, (double)softplus((real)x), log1p(exp(x)), limit(1e-14, 3e-7) * fmax(1, x));
}

/* ---- layer norm */

/* dx_i = sum_j dy_j gain_j rstd (i == j) - 1/D - xhat_i xhat_j / D; shares of gain and shift add to what stands there.
 */
static void check_norm_backward(int d) {
    enum { ROWS = 3, WIDE = 40 };
    real x[ROWS * WIDE], y[ROWS * WIDE], dy[ROWS * WIDE], dx[ROWS * WIDE], gain[WIDE],
        shift[WIDE] = {0}, dgain[WIDE], dshift[WIDE], mean[ROWS], rstd[ROWS];
    struct norm_saved saved = {mean, rstd};
    double sum[2][WIDE];
    fill(x, ROWS * d, 4);
    fill(dy, ROWS * d, 5);
    fill(gain, d, 6);
    for (int c = 0; c < d; c++)
        dgain[c] = dshift[c] = 2, sum[0][c] = sum[1][c] = 2;
    for (int i = 0; i < ROWS * d; i++)
        dx[i] = 3;
    norm_forward(y, saved, x, gain, shift, ROWS, d);
    norm_backward(dx, dgain, dshift, dy, saved, x, gain, ROWS, d);
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < d; i++) {
            const real *u = x + row * d, *g = dy + row * d;
            double m = (double)mean[row], r = (double)rstd[row], hat = ((double)u[i] - m) * r, expected = 0;
            for (int j = 0; j < d; j++)
                expected += (double)(g[j] * gain[j]) * r * ((i == j) - (1 + hat * ((double)u[j] - m) * r) / d);
            assert_near("dx", row * d + i, (double)dx[row * d + i], expected, limit(1e-12, 2e-5));
            sum[0][i] += (double)g[i] * hat;
            sum[1][i] += (double)g[i];
        }
    for (int c = 0; c < d; c++) {
        assert_near("dgain", c, (double)dgain[c], sum[0][c], limit(1e-12, 1e-5));
        assert_near("dshift", c, (double)dshift[c], sum[1][c], limit(1e-12, 1e-5));
    }
}

TEST(norm_backward) {
    static const int widths[] = {5, 16, 19, 40};
    for (int i = 0; i < 4; i++)
        check_norm_backward(widths[i]);
}

/* ---- softmax */

TEST(softmax_by_hand) {
    real row[] = {0, (real)log(2), (real)log(5), 9, (real)NAN}, far[] = {1000, 999, -1000};
    static const double expected[] = {1.0 / 8, 2.0 / 8, 5.0 / 8, 0, 0};
    softmax_forward(row, 1, 3, 5);
    for (int i = 0; i < 5; i++)
        assert_near("softmax", i, (double)row[i], expected[i], limit(1e-15, 2e-7));
    softmax_forward(far, 1, 3, 3);
    assert_near("softmax", 0, (double)far[0], 1 / (1 + exp(-1)), limit(1e-15, 2e-7));
    assert_near("softmax", 2, (double)far[2], 0, 0);
    real alone[] = {-7, 3};
    softmax_forward(alone, 1, 1, 2);
    assert_near("softmax", 0, (double)alone[0], 1, 0);
    assert_near("softmax", 1, (double)alone[1], 0, 0);
}

/* Rows together, in fours, twos and ones, of widths with and without a part of a vector: what is after `seen` counts
 * for nothing, and the next row stays apart. */
static void check_softmax(int rows, int seen, int n) {
    enum { MOST = 7 * 50 };
    real x[MOST + 1], y[MOST + 1];
    fill(x, rows * n + 1, 9);
    memcpy(y, x, sizeof y);
    softmax_forward(y, rows, seen, n);
    assert_true(y[rows * n] == x[rows * n]);
    for (int r = 0; r < rows; r++) {
        double sum = 0;
        for (int i = 0; i < seen; i++)
            sum += exp((double)x[r * n + i]);
        for (int i = 0; i < n; i++)
            assert_near("softmax", r * n + i, (double)y[r * n + i], i < seen ? exp((double)x[r * n + i]) / sum : 0,
                        limit(1e-14, 3e-7));
    }
}

TEST(softmax_rows) {
    static const int width[] = {1, 5, 15, 16, 17, 31, 32, 36, 50};
    for (int rows = 1; rows <= 7; rows++)
        for (size_t w = 0; w < sizeof width / sizeof *width; w++)
            for (int seen = 1; seen <= width[w]; seen++)
                check_softmax(rows, seen, width[w]);
}

/* A row that holds NaN becomes NaN: it is not hidden, and not shared. */
TEST(softmax_shows_nan) {
    enum { N = 37, ROWS = 3 };
    for (int n = 4; n <= N; n += N - 4)
        for (int at = 0; at < n; at++) {
            real x[ROWS * N];
            fill(x, ROWS * n, 10);
            x[n + at] = (real)NAN;
            softmax_forward(x, ROWS, n, n);
            for (int i = 0; i < ROWS * n; i++)
                assert_true(!isnan(x[i]) == (i / n != 1));
        }
}

TEST(softmax_backward) {
    enum { N = 19 };
    real y[N], dy[N], dx[N];
    fill(y, N, 7);
    fill(dy, N, 8);
    softmax_forward(y, 1, N - 2, N);
    memcpy(dx, dy, sizeof dx);
    softmax_backward(dx, y, 1, N);
    for (int i = 0; i < N; i++) {
        double expected = 0;
        for (int j = 0; j < N; j++)
            expected += (double)dy[j] * (double)y[j] * ((i == j) - (double)y[i]);
        assert_near("dx", i, (double)dx[i], expected, limit(1e-14, 1e-6));
    }
}

/* ---- subnormal numbers */

static volatile real least = REAL_SMALLEST;
static const volatile union {
    uint64_t bits;
    real value[8 / sizeof(real)];
} quarter = {sizeof(real) == 8 ? UINT64_C(1) << 50 : UINT64_C(1) << 21};

/* Beside BLAS the smallest number of full precision has no half, and a quarter of it that is read is 0, too; beside
 * products of our own it has both. */
static void check_subnormals(enum matmul_products products) {
    volatile real given[2] = {1, 1}, taken[2] = {1, 1};
#pragma omp parallel for num_threads(2) schedule(static)
    for (int thread = 0; thread < 2; thread++) {
        matmul_use(products);
        given[thread] = least * (real)0.5;
        taken[thread] = quarter.value[0] * 4;
    }
    maths_flush_subnormals(false); /* a comparison would take them for 0 as well */
    for (int thread = 0; thread < 2; thread++) {
        assert_true((given[thread] == 0) == (products == PRODUCTS_BLAS));
        assert_true((taken[thread] == 0) == (products == PRODUCTS_BLAS));
    }
}

TEST(subnormals) {
#ifdef __SSE__
    check_subnormals(PRODUCTS_BLAS);
    check_subnormals(PRODUCTS_PORTABLE);
    maths_start();
    assert_true(least * (real)0.5 == 0);
#else
    skip();
#endif
}

/* ---- activations */

TEST(relu) {
    const real x[] = {-1, 0, 1, 2}, dy[] = {2, 2, 2, -2};
    real y[4], dx[4];
    relu_forward(y, x, 4);
    relu_backward(memcpy(dx, dy, sizeof dy), x, 4);
    static const double relu[] = {0, 0, 1, 2}, drelu[] = {0, 0, 2, -2};
    for (int i = 0; i < 4; i++) {
        assert_near("relu", i, (double)y[i], relu[i], 0);
        assert_near("drelu", i, (double)dx[i], drelu[i], 0);
    }
}

/* Against the error function in double, over all that a float can tell from 0 and 1. */
TEST(gelu_everywhere) {
    for (int i = -150000; i <= 150000; i++) {
        real x = (real)(i * 1e-4), y, dx = 1;
        double at = (double)x, below = 0.5 * erfc(-at * 0.70710678118654752);
        double slope = below + at * 0.39894228040143268 * exp(-0.5 * at * at), size = fabs(at) > 1 ? fabs(at) : 1;
        gelu_forward(&y, &x, 1);
        gelu_backward(&dx, &x, 1);
        assert_near("gelu", i, (double)y, at * below, size * limit(1e-14, 2e-7));
        assert_near("dgelu", i, (double)dx, slope, size * limit(1e-14, 3e-7));
    }
    real far[] = {(real)-INFINITY, (real)INFINITY, (real)NAN}, y[3];
    gelu_forward(y, far, 3);
    assert_true(isnan(y[2]) && y[1] == far[1]);
}

/* ---- loss */

/* So many classes that they are added in pieces, against plain sums in double. */
TEST(loss_of_many_classes) {
    enum { CLASSES = 3001, ROWS = 3 };
    static real logits[ROWS * CLASSES];
    static double right[ROWS * CLASSES];
    const int answer[ROWS] = {0, 1500, 3000};
    struct random r = random_open(1, RANDOM_TRAIN, 0);
    double loss = 0;
    int correct;
    for (int i = 0; i < ROWS; i++) {
        double sum = 0;
        for (int c = 0; c < CLASSES; c++) {
            double logit = (double)(logits[i * CLASSES + c] = (real)(5 * random_normal(&r)));
            sum += right[i * CLASSES + c] = exp(logit);
        }
        loss += log(sum) - (double)logits[i * CLASSES + answer[i]];
        for (int c = 0; c < CLASSES; c++)
            right[i * CLASSES + c] = 0.25 * (right[i * CLASSES + c] / sum - (c == answer[i]));
    }
    assert_near("loss", 0, loss_cross_entropy(logits, answer, NULL, ROWS, CLASSES, (real)0.25, &correct), loss,
                limit(1e-11, 1e-5));
    for (int i = 0; i < ROWS * CLASSES; i++)
        assert_near("dlogits", i, (double)logits[i], right[i], limit(1e-15, 1e-7));
}

TEST(loss_of_large_logits) {
    real logits[] = {1000, 0, -1000};
    const int answer[] = {1};
    int correct;
    assert_near("loss", 0, loss_cross_entropy(logits, answer, NULL, 1, 3, 1, &correct), 1000, 1e-9);
    assert_int_equal(correct, 0);
    assert_near("dlogits", 0, (double)logits[0], 1, 0);
}

static struct outcome outcome_of(const real *logits, int answer, int classes) {
    struct outcome out;
    loss_outcomes(&out, logits, &answer, 1, classes);
    return out;
}

/* The loss of each row is that of training's, whether the classes fill vectors or not, and logits stay as they are. */
TEST(outcomes_are_those_of_training) {
    enum { CLASSES = 2100 };
    static real logits[CLASSES], same[CLASSES];
    struct random r = random_open(1, RANDOM_TRAIN, 0);
    for (int classes = 1; classes < CLASSES; classes += classes < 40 ? 1 : 1009) {
        int answer = classes / 3, correct;
        for (int c = 0; c < classes; c++)
            same[c] = logits[c] = (real)(3 * random_normal(&r));
        logits[answer] = same[answer] += classes % 2 ? 20 : 0;
        struct outcome out = outcome_of(logits, answer, classes);
        assert_memory_equal(logits, same, (size_t)classes * sizeof *logits);
        assert_near("loss", classes, out.loss, loss_cross_entropy(same, &answer, NULL, 1, classes, 1, &correct),
                    limit(1e-12, 2e-6));
        assert_int_equal(out.correct, correct);
        assert_int_equal(out.correct || classes % 2 == 0, 1);
    }
}

TEST(nan_is_never_correct) {
    for (int at = 0; at < 3; at++)
        for (int answer = 0; answer < 3; answer++) {
            real logits[] = {0, 0, 0};
            int correct = 9;
            logits[answer] = 5;
            assert_true(outcome_of(logits, answer, 3).correct);
            logits[at] = (real)NAN;
            assert_false(outcome_of(logits, answer, 3).correct);
            assert_true(isnan(outcome_of(logits, answer, 3).loss));
            assert_true(isnan(loss_cross_entropy(logits, &answer, NULL, 1, 3, 1, &correct)));
            assert_int_equal(correct, 0);
        }
}

TEST(tie_is_not_correct) {
    const real logits[] = {1, 1, 0};
    assert_false(outcome_of(logits, 0, 3).correct);
    assert_false(outcome_of(logits, 2, 3).correct);
    assert_near("loss", 0, outcome_of(logits, 2, 3).loss, log(1 + 2 * exp(1)), limit(1e-14, 1e-6));
}

GROUP(maths, NULL, NULL)
