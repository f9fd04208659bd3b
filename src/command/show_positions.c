/* show_positions.c -- poslab show positions: a trained table of positions, which of its rows training ever moved,
 * and where it ends.
 *
 * The checkpoint tells which rows received a gradient: AdamW's moments of a row are all zero until it has one, and
 * the mean square never goes back to zero (its memory, train.beta2, keeps the last bit of a float above 0.5). */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "command/show.h"
#include "measure/vectors.h"
#include "present/heat.h"

struct position_table {
    const struct run *r;
    const struct tensor *tensor;
    int unread;    /* rows before that of position 0 */
    int rows;      /* positions in the table */
    int positions; /* that are shown */
    int trained;
    struct encoding_use use;
    struct matrix vectors, similarity; /* (positions, width), (positions, positions) */
    bool *moved;                       /* (positions) received a gradient */
};

static const struct tensor *find_tensor(const struct run *r, struct error *e) {
    struct vectors v;
    const struct vectors_table *table = vectors_tables;
    while (strcmp(table->name, "position") != 0)
        table++;
    return vectors_open(&v, table, r, e) ? params_find(&r->model.params, r->model.encoding.kind->table) : NULL;
}

static bool has_moments(const struct position_table *t, int row) {
    const struct params *p = &t->r->model.params;
    size_t at = t->tensor->offset + (size_t)row * t->tensor->columns;
    for (int c = 0; c < t->tensor->columns; c++)
        if (p->first[at + c] != 0 || p->second[at + c] != 0)
            return true;
    return false;
}

/* Twice the trained positions where the policy says what comes after the table, else the table. */
static int default_positions(const struct run *r, const struct policy *policy) {
    int rows = r->model.encoding.rows, twice = 2 * r->model.encoding.size.trained;
    return policy == &policy_error || rows > twice ? rows : twice;
}

static bool table_open(struct position_table *t, struct run *r, const struct arguments *a, struct error *e) {
    const struct encoding_built *b = &r->model.encoding;
    struct encoding_weights w = model_encoding_weights(&r->model, NULL);
    const struct policy *policy;
    *t = (struct position_table){.r = r, .tensor = find_tensor(r, e), .rows = b->rows, .trained = b->size.trained};
    if (!t->tensor || !command_policy_of_positions(&policy, &command_show, a, r, e))
        return false;
    t->positions = a->positions ? a->positions : default_positions(r, policy);
    if (!encoding_use_open(&t->use, b, &w, policy, t->positions, &r->arena, e))
        return false;
    struct encoding_part part = {0}; /* the one that has the table */
    while (encoding_part_next(&part, &t->use, &w) && !part.kind->table)
        continue;
    geometry_vectors(&t->vectors, part.use, &part.weights, t->positions, &r->arena);
    t->similarity = geometry_similarity(&t->vectors, &r->arena);
    t->unread = t->tensor->rows - b->rows;
    t->moved = arena_alloc(&r->arena, (size_t)t->positions, sizeof *t->moved);
    for (int i = 0; i < t->positions && i < b->rows; i++)
        t->moved[i] = has_moments(t, i + t->unread);
    return true;
}

/* "0..16, 20" */
static const char *list_moved(const struct position_table *t, char *text, size_t size) {
    text[0] = 0;
    for (int i = 0, end; i < t->positions; i = end) {
        for (end = i; end < t->positions && t->moved[end] == t->moved[i];)
            end++;
        if (t->moved[i])
            text_append(text, size, end - i > 1 ? "%s%d..%d" : "%s%d", *text ? ", " : "", i, end - 1);
    }
    return *text ? text : "none";
}

/* Mean length of the rows that training moved, or of the others; NAN where there are none. */
static double mean_length(const struct position_table *t, bool moved) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < t->positions; i++) {
        double square = 0;
        if (t->moved[i] != moved)
            continue;
        for (int c = 0; c < t->vectors.columns; c++)
            square += matrix_row(&t->vectors, i)[c] * matrix_row(&t->vectors, i)[c];
        sum += sqrt(square);
        count++;
    }
    return count ? sum / count : (double)NAN;
}

static void say_moved(const struct screen *s, const struct position_table *t) {
    char list[512];
    double moved = mean_length(t, true), other = mean_length(t, false);
    screen_say(s, 0, "Rows that ever received a gradient: positions %s%s.", list_moved(t, list, sizeof list),
               t->tensor->frozen ? " (the table is frozen)" : "");
    if (!isnan(moved))
        screen_say(s, 0, "Their mean length is %.4f.", moved);
    if (!isnan(other))
        screen_say(s, 0, "Mean length of the others: %.4f. %s", other,
                   t->rows < t->positions && t->use.policy != &policy_extend
                       ? "What comes after the table is what the policy makes of it."
                       : "What the model reads there was drawn at the start; it never learned any of it.");
}

static void draw(const struct screen *s, const struct position_table *t) {
    const struct settings *set = &t->r->settings;
    char says[64];
    int edge = t->trained < t->positions ? t->trained : 0;
    snprintf(says, sizeof says, "trained: 0..%d. Beyond: %s", t->trained - 1, t->use.policy->name);
    screen_say(s, 2, "%s (%s): a table of %d rows of %d columns after %d steps; training has positions 0..%d%s",
               set->task->name, set->encoding->name, t->tensor->rows, t->tensor->columns, t->r->step, t->trained - 1,
               t->unread ? " after its unread rows" : "");
    fputc('\n', s->out);
    screen_say(s, 0, "The rows that positions read: positions down, columns across; %s: received a gradient.",
               s->colours == SCREEN_PLAIN ? "*" : "a bar");
    struct heat map = {.m = t->vectors, .row.edge = edge, .edge_says = says, .mark = t->moved};
    screen_heat(s, &map);
    say_moved(s, t);
    fputc('\n', s->out);
    screen_say(s, 0, "Similarity: products of the rows of two positions.");
    map.m = t->similarity;
    map.square = true;
    map.column.edge = edge;
    screen_heat(s, &map);
    screen_say(s, 0, "Along a diagonal the numbers differ by %.4f of the largest at most.",
               geometry_toeplitz_error(&t->similarity));
}

static void print_json(const struct position_table *t) {
    json_t *moved = json_array();
    for (int i = 0; i < t->positions; i++)
        json_array_append_new(moved, json_boolean(t->moved[i]));
    command_print_json(json_pack("{ss ss si si si ss so so so}", "task", t->r->settings.task->name, "encoding",
                                 t->r->settings.encoding->name, "positions", t->positions, "trained", t->trained,
                                 "rows", t->rows, "extrapolation", t->use.policy->name, "matrix",
                                 show_matrix_json(&t->vectors), "received_gradient", moved, "similarity",
                                 show_matrix_json(&t->similarity)));
}

static bool run(const struct screen *s, struct arguments *a, struct error *e) {
    struct run *r = command_read_run(&command_show, a, e);
    struct position_table t;
    if (!r || !table_open(&t, r, a, e))
        return false;
    if (a->json)
        print_json(&t);
    else
        draw(s, &t);
    return true;
}

const struct show show_positions = {
    .name = "positions", .operand = "RUN", .operands = 1, .options = "positions width colour json", .run = run};
