/* fill_runs.c -- see fill_runs.h. */
#include "inventory/fill_runs.h"

#include <math.h>
#include <string.h>

#include "base/advice.h"
#include "base/text.h"

enum { DATE = 32 };

const struct table_label runs_labels[] = {
    {"name", "name", SHOW_ALL, LABEL_CUT | LABEL_CUT_BEGINNING},
    {"folder", "", SHOW_FILES, LABEL_TEXT},
    {"kind", "", SHOW_FILES, LABEL_TEXT},
    {"time", "", SHOW_FILES, LABEL_TEXT},
    {"task", "task", SHOW_ALL, LABEL_SPARE},
    {"done", "done", SHOW_DRAWN, LABEL_SPARE},
    {"models", "", SHOW_FILES, LABEL_NUMBER},
    {"finished", "", SHOW_FILES, LABEL_NUMBER},
    {"running", "", SHOW_FILES, LABEL_NUMBER},
    {"stopped", "", SHOW_FILES, LABEL_NUMBER},
    {"failed", "", SHOW_FILES, LABEL_NUMBER},
    {"waiting", "", SHOW_FILES, LABEL_NUMBER},
    {"best", "best", SHOW_ALL, LABEL_CUT},
    {"at", "at", SHOW_DRAWN, LABEL_SPARE},
    {"longest_words", "", SHOW_FILES, LABEL_NUMBER},
    {"trained_words", "", SHOW_FILES, LABEL_NUMBER},
    {"date", "date", SHOW_DRAWN, LABEL_BELOW},
    {"state", "state", SHOW_DRAWN, LABEL_BELOW},
    {"problem", "", SHOW_FILES, LABEL_TEXT},
    {"members", "members", SHOW_ALL, LABEL_BELOW},
    {"seeds", "seeds", SHOW_ALL, LABEL_BELOW},
    {"differing", "settings", SHOW_DRAWN, LABEL_BELOW},
    {"settings", "", SHOW_CSV, LABEL_TEXT},
    {0},
};

static const char *date_of(const struct run_listed *r, const char *format, bool local, struct arena *arena) {
    char text[DATE] = "";
    struct tm day = {0};
    if (r->changed && (local ? localtime_r : gmtime_r)(&r->changed, &day))
        strftime(text, sizeof text, format, &day);
    return arena_text(arena, text);
}

/* "2 failed, 1 running", "running, step 300 of 800", "runs, 7 folders", or why nothing is known. */
static const char *state_of(const struct run_listed *r, struct arena *arena) {
    const char *list = "";
    if (r->problem)
        return advice_text(text_shown(r->problem, arena), arena);
    if (r->kind == FOLDER_CLAIMS || r->kind == FOLDER_OF_RUNS)
        list = arena_format(arena, "%s, %d folder%s", r->kind == FOLDER_CLAIMS ? "claims" : "runs", r->folders,
                            text_plural(r->folders));
    for (int k = 0; k < STATUSES; k++)
        if (r->count[k] && k != STATUS_FINISHED)
            list = text_join(
                list, ", ",
                r->models > 1 ? arena_format(arena, "%d %s", r->count[k], status_names[k]) : status_names[k], arena);
    return r->kind == FOLDER_RUN && !r->count[STATUS_FINISHED]
               ? arena_format(arena, "%s, step %d of %d", list, r->step, r->steps)
               : list;
}

/* "steps=1600 lengths='1x 2x'"; of all, or of those that others of the task have not; by their last names, or keys. */
static const char *settings_of(const struct run_listed *r, bool all, struct arena *arena) {
    const char *list = "";
    for (int i = 0; i < r->settings; i++) {
        const struct run_setting *s = &r->setting[i];
        if (all || !s->common)
            list = arena_format(arena, "%s%s%s=%s", list, *list ? " " : "", all ? s->key : strchr(s->key, '.') + 1,
                                text_quote(s->value, arena));
    }
    return list;
}

