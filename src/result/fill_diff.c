/* view_diff.c -- see view_diff.h. */
#include "result/view_diff.h"

#include "base/text.h"
#include "base/utf8.h"
#include "format/csv.h"

enum { COLUMNS = 3, GAP = 2, LEAST = 8 };

/* Of a line: the key and both values; line -1 is the head. */
static const char *says(const struct run_diff *d, int line, int k, struct arena *arena) {
    const char *text = line < 0 ? k ? d->folder[k - 1] : "setting" : k ? d->one[line].of[k - 1] : d->one[line].key;
    return text ? text_shown(text, arena) : "-";
}

/* The widest of the columns gives way until they fit. */
static bool fit(int width[COLUMNS], const struct run_diff *d, int columns, struct arena *arena) {
    bool cut = false;
    for (int k = 0; k < COLUMNS; k++)
        for (int line = -1, wide; line < d->count; line++)
            width[k] = (wide = utf8_columns(says(d, line, k, arena))) > width[k] ? wide : width[k];
    for (int most = 0; width[0] + width[1] + width[2] + 2 * GAP > columns; cut = true) {
        for (int k = most = 0; k < COLUMNS; k++)
            most = width[k] > width[most] ? k : most;
        if (width[most] <= LEAST)
            break;
        width[most]--;
    }
    return !cut;
}

static void draw(const struct screen *s, const struct run_diff *d, struct arena *arena) {
    int width[COLUMNS] = {0};
    bool whole = fit(width, d, s->width, arena);
    for (int line = -1; line < d->count; line++) {
        for (int k = 0; k < COLUMNS; k++) {
            const char *text = says(d, line, k, arena);
            int columns = k == COLUMNS - 1 && utf8_columns(text) < width[k] ? utf8_columns(text) : width[k];
            fprintf(s->out, "%*s", k ? GAP : 0, "");
            screen_fit(s, text, columns, false);
        }
        fputc('\n', s->out);
    }
    if (!whole)
        screen_say(s, 0, "~: cut to fit; --wide shows all.");
}

void view_diff(const struct screen *s, const struct run_diff *d) {
    struct arena arena = {0};
    if (!d->settings)
        screen_say(s, 0, "No setting differs between %s and %s.", text_shown(d->folder[0], &arena),
                   text_shown(d->folder[1], &arena));
    if (d->count)
        draw(s, d, &arena);
    arena_free(&arena);
}

void view_diff_csv(FILE *out, const struct run_diff *d) {
    struct arena arena = {0};
    fputs("setting,first,second\n", out);
    for (const struct run_difference *x = d->one; x < d->one + d->count; x++) {
        const char *fields[] = {x->key, x->of[0], x->of[1]};
        for (int k = 0; k < COLUMNS; k++) {
            fputs(k ? "," : "", out);
            csv_field(out, fields[k] ? text_shown(fields[k], &arena) : "");
        }
        fputc('\n', out);
    }
    arena_free(&arena);
}

json_t *view_diff_json(const struct run_diff *d) {
    struct arena arena = {0};
    json_t *all = json_array();
    for (const struct run_difference *x = d->one; x < d->one + d->count; x++)
        json_array_append_new(all, json_pack("{ss ss? ss?}", "setting", x->key, "first",
                                             x->of[0] ? text_shown(x->of[0], &arena) : NULL, "second",
                                             x->of[1] ? text_shown(x->of[1], &arena) : NULL));
    json_t *json = json_pack("{ss ss so}", "first", text_shown(d->folder[0], &arena), "second",
                             text_shown(d->folder[1], &arena), "differences", all);
    arena_free(&arena);
    return json;
}
