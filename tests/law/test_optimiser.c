/* test_optimiser.c -- the norm that clips, by hand. Steps, rates and what clipping does: test_layer.c.
 *
 * The model here is three tensors: a matrix (decays), a vector (does not) and a frozen matrix (stays). Between them is
 * padding that no function may count. */
#include "unit/near.h"
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "run/optimiser.h"

struct fixture {
    struct arena arena;
    struct params params;
    size_t matrix, vector, frozen;
    real *grad;
};

/* All values 2, all gradients of padding 1000. */
static void open_fixture(struct fixture *f, int columns) {
    memset(f, 0, sizeof *f);
    f->matrix = params_matrix(&f->params, "matrix", 1, columns, 1);
    f->vector = params_vector(&f->params, "vector", columns, 1);
    f->frozen = params_matrix(&f->params, "frozen", 1, columns, 1);
    f->params.tensor[2].frozen = true;
    params_commit(&f->params, &f->arena);
    f->grad = arena_alloc(&f->arena, f->params.size, sizeof(real));
    for (size_t i = 0; i < f->params.size; i++) {
        f->params.value[i] = 2;
        f->grad[i] = 1000;
    }
}

static void set_grad(struct fixture *f, double matrix, double vector) {
    for (size_t i = 0; i < f->params.tensor[0].count; i++) {
        f->grad[f->matrix + i] = (real)matrix;
        f->grad[f->vector + i] = (real)vector;
    }
}

/* Frozen tensors and padding are not in the norm; pieces of a long tensor add up. */
/* says help settings: largest norm of the gradient, above which it is scaled down */
TEST(norm) {
    struct fixture f;
    open_fixture(&f, 1);
    set_grad(&f, 3, -4);
    assert_near("norm", 0, optimiser_norm(&f.params, 0, f.grad, 0), 5, limit(1e-14, 1e-6));
    f.grad[f.vector] = (real)NAN;
    assert_true(isnan(optimiser_norm(&f.params, 0, f.grad, 0)));
    arena_free(&f.arena);
    open_fixture(&f, 2500);
    set_grad(&f, 1, 0);
    assert_near("norm", 1, optimiser_norm(&f.params, 0, f.grad, 0), 50, limit(1e-12, 1e-4));
    arena_free(&f.arena);
}

GROUP(optimiser, NULL, NULL)
