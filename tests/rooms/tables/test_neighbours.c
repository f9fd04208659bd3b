/* test_neighbours.c -- cosines between the rows of a small table, worked out by hand: ties, and rows without a
 * direction. */
#include "unit/tests.h"

#include <math.h>

#include "tables/neighbours.h"

enum { ROWS = 7, COLUMNS = 2 };

/* Of row 0: rows 2 and 4 point the same way, 5 is across, 1 opposite, and 6 is as near as 3: 4 / 5. */
static const real table[ROWS * COLUMNS] = {1, 0, -2, 0, 3, 0, 4, 3, 5, 0, 0, 7, 8, -6};

static void assert_neighbours(struct neighbours *n, int row, const struct neighbour *expected, int count) {
    assert_int_equal(neighbours_find(n, row), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(n->nearest[i].row, expected[i].row);
        assert_true(fabs(n->nearest[i].cosine - expected[i].cosine) <= 1e-15);
    }
}

TEST(order) {
    struct arena arena = {0};
    struct neighbours n;
    neighbours_open(&n, table, ROWS, COLUMNS, &arena);
    assert_neighbours(&n, 0, (const struct neighbour[]){{1, 2}, {1, 4}, {0.8, 3}, {0.8, 6}, {0, 5}, {-1, 1}}, 6);
    assert_neighbours(&n, 3, (const struct neighbour[]){{0.8, 0}, {0.8, 2}, {0.8, 4}, {0.6, 5}, {0.28, 6}, {-0.8, 1}},
                      6);
    arena_free(&arena);
}

TEST(without_direction) {
    real odd[ROWS * COLUMNS] = {1, 0, 0, 0, 0, -0.0, 4, 3, -0.0, 0, 0, 7, 8, -6};
    struct arena arena = {0};
    struct neighbours n;
    neighbours_open(&n, odd, ROWS, COLUMNS, &arena);
    assert_neighbours(&n, 0, (const struct neighbour[]){{0.8, 3}, {0.8, 6}, {0, 5}}, 3);
    for (int i = 0; i < 3; i++) {
        const int without[] = {1, 2, 4};
        assert_false(neighbours_has_direction(&n, without[i]));
        assert_int_equal(neighbours_find(&n, without[i]), 0);
    }
    arena_free(&arena);
}

GROUP(neighbours, NULL, NULL)
