/* test_compare_orders.c -- answers about the same words in several orders, made by hand: which examples are orders of
 * each other, and how they are drawn, column by column. */
#include "predict/compare_orders.h"

#include "unit/drawing.h"
#include "unit/golden.h"
#include "unit/opened.h"

enum { ROWS = 4, CLASSES = 2 };

/* Words of the task `first`: [CLS] is token 0, X 1, Y 2, w1 3. */
static int first_token[ROWS] = {0, 1, 3, 2}, other_token[ROWS] = {0, 2, 3, 1}, more_token[ROWS] = {0, 2, 2, 1};
static int segment[ROWS], pair[ROWS] = {0, 0, 1, 1}, target[1] = {0}, last[1] = {3}, start[2] = {0, ROWS};
static int target_start[2] = {0, 1}, no[1] = {0}, yes[1] = {1};
static real mostly_no[CLASSES] = {0.75, 0.25}, mostly_yes[CLASSES] = {0.125, 0.875},
            rather_no[CLASSES] = {0.625, 0.375};

static struct run run;

static struct batch batch_of(int *token) {
    return (struct batch){.sequences = 1,
                          .rows = ROWS,
                          .start = start,
                          .token = token,
                          .segment = segment,
                          .targets = 1,
                          .target_start = target_start,
                          .target = target};
}

static struct prediction prediction_by_hand(const struct batch *b, real *probability, int *best) {
    return (struct prediction){.batch = b, .classes = CLASSES, .heads = 1, .probability = probability, .best = best};
}

static int open_first(void **state) {
    open_run(&run, (const char *const[]){"task.name=first", "task.fillers=1", "encoding.name=learned", NULL});
    return 0;
}

static int close_first(void **state) {
    run_free(&run);
    return 0;
}

static bool are_orders(const struct batch *a, const struct batch *b) {
    const struct prediction both[] = {prediction_by_hand(a, mostly_no, no), prediction_by_hand(b, mostly_yes, yes)};
    return compare_orders_are(&(struct compare_orders){&run, both, 2});
}

TEST(which_are_orders) {
    const struct batch a = batch_of(first_token), b = batch_of(other_token), more = batch_of(more_token);
    struct batch other_target = b, other_passage = b, shorter = b;
    other_target.target = last;
    other_passage.segment = pair;
    shorter.rows = 3;
    assert_true(are_orders(&a, &b));
    assert_false(are_orders(&a, &a)); /* the same order */
    assert_false(are_orders(&a, &more));
    assert_false(are_orders(&a, &other_target));
    assert_false(are_orders(&a, &other_passage));
    assert_false(are_orders(&a, &shorter));
    const struct prediction one = prediction_by_hand(&a, mostly_no, no);
    assert_false(compare_orders_are(&(struct compare_orders){&run, &one, 1}));
    struct prediction many[7] = {one}; /* side by side: six at most */
    for (int i = 1; i < 7; i++)
        many[i] = prediction_by_hand(&b, mostly_yes, yes);
    assert_true(compare_orders_are(&(struct compare_orders){&run, many, 6}));
    assert_false(compare_orders_are(&(struct compare_orders){&run, many, 7}));
}

static void put_orders(FILE *out, const struct run *r, const struct prediction *p, int count, int width) {
    compare_orders_print(&(struct screen){.out = out, .width = width}, &(struct compare_orders){r, p, count}, 2);
    fputc('\n', out);
}

/* yes: 87.5 % less 25 %, and 37.5 % less 25 %; on a narrow screen; of three, which have no difference; of two that are
 * alike, without and with positions. */
TEST(drawn) {
    const struct batch a = batch_of(first_token), b = batch_of(other_token);
    const struct prediction three[] = {prediction_by_hand(&a, mostly_no, no), prediction_by_hand(&b, mostly_yes, yes),
                                       prediction_by_hand(&b, mostly_no, no)},
                            alike[] = {three[0], prediction_by_hand(&b, rather_no, no)}, same[] = {three[0], three[2]};
    struct run none;
    struct drawing_text d;
    FILE *f = drawing_open(&d);
    open_run(&none, (const char *const[]){"task.name=first", "task.fillers=1", "encoding.name=none", NULL});
    put_orders(f, &run, three, 2, 80);
    put_orders(f, &run, alike, 2, 80);
    put_orders(f, &run, three, 2, 30);
    put_orders(f, &run, three, 3, 80);
    put_orders(f, &none, same, 2, 80);
    put_orders(f, &run, same, 2, 80);
    assert_golden("compare-orders.txt", drawing_close(&d));
    assert_true(compare_orders_difference(&(struct compare_orders){&run, three, 2}) == 0.625);
    drawing_free(&d);
    run_free(&none);
}

/* Whether a model sees the order at all: by its hooks, its mixer, and what it hides from a row. */
TEST(invisible) {
    static const struct {
        const char *setting[4];
        bool invisible;
    } row[] = {
        {{"encoding.name=none", NULL}, true},
        {{"encoding.name=alibi", NULL}, false},
        {{"encoding.name=rope", NULL}, false},
        {{"encoding.name=learned", NULL}, false},
        {{"encoding.name=none", "model.mixer=gru", "task.cls=last", NULL}, false},
        {{"encoding.name=none", "model.causal=yes", "task.cls=last", NULL}, false},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct run r;
        open_run(&r, row[i].setting);
        assert_int_equal(compare_orders_are_invisible(&r), row[i].invisible);
        run_free(&r);
    }
}

/* After too little training: differences of 0.04 points, which are printed as 0.0; and of 0.06, which are not. */
TEST(hardly_anything) {
    static real about_no[CLASSES] = {(real)0.5007, (real)0.4993}, nearer[CLASSES] = {(real)0.5003, (real)0.4997},
                about_yes[CLASSES] = {(real)0.4999, (real)0.5001}, far[CLASSES] = {(real)0.5013, (real)0.4987};
    static const struct {
        real *one, *other;
        int *best;
        const char *difference, *says;
    } row[] = {
        {about_no, nearer, no, "  no    50.1 %   50.0 %         0.0\n",
         "\nThe order changes no probability by 0.05 points or more, and not the answer.\n"},
        {about_no, about_yes, yes, "  no    50.1 %   50.0 %        -0.1\n", "\nThe order changes the answer.\n"},
        {nearer, about_yes, yes, "  no    50.0 %   50.0 %         0.0\n",
         "\nThe order changes the answer, but no probability by 0.05 points or more.\n"},
        {about_no, far, no, "  no    50.1 %   50.1 %        +0.1\n",
         "\nThe order changes the probabilities, but not the answer.\n"},
    };
    const struct batch a = batch_of(first_token), b = batch_of(other_token);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const struct prediction both[] = {prediction_by_hand(&a, row[i].one, no),
                                          prediction_by_hand(&b, row[i].other, row[i].best)};
        struct drawing_text d;
        struct screen s = {.out = drawing_open(&d), .width = 80};
        compare_orders_print(&s, &(struct compare_orders){&run, both, 2}, 2);
        const char *text = drawing_close(&d);
        assert_has(text, row[i].difference);
        assert_has(text, row[i].says);
        drawing_free(&d);
    }
}

GROUP(compare_orders, open_first, close_first)
