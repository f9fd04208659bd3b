/* seed_list.c -- see seed_list.h. */
#include "study/seed_list.h"

#include <stdlib.h>

long long seed_list_count(const struct seed_list *s) {
    return s->listed ? s->listed : (long long)s->of.high - s->of.low + 1;
}

int seed_list_at(const struct seed_list *s, long long k) { return s->listed ? s->one[k] : s->of.low + (int)k; }

static bool has_seed(const struct seed_list *s, int seed) {
    bool has = !s->listed && seed >= s->of.low && seed <= s->of.high;
    for (int k = 0; k < s->listed && !has; k++)
        has = s->one[k] == seed;
    return has;
}

bool seed_list_have(const struct seed_list *s, const struct seed_list *others) {
    bool all = others->listed || s->listed || (s->of.low <= others->of.low && s->of.high >= others->of.high);
    for (long long k = 0; k < seed_list_count(others) && all && (s->listed || others->listed); k++)
        all = has_seed(s, seed_list_at(others, k));
    return all;
}

static int by_number(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

struct seed_list seed_list_of(int *seed, int count) {
    int n = 0;
    qsort(seed, (size_t)count, sizeof *seed, by_number);
    for (int k = 0; k < count; k++)
        if (!n || seed[n - 1] != seed[k])
            seed[n++] = seed[k];
    struct range of = {seed[0], seed[n - 1]};
    bool list = (long long)of.high - of.low + 1 != n;
    return (struct seed_list){of, list ? n : 0, seed};
}

struct seed_list seed_list_join(const struct seed_list *a, const struct seed_list *b, struct arena *arena) {
    if (!a->listed && !b->listed)
        return (struct seed_list){.of = range_around(a->of, b->of)};
    int count = 0, *seed = arena_alloc(arena, (size_t)(seed_list_count(a) + seed_list_count(b)), sizeof *seed);
    for (const struct seed_list *s = a; s; s = s == a ? b : NULL)
        for (long long k = 0; k < seed_list_count(s); k++)
            seed[count++] = seed_list_at(s, k);
    return seed_list_of(seed, count);
}

const char *seed_list_text(const struct seed_list *s, struct arena *arena) {
    const char *text = s->listed ? "" : arena_format(arena, "%d..%d", s->of.low, s->of.high);
    for (int k = 0; k < s->listed; k++)
        text = arena_format(arena, "%s%s%d", text, k ? "+" : "", s->one[k]);
    return text;
}
