/* test_seen_sentences.c -- what is said about a text longer than in training: each number is one that was counted, each
 * kind has its own words, and nothing that was counted is left out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "law/seen_cases.h"
#include "unit/near.h"

enum { SENTENCE = 180 };

static bool equals(double shown, double field, double unit) { return fabs(shown - field) <= unit * .51; }

/* Whether a number as it is printed, of so many decimals, is one of the struct. */
static bool is_field(const struct encoding_seen *s, double shown, double unit) {
    const double fields[] = {s->of,
                             s->outside,
                             s->of - s->outside - 1,
                             s->units,
                             s->unseen,
                             s->trained - 1,
                             s->counted,
                             s->nowhere,
                             s->mixed,
                             s->same,
                             s->counted - s->same,
                             s->period,
                             s->period ? ceil((double)s->counted / s->period) : 0,
                             s->waves,
                             s->kept,
                             s->slowest,
                             s->temperature,
                             1 / s->step,
                             s->first_row,
                             s->last_row,
                             0,
                             1};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (equals(shown, fields[i], unit))
            return true;
    const struct seen_unit *u = s->unit;
    return u && s->units == 1 &&
           (equals(shown, u->now_low, unit) || equals(shown, u->now_high, unit) ||
            equals(shown, u->trained_low, unit) || equals(shown, u->trained_high, unit) ||
            equals(shown, 1 / u->step_now, unit) || equals(shown, 1 / u->step_trained, unit));
}

static void check_sentence(const struct encoding_seen *s, const char *text) {
    assert_true(strlen(text) <= SENTENCE);
    assert_true(!*text || text[strlen(text) - 1] == '.');
    for (const char *at = text; *at;) {
        char *after;
        if (strchr("0123456789", *at) == NULL) {
            at++;
            continue;
        }
        double shown = strtod(at, &after), unit = 1;
        after -= after[-1] == '.'; /* of the sentence */
        const char *point = memchr(at, '.', (size_t)(after - at));
        for (int i = point ? (int)(after - point) - 1 : 0; i > 0; i--)
            unit /= 10;
        if (!is_field(s, shown, unit))
            fail_msg("%g is not of the struct: %s", shown, text);
        at = after;
    }
}

/* Each kind has its own noun, and none that only another one has. */
static void check_nouns(const struct encoding_seen *s) {
    static const struct {
        const char *own, *not [4];
    } nouns[] = {[SEEN_NOTHING] = {"no positions", {"row", "column", "bucket", "distance"}},
                 [SEEN_ROWS] = {"row", {"column", "bucket", "distance", "angle"}},
                 [SEEN_COLUMNS] = {"", {"bucket", "distance", "angle", "table"}},
                 [SEEN_PAIRS] = {"pair", {"bucket", "table", "distance", "random"}},
                 [SEEN_DISTANCES] = {"", {"bucket", "column", "angle", "row "}},
                 [SEEN_BUCKETS] = {"bucket", {"column", "angle", "row ", "position"}},
                 [SEEN_PARTS] = {"part", {"bucket", "column", "angle", "random"}},
                 [SEEN_COUNTS] = {"count", {"bucket", "column", "angle", "distance"}}};
    if (s->alone)
        return;
    assert_non_null(strstr(s->fact, nouns[s->kind].own));
    for (int i = 0; i < 4; i++)
        if (strstr(s->fact, nouns[s->kind].not [i]))
            fail_msg("%s: %s", nouns[s->kind].not [i], s -> fact);
}

/* What was counted is told: what is unseen, else of a table what no row or a mix of rows is read for. */
static void check_told(const struct encoding_seen *s) {
    bool by_unit = s->kind == SEEN_COLUMNS || s->kind == SEEN_PAIRS;
    int count = s->unseen ? by_unit ? s->unseen : s->outside : s->nowhere ? s->nowhere : s->mixed;
    char number[16];
    snprintf(number, sizeof number, "%d ", count);
    if (count && (s->kind == SEEN_ROWS || (s->unseen && (!by_unit || s->units > 1) && s->kind != SEEN_PARTS)))
        assert_non_null(strstr(s->fact, number));
}

/* One more position, or positions between those of training, leave its range, but not clearly: "within" would be a lie.
 */
static void check_slightly(const char *encoding, const struct policy *policy, int length, bool slightly) {
    struct encoding_alone of;
    struct encoding_parts_seen seen;
    seen_build(&of, encoding, "");
    seen_see(&seen, &of, policy, length, ASKS_FIRST);
    assert_int_equal(seen.part[0].unseen, 0);
    assert_int_equal(seen.part[0].slightly, slightly);
    assert_int_equal(strstr(seen.fact, "clearly outside") != NULL, slightly);
    encoding_alone_free(&of);
}

