/* loss.c -- see loss.h. */
#include "maths/loss.h"

#include "base/elementary.h"
#include "maths/exponential.h"
#include "maths/vector.h"

enum { SUM_PIECE = 1024 }; /* numbers added as real; the pieces are added as double */

/* Whether the answer's logit is the largest, alone. */
HOT_PART bool is_correct(const real *row, int answer, int classes) {
    int unbeaten = 0; /* the answer itself among them; NaN beats nothing and is never beaten */
    for (int c = 0; c < classes; c++)
        unbeaten += !(row[c] < row[answer]);
    return unbeaten == 1;
}

HOT static int count_correct(const real *logits, const int *answer, int rows, int classes) {
    int correct = 0;
    for (int i = 0; i < rows; i++)
        correct += is_correct(logits + (size_t)i * classes, answer[i], classes);
    return correct;
}

/* sum_c e^(row[c] - top), at most SUM_PIECE of them */
HOT_PART real exponentials(const real *row, real top, int classes) {
    lanes sum = {0}, e;
    real rest = 0;
    int c = 0;
    for (; c + VECTOR_LANES <= classes; c += VECTOR_LANES) {
        exponential_lanes((real *)&e, row + c, top);
        sum += e;
    }
    for (; c < classes; c++)
        rest += exponential(row[c] - top);
    return lanes_fold(&sum) + rest;
}

/* The first wrong class with the largest logit; NaN beats nothing and is never beaten. */
static int wrong_answer(const real *row, int answer, real top, int classes) {
    int given = 0;
    while (given + 1 < classes && (given == answer || row[given] < top))
        given++;
    return given == answer ? answer == 0 : given;
}

HOT void loss_outcomes(struct outcome *out, const real *logits, const int *answer, int rows, int classes) {
    for (int i = 0; i < rows; i++, logits += classes) {
        real top = vector_largest(logits, classes);
        double sum = 0;
        for (int c = 0; c < classes; c += SUM_PIECE)
            sum += (double)exponentials(logits + c, top, classes - c < SUM_PIECE ? classes - c : SUM_PIECE);
        out[i].loss = elementary_log(sum) + (double)(top - logits[answer[i]]);
        out[i].correct = is_correct(logits, answer[i], classes);
        out[i].given = classes > LOSS_GIVEN ? 0
                       : out[i].correct     ? answer[i]
                                            : wrong_answer(logits, answer[i], top, classes);
    }
}

/* softmax[answer] of one row is e^own / sum; the row becomes scale * (softmax - onehot). */
HOT_PART double row_sum(real *row, int answer, int classes, real scale, double *own) {
    real top = vector_largest(row, classes);
    double sum = 0;
    *own = (double)(row[answer] - top);
    exponential_row(row, top, classes);
    for (int c = 0; c < classes; c += SUM_PIECE) /* one of these numbers is 1 */
        sum += (double)vector_sum(row + c, classes - c < SUM_PIECE ? classes - c : SUM_PIECE);
    real share = (real)((double)scale / sum);
    for (int c = 0; c < classes; c++)
        row[c] *= share;
    row[answer] -= scale;
    return sum;
}

/* -log softmax[answer] of all rows. The sums, of 1 to `classes` each, are multiplied as long as possible before taking
 * a logarithm. */
HOT static double all_loss(real *logits, const int *answer, int rows, int classes, real scale) {
    double loss = 0, product = 1, own;
    for (int i = 0; i < rows; i++) {
        product *= row_sum(logits + (size_t)i * classes, answer[i], classes, scale, &own);
        loss -= own;
        if (product > 1e200) {
            loss += elementary_log(product);
            product = 1;
        }
    }
    return loss + elementary_log(product);
}

HOT static double weighted_loss(real *logits, const int *answer, const real *weight, int rows, int classes,
                                real scale) {
    double loss = 0, own;
    for (int i = 0; i < rows; i++) {
        real w = weight[answer[i]];
        double sum = row_sum(logits + (size_t)i * classes, answer[i], classes, scale * w, &own);
        loss += (double)w * (elementary_log(sum) - own);
    }
    return loss;
}

double loss_cross_entropy(real *logits, const int *answer, const real *weight, int rows, int classes, real scale,
                          int *correct) {
    *correct = count_correct(logits, answer, rows, classes);
    return weight ? weighted_loss(logits, answer, weight, rows, classes, scale)
                  : all_loss(logits, answer, rows, classes, scale);
}
