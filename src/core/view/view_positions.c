/* view_positions.c -- a trained table of positions, which of its rows training ever moved, and where it ends; see
 * view.h. */
#include <math.h>

#include "base/text.h"
#include "measure/asks.h"
#include "measure/position_table.h"
#include "view/view.h"

static void tell_moved(const struct view *v, const struct position_table *t) {
    char list[512] = ""; /* "0..16, 20" */
    double moved = position_table_length(t, true), other = position_table_length(t, false);
    json_put(v->json, "received_gradient [");
    for (int i = 0; i < t->positions; i++)
        json_put(v->json, "b", t->moved[i]);
    json_put(v->json, "]");
    for (int i = 0, end; i < t->positions; i = end) {
        for (end = i; end < t->positions && t->moved[end] == t->moved[i];)
            end++;
        if (t->moved[i])
            text_append(list, sizeof list, end - i > 1 ? "%s%d..%d" : "%s%d", *list ? ", " : "", i, end - 1);
    }
    view_say(v, 0, "Positions whose rows training changed: %s%s.", *list ? list : "none",
             t->tensor->frozen ? " (the table is frozen)" : "");
    if (!isnan(moved))
        view_say(v, 0, "Their mean length is %.4f.", moved);
    if (!isnan(other))
        view_say(v, 0, "Mean length of the others: %.4f. %s", other,
                 t->rows < t->positions && t->use.policy != &policy_extend
                     ? "Beyond the end of the table, the policy decides which row is read."
                     : "They are still random: training never touched them.");
    struct arena arena = {0};
    if (t->positions > t->trained)
        view_say(v, 0, "Under %s: %s", t->use.policy->name, asks_say(t->r, t->use.policy, t->positions, &arena));
    arena_free(&arena);
    view_gap(v);
}

static void tell_head(const struct view *v, const struct position_table *t) {
    const struct settings *set = &t->r->settings;
    json_put(v->json, "task s encoding s positions i trained i rows i extrapolation s", set->task->name,
             set->encoding->name, t->positions, t->trained, t->rows, t->use.policy->name);
    view_say(v, 2, "%s (%s): a table of %d rows of %d columns after %d steps; training has positions 0..%d%s",
             set->task->name, set->encoding->name, t->tensor->rows, t->tensor->columns, run_weights_step(t->r),
             t->trained - 1, t->unread ? " after its unread rows" : "");
    view_gap(v);
    view_say(v, 0, "The rows that positions read: positions down, columns across; %s: training changed the row.",
             v->s && v->s->colours == SCREEN_PLAIN ? "*" : "a bar");
}

static bool tell(const struct view *v, const struct view_of *of, struct error *e) {
    const struct position_table *t = of->table;
    char says[64];
    int edge = t->about ? 0 : t->trained < t->positions ? t->trained : 0;
    struct heat map = {.m = t->vectors,
                       .row = {.title = "position", .edge = edge},
                       .column.title = "column",
                       .value_title = "value",
                       .edge_says = says,
                       .moved = t->moved};
    if (t->about) {
        json_put(v->json, "about s positions i", t->about, t->positions);
        view_title(v, "%s", t->about);
        view_say(v, 0, "Positions down, columns across.");
    } else {
        snprintf(says, sizeof says, "trained: 0..%d. Beyond: %s", t->trained - 1, t->use.policy->name);
        tell_head(v, t);
    }
    view_heat(v, "matrix", &map);
    if (!t->about)
        tell_moved(v, t);
    view_say(v, 0, "Similarity: products of the rows of two positions.");
    map.m = t->similarity;
    map.square = true;
    map.column = map.row;
    map.column.title = "other position";
    view_heat(v, "similarity", &map);
    view_say(v, 0,
             "If only the distance mattered, each diagonal would have one colour; here its values differ by up to %.4f "
             "of the largest.",
             geometry_toeplitz_error(&t->similarity));
    (void)e;
    return true;
}

const struct view_kind view_positions = {
    .of = "positions",
    .summary = "the trained table, and where training ended",
    .options = "positions",
    .tell = tell,
};
