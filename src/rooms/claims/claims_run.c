/* claims_run.c -- the experiments of claims, planned, checked and run as comparisons; see claims.h. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "claims/claims.h"
#include "encoding/encoding.h"
#include "folder/folder_kind.h"
#include "study/comparison_folder.h"
#include "study/find_finished.h"
#include "study/plan.h"
#include "study/pool.h"
#include "study/read_results.h"
#include "study/series.h"

/* ---- Before anything runs: does the experiment have what a point names? */

static bool check_point(const struct claim_point *p, struct error *e) {
    const struct comparison_result *c = &p->in->c;
    const struct member *m = c->member;
    struct range words[COLUMNS_MAX];
    while (m < c->member + c->members && strcmp(m->label, p->member) != 0)
        m++;
    if (m == c->member + c->members)
        return error_set(e, EXIT_USAGE, "has no member '%s' (compare.members = %s)", p->member,
                         assignments_value(&p->in->settings, "compare.members"));
    const struct settings own = member_settings(m);
    const struct evaluation *eval = &own.eval;
    int lengths = p->at > 0 ? lengths_read(eval->lengths, &c->task, words + 1, e) : 0;
    if (p->at == AT_GAP && own.train.examples == 0)
        return error_set(e, EXIT_USAGE, "has no gap: it trains on fresh examples (task.examples = 0)");
    if (p->at > 0 && claim_column(p, words, lengths) < 0)
        return error_set(e, EXIT_USAGE, "is not evaluated at %dx (eval.lengths = %s)", p->at, eval->lengths);
    if (p->policy && !(policy_fits(p->policy, own.encoding->acts_on) && policy_is_asked(eval->policies, p->policy)))
        return error_set(e, EXIT_USAGE, "does not evaluate %s under %s (eval.policies = %s)", p->member,
                         p->policy->name, eval->policies);
    return true;
}

/* Wants the experiments that rows of the wanted claims read; where they are planned, checks that they can be read. */
static bool want(struct claims_book *b, bool planned, struct error *e) {
    for (int k = 0; k < b->claims; k++)
        for (int i = 0; b->claim[k]->wanted && i < 2 * b->claim[k]->rows; i++) {
            const struct claim_row *row = &b->claim[k]->row[i / 2];
            for (const struct claim_point *p = i % 2 ? &row->b : &row->a; p && p->in; p = p->other) {
                if (planned && !check_point(p, e))
                    return error_prefix(e, "%s: row: %s", row->where, p->in->name);
                p->in->seeds = p->in->seeds > b->claim[k]->seeds ? p->in->seeds : b->claim[k]->seeds;
            }
        }
    return true;
}

bool claims_plan(struct claims_book *b, int seeds, struct arena *arena, struct error *e) {
    char text[32];
    if (seeds > CLAIM_SEEDS)
        return error_set(e, EXIT_USAGE, "--seeds %d: at most %d", seeds, CLAIM_SEEDS);
    for (int k = 0; k < b->claims; k++)
        b->claim[k]->seeds = seeds ? seeds : b->claim[k]->seeds;
    want(b, false, e);
    for (int i = 0; i < b->experiments; i++) {
        struct experiment *x = b->experiment[i];
        snprintf(text, sizeof text, "1..%d", x->seeds);
        if (x->seeds && !(assignments_set(&x->settings, "compare.seeds", text, "--seeds", e) &&
                          compare_plan(&x->c, &x->settings, NULL, arena, e)))
            return error_prefix(e, "%s: experiment %s", x->where, x->name);
        x->c.part = b->part;
        x->c.parts = b->parts;
    }
    return want(b, true, e);
}

/* ---- Its folder */

bool claims_find_status(struct claims_book *b, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    int number = 0;
    bool ok = folder_look(folder).kind == FOLDER_CLAIMS || folder_check_free(folder, e);
    for (int i = 0; i < b->experiments && ok; i++) {
        struct experiment *x = b->experiment[i];
        ok = !x->seeds || (file_path(path, folder, x->name, e) && compare_fits(&x->c, &x->settings, path, e));
    }
    for (int i = 0; i < b->experiments && ok; i++) {
        struct experiment *x = b->experiment[i];
        if (x->seeds && b->parts)
            compare_take_part(&x->c, &number);
        ok = !x->seeds || (file_path(path, folder, x->name, e) && members_find_status(&x->c, path, true, e));
    }
    return ok;
}

bool claims_run(struct claims_book *b, struct compare_watch watch, struct error *e) {
    for (int i = 0; i < b->experiments; i++) {
        struct experiment *x = b->experiment[i];
        if (x->seeds && (!compare_run(&x->c, &x->settings, watch, e) || (!b->parts && !compare_collect(&x->c, e))))
            return false;
    }
    return true;
}
