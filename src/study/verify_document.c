/* verify_document.c -- whether a comparison's compare.json is of its members; see verify_checking.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "format/checksum.h"
#include "study/folder_kind.h"
#include "study/verify_checking.h"
#include "train/evaluate.h"

/* Whether each of its members is finished or has failed for good. */
static bool ended(const struct verified *c) { return c->done + c->failed == c->of; }

/* Whether it is one of claims, which have a document of their own. */
static bool is_of_claims(const char *folder) {
    char above[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH];
    struct error e;
    folder_above(above, folder);
    return file_path(path, above, CLAIMS_FILE, &e) && !file_missing(path);
}

/* A value of compare.json is the one that follows from the members, to what its nine digits say. */
static bool same_value(const struct node *there, const json_t *here);

static bool same_object(const struct node *there, const json_t *here) {
    const char *key;
    json_t *value;
    bool same = json_is_object(there->json) || node_refuse(there, "an object");
    json_object_foreach((json_t *)here, key, value) {
        struct node of = node_key(there, key);
        same = same && same_value(&of, value);
    }
    json_object_foreach((json_t *)there->json, key, value) {
        struct node of = node_key(there, key);
        same = same && (json_object_get(here, key) || node_refuse(&of, "no such key"));
    }
    return same;
}

static bool same_array(const struct node *there, const json_t *here) {
    int count = (int)json_array_size(here);
    bool same = node_array(there, count);
    for (int i = 0; i < count && same; i++) {
        struct node of = node_item(there, i);
        same = same_value(&of, json_array_get(here, (size_t)i));
    }
    return same;
}

static bool same_value(const struct node *there, const json_t *here) {
    if (json_is_object(here))
        return same_object(there, here);
    if (json_is_array(here))
        return same_array(there, here);
    double a = json_number_value(there->json), b = json_number_value(here);
    bool numbers = json_is_number(there->json) && json_is_number(here);
    if (numbers ? fabs(a - b) <= 1e-6 * fmax(fabs(a), fabs(b)) + 1e-12 : json_equal(there->json, here))
        return true;
    char *text = json_dumps(here, JSON_ENCODE_ANY | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9));
    node_refuse(there, "%.60s, as the members have it", text ? text : "");
    free(text);
    return false;
}

static bool same_member(const json_t *there, const json_t *here) {
    return json_equal(json_object_get(there, "name"), json_object_get(here, "name")) &&
           json_equal(json_object_get(there, "seed"), json_object_get(here, "seed")) &&
           !json_object_get(there, "failure") == !json_object_get(here, "failure");
}

/* Whether a document is about these members with these results, at these lengths. */
static bool is_of_these(const json_t *there, const json_t *here) {
    const json_t *a = json_object_get(there, "members"), *b = json_object_get(here, "members");
    size_t count = json_array_size(b);
    bool same = json_array_size(a) == count &&
                json_array_size(json_object_get(there, "lengths")) == json_array_size(json_object_get(here, "lengths"));
    for (size_t i = 0; i < count && same; i++)
        same = same_member(json_array_get(a, i), json_array_get(b, i));
    return same;
}

/* Whether the evaluations that a document is of are as they were; others may have come. */
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

/* Of members that are in order. The document of a comparison that goes on has fewer of them until it is written again;
 * while members grow, it is of their evaluations of before. */
static bool document_fits(struct checking *k, struct result *f, const json_t *there, const struct node_file *file,
                          verify_document *document) {
    const struct node root = {.file = file, .json = there};
    struct arena arena = {0};
    if (k->to->done == 0)
        return true;
    if (!result_collect(f, &k->e))
        return false;
    json_t *here = document(&f->result, &arena);
    json_object_set(here, CHECKSUM, json_object_get(there, CHECKSUM));
    json_object_del(here, "seconds");
    bool same = is_of_these(there, here) ? same_evaluations(&root, here) && same_object(&root, here)
                : ended(k->to) ? error_set(&k->e, EXIT_DATA, "%s is of other models or lengths than config.ini; %s",
                                           file->path, file->advice)
                               : k->grow > 0 || same_evaluations(&root, here);
    json_decref(here);
    arena_free(&arena);
    return same;
}

/* Names each result that a document has and the folder has no longer. */
static bool check_results(struct checking *k, const json_t *document) {
    char path[2 * PATH_MAX_LENGTH];
    const char *name, *folder = k->to->folder;
    const json_t *sum;
    bool all = true;
    json_object_foreach(json_object_get(document, "evaluations"), name, sum) {
        snprintf(path, sizeof path, "%s/%.*s/" EVALUATION_FILE, folder, PATH_MAX_LENGTH - 1, name);
        if (!file_missing(path))
            continue;
        error_set(&k->e, EXIT_DATA,
                  "%s is missing, but " COMPARISON_FILE " has its results; `poslab compare %s/config.ini --run %s` "
                  "makes them again",
                  path, folder, folder);
        all = verify_problem(k, path);
    }
    return all;
}

void verify_document_check(struct checking *k, struct result *f, verify_document *document) {
    char path[PATH_MAX_LENGTH], advice[3 * PATH_MAX_LENGTH];
    const struct node_file file = {path, advice, &k->e};
    const char *folder = k->to->folder;
    snprintf(advice, sizeof advice, "`poslab compare %s/config.ini --run %s` writes a new one", folder, folder);
    if (!file_path(path, folder, COMPARISON_FILE, &k->e))
        return;
    if (file_missing(path)) {
        if (!ended(k->to) || is_of_claims(folder))
            return;
        error_set(&k->e, EXIT_DATA, "%s is missing, though each of the %d models has ended; %s", path, k->to->of,
                  advice);
        verify_problem(k, path);
        return;
    }
    json_t *there = comparison_document(folder, &k->e);
    if (!there || (check_results(k, there) && !k->to->unsound && !document_fits(k, f, there, &file, document)))
        verify_problem(k, path);
    json_decref(there);
}
