/* pairs.c -- which rows of a comparison are subtracted from which: "rope+clamp - rope, learned - none"; see pairs.h.
 */
#include "study/pairs.h"

#include <limits.h>
#include <string.h>

#include "base/suggest.h"
#include "study/series.h"

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
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        if (strcmp(m->label, name) == 0) /* a row has its label, once it is finished */
            return error_set(e, EXIT_USAGE, "there is no row '%s' in the result yet: no model of that name is finished",
                             text_printable(shown, name));
        suggest_add(&near, m->label);
    }
    for (int i = 0; i < c->rows; i++)
        suggest_add(&near, c->row[i].name);
    snprintf(otherwise, sizeof otherwise, " (the first is %s)",
             text_printable(first, c->rows ? c->row->name : c->member->label));
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

static const struct compare_row *find(const struct comparison_result *c, const char *name, struct error *e) {
    const struct compare_row *row = row_named(c, name);
    if (!row)
        row_unknown(c, name, e);
    else if (!row->applies)
        error_set(e, EXIT_USAGE, "row '%s' has no numbers: the policy does not apply to the encoding", row->name);
    return row && row->applies ? row : NULL;
}

/* "a - b", with the sign that one types or the one that tables print; an option's value may have a sign of its own, so
 * it has blanks around it. */
static bool add_written(struct comparison_result *c, char *text, struct error *e) {
    static const char typed[] = " - ", printed[] = " \xe2\x88\x92 ";
    char shown[TEXT_PRINTABLE], *sign = strstr(text, typed);
    size_t length = sign ? strlen(typed) : strlen(printed);
    text_printable(shown, trim(text));
    if (sign || (sign = strstr(text, printed)))
        *sign = 0;
    if (!sign || !*(text = trim(text)) || !*trim(sign + length))
        return error_set(e, EXIT_USAGE, "'%s': expected two rows, as in \"rope+interpolate - learned+interpolate\"",
                         shown);
    const struct compare_row *a = find(c, text, e), *b = a ? find(c, trim(sign + length), e) : NULL;
    if (!a || !b)
        return false;
    if (a == b)
        return error_set(e, EXIT_USAGE, "%s minus itself is not a difference", a->name);
    for (int k = 0; k < c->pairs; k++)
        if (c->pair[k].a == a && c->pair[k].b == b)
            return error_set(e, EXIT_USAGE, "%s - %s is given twice", a->name, b->name);
    c->pair[c->pairs++] = (struct compare_pair){.a = a, .b = b};
    return true;
}

/* The number of a row's combination among those of a member, of which there are *all; a key that the row has not counts
 * as its first value. */
static size_t combination(const struct comparison_result *c, const struct member *among, const struct compare_row *row,
                          size_t *all) {
    size_t number = 0;
    *all = 1;
    for (int i = 0; i < c->grid.keys; i++) {
        int values = among->value[i] < 0 ? 1 : c->grid.key[i].values, value = row->first->value[i];
        number = number * (size_t)values + (size_t)(values > 1 && value > 0 ? value : 0);
        *all *= (size_t)values;
    }
    return number;
}

/* What all are compared with: the first model that cannot see order, else the first. */
static const struct member *base_of(const struct comparison_result *c) {
    const struct member *first = NULL;
    for (const struct compare_row *row = c->row; row < c->row + c->rows; row++) {
        if (!row->applies || (row > c->row && row->first == row[-1].first))
            continue;
        first = first ? first : row->first;
        if (member_is_control(row->first))
            return row->first;
    }
    return first;
}

/* Each model's first row minus that of the base, with the same combination of a grid; its rows under other policies
 * minus its own first one. None for a single run. */
static void add_usual(struct comparison_result *c) {
    const struct compare_row *own = NULL, *end = c->row + c->rows;
    const struct member *among = base_of(c);
    size_t all;
    if (!among || c->members == 1)
        return;
    combination(c, among, c->row, &all);
    const struct compare_row **base = arena_alloc(c->arena, all, sizeof *base); /* of each combination */
    for (const struct compare_row *row = end; row-- > c->row;)
        if (row->applies && row->first->entry == among->entry)
            base[combination(c, among, row, &all)] = row; /* the first is the last to be taken */
    for (const struct compare_row *row = c->row; row < end; row++) {
        bool begins = row->applies && (!own || own->first != row->first);
        const struct compare_row *from = begins ? base[combination(c, among, row, &all)] : own;
        own = begins ? row : own;
        if (row->applies && from && from != row)
            c->pair[c->pairs++] = (struct compare_pair){.a = row, .b = from};
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
    for (char *next; *list; list = next) {
        next = list + strcspn(list, ",");
        next += *next ? (*next = 0, 1) : 0;
        struct error *first = ok ? e : &(struct error){0};
        ok = add_written(c, list, first) && ok;
    }
    return ok;
}
