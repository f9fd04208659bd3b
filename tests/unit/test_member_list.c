/* test_member_list.c -- which members a comparison has: what users write, the resulting names, the settings of each,
 * and what is refused. */
#include "unit/tests.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "model/mixer.h"
#include "run/run.h"
#include "settings/settings_difference.h"
#include "study/comparison_folder.h"
#include "unit/planned.h"
#include "unit/refused.h"

/* The labels, separated by commas, of members with one seed each. */
static void check_labels(const char *first, const char *second, const char *expected) {
    static struct comparison_result c;
    struct arena arena = {0};
    struct error e;
    char labels[2000] = "";
    if (!plan(&c, &arena, (const char *const[]){"compare.seeds=1..1", first, second, NULL}, &e))
        fail_msg("%s: %s", first, e.text);
    for (int k = 0; k < c.members; k++) {
        text_append(labels, sizeof labels, "%s%s", k ? ", " : "", c.member[k].label);
    }
    assert_string_equal(labels, expected);
    arena_free(&arena);
}

TEST(labels) {
    check_labels("compare.members=learned, sinusoidal", NULL, "learned, sinusoidal");
    check_labels("compare.members=attention, gru, gru/sinusoidal, attention/rope, t5, alibi", NULL,
                 "none, gru, gru+sinusoidal, rope, t5, alibi");
}

/* The issue of names: what differs, and no more. */
TEST(names) {
    check_labels("compare.members=learned, rope base=100, sinusoidal positions=random, gru/none", NULL,
                 "learned, rope base=100, sinusoidal positions=random, gru");
    check_labels("compare.members=learned, learned eval.positions=even", NULL, "learned, learned eval.positions=even");
    check_labels("compare.members=gru+learned, lstm, learned", NULL, "gru+learned, lstm, learned");
    check_labels("compare.members=none, learned", "model.mixer=rnn", "rnn, rnn+learned");
    check_labels("compare.members=rope, rope base=100, rope base=100 fraction=0.5", NULL,
                 "rope, rope base=100, rope base=100 fraction=0.5");
    check_labels("compare.members= rope+ntk ,learned,rope+interpolate", NULL, "rope, learned");
}

/* An encoding after an encoding is in the same model; blanks about + count for nothing. */
TEST(hybrids) {
    check_labels("compare.members=learned, sinusoidal + alibi", NULL, "learned, sinusoidal+alibi");
    check_labels("compare.members=alibi/sinusoidal, gru + learned +sinusoidal", NULL,
                 "sinusoidal+alibi, gru+learned+sinusoidal");
    check_labels("compare.members=alibi + sinusoidal sides=symmetric,t5+interpolate + rope, rope +ntk/t5", NULL,
                 "sinusoidal+alibi sides=symmetric, rope+t5");
    check_labels("compare.members=rope+alibi rope.base=9 alibi.sides=signed steps=90, rope rope.base=9", NULL,
                 "rope+alibi rope.base=9 alibi.sides=signed steps=90, rope rope.base=9");
}

/* `all`: attention with every encoding, then every recurrence without positions and with sinusoids. */
TEST(all) {
    char labels[2000] = "";
    for (int i = 0; encodings[i]; i++)
        text_append(labels, sizeof labels, "%s%s", i ? ", " : "", encodings[i]->name);
    for (int i = 0; mixers[i]; i++)
        if (mixers[i] != &mixer_attention)
            text_append(labels, sizeof labels, ", %s, %s+sinusoidal", mixers[i]->name, mixers[i]->name);
    check_labels("compare.members=all", NULL, labels);
    text_append(labels, sizeof labels, ", rope base=100");
    check_labels("compare.members=all, rope base=100", "train.steps=200", labels);
}

