/* loss.c -- see loss.h. */
#include "maths/loss.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

static bool answered(const real *row, int answer, int classes) {
    for (int c = 0; c < classes; c++)
        if (c != answer && !(row[c] < row[answer]))
            return false;
    return true;
}

int loss_correct(const real *logits, const int *answer, int rows, int classes) {
    int correct = 0;
    for (int i = 0; i < rows; i++)
        correct += answered(logits + (size_t)i * classes, answer[i], classes);
    return correct;
}

/* -log softmax[answer] of one row, which becomes scale * (softmax - onehot). */
static double row_loss(real *row, int answer, int classes, real scale) {
    double top = (double)row[0];
    for (int c = 1; c < classes; c++)
        top = (double)row[c] > top ? (double)row[c] : top;
    double sum = exp((double)row[0] - top);
    for (int c = 1; c < classes; c++)
        sum += exp((double)row[c] - top);
    double loss = top + log(sum) - (double)row[answer];
    for (int c = 0; c < classes; c++)
        row[c] = scale * ((real)(exp((double)row[c] - top) / sum) - (c == answer ? 1 : 0));
    return loss;
}

double loss_cross_entropy(real *logits, const int *answer, int rows, int classes, real scale, int *correct) {
    double loss = 0;
    *correct = loss_correct(logits, answer, rows, classes);
    for (int i = 0; i < rows; i++)
        loss += row_loss(logits + (size_t)i * classes, answer[i], classes, scale);
    return loss;
}
