/* row_finder.c -- see row_finder.h. */
#include "tables/row_finder.h"

#include <stdlib.h>
#include <string.h>
#include <unicase.h>

#include "base/memory.h"

#define MARK "\xe2\x90\xa3"
enum { MARK_BYTES = sizeof MARK - 1 };

/* In lower case, as whole words are (a sigma at the end of a word has a letter of its own): a copy to be freed. */
static char *lower_case(const char *text, size_t length, size_t *bytes) {
    uint8_t *lower = u8_tolower((const uint8_t *)text, length, "", NULL, NULL, bytes);
    if (!lower)
        memory_out("try a smaller vocabulary");
    return (char *)lower;
}

static int compare_text(const struct row_finder_name *a, const struct row_finder_name *b) {
    size_t common = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, common);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

static int compare(const void *a, const void *b) {
    const struct row_finder_name *x = a, *y = b;
    int order = compare_text(x, y);
    return order ? order : (x->row > y->row) - (x->row < y->row);
}

void row_finder_build(struct row_finder *f, const struct vectors *v, struct arena *arena) {
    char buffer[TASK_WORD_MAX];
    *f = (struct row_finder){.rows = v->rows};
    f->exact = arena_alloc(arena, (size_t)v->rows, sizeof *f->exact);
    f->lower = arena_alloc(arena, (size_t)v->rows, sizeof *f->lower);
    for (int i = 0; i < v->rows; i++) {
        const char *name = arena_text(arena, vectors_name(v, i, buffer));
        size_t bytes;
        char *lower = lower_case(name, strlen(name), &bytes);
        f->exact[i] = (struct row_finder_name){name, strlen(name), i};
        f->lower[i] = (struct row_finder_name){arena_format(arena, "%.*s", (int)bytes, lower), bytes, i};
        free(lower);
    }
    qsort(f->exact, (size_t)f->rows, sizeof *f->exact, compare);
    qsort(f->lower, (size_t)f->rows, sizeof *f->lower, compare);
}

/* The first name in order that is not before this one. */
static int lower_bound(const struct row_finder_name *in, int count, const struct row_finder_name *wanted) {
    int low = 0;
    while (count > 0) {
        int half = count / 2;
        bool before = compare_text(&in[low + half], wanted) < 0;
        low = before ? low + half + 1 : low;
        count = before ? count - half - 1 : half;
    }
    return low;
}

struct search {
    const struct row_finder_name *in;
    int rows;
    void (*use)(void *user, int row, enum name_fit fit);
    void *user;
};

static void find(const struct search *s, const char *text, size_t length, enum name_fit fit) {
    const struct row_finder_name wanted = {text, length, 0};
    for (int i = lower_bound(s->in, s->rows, &wanted); i < s->rows && compare_text(&s->in[i], &wanted) == 0; i++)
        s->use(s->user, s->in[i].row, fit);
}

void row_finder_find(const struct row_finder *f, const char *name, size_t length,
                     void (*use)(void *user, int row, enum name_fit fit), void *user) {
    const struct search exact = {f->exact, f->rows, use, user}, lower = {f->lower, f->rows, use, user};
    bool marked = length > MARK_BYTES && memcmp(name, MARK, MARK_BYTES) == 0;
    const char *plain = name + (marked ? MARK_BYTES : 0);
    size_t left = length - (size_t)(plain - name), bytes;
    if (marked)
        find(&exact, plain, left, NAME_MARKED);
    find(&exact, name, length, NAME_EXACT);
    char *small = lower_case(plain, left, &bytes);
    find(&lower, small, bytes, marked ? NAME_MARKED_CASE : NAME_CASE);
    free(small);
}
