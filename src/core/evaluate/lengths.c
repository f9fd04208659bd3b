/* lengths.c -- see evaluate.h. */
#include "evaluate/evaluate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool read_one(char *item, const struct task_built *t, int *words, struct error *e) {
    size_t length = strlen(item);
    bool times = item[length - 1] == 'x';
    double value;
    if (times && !t->size.trained.high)
        return error_set(e, EXIT_USAGE,
                         "eval.lengths: %s is a multiple of the longest trained length, which is not the same for all "
                         "models (task.words); give words: eval.lengths=128",
                         item);
    if (times)
        item[length - 1] = 0;
    if (!text_number(item, &value) || value <= 0 || (!times && value != floor(value)))
        return error_set(
            e, EXIT_USAGE,
            "eval.lengths: '%s%s' is neither a number of words (40) nor a multiple of the longest trained length (2x)",
            item, times ? "x" : "");
    value = times ? floor(value * t->size.trained.high + 0.5) : value;
    int most = t->size.longest ? t->size.longest : LENGTH_WORDS_MAX;
    if (value < t->size.shortest || value > most)
        return error_set(e, EXIT_USAGE, "eval.lengths: %s%s%.0f words; task %s takes %d..%d%s", times ? item : "",
                         times ? "x is " : "", value, t->kind->name, t->size.shortest, most,
                         value > most && t->size.longest ? ", which is all that is held out" : "");
    *words = (int)value;
    return true;
}

/* A length of a list covers those after the next smaller one of the list; lengths of training and longer ones are never
 * mixed. */
static void fill_lows(const struct task_built *t, struct range words[], int count) {
    int trained = t->size.trained.high;
    for (int i = 0; i < count; i++) {
        words[i].low = !t->kind->dataset_count ? words[i].high : words[i].high > trained ? trained + 1 : 1;
        for (int k = 0; k < count && t->kind->dataset_count; k++)
            if (words[k].high < words[i].high && words[k].high >= words[i].low)
                words[i].low = words[k].high + 1;
    }
}

static bool is_there(int high, const struct range words[], int count) {
    bool there = false;
    for (int i = 0; i < count; i++)
        there |= words[i].high == high;
    return there;
}

static int by_words(const void *a, const void *b) {
    int x = ((const struct range *)a)->high, y = ((const struct range *)b)->high;
    return (x > y) - (x < y);
}

/* The shortest first. Of the default list, also within a longer one, those that the task has; all others must fit. */
int lengths_read(const char *text, const struct task_built *t, struct range words[LENGTHS_MAX], struct error *e) {
    char item[SETTING_TEXT_MAX];
    bool usual = t->size.trained.high && text_lists_all(text, EVAL_LENGTHS);
    int count = 0;
    while (text_item(&text, item, sizeof item)) {
        if (count == LENGTHS_MAX)
            return error_set(e, EXIT_USAGE, "eval.lengths: more than %d lengths", LENGTHS_MAX);
        bool may_lack = usual && text_lists(EVAL_LENGTHS, item), fits = read_one(item, t, &words[count].high, e);
        if (!fits && !may_lack)
            return 0;
        count += fits && !is_there(words[count].high, words, count);
    }
    if (count == 0)
        error_set(e, EXIT_USAGE, "eval.lengths is empty");
    qsort(words, (size_t)count, sizeof *words, by_words);
    fill_lows(t, words, count);
    return count;
}

/* The larger of two lengths that training draws is two thirds up its range on average. */
int evaluation_texts(const struct task_built *t, int targets, struct range words) {
    int each = t->kind->targets(t, words.low + (words.high - words.low) * 2 / 3);
    int least = targets < EVALUATION_TEXTS ? targets : EVALUATION_TEXTS, all = (targets + each - 1) / each;
    return all > least ? all : least;
}

int evaluation_targets(const struct task_built *t, int targets, struct range words) {
    int each = t->kind->targets(t, words.high), texts = evaluation_texts(t, targets, words),
        share = (targets + texts - 1) / texts;
    return targets >= EVALUATION_TEXTS && words.low == words.high && share < each ? share : each;
}
