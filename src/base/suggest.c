/* suggest.c -- see suggest.h. */
#include "base/suggest.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 63 };

static int smaller(int a, int b) { return a < b ? a : b; }

/* How many letters must be added, dropped, changed or swapped with their neighbour to turn a into b (optimal string
 * alignment); longer words are far apart. */
static int distance_of(const char *a, const char *b) {
    int cost[WORD_MAX + 1][WORD_MAX + 1];
    size_t n = strlen(a), m = strlen(b);
    if (n > WORD_MAX || m > WORD_MAX)
        return INT_MAX;
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            cost[i][j] = (int)(i + j);
            if (i == 0 || j == 0)
                continue;
            int best = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            best = smaller(best, smaller(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = smaller(best, cost[i - 2][j - 2] + 1);
            cost[i][j] = best;
        }
    return cost[n][m];
}

struct suggestion suggest_for(const char *word) {
    return (struct suggestion){.word = word, .distance = INT_MAX};
}

bool suggest_at(struct suggestion *s, const char *candidate, int distance) {
    if (distance >= s->distance)
        return false;
    s->distance = distance;
    text_printable(s->nearest, candidate);
    return true;
}

bool suggest_add(struct suggestion *s, const char *candidate) {
    int distance = distance_of(s->word, candidate), limit = (int)(strlen(candidate) + 2) / 3;
    return distance <= limit && suggest_at(s, candidate, distance);
}

const char *suggest_hint(struct suggestion *s, const char *otherwise) {
    if (s->distance == INT_MAX)
        return otherwise;
    snprintf(s->hint, sizeof s->hint, " (did you mean %s?)", s->nearest);
    return s->hint;
}
