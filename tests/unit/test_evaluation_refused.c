/* test_evaluation_refused.c -- eval.tsv: a table with a valid checksum and one thing changed is refused by file and
 * line, with what was found there, and what would be written where the rest of it says that. */
#include <stdio.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "unit/evaluations.h"
#include "unit/opened.h"
#include "unit/signed.h"
#include "unit/tests.h"

struct edit {
    const char *from, *to; /* in the table once */
    int line;
    const char *found, *expected; /* how both begin; expected NULL: another line */
};

static const struct edit edits[] = {
    {"task = first", "task = fist", 2, "# task = fist", NULL},
    {"# mixer = attention\n", "", 3, "# encoding = rope", NULL},
    {"mixer = attention", "mixer = ", 3, "# mixer = ", NULL},
    {"encoding = rope", "encoding = rape", 4, "# encoding = rape", NULL},
    {"encoding = rope", "encoding = alibi+rope", 4, "# encoding = alibi+rope", "# encoding = rope+alibi"},
    {"# steps =", "# baseline = bug\n# steps =", 6, "# baseline = bug", NULL},
    {"seed = 3", "seed = -1", 5, "# seed = -1", NULL},
    {"seed = 3", "seed = 03", 5, "# seed = 03", "# seed = 3"},
    {"# seed = 3\n", "", 5, "# steps = 60", "# seed = 0"},
    {"# seed = 3\n", "# seed = 3\n# seed = 3\n", 6, "# seed = 3", NULL},
    {"# seed = 3\n", "# seed = 3\n# sead = 3\n", 6, "# sead = 3", NULL},
    {"# seed = 3\n# steps = 60\n", "# steps = 60\n# seed = 3\n", 6, "# seed = 3", NULL},
    {"steps = 60", "steps = 60.5", 6, "# steps = 60.5", "# steps = 60"},
    {"steps = 60", "steps = 4294967356", 6, "# steps = 4294967356", NULL},
    {"steps = 60", "steps = nan", 6, "# steps = nan", NULL},
    {"# examples = 40", "# examples = 0", 7, "# examples = 0", NULL},
    {"seen = 0.125", "seen = 1.25", 9, "# seen = 1.25", NULL},
    {"seen = 0.125", "seen = 0.1250", 9, "# seen = 0.1250", "# seen = 0.125"},
    {"weights = 1234", "weights = 1e18", 10, "# weights = 1e18", NULL},
    {"seconds = 1.5", "seconds = -1.5", 11, "# seconds = -1.5", NULL},
    {"= 1234567.5", "= 0", 12, "# tokens_per_second = 0", NULL},
    {"steps_to_99 = 40", "steps_to_99 = ", 13, "# steps_to_99 = ", NULL},
    {"Haswell", "Has\x1b[2J", 14, "# kernels = Has\\x1b[2J", NULL},
    {"sparse = lazy", "sparse = neither lazy nor dense", 15, "# sparse = neither", NULL},
    {"0123456789abcdef", "0123456789abcdef0", 16, "# files = 0123456789abcdef0", NULL},
    {"a note", "a\xc2\x9bnote", 17, "# note = a\\xc2\\x9bnote", NULL},
    {"# note", "# labels = [7]\n# note", 17, "# labels = [7]", NULL},
    {"# note", "# labels = [\"a\"]\n# note", 17, "# labels = [\"a\"]", "# note = a note"},
    {"metric\tcount", "metric\tcounts", 18, "row from to metric counts", NULL},
    {"chance\t2\t16", "chance\t0\t16", 19, "chance 0 16 accuracy", NULL},
    {"chance\t2\t16", "chance\t17\t16", 19, "chance 17 16 accuracy", NULL},
    {"chance\t40\t40", "chance\t40\t1000001", 20, "chance 40 1000001", NULL},
    {"0.4\t", "1.5\t", 20, "chance 40 40 accuracy   1.5", NULL},
    {"chance\t40\t40\taccuracy\t\t", "chance\t40\t40\taccuracy\t7\t", 20, "chance 40 40 accuracy 7 ",
     "chance 40 40 accuracy   0.4"},
    {"without order\t40\t40", "without order\t41\t41", 23, "without order 41 41", NULL},
    {"bigram\t2\t16", "a word of more than 31 bytes in all\t2\t16", 25, "a word of more than 31 bytes in all", NULL},
    {"bigram\t2", "\x1b[31m\t2", 25, "\\x1b[31m 2 16", NULL},
    {"bigram\t40\t40\taccuracy", "bigram\t40\t40\tbleu", 26, "bigram 40 40 bleu", NULL},
    {"bigram\t40\t40\taccuracy", "bigram\t40\t40\tloss", 26, "bigram 40 40 loss", NULL},
    {"bigram\t40\t40\taccuracy", "bigram\t40\t40\tweights", 26, "bigram 40 40 weights", NULL},
    {"in_range\t2\t16\taccuracy\t40\t30\t0.75\t\t\t\n", "", 29, "extend 40 40", NULL},
    {"40\t30\t0.75", "-1\t30\t0.75", 28, "in_range 2 16 accuracy -1", NULL},
    {"40\t30\t0.75", "40.5\t30\t0.75", 28, "in_range 2 16 accuracy 40.5", "in_range 2 16 accuracy 40 30"},
    {"40\t30\t0.75", "9007199254740992\t30\t0.75", 28, "in_range 2 16 accuracy 9007199254740992", NULL},
    {"40\t30\t0.75", "40\t-30\t0.75", 28, "in_range 2 16 accuracy 40 -30", NULL},
    {"40\t30\t0.75", "40\t1e300\t0.75", 28, "in_range 2 16 accuracy 40 1e300", NULL},
    {"40\t30\t0.75", "40\tthirty\t0.75", 28, "in_range 2 16 accuracy 40 thirty", "in_range 2 16 accuracy 40 0 0.75"},
    {"0.75\t\t\t", "0.75\t\t\t1:AAAAAAA=", 28, "in_range 2 16 accuracy 40 30 0.75   1:AAAAAAA=", NULL},
    {"0.75\t\t\t", "0.75\t\t\t\t", 28, "in_range 2 16 accuracy 40 30 0.75", NULL},
    {"0.75\t\t\t", "0.75\t\t", 28, "in_range 2 16 accuracy 40 30 0.75", "in_range 2 16 accuracy 40 30 0.75"},
    {"training\t2", "trained\t2", 29, "trained 2 16", NULL},
    {"extend\t40\t40\taccuracy\t20\t5\t0.25\t\t\t\nextend\t16\t16\taccuracy\t39\t13\t0.333333333\t\t\t\n",
     "extend\t16\t16\taccuracy\t39\t13\t0.333333333\t\t\t\nextend\t40\t40\taccuracy\t20\t5\t0.25\t\t\t\n", 30,
     "extend 16 16", NULL},
    {"extend\t16\t16\taccuracy\t39\t13\t0.333333333\t\t\t\n", "", 31, "wrap 40 40", "extend 16 16 accuracy 0 0"},
    {"wrap\t40\t40\taccuracy\t\t\t\t\t\t\n", "wrap\t40\t40\taccuracy\t\t\t\t\t\t\nwrap\t40\t40\taccuracy\t\t\t\t\t\t\n",
     33, "wrap 40 40", NULL},
    {"wrap\t40\t40\taccuracy\t\t\t\t", "wrap\t40\t40\taccuracy\t1\t1\t1\t", 32, "wrap 40 40 accuracy 1 1 1",
     "wrap 40 40 accuracy"},
    {"ntk\t40\t40\taccuracy", "bend\t40\t40\taccuracy", 34, "bend 40 40", NULL},
    {"ntk\t16\t16\taccuracy\t39\t39\t1\t\t\t\n", "ntk\t16\t16\taccuracy\t39\t39\t1\t\t\t", 35, "ntk 16 16", NULL},
    {"ntk\t16\t16\taccuracy\t39\t39\t1\t\t\t\n", "ntk\t16\t16\taccuracy\t39\t39\t1\t\t\t\n\n", 36, "", NULL},
};

