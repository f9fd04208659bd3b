/* drawn.c -- see drawn.h. */
#include "unit/drawn.h"

#include <stdlib.h>
#include <string.h>

#include "draw/table.h"
#include "unit/golden.h"
#include "unit/lopsided.h"
#include "unit/tests.h"

void drawn_begin(struct drawn *d) {
    *d = (struct drawn){.s = {.width = 1000000, .utf8 = true}};
    lopsided_build(&d->c, &d->arena);
}

void drawn_end(struct drawn *d) {
    arena_free(&d->arena);
    free(d->text);
}

void drawn_test(void (*test)(struct drawn *)) {
    struct drawn d;
    drawn_begin(&d);
    test(&d);
    drawn_end(&d);
}

FILE *drawn_paper(struct drawn *d) {
    free(d->text);
    d->s.out = open_memstream(&d->text, &d->size);
    return d->s.out;
}

void drawn_terminal(struct drawn *d, int width) {
    drawn_paper(d);
    d->s.width = width;
    table_terminal(&d->s, &d->t);
    fclose(d->s.out);
}

void drawn_html(struct drawn *d) {
    struct html h = {.f = drawn_paper(d)};
    table_html(&h, &d->t);
    fclose(h.f);
}

void drawn_csv(struct drawn *d) {
    table_csv(drawn_paper(d), &d->t);
    fclose(d->s.out);
}

void drawn_golden_of(const char *test, struct drawn *d, int width, const char *name) {
    drawn_terminal(d, width);
    golden_text(test, name, d->text);
}

void drawn_has(const struct drawn *d, const char *text) {
    if (!strstr(d->text, text))
        fail_msg("lacks: %s\nin:\n%s", text, d->text);
}
