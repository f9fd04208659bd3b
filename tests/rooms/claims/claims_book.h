/* claims_book.h -- the project's claims, read once for a group. */
#pragma once

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "claims/claims.h"
#include "unit/tests.h"

static struct claims_book book;
static struct arena arena;

static inline int read_all(void **state) {
    struct error e = {0};
    bool ok = claims_read(&book, &arena, &e);
    if (!ok)
        fprintf(stderr, "%s\n", e.text);
    return ok ? 0 : -1;
}

static inline int drop_all(void **state) {
    arena_free(&arena);
    return 0;
}

static inline struct summary interval(double low, double high) {
    return (struct summary){5, (low + high) / 2, low, high};
}
