/* test_member_grid.c -- compare.grid: the combinations that a grid makes of members, worked out by hand, what is
 * refused, and how many members a comparison can have. */
#include "unit/tests.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "model/mixer.h"
#include "unit/planned.h"
#include "unit/refused.h"

struct read_grid {
    struct comparison c;
    struct member_list list;
    struct grid grid;
    struct arena arena;
    struct error e;
};

static bool read(struct read_grid *r, const char *members, const char *grid) {
    memset(r, 0, sizeof *r);
    snprintf(r->c.members, sizeof r->c.members, "%s", members);
    snprintf(r->c.grid, sizeof r->c.grid, "%s", grid);
    r->c.of_task = task_named("order")->options;
    return member_list_read(&r->list, &r->c, &mixer_attention, &r->arena, &r->e) &&
           grid_read(&r->grid, r->c.grid, &r->list, &r->arena, &r->e);
}

/* The options of all combinations of all members, "|" after each. */
static void makes(const char *members, const char *grid, const char *expected) {
    static struct read_grid r;
    static char seen[10000];
    int value[8];
    if (!read(&r, members, grid))
        fail_msg("%s: %s", grid, r.e.text);
    seen[0] = 0;
    for (int i = 0; i < r.list.entries; i++)
        for (int k = 0; k < grid_combinations(&r.grid, &r.list.entry[i]); k++) {
            struct member_entry of = grid_entry(&r.grid, &r.list.entry[i], k, value, &r.arena);
            text_append(seen, sizeof seen, "%s%s|", of.encoding->name, of.options);
        }
    assert_string_equal(seen, expected);
    arena_free(&r.arena);
}

/* In the order of the grid, the last key fastest. */
TEST(combinations) {
    makes("learned, rope", "", "learned|rope|");
    makes("learned", "heads=2", "learned heads=2|");
    makes("learned, rope base=9", "learning_rate=0.002,4e-3 d_model=16,32",
          "learned learning_rate=0.002 d_model=16|learned learning_rate=0.002 d_model=32|"
          "learned learning_rate=4e-3 d_model=16|learned learning_rate=4e-3 d_model=32|"
          "rope base=9 learning_rate=0.002 d_model=16|rope base=9 learning_rate=0.002 d_model=32|"
          "rope base=9 learning_rate=4e-3 d_model=16|rope base=9 learning_rate=4e-3 d_model=32|");
    makes("learned", "train.learning_rate = 1 , 2\theads= 1,\t2", /* blanks beside = and commas count for nothing */
          "learned train.learning_rate=1 heads=1|learned train.learning_rate=1 heads=2|"
          "learned train.learning_rate=2 heads=1|learned train.learning_rate=2 heads=2|");
    makes("learned", "norm=pre,post", "learned norm=pre|learned norm=post|");
    makes("learned", "task.words=4..8,8,16..16",
          "learned task.words=4..8|learned task.words=8|learned task.words=16..16|");
}

/* Who has not the option is there once. */
TEST(options_of_some) {
    makes("learned, rope, sinusoidal", "base=9,99",
          "learned|rope base=9|rope base=99|sinusoidal base=9|sinusoidal base=99|");
    makes("learned, rope, sinusoidal", "rope.base=9,99 steps=60",
          "learned steps=60|rope rope.base=9 steps=60|rope rope.base=99 steps=60|sinusoidal steps=60|");
    makes("rope + sinusoidal", "base=9,99", "sinusoidal+rope base=9|sinusoidal+rope base=99|");
}

TEST(ranges) {
    makes("none", "heads=1..4", "none heads=1|none heads=2|none heads=3|none heads=4|");
    makes("none", "heads=3..3", "none heads=3|");
    makes("none", "d_model=16..64 linear 4", "none d_model=16|none d_model=32|none d_model=48|none d_model=64|");
    makes("none", "d_model=1..8 log 5", "none d_model=1|none d_model=2|none d_model=3|none d_model=5|none d_model=8|");
    makes("none", "learning_rate=1e-4..1e-2 log 5",
          "none learning_rate=0.0001|none learning_rate=0.000316228|none learning_rate=0.001|"
          "none learning_rate=0.00316228|none learning_rate=0.01|");
    makes("none", "learning_rate=1e-6..1e-5 log 3 clip=0..1 linear 2",
          "none learning_rate=1e-6 clip=0|none learning_rate=1e-6 clip=1|none learning_rate=3.16228e-6 clip=0|"
          "none learning_rate=3.16228e-6 clip=1|none learning_rate=1e-5 clip=0|none learning_rate=1e-5 clip=1|");
    makes("none", "clip=1..1e9 linear 2", "none clip=1|none clip=1e9|");
}

