/* prediction.h -- what a trained run answers about one text: as JSON and as lines for people. */
#pragma once

#include "data/labelled_columns.h"
#include "draw/screen.h"
#include "evaluate/predict.h"
#include "format/json_put.h"

enum { PREDICTION_ANSWERS = 10 };

/* How many are shown at most: answers at a target, attended words of a head. */
struct prediction_most {
    int answers, words;
};

/* The number of the largest after number `last` (-1: of all), of equal ones the first; -1: there is none. */
int prediction_next(const real *x, int count, int last);

/* Into an object that is open: answer, probability, and so many of the likeliest ones at a target, probabilities
 * [{answer, probability}]. */
void prediction_put_answers(struct json_writer *w, const struct prediction *p, const struct task_built *t, int target,
                            int most);
/* Into an array: {text_a, text_b, targets [{row, position, segment, word, answer, probability, probabilities [{answer,
 * probability}], attention [{head, words [{row, segment, word, weight}]}]}], words [], segments [], positions []}; with
 * a label also label and correct_answers. */
void prediction_put(struct json_writer *w, const struct prediction *p, const struct task_built *t,
                    const char *const text[LABELLED_COLUMNS], struct prediction_most most, int correct);
/* Where there is more than one passage, its words with their passages. Then some lines for each target, and how many
 * answers the label has right. */
void prediction_print(const struct screen *s, const struct prediction *p, const struct task_built *t, const char *label,
                      struct prediction_most most, int correct);
/* The words of an example with their passages, in so many lines (0: all). */
void prediction_words(const struct screen *s, const struct batch *b, const struct task_built *t, int lines);
/* A word and an answer as they are printed. */
const char *prediction_word(const struct task_built *t, int token, struct arena *arena);
const char *prediction_answer(const struct task_built *t, int answer, struct arena *arena);
