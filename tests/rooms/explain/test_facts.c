/* test_facts.c -- every encoding of the registry can be explained: it has its texts, and finite numbers with distinct
 * names. */
#include "encoding/kinds.h"
#include "explain/encoding_facts.h"
#include "unit/near.h"
#include "unit/tests.h"

#include <math.h>
#include <string.h>

static void check(const struct encoding_facts *f) {
    for (int i = 0; i < f->count; i++) {
        if (!isfinite(f->fact[i].value))
            fail_msg("'%s' is no number", f->fact[i].name);
        if (strlen(f->fact[i].name) == FACT_NAME - 1)
            fail_msg("'%s' is cut off", f->fact[i].name);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(f->fact[i].name, f->fact[k].name);
    }
}

static bool has(const struct encoding_facts *f, const char *begin) {
    for (int i = 0; i < f->count; i++)
        if (strncmp(f->fact[i].name, begin, strlen(begin)) == 0)
            return true;
    return false;
}

static void check_facts(struct encoding_facts *does, struct encoding_facts *limits, const struct encoding *kind) {
    char formula[ENCODING_FORMULA];
    struct error e = {0};
    if (!encoding_facts_of(does, limits, formula, kind, NULL, &e))
        fail_msg("%s", e.text);
    assert_int_equal(does->count > 0, kind != &encoding_none);
    assert_int_equal(limits->count > 0, does->count > 0);
    check(does);
    check(limits);
    for (int i = 0; i < 2; i++)
        if (does->count > 0 && !kind->parts &&
            !(kind->matters[i] && (has(does, kind->matters[i]) || has(limits, kind->matters[i]))))
            fail_msg("there is no fact '%s'", kind->matters[i] ? kind->matters[i] : "(NULL)");
}

static double value_of(const struct encoding_facts *f, const char *name) {
    for (int i = 0; i < f->count; i++)
        if (strcmp(f->fact[i].name, name) == 0)
            return f->fact[i].value;
    return (double)NAN;
}

/* From one position to the next, four pairs of columns rotate by 1, 0.1, 0.01 and 0.001: over positions 0..16 only the
 * first makes a full turn. */
static void check_waves(const struct encoding_facts *limits) {
    assert_near("waves of column", 0, value_of(limits, "full waves of column 0 over the 17 trained positions"),
                16 / (4 * acos(0)), 1e-5);
    assert_near("waves of column", 2, value_of(limits, "full waves of column 2 over the 17 trained positions"),
                0.16 / (4 * acos(0)), 1e-5);
    assert_near("share", 0, value_of(limits, "share of columns that never complete a wave"), 0.75, 0);
}

TEST(every_encoding) {
    struct encoding_facts does, limits;
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++) {
        check_facts(&does, &limits, *kind);
        if (*kind == &encoding_rope)
            check_waves(&limits);
    }
}

/* Each encoding with positions in a hybrid: two neighbours of the registry, or the last and the first. */
TEST(hybrids) {
    struct encoding_facts does, limits;
    for (int i = 1; encodings[i]; i += encodings[i + 1] ? 2 : 1) {
        const struct encoding *kind = encodings[i], *next = encodings[i + 1];
        struct error e;
        if (!encoding_join(&kind, next ? next : encodings[1], &e))
            fail_msg("%s", e.text);
        about(kind->name);
        check_facts(&does, &limits, kind);
    }
    about(NULL);
}

TEST(words) {
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++) {
        assert_non_null((*kind)->formula);
        assert_true((*kind)->weakness && (*kind)->weakness[strlen((*kind)->weakness) - 1] == '.');
        assert_true((*kind)->try_next && strncmp((*kind)->try_next, "poslab ", 7) == 0);
    }
}

GROUP(facts, NULL, NULL)