/* The settings of a combination; which value of each key it has. */
TEST(assignments) {
    static struct read_grid r;
    struct assignments a = {0};
    int value[3];
    assert_true(read(&r, "none, rope + sinusoidal steps=60", "base=9,99,999 learning_rate=0.5,0.25 rope.fraction=0.5"));
    assert_int_equal(grid_combinations(&r.grid, &r.list.entry[0]), 2);
    assert_int_equal(grid_combinations(&r.grid, &r.list.entry[1]), 6);
    struct member_entry of = grid_entry(&r.grid, &r.list.entry[0], 1, value, &r.arena);
    assert_int_equal(value[0], -1);
    assert_int_equal(value[1], 1);
    assert_int_equal(value[2], -1);
    of = grid_entry(&r.grid, &r.list.entry[1], 3, value, &r.arena);
    assert_int_equal(value[0], 1);
    assert_int_equal(value[1], 1);
    assert_int_equal(value[2], 0);
    assert_true(member_list_assign(&of, &a, &r.e));
    assert_string_equal(assignments_value(&a, "rope.base"), "99");
    assert_string_equal(assignments_value(&a, "sinusoidal.base"), "99");
    assert_string_equal(assignments_value(&a, "rope.fraction"), "0.5");
    assert_string_equal(assignments_value(&a, "train.learning_rate"), "0.25");
    assert_string_equal(assignments_value(&a, "train.steps"), "60");
    arena_free(&r.arena);
}

TEST(refusals) {
    static const struct {
        const char *grid, *says;
    } rows[] = {
        /* the text */
        {"heads", "'heads'"},
        {"=2", "'=2'"},
        {"heads=2,4 8", "heads: '8':"},
        {"heads=", "heads:"},
        {"heads=2,", "heads:"},
        {"heads=,2", "heads:"},
        {"heads=2,,4", "heads:"},
        {"steps=1..100001", "steps: '1..100001' ... 100000"},
        {"heads=2 steps=", "steps:"},
        /* keys */
        {"heads=2 heads=4", "heads: ... heads"},
        {"learning_rate=1 train.learning_rate=2", "train.learning_rate: ... learning_rate"},
        {"rope.base=9 base=99", "base: ... rope.base"},
        {"lerning_rate=1,2", "lerning_rate: ... learning_rate?"},
        {"sides=signed", "sides:"},
        {"fillers=4,8", "fillers:"},
        {"words=4..8,8..4", "words: '8..4'"},
        {"words=4..8,4..5000", "words: 4..5000 ... 1..4096"},
        {"words=4..8,4..8", "words: ... 4..8"},
        {"words=4..8 task.words=4..16", "task.words: ... words"},
        {"seed=1,2", "seed: ... train.seed"},
        {"zzzz=1,2", "zzzz:"},
        {"scale=1,2", "scale: ... 'sinusoidal scale=3'"},
        /* values */
        {"heads=2,four", "heads: 'four'"},
        {"heads=0,1", "heads: 0 ... 1..256"},
        {"fraction=0.5,2", "fraction: 2 ... 1e-06..1"},
        {"learning_rate=0.002,2e-3", "learning_rate: ... 0.002"},
        {"norm=pre,past", "norm: 'past' ... pre|post"},
        {"norm=pre..post", "norm: 'pre..post' ... pre|post"},
        {"norm=pre,post log 3", "norm: log"},
        {"heads=2,4 log 3", "heads: log"},
        {"heads=1..4,8", "heads: '1..4'"},
        /* ranges */
        {"learning_rate=1..4", "learning_rate: '1..4'"},
        {"learning_rate=1..4 linear", "learning_rate: linear"},
        {"learning_rate=1..4 log heads=2", "learning_rate: log"},
        {"learning_rate=1..4 log 2.5", "learning_rate: log"},
        {"learning_rate=1..4 log 1", "learning_rate: log 1: ... 2..100000"},
        {"learning_rate=1..4 log 100001", "learning_rate: log 100001: ... 2..100000"},
        {"learning_rate=1..4 lin 3", "learning_rate: 'lin':"},
        {"learning_rate=0..4 log 3", "learning_rate: '0..4' log"},
        {"learning_rate=-1..4 log 3", "learning_rate: '-1..4' log"},
        {"learning_rate=-1..4 linear 3", "learning_rate: -1 ... 0..1000000000"},
        {"learning_rate=4..1 log 3", "learning_rate: '4..1'"},
        {"learning_rate=..4 log 3", "learning_rate: '..4'"},
        {"learning_rate=1..4..8 log 3", "learning_rate: '1..4..8'"},
        {"learning_rate=1..nan log 3", "learning_rate: '1..nan'"},
        {"learning_rate=2..2 linear 2", "learning_rate: ... 2"},
        {"heads=1..4 linear 5", "heads: ... 3"},
        {"heads=1.5..4", "heads: '1.5..4'"},
        {"steps=1..200000", "steps: '1..200000' ... 100000"},
        /* all of it */
        {"steps=1..1000 batch=1..101", "100000 "},
        {"steps=1..99999 batch=1..65536 warmup=1..99999 d_ff=1..16000 heads=1..256", "100000 "},
    };
    static struct read_grid r;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is_read = read(&r, "learned, rope, sinusoidal scale=3", rows[i].grid);
        assert_refused(rows[i].grid, is_read, &r.e, EXIT_USAGE, rows[i].says);
        arena_free(&r.arena);
    }
    assert_true(read(&r, "learned", "steps=1..1000 batch=1..100"));
    assert_int_equal(grid_combinations(&r.grid, &r.list.entry[0]), 100000);
    arena_free(&r.arena);
}