TEST(settings_of_members) {
    static const char members[] = "compare.members=rope base=100, rope steps=90, sinusoidal positions=random, "
                                  "gru bidirectional=no model.d_ff=0, rope+ntk fraction=0.5 , rope+wrap fraction=0.5";
    static struct comparison_result c;
    struct arena arena = {0};
    struct error e;
    char text[SETTINGS_TEXT];
    assert_true(plan(
        &c, &arena,
        (const char *const[]){members, "compare.seeds=3..4", "rope.base=50", "encoding.scale=2", "task.cls=last", NULL},
        &e));
    assert_int_equal(c.members, 10);
    assert_string_equal(c.member[1].name, "rope-base=100-seed4");
    assert_int_equal(c.member[1].seed, 4);
    write_member(&c.member[0], text, "encoding");
    assert_non_null(strstr(text, "base = 100\n")); /* a member's own goes before what holds for all rope */
    write_member(&c.member[2], text, "encoding");
    assert_non_null(strstr(text, "base = 50\n"));
    assert_int_equal(c.member[2].steps, 90);
    write_member(&c.member[4], text, "encoding");
    assert_non_null(strstr(text, "scale = 2\n"));
    assert_int_equal(member_settings(&c.member[4]).train.positions, POSITIONS_RANDOM);
    assert_int_equal(member_settings(&c.member[0]).train.positions, POSITIONS_ORDERED);
    write_member(&c.member[6], text, "model recurrent");
    assert_non_null(strstr(text, "mixer = gru\n"));
    assert_non_null(strstr(text, "bidirectional = no\n"));
    assert_non_null(strstr(text, "d_ff = 0\n"));
    assert_string_equal(member_settings(&c.member[8]).eval.policies, "wrap ntk"); /* one model, two policies */
    arena_free(&arena);
}

/* A short name is every part's that has it, and goes before what holds for all of its kind. */
TEST(settings_of_hybrids) {
    static struct comparison_result c;
    struct arena arena = {0};
    struct error e;
    char text[SETTINGS_TEXT];
    assert_true(
        plan(&c, &arena,
             (const char *const[]){"compare.members=rope + sinusoidal base=7 rope.fraction=0.5, learned + t5, rope",
                                   "compare.seeds=2..2", "rope.base=50", "sinusoidal.scale=2", "t5.buckets=8", NULL},
             &e));
    assert_string_equal(c.member[0].name, "sinusoidal+rope-base=7-rope.fraction=0.5-seed2");
    write_member(&c.member[0], text, "encoding");
    assert_non_null(strstr(text, "[sinusoidal]\nbase = 7\nscale = 2\n"));
    assert_non_null(strstr(text, "fraction = 0.5\nbase = 7\n"));
    write_member(&c.member[1], text, "encoding");
    assert_non_null(strstr(text, "name = learned+t5\n"));
    assert_non_null(strstr(text, "[t5]\nbuckets = 8\n"));
    write_member(&c.member[2], text, "encoding");
    assert_non_null(strstr(text, "\nbase = 50\n"));
    arena_free(&arena);
}

/* The comparison's config.ini plans the same comparison. */
static void round_trip(const char *const *assignments) {
    static struct comparison_result c, again;
    struct assignments a = {0}, b = {0};
    struct arena arena = {0};
    struct error e;
    char difference[SETTINGS_DIFFERENCE];
    for (; *assignments; assignments++)
        assert_true(assignments_override(&a, *assignments, &e));
    assert_true(compare_plan(&c, &a, NULL, &arena, &e));
    const char *text = c.config;
    assert_null(strstr(text, "[encoding]\nname")); /* its members have names, the comparison has none */
    if (!assignments_read_text(&b, text, strlen(text), "config.ini", &e) || !compare_plan(&again, &b, NULL, &arena, &e))
        fail_msg("%s\n%s", e.text, text);
    assert_string_equal(text, again.config);
    assert_int_equal(c.members, again.members);
    for (int k = 0; k < c.members; k++) {
        assert_string_equal(c.member[k].name, again.member[k].name);
        const struct settings one = member_settings(&c.member[k]), other = member_settings(&again.member[k]);
        if (settings_difference(&one, &other, RUN_SECTIONS, difference))
            fail_msg("%s: %s", c.member[k].name, difference);
    }
    arena_free(&arena);
}

