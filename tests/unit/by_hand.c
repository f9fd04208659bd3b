/* by_hand.c -- see by_hand.h. */
#include "unit/by_hand.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "encoding/encoding.h"
#include "study/comparison_folder.h"
#include "study/member.h"
#include "study/plan.h"
#include "study/series.h"
#include "unit/signed.h"
#include "unit/tests.h"

static void write_text(const char *folder, const char *name, const char *text) {
    char path[PATH_MAX_LENGTH];
    struct error e;
    assert_true(file_path(path, folder, name, &e));
    write_signed(path, text);
}

struct score *by_hand_score(struct evaluation_result *r, int right, int count) {
    struct score *s = arena_alloc(r->arena, 1, sizeof *s);
    *s = (struct score){.count = count, .value = {count ? (double)right / count : (double)NAN}};
    s->sum[METRIC_ACCURACY] = arena_alloc(r->arena, 1, sizeof(double));
    *s->sum[METRIC_ACCURACY] = right;
    return s;
}

static double chance_at(int words) { return words > 16 ? 0.4 : 0.5; }

void by_hand_fill(struct evaluation_result *r, const struct settings *s, const struct by_hand *of,
                  const struct by_hand_member *m, struct arena *arena) {
    const int examples = s->eval.examples;
    *r = (struct evaluation_result){.task = s->task,
                                    .mixer = s->mixer,
                                    .encoding = s->encoding,
                                    .seed = s->train.seed,
                                    .steps = s->train.steps,
                                    .words = {of->trained},
                                    .examples = examples,
                                    .lengths = BY_HAND_LENGTHS,
                                    .sums = {1},
                                    .seen = (double)NAN,
                                    .kernels = "Haswell",
                                    .seconds = 0.5,
                                    .baselines = 1,
                                    .baseline = arena_alloc(arena, 1, sizeof *r->baseline),
                                    .arena = arena};
    r->baseline[CHANCE] =
        (struct baseline_levels){"chance", {{{of->chance_in_range, chance_at(of->words[0]), chance_at(of->words[1])}}}};
    r->in_range = by_hand_score(r, m->in_range, examples);
    for (int i = 0; i < BY_HAND_LENGTHS; i++)
        r->words[1 + i] = (struct range){of->words[i], of->words[i]};
    for (int k = 0; k < BY_HAND_POLICIES && of->policy[k]; k++) {
        struct evaluation_row *row = &r->row[r->rows++];
        row->policy = of->policy[k];
        row->applies = policy_fits(row->policy, s->encoding->acts_on);
        evaluation_row_alloc(r, row);
        for (int i = 0; i < BY_HAND_LENGTHS; i++)
            row->at[1 + i] = by_hand_score(r, row->applies ? m->right[k][i] : 0, row->applies ? examples : 0);
    }
}

static void write_run(const char *folder, const struct settings *s, const struct by_hand *of,
                      const struct by_hand_member *m) {
    struct evaluation_result r;
    struct error e;
    struct arena arena = {0};
    char config[SETTINGS_TEXT];
    assert_true(file_make_folder(folder, &e));
    settings_write(s, config, RUN_SECTIONS);
    write_text(folder, "config.ini", config);
    if (!m->in_range)
        return;
    by_hand_fill(&r, s, of, m, &arena);
    assert_true(evaluation_write(&r, folder, &e));
    arena_free(&arena);
}

static void assign(struct assignments *a, const struct by_hand *of) {
    struct error e;
    memset(a, 0, sizeof *a);
    for (const char *const *s = of->settings; *s; s++)
        assert_true(assignments_override(a, *s, &e));
}

static void write_comparison(const char *folder, const struct assignments *a, const struct by_hand *of) {
    struct comparison_result *c;
    struct arena arena = {0};
    struct error e;
    char path[PATH_MAX_LENGTH];
    c = arena_alloc(&arena, 1, sizeof *c);
    if (!compare_plan(c, a, NULL, &arena, &e))
        fail_msg("%s", e.text);
    write_text(folder, "config.ini", c->config);
    for (int k = 0; k < c->members; k++) {
        const struct settings own = member_settings(&c->member[k]);
        assert_string_equal(c->member[k].name, of->member[k].name);
        assert_true(file_path(path, folder, c->member[k].name, &e));
        write_run(path, &own, of, &of->member[k]);
    }
    arena_free(&arena);
}

void by_hand_write(const char *folder, const struct by_hand *of) {
    struct assignments a;
    struct settings s;
    struct error e;
    assign(&a, of);
    if (assignments_value(&a, "compare.members"))
        write_comparison(folder, &a, of);
    else if (settings_resolve(&s, &a, NULL, &e))
        write_run(folder, &s, of, of->member);
    else
        fail_msg("%s", e.text);
}
