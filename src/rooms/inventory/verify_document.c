/* verify_document.c -- whether compare.json agrees with its members; see verify_checking.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "folder/folder_kind.h"
#include "format/checksum.h"
#include "inventory/verify_checking.h"
#include "study/result.h"

/* Whether a value of compare.json equals the one computed from the members, up to the rounding to nine digits. */
static bool same_value(const struct node *there, const json_t *here);

static bool same_object(const struct node *there, const json_t *here) {
    const char *key;
    json_t *value;
    bool same = json_is_object(there->json) || node_refuse(there, "an object");
    json_object_foreach((json_t *)here, key, value) {
        struct node of = node_key(there, key);
        same = same && (strcmp(key, "failure") == 0 || same_value(&of, value)); /* not every failure leaves a file */
    }
    json_object_foreach((json_t *)there->json, key, value) {
        struct node of = node_key(there, key);
        same = same && (json_object_get(here, key) || node_refuse(&of, "no such key"));
    }
    return same;
}

static bool same_value(const struct node *there, const json_t *here) {
    const int count = (int)json_array_size(here);
    bool same = true;
    if (json_is_object(here))
        return same_object(there, here);
    if (json_is_array(here))
        same = node_array(there, count);
    for (int i = 0; i < count && same; i++) {
        struct node of = node_item(there, i);
        same = same_value(&of, json_array_get(here, (size_t)i));
    }
    if (json_is_array(here))
        return same;
    double a = json_number_value(there->json), b = json_number_value(here);
    bool numbers = json_is_number(there->json) && json_is_number(here);
    if (numbers ? fabs(a - b) <= 1e-6 * fmax(fabs(a), fabs(b)) + 1e-12 : json_equal(there->json, here))
        return true;
    char *text = json_dumps(here, JSON_ENCODE_ANY | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9));
    node_refuse(there, "%.60s, as computed from the members", text ? text : "");
    free(text);
    return false;
}

/* Identifies a row of a document's "members" by name and seed, with `whole` by policy as well. */
static const char *row_key(const json_t *row, bool whole, struct arena *arena) {
    const char *policy = json_string_value(json_object_get(row, "policy"));
    return arena_format(arena, "%s, %d, %s", json_string_value(json_object_get(row, "name")),
                        (int)json_integer_value(json_object_get(row, "seed")), whole && policy ? policy : "");
}

/* The members of compare.json compared with those of the folder. */
struct compared {
    bool inside; /* all of them are in the folder */
    bool grown;  /* one of them has more lengths or policies by now */
    bool same;   /* they are exactly those of the folder */
};

static struct compared compare_rows(const json_t *there, const json_t *here) {
    const json_t *before = json_object_get(there, "members"), *now = json_object_get(here, "members"), *row;
    json_t *rows = json_object(), *members = json_object();
    struct arena arena = {0};
    size_t i, inside = 0, failed = 0, failed_now = 0;
    json_array_foreach(before, i, row) {
        json_object_set_new(rows, row_key(row, true, &arena), json_true());
        json_object_set_new(members, row_key(row, false, &arena), json_true());
        failed += json_object_get(row, "failure") != NULL;
    }
    struct compared c = {.grown = json_array_size(json_object_get(there, "lengths")) !=
                                  json_array_size(json_object_get(here, "lengths"))};
    json_array_foreach(now, i, row) {
        bool fails = json_object_get(row, "failure"), has = json_object_get(rows, row_key(row, true, &arena));
        failed_now += fails;
        inside += has && !fails;
        c.grown |= !has && !fails && json_object_get(members, row_key(row, false, &arena));
    }
    c.inside = inside + failed >= json_array_size(before);
    c.same = c.inside && !c.grown && failed == failed_now && json_array_size(before) == json_array_size(now);
    json_decref(rows);
    json_decref(members);
    arena_free(&arena);
    return c;
}

/* Whether the evaluations named in compare.json are unchanged; the folder may have more. */
static bool same_evaluations(const struct node *root, const json_t *here) {
    const struct node all = node_key(root, "evaluations");
    const char *name;
    json_t *sum;
    bool same = true;
    json_object_foreach(json_object_get(here, "evaluations"), name, sum) {
        struct node of = node_key(&all, name);
        same = same && (!of.json || same_value(&of, sum));
    }
    return same;
}

/* Whether compare.json agrees with its members, which have no problems. While members grow, nothing is compared. */
static bool document_fits(struct checking *k, struct result *f, const json_t *there, const struct node_file *file,
                          verify_document *document) {
    const struct node root = {.file = file, .json = there};
    struct arena arena = {0};
    if (k->to->done == 0 || k->grow > 0)
        return true;
    if (!result_collect(f, &k->e))
        return false;
    json_t *here = document(&f->result, &arena);
    json_object_set(here, CHECKSUM, json_object_get(there, CHECKSUM));
    json_object_del(here, "seconds");
    const struct compared c = compare_rows(there, here);
    bool same = c.same     ? same_evaluations(&root, here) && same_object(&root, here)
                : c.inside ? c.grown || same_evaluations(&root, here)
                           : error_set(&k->e, EXIT_DATA, "%s has other models or lengths than config.ini; %s",
                                       file->path, file->advice);
    k->to->older = same && !c.same;
    k->to->finished = k->to->finished && c.same;
    json_decref(here);
    arena_free(&arena);
    return same;
}

/* A comparison of claims has none: they have claims.json in the folder above. */
void verify_document_check(struct checking *k, struct result *f, verify_document *document) {
    const struct verified *to = k->to;
    struct arena *arena = &k->v->arena;
    const char *folder = to->folder,
               *call = arena_format(arena, "`poslab compare %s/config.ini --run %s`", folder, folder),
               *advice = arena_format(arena, "%s writes a new one", call), *name;
    const struct node_file file = {arena_format(arena, "%s/" COMPARISON_FILE, folder), advice, &k->e};
    char above[PATH_MAX_LENGTH];
    const json_t *sum;
    if (!folder_has(folder, COMPARISON_FILE)) {
        folder_above(above, folder);
        if (to->done + to->failed == to->of && !folder_has(above, CLAIMS_FILE))
            verify_problem(k, COMPARISON_FILE, " is missing, though all models have finished or failed; %s", advice);
        return;
    }
    json_t *there = comparison_document(folder, &k->e);
    json_object_foreach(json_object_get(there, "evaluations"), name, sum) {
        const char *result = arena_format(arena, "%s/" EVALUATION_FILE, name);
        if (!folder_has(folder, result))
            verify_problem(k, result, " is missing, but " COMPARISON_FILE " has its results; %s computes them again",
                           call);
    }
    if (!there || (!to->problems && !to->unsound && !document_fits(k, f, there, &file, document)))
        verify_error(k, COMPARISON_FILE);
    json_decref(there);
}