TEST(round_trip) {
    round_trip((const char *const[]){NULL});
    round_trip((const char *const[]){"compare.members=all", "rope.base=100", "encoding.scale=2", NULL});
    round_trip((const char *const[]){"compare.members=learned, gru bidirectional=no, rope+ntk base=9", "task.cls=last",
                                     "attention.log_length=yes", "encoding.extrapolation=extend",
                                     "train.max_position=300", NULL});
    round_trip((const char *const[]){"compare.members=alibi + sinusoidal base=9, learned", "alibi.sides=symmetric",
                                     "encoding.scale=2", NULL});
    round_trip((const char *const[]){"model.mixer=lstm", "compare.members=none, learned", NULL});
}

static void refuse(const char *first, const char *second, const char *says) {
    static struct comparison_result c;
    struct arena arena = {0};
    struct error e = {0};
    bool planned = plan(&c, &arena, (const char *const[]){first, second, NULL}, &e);
    assert_refused(first, planned, &e, EXIT_USAGE, says);
    arena_free(&arena);
}

TEST(refusals) {
    refuse("compare.members=learned, rotory", NULL, "compare.members: ... 'rotory'");
    refuse("compare.members=learned, lerned", NULL, "command line: compare.members: ... 'lerned' ... learned?");
    refuse("compare.members=rope, t5+claim", NULL, "'claim' ... clamp?");
    refuse("compare.members=rope/", NULL, "compare.members: ");
    refuse("compare.members=+rope", NULL, "compare.members: ");
    refuse("compare.members=gru//rope", NULL, "compare.members: ");
    refuse("compare.members=learned rope", NULL, "'rope'");
    refuse("compare.members=learned/learned", NULL, "compare.members: learned");
    refuse("compare.members=rope+alibi, alibi + rope", NULL, "compare.members: rope+alibi");
    refuse("compare.members=rope+alibi alibi.base=9", NULL, "alibi.base=9: ... rope+alibi");
    refuse("compare.members=rope+alibi sdies=signed", NULL, "sdies ... sides?");
    refuse("compare.members=rope + + alibi", NULL, "compare.members: ");
    refuse("compare.members=rope + , alibi", NULL, "compare.members: ");
    refuse("compare.members=rope + none", NULL, "compare.members: none ");
    refuse("compare.members=gru/lstm", NULL, "compare.members: ");
    refuse("compare.members=rope bsae=100", NULL, "bsae ... base?");
    refuse("compare.members=rope offset=2", NULL, "offset=2: ... rope");
    refuse("compare.members=rope fillers=4", NULL, "fillers=4: ... rope");
    refuse("compare.members=rope task.fillers=4", NULL, "task.fillers=4: ... rope");
    refuse("compare.members=rope seed=4", NULL, "train.seed ");
    refuse("compare.members=rope eval.examples=4", NULL, "eval.examples=4: ... rope");
    refuse("compare.members=rope base=1", NULL, "compare.members: rope.base: 1 ");
    refuse("compare.members=rope base=5 base=6", NULL, "base=6:");
    refuse("compare.members=rope, learned, rope", NULL, "compare.members: rope ");
    refuse("compare.members=rope+ntk, rope", NULL, "compare.members: rope ");
    refuse("compare.members=all, rope", NULL, "compare.members: rope ");
    refuse("compare.members=none, attention", NULL, "compare.members: none ");
    refuse("compare.members=lstm/index, lstm+index", NULL, "compare.members: lstm/index ");
}

TEST(more_refusals) {
    refuse("compare.members=gru/rope", NULL, "gru+rope: encoding rope ");
    refuse("compare.members=interpolate", NULL, "'interpolate'");
    refuse("compare.members=,", NULL, "compare.members ");
    refuse("compare.members=rope fraction=0.3", NULL, "rope fraction=0.3: encoding rope:");
    refuse("compare.members=learned, rope", "alibi.sides=signed", "alibi.sides: ... alibi");
    refuse("compare.members=learned, rope", "rope.sides=signed", "rope.sides: rope ... sides");
}

#define TWELVE \
    "rope base=9 heads=2 d_ff=9 steps=9 batch=9 warmup=1 beta1=0 beta2=0 clip=1 shards=1 log_every=1 epsilon=1"

TEST(most_options) {
    check_labels("compare.members=" TWELVE, NULL, TWELVE);
    check_labels("compare.members=" TWELVE " sparse=dense d_model=8", NULL, TWELVE " sparse=dense d_model=8");
}

GROUP(member_list, NULL, NULL)
