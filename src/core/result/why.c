/* why.c -- see why.h. */
#include "result/why.h"

#include "base/file.h"
#include "base/text.h"
#include "measure/asks.h"
#include "study/read_results.h"
#include "study/series.h"

struct why *why_of_model(const struct answer *a, const struct answer_model *m, int at, const struct encoding_alone *of,
                         struct arena *arena) {
    const struct comparison_result *c = a->c;
    int rows = answer_rows(m), words = c->words[at].high;
    struct why *all = arena_alloc(arena, (size_t)rows, sizeof *all);
    enum seen_news *news = arena_alloc(arena, (size_t)c->rows, sizeof *news);
    for (int i = 0; i < rows; i++) {
        const struct compare_row *r = m->row + i;
        struct encoding_parts_seen seen;
        all[i] = (struct why){.model = m, .row = r, .words = words, .fact = "", .price = ""};
        if (r->policy != &policy_refuse && !encoding_accepts(&of->built, r->policy))
            continue;
        asks_see(
            &seen, of,
            &(struct asks_text){.policy = r->policy, .positions = encoding_alone_positions(of, words), .words = words},
            arena);
        all[i].fact = seen.fact;
        all[i].price = seen.price;
        news[r - c->row] = seen_news(&seen);
    }
    for (int i = 0; i < rows; i++)
        verdict_find(&all[i].verdict, &(struct verdict_of){a, m, all[i].row, at, news}, arena);
    return all;
}

/* ---- Of all models */

static struct why *of_series(const struct answer *a, const struct answer_model *m, struct arena *arena) {
    static const struct assignments nothing;
    char folder[PATH_MAX_LENGTH];
    const struct member *member = series_model(m->series);
    const struct settings set = member_settings(member);
    struct why *all = NULL;
    struct encoding_alone alone;
    struct task_built task;
    struct run run;
    struct error e;
    if (!member_task(&task, a->c, &set, arena, &e) || !encoding_alone_of(&alone, &set, &task, &e))
        return NULL;
    bool read = alone.built.tensors && member_folder(folder, a->c, member, &e) &&
                checkpoint_read_folder(&run, folder, &nothing, NULL, NULL, &e);
    if (read)
        encoding_alone_take(&alone, &run);
    all = why_of_model(a, m, a->at, &alone, arena);
    if (read)
        run_free(&run);
    encoding_alone_free(&alone);
    return all;
}

int why_of_comparison(struct why **list, const struct answer *a, struct arena *arena) {
    int count = 0;
    *list = arena_alloc(arena, (size_t)a->c->rows + 1, sizeof **list);
    if (a->at == IN_RANGE || a->c->settings.task->fixed_test || !a->c->task.kind)
        return 0;
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++) {
        const struct why *of = m->own && !m->own->first->settings->baseline ? of_series(a, m, arena) : NULL;
        for (int i = 0; of && i < answer_rows(m); i++)
            (*list)[count++] = of[i];
    }
    return count;
}

/* ---- As text */

const char *why_text(const struct why *w, struct arena *arena) {
    return text_join(text_join(w->fact, " ", w->price, arena), " ", w->verdict.sentence, arena);
}

int why_paragraphs(struct why_paragraph **list, const struct answer *a, struct arena *arena) {
    struct why *all;
    int rows = why_of_comparison(&all, a, arena), count = 0;
    *list = arena_alloc(arena, (size_t)a->models + 1, sizeof **list);
    for (int i = 0; i < rows; i++) {
        const struct why *w = &all[i], *under = NULL;
        if (w->row != w->model->own)
            continue;
        for (int k = 0; k < rows; k++)
            under = all[k].row == w->model->under && w->row != all[k].row ? &all[k] : under;
        struct why_paragraph *p = &(*list)[count++];
        *p = (struct why_paragraph){w->model->series->first->label, why_text(w, arena)};
        if (under && w->verdict.kind != VERDICT_NOT_LEARNED)
            p->text = arena_format(arena, "%s Under %s: %s", p->text, under->row->policy->name,
                                   text_join(under->price, " ", under->verdict.sentence, arena));
    }
    return count;
}

void why_put(struct json_writer *w, const struct verdict *v) {
    json_put(w, "kind s sentence s", verdict_kinds[v->kind], v->sentence);
    if (v->cell)
        json_put(w, "cell s", v->cell->policy->name);
    else
        json_put(w, "cell n");
}
