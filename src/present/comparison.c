/* comparison.c -- all of a comparison, on a screen and as the document of compare.json; see fill.h. */
#include <math.h>

#include "present/fill.h"

enum { PAIRS_DRAWN = 24 };

static void draw_pairs(const struct screen *s, const struct comparison_result *c, unsigned chosen,
                       struct arena *arena) {
    struct table t;
    if (!c->pairs)
        return;
    fputc('\n', s->out);
    if (c->pairs > PAIRS_DRAWN) {
        screen_say(s, 0,
                   "Paired differences of all %d pairs of rows under one policy: in compare.json and in the report.",
                   c->pairs);
        return;
    }
    fill_pairs(&t, c, arena);
    fill_draw(s, &t, chosen);
}

void comparison_terminal(const struct screen *s, const struct comparison_result *c, unsigned chosen,
                         struct arena *arena) {
    struct table t;
    struct list failed;
    fill_summary(&t, c, arena);
    fill_draw(s, &t, chosen);
    draw_pairs(s, c, chosen, arena);
    for (int training = 0; chosen != FILL_EIGHTHS && training < (fill_has_training(c) ? 2 : 1); training++) {
        fputc('\n', s->out);
        fill_seeds(&t, c, training, arena);
        fill_draw(s, &t, chosen);
    }
    fputc('\n', s->out);
    fill_failed(&failed, c, arena);
    list_terminal(s, &failed);
}

static json_t *lengths_json(const struct comparison_result *c) {
    json_t *words = json_array();
    for (int i = 0; i < c->lengths; i++)
        json_array_append_new(words, json_integer(c->words[i].high));
    return words;
}

json_t *comparison_json(const struct comparison_result *c, struct arena *arena) {
    struct table summary, pairs, members;
    json_t *chance = json_object(), *in_range = json_object();
    fill_summary(&summary, c, arena);
    fill_pairs(&pairs, c, arena);
    fill_members(&members, c, true, arena);
    for (int m = 0; m < metric_count; m++) {
        if (!table_has_layer(&summary, m))
            continue;
        double x = c->chance[m].in_range;
        json_object_set_new(chance, metrics[m].name, table_json_lengths(&summary, &summary.chance, m));
        json_object_set_new(in_range, metrics[m].name, isnan(x) ? json_null() : json_real(x));
    }
    return json_pack("{ss so so so si sf so so so sf}", "task", c->settings.task->name, "lengths", lengths_json(c),
                     "chance", chance, "in_range_chance", in_range, "trained_length", c->trained_high, "gate",
                     c->settings.compare.gate, "members", table_json(&members), "summary", table_json(&summary),
                     "paired", table_json(&pairs), "seconds", c->seconds);
}
