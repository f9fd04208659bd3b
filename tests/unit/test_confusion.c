/* test_confusion.c -- precision, recall, F1 and macro-F1 of matrices computed by hand, the rows' part of its variance
 * against finite differences, and which answer an outcome counts. */
#include "evaluate/confusion.h"

#include <math.h>
#include <string.h>

#include "maths/loss.h"
#include "unit/near.h"
#include "unit/tests.h"

enum { CLASSES = 3, COUNTS = CLASSES * CLASSES, MORE = (CLASSES + 1) * (CLASSES + 1) };

static void check_class(const struct confusion *m, int k, double precision, double recall, double f1) {
    const struct confusion_class c = confusion_class_of(m, k);
    const double got[] = {c.precision, c.recall, c.f1}, expected[] = {precision, recall, f1};
    for (int i = 0; i < 3; i++)
        if (isnan(expected[i]))
            assert_true(isnan(got[i]));
        else
            assert_near("precision, recall, F1", i, got[i], expected[i], 1e-12);
}

/* Rows: the label that is right. There: 8, 5, 6; answered: 8, 7, 4. */
/* says help glossary: What a row of the task tsv is to be sorted into */
TEST(by_hand) {
    static const double count[COUNTS] = {5, 2, 1, 1, 4, 0, 2, 1, 3};
    const struct confusion m = confusion_of(count, COUNTS);
    assert_int_equal(m.classes, CLASSES);
    check_class(&m, 0, 5. / 8, 5. / 8, 10. / 16);
    check_class(&m, 1, 4. / 7, 4. / 5, 8. / 12);
    check_class(&m, 2, 3. / 4, 3. / 6, 6. / 10);
    assert_near("macro-F1", 0, confusion_macro_f1(&m), (0.625 + 2. / 3 + 0.6) / 3, 1e-12);
}

TEST(never_answered) {
    static const double count[COUNTS] = {3, 1, 0, 1, 2, 0, 1, 1, 0};
    const struct confusion m = confusion_of(count, COUNTS);
    check_class(&m, 2, (double)NAN, 0, 0);
    assert_near("macro-F1", 0, confusion_macro_f1(&m), (6. / 9 + 4. / 7) / 3, 1e-12);
}

/* Answered though it is nowhere right, it counts as 0; not even answered, it does not count. */
TEST(not_there) {
    static const double answered[COUNTS] = {3, 0, 1, 1, 2, 0, 0, 0, 0}, nowhere[COUNTS] = {3, 1, 0, 1, 2, 0, 0, 0, 0};
    const struct confusion m = confusion_of(answered, COUNTS), n = confusion_of(nowhere, COUNTS);
    check_class(&m, 2, 0, (double)NAN, 0);
    assert_near("macro-F1", 0, confusion_macro_f1(&m), (6. / 8 + 4. / 5) / 3, 1e-12);
    check_class(&n, 2, (double)NAN, (double)NAN, (double)NAN);
    assert_near("macro-F1", 1, confusion_macro_f1(&n), (6. / 8 + 4. / 6) / 2, 1e-12);
}

TEST(nothing) {
    static const double count[COUNTS];
    const struct confusion m = confusion_of(count, COUNTS);
    assert_true(isnan(confusion_macro_f1(&m)));
    assert_true(isnan(confusion_variance(&m)));
}

/* By how much macro-F1 changes with one more row, by central differences; squared, over all rows. */
static void check_variance(const double *count, int counts) {
    const struct confusion m = confusion_of(count, counts);
    double rows = 0, sum = 0, step = 1e-4;
    for (int i = 0; i < counts; i++) {
        double more[MORE], less[MORE];
        memcpy(more, count, (size_t)counts * sizeof *more);
        memcpy(less, count, (size_t)counts * sizeof *less);
        more[i] += step;
        less[i] -= step;
        const struct confusion a = confusion_of(more, counts), b = confusion_of(less, counts);
        double by = count[i] > 0 ? (confusion_macro_f1(&a) - confusion_macro_f1(&b)) / (2 * step) : 0;
        sum += count[i] * by * by;
        rows += count[i];
    }
    assert_near("variance", counts, confusion_variance(&m), sum * rows / (rows - 1), 1e-9 * sum);
}

/* With three labels. A fourth, which is never right and never answered, changes nothing. */
TEST(variance) {
    static const double count[COUNTS] = {50, 21, 9, 12, 40, 3, 22, 13, 30},
                        absent[MORE] = {50, 0, 21, 9, 0, 0, 0, 0, 12, 0, 40, 3, 22, 0, 13, 30};
    const struct confusion m = confusion_of(count, COUNTS), n = confusion_of(absent, MORE);
    check_variance(count, COUNTS);
    check_variance(absent, MORE);
    /* two rows of label 0, the fewest: one more that is right is 2/9 more of its F1, else less, of two labels; times n
     * / (n - 1) */
    const struct confusion two = confusion_of((const double[]){1, 1, 0, 0}, 4);
    assert_near("two rows", 0, confusion_variance(&two), 2 * (1. / 81 + 1. / 81), 1e-12);
    assert_near("with a label less", 0, confusion_variance(&m), confusion_variance(&n), 1e-12);
}

/* The largest logit; where the right answer is not alone with it, or with NaN, a wrong one. */
TEST(given) {
    static const struct {
        real logit[CLASSES];
        int answer, given;
    } rows[] = {
        {{1, 3, 2}, 1, 1},
        {{1, 3, 2}, 0, 1},
        {{1, 3, 2}, 2, 1},
        {{2, 2, 1}, 0, 1},
        {{2, 2, 1}, 1, 0},
        {{2, 2, 1}, 2, 0},
        {{1, 1, 1}, 0, 1},
        {{1, 1, 1}, 2, 0},
        {{1, 2, 3}, 0, 2},
        {{(real)NAN, (real)NAN, (real)NAN}, 0, 1},
        {{(real)NAN, (real)NAN, (real)NAN}, 2, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct outcome out;
        loss_outcomes(&out, rows[i].logit, &rows[i].answer, 1, CLASSES);
        if (out.given != rows[i].given)
            fail_msg("row %zu: %d is given, not %d", i, out.given, rows[i].given);
        assert_int_equal(out.correct, out.given == rows[i].answer);
    }
}

GROUP(confusion, NULL, NULL)
