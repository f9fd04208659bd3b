/* test_suggest.c -- which name was meant, and the wording. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "settings/settings_table.h"
#include "unit/tests.h"

static void assert_hint(const char *word, const char *const *names, const char *expected) {
    struct suggestion s = suggest_for(word);
    for (; *names; names++)
        suggest_add(&s, *names);
    assert_string_equal(suggest_hint(&s, "; see the list"), expected);
}

TEST(nearest) {
    static const char *const names[] = {"rope", "alibi", "learned", "sinusoidal", "", NULL};
    assert_hint("rop", names, " (did you mean rope?)");              /* one dropped */
    assert_hint("rroppe", names, " (did you mean rope?)");           /* two added: as many as four letters may lack */
    assert_hint("rrooppe", names, "; see the list");                 /* three are too many */
    assert_hint("lerned", names, " (did you mean learned?)");        /* one dropped within */
    assert_hint("sinusodial", names, " (did you mean sinusoidal?)"); /* neighbours swapped count once */
    assert_hint("sinxyoizal", names, " (did you mean sinusoidal?)"); /* three changed of ten letters, and one */
    assert_hint("ab", (const char *const[]){"ba", NULL}, " (did you mean ba?)");
    assert_hint("ab", (const char *const[]){"bc", NULL}, "; see the list");
    assert_hint("xyz", names, "; see the list");
    assert_hint("rope", (const char *const[]){NULL}, "; see the list");
    assert_hint("row", (const char *const[]){"from", NULL}, "; see the list"); /* two slips in three letters */
}

/* Capitals and - for _ count for nothing; a beginning is near, but not as near as a slip. */
TEST(written_otherwise) {
    static const char *const names[] = {"eval", "explain", "max_words", NULL};
    assert_hint("EVAL", names, " (did you mean eval?)");
    assert_hint("max-words", names, " (did you mean max_words?)");
    assert_hint("evaluate", names, " (did you mean eval?)");
    assert_hint("exp", names, " (did you mean explain?)");
    assert_hint("ex", names, "; see the list"); /* two letters begin too much */
    assert_hint("evaluate", (const char *const[]){"eval", "evaluated", NULL}, " (did you mean evaluated?)");
}

static void assert_key(const char *word, const char *expected) {
    static const char *const keys[] = {"train.steps", "train.learning_rate", "model.d_model", "encoding.base", NULL};
    struct suggestion s = suggest_for(word);
    for (int i = 0; keys[i]; i++)
        suggest_key(&s, keys[i]);
    assert_string_equal(suggest_hint(&s, ""), expected);
}

/* With the section, without it, and with a wrong one. */
TEST(key) {
    assert_key("lerning_rate", " (did you mean train.learning_rate?)");
    assert_key("train.learning-rate", " (did you mean train.learning_rate?)");
    assert_key("train.stpes", " (did you mean train.steps?)");
    assert_key("model.dmodel", " (did you mean model.d_model?)");
    assert_key("encoding.bas", " (did you mean encoding.base?)");
    assert_key("optim.lerning_rate", " (did you mean train.learning_rate?)");
    assert_key("stepz", " (did you mean train.steps?)");
    assert_key("train.banana", "");
    assert_key("train.sheep", ""); /* three slips in five letters, however right the section is */
}

struct keys {
    const char *key[512];
    int count;
};

static void collect(struct keys *k) {
    for (const struct settings_owned *of = settings_tables(); of->owner; of++)
        for (const struct setting *o = of->table; o && o->key; o++) {
            assert_true(k->count < (int)(sizeof k->key / sizeof *k->key));
            k->key[k->count++] = o->key;
        }
}

/* Of all keys that have one name in two sections, the one whose section was typed, whichever is offered first. */
TEST(sections) {
    struct keys all = {.count = 0};
    int pairs = 0;
    collect(&all);
    for (int i = 0; i < all.count; i++)
        for (int k = 0; k < all.count; k++) {
            const char *typed = all.key[i], *other = all.key[k];
            if (strcmp(typed, other) == 0 || strcmp(strchr(typed, '.'), strchr(other, '.')) != 0)
                continue;
            char slip[64], expected[96];
            snprintf(slip, sizeof slip, "%.*s", (int)strlen(typed) - 1, typed);
            snprintf(expected, sizeof expected, " (did you mean %s?)", typed);
            struct suggestion s = suggest_for(slip);
            suggest_key(&s, other);
            suggest_key(&s, typed);
            assert_string_equal(suggest_hint(&s, ""), expected);
            pairs++;
        }
    assert_true(pairs > 4);
}

/* Of several, the nearest; of two as near, the one that was first. */
TEST(order) {
    assert_hint("wave", (const char *const[]){"waves!", "waves", "weave", NULL}, " (did you mean waves?)");
    struct suggestion s = suggest_for("b.steps");
    assert_true(suggest_add(&s, "a.steps"));
    assert_false(suggest_add(&s, "c.steps"));
    assert_true(suggest_at(&s, "train.steps", 0));
    assert_false(suggest_at(&s, "eval.steps", 0));
    assert_false(suggest_add(&s, "b.steps"));
    assert_string_equal(suggest_hint(&s, ""), " (did you mean train.steps?)");
}

/* Words of any length, and names that cannot be shown as they are. */
TEST(odd) {
    char longest[1000];
    for (size_t i = 0; i < sizeof longest; i++)
        longest[i] = i + 1 < sizeof longest ? 'a' : 0;
    assert_hint(longest, (const char *const[]){longest, NULL}, "; see the list");
    assert_hint(longest + sizeof longest - 64, (const char *const[]){longest + sizeof longest - 63, NULL},
                " (did you mean aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?)");
    for (size_t letters = 63; letters <= 64; letters++) { /* a slip in the first letter */
        char slip[65];
        snprintf(slip, sizeof slip, "b%s", longest + sizeof longest - letters);
        struct suggestion long_one = suggest_for(slip);
        assert_int_equal(suggest_add(&long_one, longest + sizeof longest - letters - 1), letters == 63);
        long_one = suggest_for(longest + sizeof longest - letters - 1);
        assert_int_equal(suggest_add(&long_one, slip), letters == 63);
    }
    assert_hint("word", (const char *const[]){"wor\n", NULL}, " (did you mean wor\\x0a?)");
    struct suggestion s = suggest_for("word");
    assert_null(suggest_hint(&s, NULL));
    assert_int_equal(s.distance, INT_MAX);
}

TEST(alike) {
    assert_true(suggest_alike("neighbours", "neighbors"));
    assert_true(suggest_alike("color", "colour"));
    assert_true(suggest_alike("dry-run", "DRY_run"));
    assert_true(suggest_alike("", ""));
    assert_false(suggest_alike("neighbours", "neighbor"));
    assert_false(suggest_alike("colour", "coluor"));
    assert_false(suggest_alike("hours", "hus"));
    assert_false(suggest_alike("top", "to"));
    assert_false(suggest_alike("to", "top"));
    assert_false(suggest_alike("u", ""));
}

GROUP(suggest, NULL, NULL)