/* The same for the table of a fixed test set. */
static const struct edit edits_of_fixed[] = {
    {"2:kQ==", "kQ==", 12, "in_range 8 16 accuracy 6 4", NULL},
    {"2:mQ==", "2:====", 12, "in_range 8 16 accuracy 6 4", NULL},
    {"2:mQ==", "2:mQ== ", 12, "in_range 8 16 accuracy 6 4", "in_range 8 16 accuracy 6 4"},
    {"0.0905349794\t4", "0.0905349794\t7", 12, "in_range 8 16 accuracy 6 4", NULL},
    {"0.0462962963", "-0.0462962963", 13, "extend 20 20 accuracy 12 6 0.5 -0.0462962963", NULL},
    {"0.0462962963", "inf", 13, "extend 20 20 accuracy 12 6 0.5 inf", NULL},
    {"1:Cw==", "1:Gw==", 14, "extend 16 16", NULL},
};

/* The same for the table of all metrics. */
static const struct edit edits_of_metrics[] = {
    {"chance\t20\t20\tperplexity\t\t\t2", "chance\t20\t20\tperplexity\t\t\t0.5", 17, "chance 20 20 perplexity", NULL},
    {"chance\t2\t16\tloss\t\t\t0.7\t\t\t\n", "", 15, "chance 20 20 loss", NULL},
    {"in_range\t2\t16\tloss\t20\t30\t1.5\t\t\t\n", "", 21, "in_range 2 16 perplexity", "in_range 2 16 loss 20 0"},
    {"in_range\t2\t16\tloss\t20\t30", "in_range\t2\t16\tloss\t21\t30", 21, "in_range 2 16 loss 21",
     "in_range 2 16 loss 20"},
    {"extend\t20\t20\tloss\t20\t30", "extend\t20\t20\tloss\t20\t2e301", 26, "extend 20 20 loss 20 2e301", NULL},
};

