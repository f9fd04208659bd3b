/* view_ruler.c -- the ruler: which position each position of a text longer than in training is read as, under each
 * policy; whether training had what it gets, what the policy costs (encoding/seen.h), and what the run measured at that
 * length (result/verdict.h); see view.h. */
#include <math.h>

#include "base/text.h"
#include "measure/asks.h"
#include "view/view_seen.h"

/* What a policy makes of positions 0..T-1, of which training had 0..L-1. */
struct reading {
    const struct policy *policy;
    struct encoding_parts_seen seen;
    double *at;                  /* (T): the position read; POLICY_NOWHERE: none */
    int unseen, nowhere, shared; /* read beyond L-1; not at all; read by another as well */
    double *slower;              /* (waves): how many times more slowly each turns, from the fastest on; 1: as before */
    int waves;
    double slowest; /* the largest of them */
};

/* What it makes of the waves of an encoding. */
static void read_waves(struct reading *r, const struct encoding_use *use, struct arena *arena) {
    const struct encoding_built *b = use->built;
    struct policy_wave wave;
    r->slowest = 1;
    while (b->kind->wave && b->kind->wave(b, r->waves, &wave))
        r->waves++;
    r->slower = arena_alloc(arena, (size_t)r->waves + 1, sizeof *r->slower);
    for (int i = 0; i < r->waves && b->kind->wave(b, i, &wave); i++) {
        r->slower[i] = 1 / encoding_squeeze(use, wave, encoding_counts(use)).frequency;
        r->slowest = fmax(r->slowest, r->slower[i]);
    }
}

static void read_policy(struct reading *r, const struct encoding_alone *of, const struct policy *p, int length,
                        int words, struct arena *arena) {
    const struct encoding_built *b = &of->built;
    const struct encoding_use use = {.built = b, .policy = p, .length = length};
    int *readers = arena_alloc(arena, (size_t)length, sizeof *readers);
    *r = (struct reading){.policy = p, .at = arena_alloc(arena, (size_t)length, sizeof *r->at)};
    asks_see(&r->seen, of, &(struct asks_text){.policy = p, .positions = length, .words = words}, arena);
    for (int t = 0; t < length; t++) {
        double at = r->at[t] = encoding_read_as(&use, t);
        r->unseen += at > b->size.trained - 1;
        r->nowhere += at == POLICY_NOWHERE;
        if (at >= 0 && at == floor(at))
            readers[(int)at]++;
    }
    for (int t = 0; t < length; t++)
        r->shared += r->at[t] >= 0 && r->at[t] == floor(r->at[t]) && readers[(int)r->at[t]] > 1;
    read_waves(r, &use, arena);
}

/* "positions", or for a bias on scores "distances". */
static const char *noun(const struct encoding_built *b) {
    return b->acts_on & ACTS_ON_DISTANCES ? "distances" : "positions";
}

static void put(const struct view *v, const struct reading *r, const struct verdict *verdict, int length) {
    json_put(v->json, "{ policy s", r->policy->name);
    view_put_seen(v, &r->seen);
    if (verdict)
        why_put(v->json, verdict);
    json_put(v->json, "unseen i nowhere i shared i reads [", r->unseen, r->nowhere, r->shared);
    for (int t = 0; t < length; t++)
        json_put(v->json, "f", r->at[t] == POLICY_NOWHERE ? (double)NAN : r->at[t]);
    json_put(v->json, "]");
    if (r->slowest > 1) {
        json_put(v->json, "slower [");
        for (int i = 0; i < r->waves; i++)
            json_put(v->json, "f", r->slower[i]);
        json_put(v->json, "]");
    }
    json_put(v->json, "}");
}

static void add_line(struct chart *c, const struct reading *r, int length, int colour, struct arena *arena) {
    struct chart_curve *line = chart_add_curve(c, r->policy->name, (struct sign){.colour = colour}, length, arena);
    for (int t = 0; t < length; t++)
        if (r->at[t] != POLICY_NOWHERE)
            line->point[line->points++] = chart_number(t, r->at[t]);
}

static void add_edge(struct chart *c, int trained, int length, struct arena *arena) {
    struct chart_curve *edge = chart_add_baseline(c, "last of training", 2, arena);
    edge->point[edge->points++] = chart_number(0, trained - 1);
    edge->point[edge->points++] = chart_number(length - 1, trained - 1);
}

/* The natural policy and the one that is set; all of them where none is. */
static bool is_drawn(const struct encoding_alone *of, const struct policy *p) {
    const struct policy *set = of->settings.extrapolation;
    return set == &policy_refuse || p == set || p == of->built.policies[0];
}

/* Adds each policy's line and sentence, and puts its numbers. */
static void add_policies(struct chart *c, const struct view *v, const struct encoding_alone *of,
                         const struct view_measured *m, int length, int words, struct arena *arena) {
    const struct encoding_built *b = &of->built;
    for (int k = 0; b->policies[k]; k++) {
        struct reading r;
        struct arena scratch = {0};
        const struct verdict *verdict = view_verdict(m, b->policies[k]);
        read_policy(&r, of, b->policies[k], length, words, &scratch);
        put(v, &r, verdict, length);
        if (is_drawn(of, r.policy)) {
            const char *says = text_join(r.seen.fact, " ", r.seen.price, arena);
            says = text_join(says, " ", verdict ? verdict->sentence : "", arena);
            says = b->policies[1] ? arena_format(arena, "%s: %s", r.policy->name, says) : arena_text(arena, says);
            view_sees(v, "%s", says);
            c->describe = text_join(c->describe, " ", says, arena);
            add_line(c, &r, length, k, arena);
        }
        arena_free(&scratch);
    }
}

static bool tell(const struct view *v, const struct view_of *o, struct error *e) {
    struct encoding_alone *of = o->encoding;
    const struct encoding_built *b = &of->built;
    struct arena arena = {0};
    struct view_measured m;
    int words = view_words(v, of), trained = b->size.trained;
    int length = of->positions = encoding_alone_positions(of, words);
    struct chart c = {.title = arena_format(&arena, "How the %d %s of %d words are read", length, noun(b), words),
                      .x_title = noun(b),
                      .y_title = "read as",
                      .y_least = 0,
                      .y_most = HUGE_VAL,
                      .x_high = length - 1,
                      .curve = arena_alloc(&arena, ENCODING_POLICIES, sizeof *c.curve),
                      .trained = {0, trained - 1}};
    (void)e;
    view_encoding_head(v, of);
    json_put(v->json, "words i ruler [", words);
    add_edge(&c, trained, length, &arena);
    view_measure(&m, o, words, &arena);
    add_policies(&c, v, of, &m, length, words, &arena);
    json_put(v->json, "]");
    chart_fit(&c);
    if (encoding_acts(b->kind)) {
        view_gap(v);
        view_say(v, 0, "%s", c.title);
        if (v->s)
            screen_chart(v->s, &c);
        view_chart(v, &c);
    }
    arena_free(&arena);
    return true;
}

const struct view_kind view_ruler = {
    .of = "encoding",
    .name = "ruler",
    .summary = "what a longer text gets under each policy, and whether training had it",
    .options = "length",
    .unopened = true,
    .tell = tell,
};
