/* view_seen.c -- see view_seen.h. */
#include "view/view_seen.h"

enum { TIMES = 4 };

int view_words(const struct view *v, const struct encoding_alone *of) {
    return v->words ? v->words : TIMES * of->task.size.trained.high;
}

void view_put_seen(const struct view *v, const struct encoding_parts_seen *all) {
    json_put(v->json, "fact s price s seen [", all->fact, all->price);
    for (int i = 0; i < all->parts; i++) {
        const struct encoding_seen *s = &all->part[i];
        json_put(v->json, "{ kind s of i outside i units i unseen i ranges [", seen_kind_name(s->kind), s->of,
                 s->outside, s->units, s->unseen);
        for (int k = 0; s->unit && k < s->units; k++) {
            const struct seen_unit *u = &s->unit[k];
            json_put(v->json, "{ trained [ f f ] now [ f f ] outside i }", u->trained_low, u->trained_high, u->now_low,
                     u->now_high, u->outside);
        }
        json_put(v->json, "] }");
    }
    json_put(v->json, "]");
}

void view_measure(struct view_measured *m, const struct view_of *o, int words, struct arena *arena) {
    const struct comparison_result *c = o->measured;
    struct answer a;
    *m = (struct view_measured){0};
    for (int i = 1; c && i <= c->lengths && !m->rows; i++)
        if (c->words[i].high == words) {
            answer_find(&a, c, METRIC_ACCURACY, arena);
            m->of = why_of_model(&a, a.model, i, o->encoding, arena);
            m->rows = answer_rows(a.model);
        }
}

const struct verdict *view_verdict(const struct view_measured *m, const struct policy *p) {
    for (int i = 0; i < m->rows; i++)
        if (m->of[i].row->policy == p)
            return &m->of[i].verdict;
    return NULL;
}