TEST(slightly_outside) {
    check_slightly("rope", &policy_extend, TRAINED + 1, true);
    check_slightly("rope", &policy_clamp, TRAINED + 1, false);
    check_slightly("sinusoidal", &policy_interpolate, 65, true); /* the crests of fast waves */
    check_slightly("sinusoidal", &policy_wrap, 65, false);
}

TEST(sentences) {
    for (int i = 0; i < SEEN_CASES; i++) {
        struct encoding_alone of;
        seen_build(&of, seen_cases[i].encoding, seen_cases[i].settings);
        for (int k = 0; of.built.policies[k]; k++)
            for (int length = TRAINED + 1; length <= 129; length += length - TRAINED)
                for (enum seen_asks asks = ASKS_FIRST; asks <= ASKS_ALL; asks++) {
                    struct encoding_parts_seen seen;
                    seen_see(&seen, &of, of.built.policies[k], length, asks);
                    check_sentence(&seen.part[0], seen.fact);
                    check_sentence(&seen.part[0], seen.price);
                    check_nouns(&seen.part[0]);
                    check_told(&seen.part[0]);
                }
        encoding_alone_free(&of);
    }
}

/* Worked out by hand: training read positions 8 to 16 of a table of 8 rows, too, and what it read depends on the
 * policy. */
TEST(a_table_that_ends_before_training) {
    static const struct {
        const char *settings;
        const struct policy *policy;
        int length;
        const char *said;
    } rows[] = {
        {"", &policy_extend, 8, "All 8 positions occurred in training."},
        {"", &policy_extend, 13,
         "Positions 0 to 7 read the rows that training filled; the other 5 of 13 read rows that it never touched, "
         "which are still random."},
        {"", &policy_extend, 9,
         "Positions 0 to 7 read the rows that training filled; the last, 1 of 9, reads a row that it never touched, "
         "which is still random."},
        {"", &policy_clamp, 13,
         "All 13 positions read rows 0 to 7, which training filled. The last 6 of 13 positions are one and the same: "
         "the order of the words there is lost."},
        {" learned.frozen=yes", &policy_extend, 13, "All 13 positions read rows 0 to 16, which training used."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct encoding_alone of;
        struct encoding_parts_seen seen;
        char settings[64];
        snprintf(settings, sizeof settings, "learned.max_position_embeddings=8%s", rows[i].settings);
        seen_build(&of, "learned", settings);
        seen_see(&seen, &of, rows[i].policy, rows[i].length, ASKS_FIRST);
        assert_string_equal(text_join(seen.fact, " ", seen.price, &of.arena), rows[i].said);
        encoding_alone_free(&of);
    }
}

/* A policy that changes what is read costs something, or leaves something unseen: it is told in either. */
TEST(every_policy_is_told) {
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++) {
        struct encoding_alone of;
        seen_build(&of, (*kind)->name, "");
        assert_non_null((*kind)->seen);
        int number = 0; /* of its first case: its counts are compared with those of seen_plain.c */
        while (number < SEEN_CASES && strcmp(seen_cases[number].encoding, (*kind)->name) != 0)
            number++;
        assert_true(number < SEEN_CASES);
        for (int k = 0; of.built.policies[k]; k++) {
            struct encoding_parts_seen seen;
            seen_see(&seen, &of, of.built.policies[k], 65, ASKS_FIRST);
            assert_true(*seen.fact);
            assert_true(!*seen.price == (of.built.policies[k]->acts_on == ACTS_ON_NOTHING));
        }
        encoding_alone_free(&of);
    }
}

/* ---- Parts in order */

TEST(hybrids_say_what_their_parts_say) {
    struct encoding_alone whole, part[2];
    struct encoding_parts_seen all, one[2];
    seen_build(&whole, "sinusoidal + alibi", "");
    seen_build(&part[0], "sinusoidal", "");
    seen_build(&part[1], "alibi", "");
    for (int k = 0; whole.built.policies[k]; k++) {
        for (int i = 0; i < 2; i++) {
            bool accepts = encoding_accepts(&part[i].built, whole.built.policies[k]);
            seen_see(&one[i], &part[i], accepts ? whole.built.policies[k] : &policy_extend, 65, ASKS_LAST);
        }
        seen_see(&all, &whole, whole.built.policies[k], 65, ASKS_LAST);
        assert_string_equal(all.fact, text_join(one[0].fact, " ", one[1].fact, &whole.arena));
        assert_string_equal(all.price, text_join(one[0].price, " ", one[1].price, &whole.arena));
    }
    encoding_alone_free(&whole);
    encoding_alone_free(&part[0]);
    encoding_alone_free(&part[1]);
}

GROUP(seen_sentences, NULL, NULL)
