/* seed_list.h -- the seeds of a member: a range, or a list such as 7+42+1337. */
#pragma once

#include "base/arena.h"
#include "base/setting.h"

/* A range, or the seeds of a list. */
struct seed_list {
    struct range of; /* from the least to the largest */
    int listed;
    const int *one; /* (listed) ascending; 0: all of the range */
};

/* Distinct seeds as a range if none is missing between them, else as a list; it keeps the array, which it sorts. */
struct seed_list seed_list_of(int *seed, int count);
/* How many, and number k of them; whether all of others are among them; both together, of two ranges with those between
 * them; "1..9", "7+42+1337". */
long long seed_list_count(const struct seed_list *s);
int seed_list_at(const struct seed_list *s, long long k);
bool seed_list_have(const struct seed_list *s, const struct seed_list *others);
struct seed_list seed_list_join(const struct seed_list *a, const struct seed_list *b, struct arena *arena);
const char *seed_list_text(const struct seed_list *s, struct arena *arena);
