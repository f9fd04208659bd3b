/* prediction_score.c -- how right answers about labelled texts are, and which texts have no known word; see predict.h.
 */
#include <string.h>

#include "predict/predict.h"

bool prediction_is_blind(const struct task_built *t, const struct batch *example) {
    char buffer[TASK_WORD_MAX];
    int unknown = 0, special = 0;
    if (strcmp(t->kind->word(t, TASK_UNKNOWN, buffer), "[UNK]") != 0)
        return false;
    for (int i = 0; i < example->rows; i++) {
        const char *word = t->kind->word(t, example->token[i], buffer);
        unknown += example->token[i] == TASK_UNKNOWN;
        special += strcmp(word, "[CLS]") == 0 || strcmp(word, "[MASK]") == 0;
    }
    return unknown > 0 && unknown + special == example->rows;
}

static bool says(const char *answer, const char *text, size_t length) {
    return strlen(answer) == length && memcmp(answer, text, length) == 0;
}

static bool is_answer(const struct task_built *t, const char *text, size_t length) {
    char buffer[TASK_WORD_MAX];
    int c = 0;
    while (c < t->size.classes && !says(t->kind->answer(t, c, buffer), text, length))
        c++;
    return c < t->size.classes;
}

int prediction_count(struct prediction_score *score, const struct task_built *t, const int *best, int targets,
                     const char *label) {
    const char *whole = label;
    char buffer[TASK_WORD_MAX];
    int right = 0;
    bool known = true;
    for (int i = 0; i < targets; i++) {
        size_t length = targets > 1 ? strcspn(label, " ") : strlen(label);
        bool same = says(t->kind->answer(t, best[i], buffer), label, length);
        right += same;
        known = known && (same || is_answer(t, label, length));
        label += length + (label[length] == ' ');
    }
    if (!known && score->unknown++ == 0)
        text_printable(score->first_unknown, whole);
    score->labelled++;
    score->answers += targets;
    score->correct += right;
    score->whole += right == targets;
    return right;
}
