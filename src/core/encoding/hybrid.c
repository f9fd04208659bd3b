/* hybrid.c -- several encodings in one model, "sinusoidal + alibi": a kind of encoding made of rows of the registry.
 *
 * Each part is built, opened and called as if alone, one after another: vectors add up, biases add up, rotations follow
 * each other. Parts that fill separate columns get adjacent ones; parts that add do so to the columns of the tables. An
 * extrapolation policy acts on the parts for which it makes sense; the others are opened under their natural one.
 *
 * A hybrid is made when it is first named and never freed. Names are read before any thread starts. */
#include <assert.h>
#include <string.h>

#include "base/registry.h"
#include "base/text.h"
#include "encoding/encoding.h"

struct hybrid {
    struct encoding kind;
    const struct encoding *part[ENCODING_PARTS + 1];
    const struct hybrid *before; /* made before it */
};

/* ---- Parts */

const struct encoding *encoding_part(const struct encoding *kind, int i) {
    return kind->parts ? kind->parts[i] : i ? NULL : kind;
}

void *encoding_part_options(const void *options, int i) { return (char *)options + (size_t)i * ENCODING_PART_OPTIONS; }

bool encoding_part_next(struct encoding_part *p, const struct encoding_use *whole, const struct encoding_weights *w) {
    p->number = p->kind ? p->number + 1 : 0;
    p->kind = encoding_part(whole->built->kind, p->number);
    p->use = whole->part ? whole->part + p->number : whole;
    for (int i = 0; p->kind && i < p->use->built->tensors; i++, p->tensors++) {
        p->weights.value[i] = w->value[p->tensors];
        p->weights.grad[i] = w->grad[p->tensors];
    }
    return p->kind;
}

/* ---- Built */

/* A later table does not start from the same random numbers as the first. */
static uint32_t seed_of(const struct encoding_built *b) {
    return b->seed ^ UINT32_C(0x9e3779b9) * (uint32_t)b->tensors;
}

/* Adds a part that is built. */
static void add_part(struct encoding_built *b, const struct encoding_built *part) {
    b->acts_on |= part->acts_on;
    b->by_length |= part->by_length;
    if (part->rows && !(b->rows && b->rows < part->rows))
        b->rows = part->rows;
    for (int i = 0; i < part->tensors; i++)
        b->tensor[b->tensors++] = part->tensor[i];
}

/* own: the parts. One that adds leaves all columns alone that others fill; one that fills columns has those before the
 * columns of the parts before it. */
static bool build(struct encoding_built *b, struct arena *arena, struct error *e) {
    struct encoding_built *part = arena_alloc(arena, ENCODING_PARTS, sizeof *part);
    const struct encoding *kind;
    bool adds = false;
    int embeds = 0;
    b->own = part;
    b->acts_on = 0;
    for (int i = 0, filled = 0; (kind = encoding_part(b->kind, i)); filled += part[i++].columns) {
        const void *options = encoding_part_options(b->options, i);
        part[i] = (struct encoding_built){.kind = kind,
                                          .options = options,
                                          .size = b->size,
                                          .origin = b->origin,
                                          .seed = seed_of(b),
                                          .taken = encoding_columns(kind, options) ? filled : b->columns};
        if (!encoding_build_part(&part[i], arena, e))
            return false;
        add_part(b, &part[i]);
        adds |= kind->embed && !part[i].columns;
        if (kind->embed) /* of two that add nothing is left out */
            b->scale = embeds++ ? 1 : part[i].scale;
    }
    if (adds) {
        b->first = 0;
        b->width = b->size.d_model;
    }
    return true;
}

/* The x of a part is the output of the parts before it. */
static void formula(const struct encoding_built *b, char *text, size_t size) {
    const struct encoding_built *part = b->own;
    bool embedded = false;
    for (int i = 0; encoding_part(b->kind, i); i++) {
        char *own = text + strlen(text);
        part[i].kind->formula(&part[i], text, size);
        if (part[i].kind->embed && embedded)
            *strchr(own, 'x') = 'z';
        embedded |= part[i].kind->embed != NULL;
    }
}

/* Those of its parts, one after another. */
static bool wave(const struct encoding_built *b, int i, struct policy_wave *out) {
    const struct encoding_built *part = b->own;
    for (int k = 0, count; encoding_part(b->kind, k); k++, i -= count) {
        const struct encoding *kind = part[k].kind;
        if (kind->wave && kind->wave(&part[k], i, out))
            return true;
        for (count = 0; kind->wave && kind->wave(&part[k], count, out);)
            count++;
    }
    return false;
}

static void init(const struct encoding_built *b, int tensor, real *value) {
    const struct encoding_built *part = b->own;
    for (; tensor >= part->tensors; part++)
        tensor -= part->tensors;
    part->kind->init(part, tensor, value);
}

