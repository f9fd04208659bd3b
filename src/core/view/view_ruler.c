/* view_ruler.c -- the ruler: which position each position of a text longer than in training is read as, under each
 * policy; see view.h. */
#include <math.h>

#include "base/text.h"
#include "view/view.h"

enum { TIMES = 4 }; /* as long as in training, unless the user says how long */

/* What a policy makes of positions 0..T-1, of which training had 0..L-1. */
struct reading {
    const struct policy *policy;
    double *at;                  /* (T): the position read; POLICY_NOWHERE: none */
    int unseen, nowhere, shared; /* read beyond L-1; not at all; read by another as well */
    int different;               /* of whole positions read, how many are not the same */
    double last;                 /* the largest that is read */
    double step;                 /* between neighbours, where it is not 1 for all that are read */
    double *slower;              /* (waves): how many times more slowly each turns, from the fastest on; 1: as before */
    int waves, kept, full;       /* of these, how many are left alone; are as slow as any */
    double slowest;              /* the largest of them */
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
        r->kept += r->slower[i] == 1;
    }
    for (int i = 0; i < r->waves; i++)
        r->full += r->slower[i] > r->slowest * (1 - 1e-9);
}

static void read_policy(struct reading *r, const struct encoding_built *b, const struct policy *p, int length,
                        struct arena *arena) {
    const struct encoding_use use = {.built = b, .policy = p, .length = length};
    const struct encoding_counts n = encoding_counts(&use);
    int *readers = arena_alloc(arena, (size_t)length, sizeof *readers);
    *r = (struct reading){.policy = p, .at = arena_alloc(arena, (size_t)length, sizeof *r->at), .last = -1};
    for (int t = 0; t < length; t++) {
        double at = r->at[t] = encoding_mapped(&use, t, n);
        r->unseen += at > n.trained - 1;
        r->nowhere += at == POLICY_NOWHERE;
        r->last = fmax(r->last, at);
        if (at >= 0 && at == floor(at))
            readers[(int)at]++;
    }
    for (int t = 0; t < length; t++) {
        r->different += readers[t] > 0;
        r->shared += r->at[t] >= 0 && r->at[t] == floor(r->at[t]) && readers[(int)r->at[t]] > 1;
    }
    read_waves(r, &use, arena);
    r->step = length > 1 && r->at[1] != POLICY_NOWHERE ? r->at[1] - r->at[0] : 1;
}

/* "positions", or for a bias on scores "distances". */
static const char *noun(const struct encoding_built *b) {
    return b->acts_on & ACTS_ON_DISTANCES ? "distances" : "positions";
}

/* Of a policy that slows waves down: those between the fastest and the slowest by degrees, or many in full. */
static const char *says_waves(const struct reading *r, struct arena *arena) {
    if (r->full == 1 && r->kept <= 1)
        return arena_format(arena, "fast angles turn as in training, the slowest %.4g times more slowly", r->slowest);
    return arena_format(arena, "the waves, from fast to slow: %d as in training, %d blended, %d slowed down %.4g times",
                        r->kept, r->waves - r->kept - r->full, r->full, r->slowest);
}

/* What a policy does to the text, in words. */
static const char *says(const struct reading *r, const struct encoding_built *b, int length, struct arena *arena) {
    const char *what = noun(b);
    if (length <= b->size.trained)
        return arena_format(arena, "all %d %s occurred in training", length, what);
    if (r->slowest > 1)
        return says_waves(r, arena);
    if (r->unseen)
        return arena_format(arena, "%d of %d %s %s", r->unseen, length, what,
                            b->rows ? "read rows that training never touched" : "never occurred in training");
    if (r->nowhere)
        return arena_format(arena, "%d of %d %s are left out", r->nowhere, length, what);
    if (r->shared)
        return arena_format(arena, "the %d %s are read as only %d different ones", length, what, r->different);
    return arena_format(arena, "all %d %s fit into 0..%.4g, %.3g apart instead of 1", length, what, r->last, r->step);
}

const char *ruler_says(const struct encoding_built *b, const struct policy *policy, int positions,
                       struct arena *arena) {
    struct reading r;
    read_policy(&r, b, policy, positions, arena);
    return says(&r, b, positions, arena);
}

static void put(const struct view *v, const struct reading *r, const char *text, int length) {
    json_put(v->json, "{ policy s says s unseen i nowhere i shared i reads [", r->policy->name, text, r->unseen,
             r->nowhere, r->shared);
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
static void add_policies(struct chart *c, const struct view *v, const struct encoding_alone *of, int length,
                         struct arena *arena) {
    const struct encoding_built *b = &of->built;
    for (int k = 0; b->policies[k]; k++) {
        struct reading r;
        read_policy(&r, b, b->policies[k], length, arena);
        const char *text = says(&r, b, length, arena);
        put(v, &r, text, length);
        if (!is_drawn(of, r.policy))
            continue;
        const char *sentence = arena_format(arena, "%s: %s.", r.policy->name, text);
        view_sees(v, "%s", sentence);
        c->describe = text_join(c->describe, " ", sentence, arena);
        add_line(c, &r, length, k, arena);
    }
}

static bool tell(const struct view *v, const struct view_of *o, struct error *e) {
    struct encoding_alone *of = o->encoding;
    const struct encoding_built *b = &of->built;
    struct arena arena = {0};
    int words = v->words ? v->words : TIMES * of->task.size.trained.high, trained = b->size.trained;
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
    add_policies(&c, v, of, length, &arena);
    json_put(v->json, "]");
    chart_fit(&c);
    view_gap(v);
    view_say(v, 0, "%s", c.title);
    if (v->s)
        screen_chart(v->s, &c);
    view_chart(v, &c);
    arena_free(&arena);
    return true;
}

const struct view_kind view_ruler = {
    .of = "encoding",
    .name = "ruler",
    .summary = "which position each position of a longer text is read as, under each policy",
    .options = "length",
    .unopened = true,
    .tell = tell,
};
