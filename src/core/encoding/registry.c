/* registry.c -- the list of encodings, made from kinds.h, and the code common to all. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/registry.h"
#include "base/text.h"
#include "encoding/kinds.h"

#define ROW(name) &encoding_##name,
const struct encoding *const encodings[] = {ENCODING_KINDS(ROW) NULL};

const struct encoding *encoding_find(const char *name) { return registry_find(encodings, name); }

bool encoding_acts(const struct encoding *kind) { return kind->embed || !encoding_is_embedded(kind); }

bool encoding_adds_to_scores(const struct encoding *kind) { return kind->content || kind->bias; }

bool encoding_is_embedded(const struct encoding *kind) { return !kind->rotate && !encoding_adds_to_scores(kind); }

/* Number of an encoding's row in pictures: that in the registry, past the rows of recurrences. */
static int row_of(const struct encoding *kind) {
    int at = 0;
    while (encodings[at] && encodings[at] != kind)
        at++;
    return at < SIGN_FIRST_RECURRENCE ? at : at + SIGN_RECURRENCES;
}

struct sign encoding_sign(const struct encoding *kind) {
    if (!kind)
        return (struct sign){SIGN_BASELINE, 0, 0};
    struct sign sign = sign_of_row(row_of(encoding_part(kind, 0)));
    int others = 0;
    for (int i = 1; encoding_part(kind, i); i++)
        others += row_of(encoding_part(kind, i));
    if (kind->parts) /* a line that is broken in one of the other ways */
        sign.dash = 1 + others % (SIGN_DASHES - 1);
    return sign;
}

bool encoding_accepts(const struct encoding_built *b, const struct policy *policy) {
    return policy_fits(policy, b->acts_on);
}

bool encoding_build(struct encoding_built *b, const struct encoding *kind, const void *options,
                    struct encoding_sizes size, struct encoding_origin origin, uint32_t seed, struct arena *arena,
                    struct error *e) {
    *b = (struct encoding_built){.kind = kind, .options = options, .size = size, .origin = origin, .seed = seed};
    return encoding_build_part(b, arena, e);
}

/* ---- Positions under policies */

struct encoding_counts encoding_counts(const struct encoding_use *use) {
    const struct encoding_sizes *size = &use->built->size;
    return (struct encoding_counts){use->built->origin.positions, size->trained, use->length};
}

double encoding_even_step(const struct encoding_use *use) {
    struct encoding_counts n = encoding_counts(use);
    double step = encoding_mapped(use, 1, n), last = encoding_mapped(use, n.length - 1, n);
    return n.length < 2 || fabs(last - step * (n.length - 1)) < 1e-6 * (last + 1) ? step : (double)NAN;
}

struct policy_squeeze encoding_squeeze(const struct encoding_use *use, struct policy_wave wave,
                                       struct encoding_counts n) {
    const struct policy *fixed = use->built->fixed;
    struct policy_squeeze first = {1, 1}, then;
    if (fixed)
        first = policy_squeeze(fixed, &wave, n.original, n.trained);
    wave.frequency *= first.frequency;
    then = policy_squeeze(use->policy, &wave, n.trained, n.length);
    return (struct policy_squeeze){first.frequency * then.frequency, first.temperature * then.temperature};
}

/* The policy of training, if it has anything to do. */
static const struct policy *fixed_policy(const struct encoding_built *b) {
    const struct encoding_origin *from = &b->origin;
    bool maps = from->positions > 0 && from->positions < b->size.trained && from->policy->acts_on & b->acts_on;
    return maps ? from->policy : NULL;
}

/* ---- Building and opening */

int encoding_columns(const struct encoding *kind, const void *options) {
    int columns = kind->columns ? kind->columns(options) : 0;
    for (int i = 0; kind->parts && kind->parts[i]; i++)
        columns += encoding_columns(kind->parts[i], encoding_part_options(options, i));
    return columns;
}

/* Columns of x for what it embeds. */
static bool reserve(struct encoding_built *b, struct error *e) {
    int left = b->size.d_model - b->taken;
    b->columns = encoding_columns(b->kind, b->options);
    b->first = b->columns ? left - b->columns : 0;
    b->width = b->columns ? b->columns : left;
    return !b->columns || b->first > 0 ||
           error_set(e, EXIT_USAGE, "fills %d column%s of x and leaves none of model.d_model = %d for the tables",
                     b->columns, b->columns > 1 ? "s" : "", b->size.d_model);
}

static double scale_of(const struct encoding_built *b) {
    const struct setting *o = setting_named(b->kind->options, "scale");
    return o ? *(const double *)((const char *)b->options + o->at) : 1;
}

bool encoding_build_part(struct encoding_built *b, struct arena *arena, struct error *e) {
    b->acts_on = b->kind->acts_on;
    b->scale = scale_of(b);
    b->fixed = fixed_policy(b);
    if (!reserve(b, e) || (b->kind->build && !b->kind->build(b, arena, e)))
        return error_prefix(e, "encoding %s", b->kind->name);
    b->fixed = fixed_policy(b); /* options may rule some out */
    policy_list(b->policies, b->acts_on);
    assert(b->tensors <= (b->kind->parts ? ENCODING_TENSORS : ENCODING_PART_TENSORS));
    return true;
}

void encoding_formula(const struct encoding_built *b, char text[ENCODING_FORMULA]) {
    text[0] = 0;
    b->kind->formula(b, text, ENCODING_FORMULA);
    text[strlen(text) - 1] = 0;
}

void encoding_formula_z(const struct encoding_built *b, double scale, const char *term, char *text, size_t size) {
    char factor[32] = "";
    if (scale != 1)
        snprintf(factor, sizeof factor, "%.9g * ", scale);
    text_append(text, size, b->columns ? "z = [x, %s%s]" : "z = x + %s%s", factor, term);
}

/* "extend, clamp or wrap" */
static bool refuse_position(const struct encoding_built *b, int length, struct error *e) {
    char names[200] = "";
    for (const struct policy *const *p = b->policies; *p; p++)
        text_append(names, sizeof names, "%s%s", p == b->policies ? "" : p[1] ? ", " : " or ", (*p)->name);
    return error_set(e, EXIT_USAGE,
                     "position %d is beyond the position table of %d rows; choose an extrapolation policy: "
                     "encoding.extrapolation (or eval.policies) = %s",
                     length - 1, b->rows, names);
}

bool encoding_use_open(struct encoding_use *use, const struct encoding_built *b, const struct encoding_weights *w,
                       const struct policy *policy, int length, struct arena *arena, struct error *e) {
    int defined = b->fixed ? b->size.trained : b->rows;
    *use = (struct encoding_use){.built = b, .policy = policy, .length = length};
    if (policy == &policy_refuse && b->rows && length > defined)
        return refuse_position(b, length, e);
    if (!encoding_accepts(b, policy))
        return error_set(e, EXIT_USAGE, "policy %s does not apply to encoding %s", policy->name, b->kind->name);
    if (b->kind->open)
        b->kind->open(use, w, arena);
    return true;
}