static void open(struct encoding_use *use, const struct encoding_weights *w, struct arena *arena) {
    struct encoding_built *part = use->built->own;
    struct error e;
    use->part = arena_alloc(arena, ENCODING_PARTS, sizeof *use->part);
    for (int i = 0; encoding_part(use->built->kind, i); i++)
        use->part[i].built = &part[i];
    for (struct encoding_part p = {0}; encoding_part_next(&p, use, w);) {
        const struct encoding_built *b = p.use->built;
        const struct policy *policy = encoding_accepts(b, use->policy) ? use->policy : b->policies[0];
        bool ok = encoding_use_open(&use->part[p.number], b, &p.weights, policy, use->length, arena, &e);
        assert(ok && "the whole was refused before its parts");
        (void)ok;
    }
}

/* ---- Hooks: those of all parts */

static void embed(const struct encoding_use *use, const struct encoding_weights *w, real *x, struct span s) {
    for (struct encoding_part p = {0}; encoding_part_next(&p, use, w);)
        if (p.kind->embed)
            p.kind->embed(p.use, &p.weights, x, s);
}

/* x += e_1 + e_2 + ...: dx reaches all of them */
static void embed_backward(const struct encoding_use *use, const struct encoding_weights *w, const real *dx,
                           struct span s) {
    for (struct encoding_part p = {0}; encoding_part_next(&p, use, w);)
        if (p.kind->embed_backward)
            p.kind->embed_backward(p.use, &p.weights, dx, s);
}

static void rotate(const struct encoding_use *use, real *x, struct span s) {
    const struct encoding *kind;
    for (int i = 0; (kind = encoding_part(use->built->kind, i)); i++)
        if (kind->rotate)
            kind->rotate(&use->part[i], x, s);
}

/* x = ... R_2 R_1 x: back in the other order */
static void rotate_backward(const struct encoding_use *use, real *dx, struct span s) {
    for (int i = ENCODING_PARTS - 1; i >= 0; i--)
        if (use->part[i].built && use->part[i].built->kind->rotate_backward)
            use->part[i].built->kind->rotate_backward(&use->part[i], dx, s);
}

static void content(const struct encoding_use *use, const struct encoding_weights *w, real *score,
                    struct encoding_query query) {
    for (struct encoding_part p = {0}; encoding_part_next(&p, use, w);)
        if (p.kind->content)
            p.kind->content(p.use, &p.weights, score, query);
}

static void content_backward(const struct encoding_use *use, const struct encoding_weights *w, real *dscore,
                             struct encoding_query query) {
    for (struct encoding_part p = {0}; encoding_part_next(&p, use, w);)
        if (p.kind->content_backward)
            p.kind->content_backward(p.use, &p.weights, dscore, query);
}

static void bias(const struct encoding_use *use, const struct encoding_weights *w, real *score, struct span query,
                 struct span key) {
    for (struct encoding_part p = {0}; encoding_part_next(&p, use, w);)
        if (p.kind->bias)
            p.kind->bias(p.use, &p.weights, score, query, key);
}

/* score += b_1 + b_2 + ...: dscore reaches all of them */
static void bias_backward(const struct encoding_use *use, const struct encoding_weights *w, const real *dscore,
                          struct span query, struct span key) {
    for (struct encoding_part p = {0}; encoding_part_next(&p, use, w);)
        if (p.kind->bias_backward)
            p.kind->bias_backward(p.use, &p.weights, dscore, query, key);
}

/* ---- Made */

static struct arena made;           /* all hybrids and their texts */
static const struct hybrid *newest; /* the last one made */

/* A text of each part that has it, one after another; NULL: none has. */
static const char *texts(const struct encoding *const *part, size_t at, const char *between) {
    char text[2048] = "";
    for (int i = 0; part[i]; i++) {
        const char *own = *(const char *const *)((const char *)part[i] + at);
        text_append(text, sizeof text, "%s%s", own && *text ? between : "", own ? own : "");
    }
    return *text ? arena_text(&made, text) : NULL;
}

#define TEXTS(field, between) texts(h->part, offsetof(struct encoding, field), between)

/* Hooks that no part has stay NULL. */
static void take_hooks(struct encoding *kind, const struct encoding *part) {
    kind->init = part->init ? init : kind->init;
    kind->wave = part->wave ? wave : kind->wave;
    kind->embed = part->embed ? embed : kind->embed;
    kind->embed_backward = part->embed_backward ? embed_backward : kind->embed_backward;
    kind->rotate = part->rotate ? rotate : kind->rotate;
    kind->rotate_backward = part->rotate_backward ? rotate_backward : kind->rotate_backward;
    kind->content = part->content ? content : kind->content;
    kind->content_backward = part->content_backward ? content_backward : kind->content_backward;
    kind->largest = part->largest ? part->largest : kind->largest;
    kind->bias = part->bias ? bias : kind->bias;
    kind->bias_backward = part->bias_backward ? bias_backward : kind->bias_backward;
}