/* ---- Comparisons with a grid */

/* Entries x combinations x seeds; each has the settings of its combination. */
TEST(members) {
    static const char *const given[] = {"compare.members=learned, rope steps=90", "compare.seeds=3..4",
                                        "compare.grid=d_model=16,32 base=9..99 linear 2", NULL};
    static const char *const names[] = {"learned-d_model=16-seed3",
                                        "learned-d_model=16-seed4",
                                        "learned-d_model=32-seed3",
                                        "learned-d_model=32-seed4",
                                        "rope-steps=90-d_model=16-base=9-seed3",
                                        "rope-steps=90-d_model=16-base=9-seed4",
                                        "rope-steps=90-d_model=16-base=99-seed3",
                                        "rope-steps=90-d_model=16-base=99-seed4",
                                        "rope-steps=90-d_model=32-base=9-seed3",
                                        "rope-steps=90-d_model=32-base=9-seed4",
                                        "rope-steps=90-d_model=32-base=99-seed3",
                                        "rope-steps=90-d_model=32-base=99-seed4"};
    static struct comparison_result c;
    struct arena arena = {0};
    struct error e = {0};
    char text[SETTINGS_TEXT];
    if (!plan(&c, &arena, given, &e))
        fail_msg("%s", e.text);
    assert_int_equal(c.members, 12);
    for (int k = 0; k < 12; k++) {
        assert_string_equal(c.member[k].name, names[k]);
        assert_int_equal(c.member[k].seed, 3 + k % 2);
        assert_int_equal(member_settings(&c.member[k]).model.d_model, k < 2 || (k >= 4 && k < 8) ? 16 : 32);
        assert_int_equal(c.member[k].steps, k < 4 ? 800 : 90);
    }
    assert_string_equal(c.member[7].label, "rope steps=90 d_model=16 base=99");
    write_member(&c.member[7], text, "encoding");
    assert_non_null(strstr(text, "base = 99\n"));
    write_member(&c.member[9], text, "encoding");
    assert_non_null(strstr(text, "base = 9\n"));
    arena_free(&arena);
}

/* The pairs without compare.pairs, "a - b|" each. */
static void usual_pairs(const char *members, const char *grid, const char *expected) {
    static struct comparison_result c;
    const char *given[] = {members, grid, "compare.seeds=1", "eval.policies=clamp", NULL};
    struct arena arena = {0};
    struct error e = {0};
    char seen[2000] = "";
    if (!plan(&c, &arena, given, &e))
        fail_msg("%s", e.text);
    for (int k = 0; k < c.pairs; k++)
        text_append(seen, sizeof seen, "%s - %s|", c.pair[k].a->name, c.pair[k].b->name);
    assert_string_equal(seen, expected);
    arena_free(&arena);
}

/* Each row less the first of the same combination; a key that one of them has not makes no difference. */
TEST(pairs) {
    usual_pairs("compare.members=learned, index", "compare.grid=heads=2,4",
                "index+clamp heads=2 - learned+clamp heads=2|index+clamp heads=4 - learned+clamp heads=4|");
    usual_pairs("compare.members=learned, sinusoidal", "compare.grid=base=9,99",
                "sinusoidal+clamp base=9 - learned+clamp|sinusoidal+clamp base=99 - learned+clamp|");
    usual_pairs("compare.members=sinusoidal, learned, rope", "compare.grid=base=9,99",
                "learned+clamp - sinusoidal+clamp base=9|rope+clamp base=9 - sinusoidal+clamp base=9|"
                "rope+clamp base=99 - sinusoidal+clamp base=99|");
    usual_pairs("compare.members=learned", "compare.grid=heads=2,4", "");
    usual_pairs("compare.members=learned, learned heads=2", "compare.grid=steps=60,90",
                "learned+clamp heads=2 steps=60 - learned+clamp steps=60|"
                "learned+clamp heads=2 steps=90 - learned+clamp steps=90|");
}

