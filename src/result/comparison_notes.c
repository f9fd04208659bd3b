/* comparison_notes.c -- what is said below the means of a comparison: what passing means, which rows there are not,
 * what no column shows; see fill.h. */
#include <math.h>
#include <string.h>

#include "result/fill.h"

static const char *passed_text(const struct table *t, const struct comparison_result *c) {
    return arena_format(t->arena, "Passed: seeds with %g %% or more in range.", 100 * c->compare.gate);
}

/* Models that differ in options and seeds alone. */
struct kind {
    const struct member *first; /* its first that is finished */
    int labels, lacking;        /* those for which a policy makes no sense */
};

static bool lacks(const struct member *m, const struct policy *policy) {
    for (int i = 0; i < m->result->rows; i++)
        if (m->result->row[i].policy == policy && !m->result->row[i].applies)
            return true;
    return false;
}

/* The kinds of finished members, and how many labels of each lack the policy. */
static struct kind *count_kinds(int *count, const struct table *t, const struct comparison_result *c,
                                const struct policy *policy) {
    struct kind *kind = arena_alloc(t->arena, (size_t)c->members, sizeof *kind);
    *count = 0;
    for (int k = 0; k < c->members; k++) {
        const struct member *m = &c->member[k];
        int at = 0;
        if (!member_is_first(c, k))
            continue;
        while (at < *count && (kind[at].first->settings->encoding != m->settings->encoding ||
                               kind[at].first->settings->mixer != m->settings->mixer ||
                               kind[at].first->settings->baseline != m->settings->baseline))
            at++;
        if (at == *count)
            kind[(*count)++].first = m;
        kind[at].labels++;
        kind[at].lacking += lacks(m, policy);
    }
    return kind;
}

/* "none", "rope base=100" where it is the only one of its kind, "some of rope" */
static const char *kind_text(const struct table *t, const struct kind *kind) {
    const struct member *m = kind->first;
    int length = (int)(strlen(m->label) - (kind->labels > 1 ? strlen(m->options) : 0));
    return arena_format(t->arena, "%s%.*s", kind->lacking < kind->labels ? "some of " : "", length, m->label);
}

/* "interpolate for none, ratio": policies that make no sense for a model, and so are no rows; NULL: there are none. */
static const char *left_out_text(const struct table *t, const struct comparison_result *c) {
    const char *text = NULL;
    for (const struct policy *const *p = policies; *p; p++) {
        int kinds;
        const struct kind *kind = count_kinds(&kinds, t, c, *p);
        bool named = false;
        for (int i = 0; i < kinds; i++) {
            if (!kind[i].lacking)
                continue;
            const char *name = kind_text(t, &kind[i]);
            text = named  ? arena_format(t->arena, "%s, %s", text, name)
                   : text ? arena_format(t->arena, "%s; %s for %s", text, (*p)->name, name)
                          : arena_format(t->arena, "%s for %s", (*p)->name, name);
            named = true;
        }
    }
    return text ? arena_format(t->arena, "Not shown, because the policy does not apply: %s.", text) : NULL;
}

/* The mean over seeds of what they know; the members of one seed have the same examples. */
double fill_seen(const struct comparison_result *c) {
    double sum = 0;
    int count = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        if (m->status == STATUS_FINISHED && !isnan(m->result->seen)) {
            sum += m->result->seen;
            count++;
        }
    return count ? sum / count : (double)NAN;
}

const char *fill_summary_notes(const struct table *t, const struct comparison_result *c) {
    const char *text = passed_text(t, c);
    const char *more[] = {left_out_text(t, c),
                          fill_notes(t, c->left_out, c->folders ? (double)NAN : fill_seen(c), c->note),
                          training_notes_of_all(t, c)};
    for (int i = 0; i < 3; i++)
        text = more[i] ? arena_format(t->arena, "%s\n%s", text, more[i]) : text;
    return text;
}
