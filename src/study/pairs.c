/* pairs.c -- which rows of a comparison are subtracted from which: "rope+clamp - rope, learned - none"; see compare.h.
 */
#include <limits.h>
#include <string.h>

#include "base/suggest.h"
#include "study/compare.h"

const struct compare_row *row_named(const struct comparison_result *c, const char *name) {
    for (int i = 0; i < c->rows; i++)
        if (strcmp(name, c->row[i].name) == 0)
            return &c->row[i];
    for (int i = 0; i < c->rows; i++)
        if (strcmp(name, c->row[i].first->label) == 0)
            return &c->row[i];
    return NULL;
}

bool row_unknown(const struct comparison_result *c, const char *name, struct error *e) {
    char shown[TEXT_PRINTABLE], first[TEXT_PRINTABLE], otherwise[2 * TEXT_PRINTABLE];
    struct suggestion near = suggest_for(name);
    for (int i = 0; i < c->rows; i++) {
        suggest_add(&near, c->row[i].name);
        suggest_add(&near, c->row[i].first->label);
    }
    snprintf(otherwise, sizeof otherwise, " (the first is %s)", text_printable(first, c->row[0].name));
    return error_set(e, EXIT_USAGE, "there is no row '%s' in the result%s", text_printable(shown, name),
                     suggest_hint(&near, otherwise));
}

/* ---- compare.pairs */

/* The text without blanks around it. */
static char *trim(char *text) {
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length && strchr(" \t", text[length - 1]))
        length--;
    text[length] = 0;
    return text;
}

/* Parts "a - b", in place, with the sign that one types or the one that tables print; an option's value may have a sign
 * of its own, so it has blanks around it. False: there is none. */
static bool part(char *text, char **a, char **b) {
    static const char *const signs[] = {" - ", " \xe2\x88\x92 "};
    for (int i = 0; i < 2; i++) {
        char *at = strstr(text, signs[i]);
        if (!at)
            continue;
        *at = 0;
        *a = trim(text);
        *b = trim(at + strlen(signs[i]));
        return **a && **b;
    }
    return false;
}

static const struct compare_row *find(const struct comparison_result *c, const char *name, struct error *e) {
    const struct compare_row *row = row_named(c, name);
    if (!row)
        row_unknown(c, name, e);
    else if (!row->applies)
        error_set(e, EXIT_USAGE, "row '%s' has no numbers: the policy makes no sense for the encoding", row->name);
    return row && row->applies ? row : NULL;
}

static bool add(struct comparison_result *c, const struct compare_row *a, const struct compare_row *b,
                struct error *e) {
    if (a == b)
        return error_set(e, EXIT_USAGE, "%s less itself is no difference", a->name);
    for (int k = 0; k < c->pairs; k++)
        if (c->pair[k].a == a && c->pair[k].b == b)
            return error_set(e, EXIT_USAGE, "%s - %s is given twice", a->name, b->name);
    c->pair[c->pairs++] = (struct compare_pair){.a = a, .b = b};
    return true;
}

/* What it says of one pair. */
static bool add_written(struct comparison_result *c, char *text, struct error *e) {
    char shown[TEXT_PRINTABLE], *a, *b;
    text_printable(shown, trim(text));
    if (!part(text, &a, &b))
        return error_set(e, EXIT_USAGE, "'%s': expected two rows, as in \"rope+interpolate - learned+interpolate\"",
                         shown);
    const struct compare_row *from = find(c, a, e), *less = from ? find(c, b, e) : NULL;
    return from && less && add(c, from, less, e);
}

/* Whether two rows have no key of the grid with different values. */
static bool same_combination(const struct comparison_result *c, const struct compare_row *a,
                             const struct compare_row *b) {
    const int *one = a->first->value, *other = b->first->value;
    bool same = true;
    for (int i = 0; i < c->grid.keys; i++)
        same = same && (one[i] == other[i] || one[i] < 0 || other[i] < 0);
    return same;
}

/* Each row less the first of its combination that has numbers; not of one run alone. */
static void add_usual(struct comparison_result *c) {
    for (const struct compare_row *row = c->row; c->members > 1 && row < c->row + c->rows; row++) {
        const struct compare_row *first = c->row;
        while (first < row && !(first->applies && same_combination(c, row, first)))
            first++;
        if (first < row)
            c->pair[c->pairs++] = (struct compare_pair){.a = row, .b = first};
    }
}

bool compare_add_pairs(struct comparison_result *c, struct error *e) {
    char *list = arena_text(c->arena, c->compare.pairs);
    int most = 1;
    bool ok = true;
    for (const char *comma = list; (comma = strchr(comma, ',')); comma++)
        most++;
    c->pair = arena_alloc(c->arena, (size_t)(c->rows > most ? c->rows : most), sizeof *c->pair);
    c->pairs = 0;
    if (!*list)
        add_usual(c);
    for (char *next = list; *list; list = next) {
        next = list + strcspn(list, ",");
        next += *next ? (*next = 0, 1) : 0;
        struct error *first = ok ? e : &(struct error){0};
        ok = add_written(c, list, first) && ok;
    }
    return ok;
}
