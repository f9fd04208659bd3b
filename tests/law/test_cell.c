/* test_cell.c -- two steps of every recurrence, computed a second time as the formulas at the top of its file say; a
 * gradient check only proves that backward fits forward. */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "model/recurrent.h"
#include "unit/near.h"

enum { ROWS = 2, D = 3, GATES = 4, CELLS = ROWS * D };

/* A column: the inputs x and from of each gate, and what the step before left. */
struct column {
    double x[GATES], from[GATES], h, memory;
};

static double gate(const struct column *c, int i) { return 1 / (1 + exp(-(c->x[i] + c->from[i]))); }

static void rnn(struct column *c) { c->h = tanh(c->x[0] + c->from[0]); }

static void gru(struct column *c) {
    double r = gate(c, 0), u = gate(c, 1), n = tanh(c->x[2] + r * c->from[2]);
    c->h = (1 - u) * n + u * c->h;
}

static void lstm(struct column *c) {
    c->memory = gate(c, 1) * c->memory + gate(c, 0) * tanh(c->x[2] + c->from[2]);
    c->h = gate(c, 3) * tanh(c->memory);
}

static const struct {
    const char *name;
    void (*step)(struct column *c);
} plain[] = {{"rnn", rnn}, {"gru", gru}, {"lstm", lstm}};
enum { PLAIN = sizeof plain / sizeof *plain };

static void check(const struct cell *cell, void (*step)(struct column *c)) {
    static real x[CELLS * GATES], from[CELLS * GATES], h[2][CELLS], memory[2][CELLS];
    struct column column[CELLS] = {{.h = 0}};
    struct random r = random_open(5, RANDOM_EVAL, 0);
    assert_true(cell->gates <= GATES);
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < CELLS * cell->gates; i++) { /* (rows, gates, D) */
            struct column *c = &column[i / (cell->gates * D) * D + i % D];
            c->x[i / D % cell->gates] = (double)(x[i] = (real)random_normal(&r));
            c->from[i / D % cell->gates] = (double)(from[i] = (real)random_normal(&r));
        }
        cell->forward(&(struct cell_step){.rows = ROWS,
                                          .d = D,
                                          .gate = x,
                                          .from = from,
                                          .h_prev = t ? h[0] : NULL,
                                          .memory_prev = t ? memory[0] : NULL,
                                          .h = h[t],
                                          .memory = memory[t]});
        for (int i = 0; i < CELLS; i++) {
            step(&column[i]);
            assert_near("h", i, (double)h[t][i], column[i].h, limit(1e-12, 1e-6));
        }
    }
}

TEST(every_recurrence) {
    for (const struct mixer *const *m = mixers; ABOUT(*m); m++) {
        int k = 0;
        if (!(*m)->kind)
            continue;
        while (k < PLAIN && strcmp(plain[k].name, (*m)->name) != 0)
            k++;
        if (k == PLAIN)
            fail_msg("tests/law/add its step, computed plainly, to tests/law/test_cell.c");
        check((*m)->kind, plain[k].step);
    }
}

GROUP(cell, NULL, NULL)
