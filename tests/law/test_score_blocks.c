/* test_score_blocks.c -- attention goes through the asked rows of a long sequence block by block: logits, weights and
 * gradients are those of as many passes with few asked rows each, for every encoding, causal with keys and values
 * formed and both ways with them folded; and the room of an evaluation grows with the length, not with its square.
 *
 * Blocks and passes of other sizes agree within rounding only, since OpenBLAS has kernels of its own for small
 * products. A pass that keeps its scores and one that does not have the same blocks, so they agree to the bit. */
#include "law/small.h"
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "encoding/kinds.h"
#include "maths/vector.h"

/* With four heads a block of the long sequence has 436 asked rows, so that two make the whole, unevenly. */
enum { SHORT = 5, LONG = 601, ROWS = SHORT + LONG + SHORT, ASKED = 557, PIECE = 100 };
enum { HEADS = 4, LONGEST = 20000, FEW = 37, LEAST = 16 };

/* Three sequences, the long one between two short ones: `rows` of it, `asked` of them asked, out of order. */
struct asking {
    struct batch batch;
    int start[4], ask_start[4];
    int *token, *segment, *place, *ask;
};

static void asking_open(struct asking *a, int rows, int asked, struct arena *arena) {
    struct random r = random_open(1, RANDOM_EVAL, 0);
    int all = rows + 2 * SHORT;
    *a = (struct asking){.start = {0, SHORT, SHORT + rows, all}};
    a->token = arena_take(arena, (size_t)all, sizeof(int));
    a->segment = arena_take(arena, (size_t)all, sizeof(int));
    a->place = arena_take(arena, (size_t)all, sizeof(int));
    a->ask = arena_take(arena, (size_t)asked, sizeof(int));
    for (int i = 0; i < all; i++) {
        a->token[i] = random_between(&r, 0, 6);
        a->segment[i] = random_between(&r, 0, 1);
        a->place[i] = i < SHORT ? i : (i - SHORT) % rows;
    }
    for (int i = 0; i < asked; i++)
        a->ask[i] = SHORT + (int)((long long)i * 7919 % rows);
}

/* Asks the long sequence at its asked rows first..last-1, and the short ones not at all. */
static const struct batch *ask(struct asking *a, int first, int last) {
    const int ask_start[4] = {0, 0, last - first, last - first};
    memcpy(a->ask_start, ask_start, sizeof ask_start);
    a->batch = (struct batch){.sequences = 3,
                              .rows = a->start[3],
                              .start = a->start,
                              .token = a->token,
                              .segment = a->segment,
                              .place = a->place,
                              .asked = last - first,
                              .ask_start = a->ask_start,
                              .ask = a->ask + first};
    return &a->batch;
}

static void assert_near(const char *encoding, const char *what, const real *x, const real *y, size_t n, double limit) {
    double size = 1;
    for (size_t i = 0; i < n; i++)
        size = fmax(size, fabs((double)y[i]));
    for (size_t i = 0; i < n; i++)
        if (!(fabs((double)x[i] - (double)y[i]) <= limit * size))
            fail_msg("%s, %s[%zu]: %.9g, in pieces %.9g", encoding, what, i, (double)x[i], (double)y[i]);
}

/* Forward and, with room for it, backward under a pull on every logit that depends on its asked row alone. */
static void pass(struct small *s, struct workspace *w, const struct batch *b, int first, enum workspace_use use) {
    model_forward(&s->model, w, b, &s->use);
    if (use != WORKSPACE_TRAINING)
        return;
    for (int i = 0; i < b->asked * SMALL_CLASSES; i++)
        w->grad.logits[i] = (real)(sin(1.7 * (i + first * SMALL_CLASSES) + 0.3) / 16);
    small_clear(s);
    model_backward(&s->model, w, b, &s->use, s->grad);
}

