/* settings_sets.c -- lengths and policies are sets: whatever their order was when they were given, each is written,
 * evaluated and printed in one order, so that folders that came to the same in other ways have the same bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/registry.h"
#include "base/text.h"
#include "encoding/policy.h"
#include "settings/settings.h"

/* Multiples before words, both by size; what is no length comes where its digits would. */
static int by_length(const void *a, const void *b) {
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    bool x_words = x[strlen(x) - 1] != 'x', y_words = y[strlen(y) - 1] != 'x';
    double one = strtod(x, NULL), other = strtod(y, NULL);
    return x_words != y_words ? x_words - y_words : one > other ? 1 : one < other ? -1 : strcmp(x, y);
}

/* As in the table of policies; what is none comes last. */
static int by_policy(const void *a, const void *b) {
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    size_t one = registry_place(policies, x), other = registry_place(policies, y);
    return one != other ? (one > other) - (one < other) : strcmp(x, y);
}

static void sort(char list[SETTING_TEXT_MAX], int (*order)(const void *, const void *)) {
    char copy[SETTING_TEXT_MAX], *rest;
    const char *item[SETTING_TEXT_MAX / 2];
    size_t count = 0;
    memcpy(copy, list, sizeof copy);
    for (char *at = strtok_r(copy, ", \t", &rest); at; at = strtok_r(NULL, ", \t", &rest))
        item[count++] = at;
    list[0] = 0;
    if (count)
        qsort(item, count, sizeof *item, order);
    for (size_t i = 0; i < count; i++)
        text_append(list, SETTING_TEXT_MAX, "%s%s", i ? " " : "", item[i]);
}

void settings_sort_sets(struct evaluation *eval) {
    sort(eval->lengths, by_length);
    sort(eval->policies, by_policy);
}