static const struct encoding *make(const struct encoding *const part[ENCODING_PARTS + 1]) {
    struct hybrid *h = arena_alloc(&made, 1, sizeof *h);
    memcpy(h->part, part, sizeof h->part);
    h->kind = (struct encoding){
        .name = TEXTS(name, "+"),
        .summary = TEXTS(summary, "; "),
        .source = TEXTS(source, "; "),
        .weakness = TEXTS(weakness, " "),
        .starts = TEXTS(starts, "; "),
        .relative = true,
        .parts = h->part,
        .formula = formula,
        .build = build,
        .open = open,
    };
    h->kind.try_next = arena_format(&made, "poslab show encoding %s", h->kind.name);
    for (int i = 0; part[i]; i++) {
        h->kind.table = h->kind.table ? h->kind.table : part[i]->table;
        h->kind.relative &= part[i]->relative;
        h->kind.acts_on |= part[i]->acts_on;
        take_hooks(&h->kind, part[i]);
    }
    if (h->kind.content) /* it reads queries, which are rotated by their positions */
        h->kind.relative &= !h->kind.rotate;
    h->before = newest;
    newest = h;
    return &h->kind;
}

static const struct encoding *find(const struct encoding *const part[ENCODING_PARTS + 1]) {
    for (const struct hybrid *h = newest; h; h = h->before)
        if (memcmp(h->part, part, sizeof h->part) == 0)
            return &h->kind;
    return make(part);
}

/* ---- Named */

static bool has(const struct encoding *kind, const struct encoding *one) {
    for (int i = 0; encoding_part(kind, i); i++)
        if (encoding_part(kind, i) == one)
            return true;
    return false;
}

/* Whether an encoding that is in one of them, or in both, can be in a hybrid of so many others. */
static bool check_part(const struct encoding *kind, bool twice, int others, struct error *e) {
    if (twice)
        return error_set(e, EXIT_USAGE, "%s is given twice in one encoding", kind->name);
    if (!encoding_acts(kind))
        return error_set(e, EXIT_USAGE, "%s means no positions, so it cannot be joined with another encoding",
                         kind->name);
    return others < ENCODING_PARTS ||
           error_set(e, EXIT_USAGE, "more than %d encodings are joined with +", ENCODING_PARTS);
}

bool encoding_join(const struct encoding **whole, const struct encoding *more, struct error *e) {
    const struct encoding *part[ENCODING_PARTS + 1] = {NULL};
    int count = 0;
    for (int i = 0; encodings[i]; i++) {
        bool before = has(*whole, encodings[i]), now = has(more, encodings[i]);
        if ((before || now) && !check_part(encodings[i], before && now, count, e))
            return false;
        if (before || now)
            part[count++] = encodings[i];
    }
    *whole = find(part);
    return true;
}

/* Words of the field for several of them. */
static bool is_several(const char *name, char list[SETTING_TEXT_MAX]) {
    bool relative = strcmp(name, "relative") == 0;
    list[0] = 0;
    for (int i = 0; encodings[i] && (relative || strcmp(name, "absolute") == 0); i++)
        if (encoding_acts(encodings[i]) && encoding_is_embedded(encodings[i]) != relative)
            text_append(list, SETTING_TEXT_MAX, "%s%s", *list ? ", " : "", encodings[i]->name);
    return *list;
}

static bool unknown(const char *name, struct error *e) {
    char list[SETTING_TEXT_MAX];
    if (is_several(name, list))
        return error_set(e, EXIT_USAGE, "several encodings are %s: %s; name one", name, list);
    return registry_unknown(encodings, "encodings", name, e);
}

/* Copies the name up to the next +, without blanks around it; returns the text after the name. */
static const char *read_name(const char *text, char name[SETTING_TEXT_MAX]) {
    size_t skipped = strspn(text, " \t"), length = strcspn(text += skipped, "+");
    const char *end = text + length;
    while (length > 0 && strchr(" \t", text[length - 1]))
        length--;
    snprintf(name, SETTING_TEXT_MAX, "%.*s", (int)length, text);
    return end;
}

bool encoding_read(const struct encoding **kind, const char *text, struct error *e) {
    char name[SETTING_TEXT_MAX];
    *kind = NULL;
    for (bool more = true; more; text++) {
        text = read_name(text, name);
        more = *text == '+';
        const struct encoding *part = encoding_find(name);
        if (!*name && (more || *kind))
            return error_set(e, EXIT_USAGE, "a name is missing next to +");
        if (!part)
            return unknown(name, e);
        if (!*kind)
            *kind = part;
        else if (!encoding_join(kind, part, e))
            return false;
    }
    return true;
}