/* Of which nothing is known where it is 0 or empty. */
static struct cell known_count(long n) { return n ? cell_count(n) : cell_none(""); }
static struct cell known_text(const char *text) { return text && *text ? cell_text(text) : cell_none(""); }

static struct cell value_of(const struct run_listed *r, double x) {
    struct cell c = cell_value(&metrics[METRIC_ACCURACY].quantity, x, (double)NAN);
    if (r->best)
        return c;
    c.kind = CELL_WORDS;
    c.text = r->problem ? "" : "-";
    return c;
}

static void add_row(struct table *t, const struct run_listed *r) {
    static const char *const kinds[FOLDER_FOREIGN + 1] = {[FOLDER_RUN] = "run",
                                                          [FOLDER_COMPARISON] = "comparison",
                                                          [FOLDER_CLAIMS] = "claims",
                                                          [FOLDER_OF_RUNS] = "folder"};
    struct arena *arena = t->arena;
    bool known = r->models > 0;
    const char *times = /* "16x" */
        r->best && r->trained ? arena_format(arena, "%gx", nearbyint(100.0 * r->words / r->trained) / 100) : "";
    const struct cell label[] = {
        cell_text(text_shown(r->name, arena)),
        cell_text(text_shown(r->folder, arena)),
        cell_text(kinds[r->kind] ? kinds[r->kind] : "other"),
        cell_text(date_of(r, "%Y-%m-%dT%H:%M:%SZ", false, arena)),
        known_text(r->task),
        cell_text(known ? arena_format(arena, "%d/%d", r->count[STATUS_FINISHED], r->models) : ""),
        cell_count(r->models),
        cell_count(r->count[STATUS_FINISHED]),
        cell_count(r->count[STATUS_RUNNING]),
        cell_count(r->count[STATUS_STOPPED]),
        cell_count(r->count[STATUS_FAILED]),
        cell_count(r->count[STATUS_WAITING]),
        known_text(r->best),
        cell_text(times),
        known_count(r->words),
        known_count(r->trained),
        cell_text(date_of(r, "%Y-%m-%d", true, arena)),
        cell_text(state_of(r, arena)),
        known_text(r->problem ? text_shown(r->problem, arena) : NULL),
        known_text(r->members),
        known_text(r->seeds),
        cell_text(settings_of(r, false, arena)),
        cell_text(settings_of(r, true, arena)),
    };
    struct table_row *row = table_add_row(t, label);
    *table_cell(t, row, 0, 0) = value_of(r, r->in_range);
    *table_cell(t, row, 0, 1) = value_of(r, r->longest);
}

void fill_runs(struct table *t, const struct run_list *l, struct arena *arena) {
    static const char *const heads[][2] = {{"in_range", "in range"}, {"longest", "longest"}};
    table_begin(t, runs_labels, 2, l->count, arena);
    for (int i = 0; i < 2; i++) {
        struct table_value *v = table_add_value(t, heads[i][0]);
        v->head = "";
        v->detail = heads[i][1];
    }
    table_add_layer(t, metrics[METRIC_ACCURACY].name,
                    "Best: the row with the highest accuracy (%) at the longest evaluated length, then in range.");
    t->corner = "name";
    lines_add(&t->heading, arena,
              arena_format(arena, l->count == 1 ? "%s: %d folder." : "%s: %d folders, the newest first.",
                           text_shown(l->folder, arena), l->count));
    for (const struct run_listed *r = l->run; r < l->run + l->count; r++)
        add_row(t, r);
}

json_t *runs_json(const struct run_list *l, const struct table *t) {
    json_t *runs = table_json(t);
    for (int i = 0; i < l->count; i++) {
        const struct run_listed *r = &l->run[i];
        json_t *settings = json_object();
        for (int k = 0; k < r->settings; k++)
            json_object_set_new(settings, r->setting[k].key, json_string(text_shown(r->setting[k].value, t->arena)));
        json_object_set_new(json_array_get(runs, (size_t)i), "settings", settings);
    }
    return json_pack("{ss so}", "folder", text_shown(l->folder, t->arena), "runs", runs);
}