#define OPTIONS                                                                                                     \
    " train.learning_rate=0.0012345 train.weight_decay=0.0012345 train.epsilon=0.00012345 model.embedding_norm=yes" \
    " train.checkpoint_every=500 train.log_every=50 model.activation=gelu train.beta2=0.98 train.schedule=cosine"

/* A folder's name has 255 bytes at most and says of which label it is. */
TEST(long_names) {
    static const char *const given[] = {"compare.members=learned" OPTIONS ", sinusoidal" OPTIONS, "compare.seeds=9..10",
                                        "compare.grid=model.d_model=16,32 train.batch=10,11", NULL};
    static struct comparison_result c;
    struct arena arena = {0};
    struct error e = {0};
    char label[400];
    if (!plan(&c, &arena, given, &e))
        fail_msg("%s", e.text);
    assert_int_equal(c.members, 16);
    snprintf(label, sizeof label, "learned%s model.d_model=16 train.batch=10", OPTIONS);
    assert_string_equal(c.member[0].label, label);
    for (int k = 0; k < 16; k++) {
        assert_in_range(strlen(c.member[k].name), 240, 255);
        for (int i = 0; i < k; i++)
            assert_string_not_equal(c.member[k].name, c.member[i].name);
    }
    /* its first 223 bytes, then what `xxhsum -H3` says of the label */
    assert_memory_equal(c.member[0].name, "learned-train.learning_rate=0.0012345-", 38);
    assert_string_equal(c.member[0].name + 223, "-7f9ba4229ba6b416-seed9");
    assert_string_equal(c.member[1].name + 223, "-7f9ba4229ba6b416-seed10");
    arena_free(&arena);
}

TEST(plans_refused) {
    static const struct {
        const char *members, *grid, *says;
    } rows[] = {
        {"compare.members=learned, rope", "compare.grid=steps=60..10060 batch=1..5",
         "command line: compare.grid: ... 100010 ... 100000"},
        {"compare.members=learned, rope", "compare.grid=lerning_rate=1",
         "command line: compare.grid: lerning_rate: ... learning_rate?"},
        {"compare.members=learned warmup=50", "compare.grid=steps=60,10",
         "learned warmup=50 steps=10: train.warmup = 50 ... train.steps = 10"},
        {"compare.members=learned, rope", "compare.grid=heads=4,3",
         "learned heads=3: model.heads = 3 ... model.d_model = 32"},
        {"compare.members=rope steps=60", "compare.grid=steps=60,90",
         "command line: compare.grid: steps: ... 'rope steps=60'"},
        {"compare.members=learned", "compare.grid= , ", "command line: compare.grid: ','"},
    };
    static struct comparison_result c;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *given[] = {rows[i].members, rows[i].grid, "compare.seeds=1", NULL};
        struct arena arena = {0};
        struct error e = {0};
        assert_refused(rows[i].grid, plan(&c, &arena, given, &e), &e, EXIT_USAGE, rows[i].says);
        arena_free(&arena);
    }
}

TEST(too_many_members) {
    static const struct {
        const char *seeds, *members, *says;
    } rows[] = {
        {"compare.seeds=1..50000", "compare.members=none, learned", NULL},
        {"compare.seeds=1..50001", "compare.members=none, learned",
         "command line: compare.seeds: ... 100002 ... 100000"},
        {"compare.seeds=0..99999", "compare.members=none", NULL},
        {"compare.seeds=0..100000", "compare.members=none", "command line: compare.seeds: ... 100001 ... 100000"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct comparison_result c;
        struct arena arena = {0};
        struct error e;
        bool planned = plan(&c, &arena, (const char *const[]){rows[i].seeds, rows[i].members, NULL}, &e);
        if (rows[i].says)
            assert_refused(rows[i].seeds, planned, &e, EXIT_USAGE, rows[i].says);
        else
            assert_accepted(rows[i].seeds, planned, &e);
        assert_int_equal(planned ? c.members : COMPARE_MEMBERS, COMPARE_MEMBERS);
        arena_free(&arena);
    }
}

GROUP(member_grid, NULL, NULL)
