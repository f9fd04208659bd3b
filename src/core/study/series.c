/* series.c -- see series.h. */
#include "study/series.h"

#include <math.h>
#include <string.h>

#include "encoding/encoding.h"
#include "model/mixer.h"
#include "study/seed_list.h"

enum { SEEDS_NAMED = 6 };

struct settings member_settings(const struct member *m) {
    struct settings own = settings_unpack(m->settings);
    own.train.seed = m->seed;
    return own;
}

bool member_task(struct task_built *t, const struct comparison_result *c, const struct settings *own,
                 struct arena *arena, struct error *e) {
    const struct task_input shared = {.shared = &c->task};
    return task_build(t, own->task, own->task_options, &shared, arena, e);
}

void compare_find_series(struct comparison_result *c) {
    c->series = arena_alloc(c->arena, (size_t)c->members, sizeof *c->series);
    c->labels = 0;
    for (struct member *m = c->member; m < c->member + c->members; m++) {
        if (m == c->member || m->settings != m[-1].settings)
            c->series[c->labels++].first = m;
        c->series[c->labels - 1].end = m + 1;
        m->series = &c->series[c->labels - 1];
    }
}

const struct member *series_model(const struct series *s) {
    const struct member *m = s->first;
    while (m < s->end && m->status != STATUS_FINISHED)
        m++;
    return m < s->end ? m : NULL;
}

bool row_is_first(const struct comparison_result *c, int i) { return i == 0 || c->row[i].first != c->row[i - 1].first; }

int row_seeds(const struct comparison_result *c, const struct compare_row *row, int metric) {
    int most = 0;
    for (int i = 1; i <= c->lengths; i++)
        most = row->of[metric][i].n > most ? row->of[metric][i].n : most;
    return most;
}

double member_in_range(const struct member *m) { return m->result->in_range->value[METRIC_ACCURACY]; }

bool member_is_control(const struct member *m) {
    const struct settings s = member_settings(m);
    return !s.baseline && !encoding_acts(s.encoding) && !s.mixer->ordered;
}

bool member_must_pass(const struct member *m) { return !m->settings->baseline && !member_is_control(m); }

bool member_passed(const struct comparison_result *c, const struct member *m) {
    return m->status == STATUS_FINISHED && member_in_range(m) >= c->compare.gate;
}

bool series_has_seeds(const struct series *s, const struct series *others) {
    const struct member *m = s->first;
    for (const struct member *of = others->first; of < others->end; of++) {
        while (m < s->end && m->seed < of->seed)
            m++;
        if (m == s->end || m->seed != of->seed)
            return false;
    }
    return true;
}

const struct score *member_score(const struct member *m, const struct policy *policy, int metric, int i) {
    const struct score *found = NULL;
    for (int k = 0; m->status == STATUS_FINISHED && k < m->result->rows; k++)
        if (m->result->row[k].policy == policy)
            found = m->result->row[k].at[i];
    return found && !isnan(found->value[metric]) ? found : NULL;
}

int compare_count(const struct comparison_result *c, enum run_status status) {
    int count = 0;
    for (int k = 0; k < c->members; k++)
        count += c->member[k].status == status;
    return count;
}

const char *compare_seeds(const struct comparison_result *c, struct arena *arena) {
    int *seed = arena_alloc(arena, (size_t)c->members, sizeof *seed);
    if (c->members == 0)
        return "no seeds yet";
    for (int k = 0; k < c->members; k++)
        seed[k] = c->member[k].seed;
    const struct seed_list of = seed_list_of(seed, c->members);
    const char *text = arena_format(arena, "seeds %d", of.of.low);
    if (of.of.low == of.of.high)
        return arena_format(arena, "seed %d", of.of.low);
    if (of.listed > SEEDS_NAMED)
        return arena_format(arena, "%d seeds from %d to %d", of.listed, of.of.low, of.of.high);
    for (int k = 1; k < of.listed; k++)
        text = arena_format(arena, "%s, %d", text, of.one[k]);
    return of.listed ? text : arena_format(arena, "%s..%d", text, of.of.high);
}

int compare_before(const struct comparison_result *c) {
    int count = 0;
    for (int k = 0; k < c->members; k++)
        count += c->member[k].before;
    return count;
}
