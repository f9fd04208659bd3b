/* test_divergence.c -- a number gone bad in any tensor stops training: the error names
 * the step and the tensor, and weights, moments and step stay as they were. */
#include "unit/opened.h"
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "train/step.h"

static void assert_stops(struct stepper *s, const char *name) {
    struct run *r = s->run;
    const struct params *p = &r->model.params;
    size_t bytes = p->size * sizeof(real);
    char said[128];
    struct error e = {0};
    real *kept[3];
    const real *block[] = {p->value, p->first, p->second};
    for (int i = 0; i < 3; i++)
        kept[i] = memcpy(arena_alloc(&r->arena, p->size, sizeof(real)), block[i], bytes);
    snprintf(said, sizeof said, "diverged at step %d: %s ", r->step + 1, name);
    if (stepper_step(s, &e))
        fail_msg("NaN in %s went unseen", name);
    assert_int_equal(e.code, EXIT_DIVERGED);
    if (!strstr(e.text, said))
        fail_msg("'%s' does not say '%s'", e.text, said);
    assert_int_equal(r->step, 2);
    for (int i = 0; i < 3; i++)
        assert_memory_equal(kept[i], block[i], bytes);
}

/* The last number of every tensor in turn. The bias of the keys is left out: softmax does
 * not see it, and absorbed attention never reads it. */
static void check(const char *const *assignments, real bad) {
    static struct run r;
    struct stepper s;
    struct error e;
    open_run(&r, assignments);
    assert_true(stepper_build(&s, &r, 1, &e));
    assert_true(stepper_step(&s, &e) && stepper_step(&s, &e));
    for (int k = 0; k < r.model.params.count; k++) {
        const struct tensor *t = &r.model.params.tensor[k];
        real *last = r.model.params.value + t->offset + t->count - 1, kept = *last;
        if (strstr(t->name, "self.key.bias"))
            continue;
        *last = bad;
        assert_stops(&s, t->name);
        *last = kept;
    }
    assert_true(stepper_step(&s, &e)); /* it was the bad number and nothing else */
    run_free(&r);
}

TEST(nan) {
    check((const char *const[]){"task.fillers=3", NULL}, (real)NAN);
    check((const char *const[]){"task.fillers=3", "model.activation=gelu", NULL}, (real)NAN);
    check((const char *const[]){"task.fillers=3", "model.activation=gelu", "model.norm=post", NULL}, (real)NAN);
}

TEST(infinity) { check((const char *const[]){"task.fillers=3", "model.activation=gelu", NULL}, (real)INFINITY); }

GROUP(divergence, NULL, NULL)
