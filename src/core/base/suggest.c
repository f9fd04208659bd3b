/* suggest.c -- see suggest.h. */
#include "base/suggest.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/setting.h"

enum { WORD_MAX = 63, BEGINNING = 3 /* letters that make one */ };

static int smaller(int a, int b) { return a < b ? a : b; }

static bool same(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b) || ((a == '-' || a == '_') && (b == '-' || b == '_'));
}

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
            int best = cost[i - 1][j - 1] + !same(a[i - 1], b[j - 1]);
            best = smaller(best, smaller(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
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

/* Of a word to a candidate, of which `own` letters are its own, the others a section's; INT_MAX: it is not near. */
static int nearness(const char *word, const char *candidate, size_t own) {
    size_t length = strlen(candidate), said = strlen(word), both = length < said ? length : said;
    int distance = distance_of(word, candidate), limit = ((int)(own < said ? own : said) + 2) / 3;
    if (distance <= limit)
        return distance;
    for (size_t i = 0; i < both; i++)
        if (!same(word[i], candidate[i]))
            return INT_MAX;
    return both < BEGINNING || length > WORD_MAX || said > WORD_MAX ? INT_MAX : limit + 1;
}

bool suggest_add(struct suggestion *s, const char *candidate) {
    int distance = nearness(s->word, candidate, strlen(candidate));
    return distance < INT_MAX && suggest_at(s, candidate, distance);
}

bool suggest_key(struct suggestion *s, const char *key) {
    size_t own = strlen(setting_last_word(key));
    int whole = nearness(s->word, key, own), name = nearness(setting_last_word(s->word), setting_last_word(key), own);
    bool sections = strchr(s->word, '.') != NULL;
    name += sections && name < INT_MAX; /* another section, or an error in it, too */
    whole = smaller(whole, name);
    return whole < INT_MAX && suggest_at(s, key, whole);
}

/* At the u of "our". */
static bool is_british(const char *start, const char *at) {
    return at > start && at[0] == 'u' && at[-1] == 'o' && at[1] == 'r';
}

bool suggest_alike(const char *name, const char *word) {
    const char *a = name, *b = word;
    while (*a || *b) {
        if (same(*a, *b))
            a++, b++;
        else if (is_british(name, a))
            a++;
        else if (is_british(word, b))
            b++;
        else
            return false;
    }
    return true;
}

const char *suggest_hint(struct suggestion *s, const char *otherwise) {
    if (s->distance == INT_MAX)
        return otherwise;
    snprintf(s->hint, sizeof s->hint, " (did you mean %s?)", s->nearest);
    return s->hint;
}
