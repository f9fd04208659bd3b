/* swept.c -- see swept.h. */
#include "swept.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "study/series.h"
#include "study/summarise.h"
#include "study/sweep.h"
#include "unit/tests.h"

const char *const swept_all[] = {NULL};

const struct swept_label swept_labels[SWEPT_LABELS] = {
    {"none", " learning_rate=0.001", {54, 56}, {28, 32}},
    {"none", " learning_rate=0.01", {60, 62}, {30, 33}},
    {"rope", " learning_rate=0.001 base=100", {90, 92}, {40, 44}},
    {"rope", " learning_rate=0.01 base=100", {99, -1}, {61, -1}},
    {"rope", " learning_rate=0.01 norm=post", {95, 97}, {50, 58}},
    {"learned", "", {98, 99}, {70, 74}},
};

/* A model's settings, and its options as a list of members has them. */
static struct settings resolve(const struct swept_label *g, struct member *m, struct arena *arena) {
    static const char *const keys[] = {"train.learning_rate", "encoding.base", "model.norm", "train.clip", "rope.base"};
    struct member_option *all = arena_alloc(arena, 8, sizeof *all);
    struct assignments a = {0};
    struct settings s;
    struct error e;
    char option[SETTING_TEXT_MAX];
    assert_true(assignments_set(&a, "encoding.name", g->encoding, "a test", &e));
    for (const char *text = g->options; text_item(&text, option, sizeof option);)
        for (int i = 0; i < 5; i++) {
            char *value = strchr(option, '=');
            const char *name = i < 4 ? strchr(keys[i], '.') + 1 : keys[i];
            if (strncmp(option, name, strlen(name)) != 0)
                continue;
            assert_true(assignments_set(&a, keys[i], value + 1, "a test", &e));
            struct member_option *o = &all[m->option_count++];
            const struct setting *shared = setting_find(settings_table, keys[i]);
            o->setting = shared ? shared : setting_find(encoding_find("rope")->options, "rope.base");
            o->written = arena_text(arena, option);
            o->key = i == 1 ? "rope.base" : keys[i];
        }
    m->option = all;
    if (!settings_resolve(&s, &a, NULL, &e))
        fail_msg("%s", e.text);
    return s;
}

static void set_value(struct score *s, double percent) {
    for (int k = 0; k < metric_count; k++)
        s->value[k] = k == METRIC_ACCURACY ? percent / 100 : (double)NAN;
}

static struct evaluation_result *evaluated(double in_range, double at_64, struct arena *arena) {
    struct evaluation_result *r = arena_alloc(arena, 1, sizeof *r);
    *r = (struct evaluation_result){
        .arena = arena, .words = {{4, 16}}, .steps = 800, .seen = (double)NAN, .examples = 2000};
    r->in_range = arena_alloc(arena, 1, sizeof *r->in_range);
    r->lengths = SWEPT_LENGTHS;
    set_value(r->in_range, in_range);
    for (int p = 0; p < 2; p++) { /* clamp is two points worse */
        struct evaluation_row *row = &r->row[r->rows++];
        *row = (struct evaluation_row){p ? &policy_clamp : &policy_extend, true, NULL};
        evaluation_row_alloc(r, row);
        set_value(r->row[p].at[1], in_range);
        set_value(r->row[p].at[2], at_64 - 2 * p);
    }
    return r;
}

static void add_label(struct comparison_result *c, const struct swept_label *g) {
    struct member like = {.options = g->options, .failure = "", .warning = ""};
    const struct settings own = resolve(g, &like, c->arena);
    like.settings = settings_pack(&own, NULL, c->arena);
    like.steps = own.train.steps;
    for (int i = 0; i < SWEPT_SEEDS; i++) {
        struct member *m = &c->member[c->members++];
        *m = like;
        m->seed = i + 1;
        m->label = arena_format(c->arena, "%s%s", g->encoding, g->options);
        m->name = arena_format(c->arena, "%s-seed%d", m->label, m->seed);
        m->status = g->in_range[i] < 0 ? STATUS_FAILED : STATUS_FINISHED;
        if (m->status == STATUS_FINISHED)
            m->result = evaluated(g->in_range[i], g->at_64[i], c->arena);
    }
}

void swept_begin(struct swept *w, const struct swept_label *labels, int count) {
    *w = (struct swept){0};
    w->c = (struct comparison_result){
        .arena = &w->arena, .lengths = SWEPT_LENGTHS, .words = {{4, 16}, {16, 16}, {64, 64}}};
    w->c.baseline[w->c.baselines++] = (struct baseline_levels){"chance", {{{0.55, 0.5, 0.3}}}};
    w->c.member = arena_alloc(&w->arena, (size_t)count * SWEPT_SEEDS, sizeof *w->c.member);
    for (int i = 0; i < count; i++)
        add_label(&w->c, &labels[i]);
    w->c.settings = member_settings(w->c.member);
    w->c.compare.gate = 0.95;
    compare_find_series(&w->c);
    compare_summarise(&w->c);
    w->all = w->c.sweeps;
}

void swept_end(struct swept *w) { arena_free(&w->arena); }

bool swept_over(struct swept *w, const char *name, int at, const char *const *kind) {
    const struct sweep *along = sweep_named(&w->all, name, &w->e);
    const struct fill_over of = {along, METRIC_ACCURACY, at, kind, w->only};
    return along && fill_sweep(&w->chart, &w->c, &of, &w->arena, &w->e);
}