/* The same for the table of counts. */
static const struct edit edits_of_counts[] = {
    {"# labels = [\"a", "# labels = [[\"a", 7, "# labels = [[", NULL},
    {"\"c\\n#\"", "7", 7, "# labels = [", NULL},
    {"\"c\\n#\"", "\"c\\u000a#\"", 7, "# labels = [", "# labels = [\"a \\\"b\\\"\",\"c\\n#\"]"},
    {",\"c\\n#\"", "", 14, "in_range 4 12 macro_f1 6", "in_range 4 12 macro_f1 6"},
    {"2 1 0 3\nextend", "2 1 -1 3\nextend", 14, "in_range 4 12 macro_f1 6", NULL},
    {"2 1 0 3\nextend", "2 1 x 3\nextend", 14, "in_range 4 12 macro_f1 6", NULL},
    {"2 1 0 3\nextend", "2 1 9007199254740992 3\nextend", 14, "in_range 4 12 macro_f1 6", NULL},
};

/* A table with one thing changed, each in turn. */
static void refused_each(const char *name, const struct edit *edit, size_t count) {
    struct arena arena = {0};
    char *from = arena_text(&arena, evaluation_table(name, &arena));
    *strstr(from, "# xxh3_128") = 0;
    const char *path = in_folder("", EVALUATION_FILE);
    for (const struct edit *x = edit; x < edit + count; x++) {
        const char *at = strstr(from, x->from);
        if (!at || strstr(at + 1, x->from))
            fail_msg("'%s' must be in the table once", x->from);
        struct evaluation_result r;
        struct error e = {0};
        char *says = arena_format(&arena, "%s:%d: expected %s%s", path, x->line,
                                  x->expected ? "'" : "a line that can come next, found '",
                                  x->expected ? x->expected
                                  : x->found  ? x->found
                                              : "");
        write_signed(path, arena_format(&arena, "%.*s%s%s", (int)(at - from), from, x->to, at + strlen(x->from)));
        bool taken = evaluation_read(&r, test_folder, &arena, &e);
        if (taken)
            fail_msg("'%s' is taken", x->to);
        const char *found = strstr(e.text, ", found '");
        if (e.code != EXIT_DATA || strncmp(e.text, says, strlen(says)) != 0 || !found ||
            strncmp(found + strlen(", found '"), x->found, strlen(x->found)) != 0)
            fail_msg("exit code %d and '%s', not '%s'", e.code, e.text, says);
    }
    arena_free(&arena);
}

TEST(refused) {
    tests_need("texts");
    tests_need("rows");
    refused_each("document", edits, sizeof edits / sizeof *edits);
    refused_each("fixed", edits_of_fixed, sizeof edits_of_fixed / sizeof *edits_of_fixed);
    refused_each("metrics", edits_of_metrics, sizeof edits_of_metrics / sizeof *edits_of_metrics);
    refused_each("counts", edits_of_counts, sizeof edits_of_counts / sizeof *edits_of_counts);
}

/* The 33rd length has no column. */
TEST(too_many_lengths) {
    struct arena arena = {0};
    struct evaluation_result r;
    struct error e = {0};
    const char *from = evaluation_table("document", &arena), *path = in_folder("", EVALUATION_FILE);
    char *text = arena_format(&arena, "%.*s", (int)(strstr(from, "chance\t40") - from), from);
    for (int i = 1; i <= LENGTHS_MAX + 1; i++)
        text = arena_format(&arena, "%schance\t%d\t%d\taccuracy\t\t\t0.5\t\t\t\n", text, i, i);
    write_signed(path, text);
    assert_false(evaluation_read(&r, test_folder, &arena, &e));
    assert_non_null(strstr(e.text, "eval.tsv:52: expected a line that can come next, found 'chance 33 33 accuracy"));
    arena_free(&arena);
}

GROUP(evaluation_refused, folder_setup, folder_teardown)
