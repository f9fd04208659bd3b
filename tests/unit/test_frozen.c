/* test_frozen.c -- frozen tables (embedding.freeze), in lazy and dense steps: they do not change, and all other tables
 * do. */
#include <string.h>

#include "train/step.h"
#include "unit/opened.h"
#include "unit/refused.h"
#include "unit/tests.h"

/* After some steps a frozen table is as it was to the bit, and without moments; others are not. */
static void check_table(const struct run *r, const struct run *before, const struct tensor *t, bool stays) {
    assert_int_equal(t->frozen, stays);
    assert_int_equal(
        memcmp(r->model.params.value + t->offset, before->model.params.value + t->offset, t->count * sizeof(real)) == 0,
        stays);
    for (size_t i = 0; stays && i < t->count; i++)
        assert_true(r->model.params.first[t->offset + i] == 0 && r->model.params.second[t->offset + i] == 0);
}

static void check_frozen(const char *freeze, bool words, bool places, const char *sparse) {
    struct run r, before;
    struct stepper s;
    struct error e;
    const char *const settings[] = {"task.name=first",  freeze, sparse, "train.weight_decay=10",
                                    "task.fillers=400", NULL};
    open_run(&r, settings);
    open_run(&before, settings);
    const struct params *p = &r.model.params;
    const struct tensor *token_table = params_at(p, r.model.token), *position_table = params_at(p, *r.model.position);
    size_t left = params_trained(p);
    assert_true(stepper_build(&s, &r, 1, &e));
    for (int i = 0; i < 40; i++)
        assert_true(stepper_step(&s, &e));
    check_table(&r, &before, token_table, words);
    check_table(&r, &before, position_table, places);
    for (const struct tensor *t = p->tensor; t < p->tensor + p->count; t++)
        left -= t->frozen ? 0 : t->count;
    assert_int_equal(left, 0);
    run_free(&r);
    run_free(&before);
}

/* says help train: embedding.freeze=token keeps the table as it is at the start */
TEST(tables) {
    for (int lazy = 0; lazy < 2; lazy++) {
        const char *sparse = lazy ? "train.sparse=lazy" : "train.sparse=dense";
        check_frozen("embedding.freeze=none", false, false, sparse);
        check_frozen("embedding.freeze=token", true, false, sparse);
        check_frozen("embedding.freeze=position", false, true, sparse);
        check_frozen("embedding.freeze=both", true, true, sparse);
    }
}

/* An encoding without a table of positions has none to keep. */
TEST(no_table) {
    struct assignments a = {0};
    struct settings s;
    struct error e;
    struct run r;
    assert_true(assignments_override(&a, "encoding.name=rope", &e) &&
                assignments_override(&a, "embedding.freeze=position", &e) && settings_resolve(&s, &a, NULL, &e));
    assert_refused("no table", run_build(&r, &s, NULL, &e), &e, EXIT_USAGE, "embedding.freeze: encoding rope ");
}

GROUP(frozen, NULL, NULL)