/* All asked rows at once against pieces of them. */
static void compare(struct small *s, int rows, int asked, int piece, enum workspace_use use) {
    const char *name = s->model.encoding.kind->name;
    double limit = sizeof(real) == 8 ? 1e-12 : 2e-5;
    struct workspace whole, part;
    struct asking a;
    size_t params = s->model.params.size;
    asking_open(&a, rows, asked, &s->arena);
    workspace_build(&whole, &s->model, (struct room){1, rows + 2 * SHORT, asked}, use, &s->arena);
    workspace_build(&part, &s->model, (struct room){1, rows + 2 * SHORT, piece}, use, &s->arena);
    real *grad = arena_take(&s->arena, params, sizeof *grad), *sum = arena_take(&s->arena, params, sizeof *sum);
    pass(s, &whole, ask(&a, 0, asked), 0, use);
    memcpy(grad, s->grad, params * sizeof *grad);
    for (int first = 0; first < asked; first += piece) {
        int count = first + piece < asked ? piece : asked - first;
        pass(s, &part, ask(&a, first, first + count), first, use);
        vector_add(sum, s->grad, (int)params);
        assert_near(name, "logits", whole.value.logits + (size_t)first * SMALL_CLASSES, part.value.logits,
                    (size_t)count * SMALL_CLASSES, limit);
        if (use != WORKSPACE_LOGITS)
            assert_near(name, "weights", s->model.mixer->weights(&whole) + (size_t)first * HEADS * rows,
                        s->model.mixer->weights(&part), (size_t)count * HEADS * rows, limit);
    }
    for (int k = 0; k < s->model.params.count && use == WORKSPACE_TRAINING; k++) {
        const struct tensor *t = &s->model.params.tensor[k];
        assert_near(name, t->name, grad + t->offset, sum + t->offset, t->count, limit);
    }
}

/* What keeps its scores and what does not: the same blocks, the same bits. */
static void compare_uses(struct small *s) {
    struct workspace kept, forgotten;
    struct asking a;
    asking_open(&a, LONG, ASKED, &s->arena);
    workspace_build(&kept, &s->model, (struct room){1, ROWS, ASKED}, WORKSPACE_WEIGHTS, &s->arena);
    workspace_build(&forgotten, &s->model, (struct room){1, ROWS, ASKED}, WORKSPACE_LOGITS, &s->arena);
    model_forward(&s->model, &kept, ask(&a, 0, ASKED), &s->use);
    model_forward(&s->model, &forgotten, ask(&a, 0, ASKED), &s->use);
    assert_memory_equal(kept.value.logits, forgotten.value.logits, ASKED * SMALL_CLASSES * sizeof(real));
}

static void test_blocks_are_the_whole(void **state) {
    (void)state;
    for (const struct encoding *const *kind = encodings; *kind; kind++)
        for (int folded = 0; folded < 2; folded++) {
            struct small s;
            struct model_config config = {.d_model = 8, .heads = HEADS, .causal = !folded};
            small_open(&s, *kind, config, folded, &policy_extend, LONG);
            compare(&s, LONG, ASKED, PIECE, WORKSPACE_TRAINING);
            compare_uses(&s);
            small_close(&s);
        }
}

/* However long the sequence, a block has LEAST asked rows or more. */
static void test_blocks_of_very_long_sequences(void **state) {
    struct small s;
    (void)state;
    small_open(&s, &encoding_alibi, (struct model_config){.d_model = 8, .heads = HEADS, .causal = 1}, 0, &policy_extend,
               LONGEST);
    compare(&s, LONGEST, FEW, LEAST, WORKSPACE_LOGITS);
    compare(&s, LONGEST, FEW, 1, WORKSPACE_WEIGHTS);
    small_close(&s);
}

/* Bytes of room to evaluate one sequence of which every row is asked. */
static double bytes(const struct model *m, int rows) {
    struct arena arena = {0};
    struct workspace w;
    workspace_build(&w, m, (struct room){1, rows, rows}, WORKSPACE_LOGITS, &arena);
    double all = (double)arena.bytes;
    arena_free(&arena);
    return all;
}

static void test_room_grows_with_the_length(void **state) {
    (void)state;
    for (const struct encoding *const *kind = encodings; *kind; kind++)
        for (int asked = 0; asked < 2; asked++) {
            struct small s;
            struct model_config config = {.d_model = 32, .heads = HEADS, .d_ff = 64};
            small_open(&s, *kind, config, asked, &policy_extend, SMALL_PLACES);
            assert_true(bytes(&s.model, 16384) < sizeof(real) * 16e6);
            for (int rows = 1024; rows <= 8192; rows *= 2)
                assert_true(bytes(&s.model, 2 * rows) <= 2 * bytes(&s.model, rows));
            small_close(&s);
        }
}

int test_score_blocks(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_are_the_whole),
        cmocka_unit_test(test_blocks_of_very_long_sequences),
        cmocka_unit_test(test_room_grows_with_the_length),
    };
    return cmocka_run_group_tests_name("score_blocks", tests, NULL, NULL);
}
