/* test_metric.c -- a perplexity that is no number any more, and which tasks have which metrics. Their numbers:
 * test_metric_laws.c, and by numpy test_next_word.c. */
#include <math.h>

#include "evaluate/metric.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

/* A loss so large that its exponential is no number any more. */
TEST(no_perplexity) {
    const struct metric *m = &metrics[metric_find("perplexity")];
    assert_near("perplexity", 0, m->value((const double[]){1400}, 1, 2) / exp(700), 1, 1e-12);
    assert_true(isnan(m->value((const double[]){1420}, 1, 2)));
    assert_true(isnan(m->value((const double[]){(double)NAN}, 1, 2)));
}

static bool has(const char *metric, const char *const *assignments) {
    static struct run r;
    open_run(&r, assignments);
    bool found = metrics[metric_find(metric)].sums(&r.task) > 0;
    run_free(&r);
    return found;
}

TEST(which_tasks) {
    const char *const order[] = {"task.name=order", NULL}, *const query[] = {"task.name=query", NULL},
                      *const shift[] = {"task.name=shift", NULL}, *const sop[] = {"task.name=sop", NULL},
                      *const cloze[] = {"task.name=cloze", NULL},
                      *const next[] = {"task.name=next", "model.causal=yes", NULL};
    const char *const *const all[] = {order, query, shift, sop, cloze, next};
    const bool words[] = {false, false, false, false, true, true};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        assert_true(has("accuracy", all[i]) && has("loss", all[i]));
        assert_int_equal(has("perplexity", all[i]), words[i]);
        assert_int_equal(has("accuracy_known", all[i]), words[i]);
        assert_int_equal(has("loss_known", all[i]), words[i]);
    }
}

GROUP(metric, NULL, NULL)
