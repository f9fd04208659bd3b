/* test_settings.c -- configurations that must be refused, each with what its message must name (the sentences are in
 * refusals.txt), and those that must not. A row is a config file's text; it goes the way that `train` and `compare`
 * send it: read, resolved, built, checked. All are EXIT_USAGE. */
#include "unit/tests.h"

#include <string.h>

#include "encoding/encoding.h"
#include "evaluate/evaluate.h"
#include "settings/settings_difference.h"
#include "study/plan.h"
#include "unit/refused.h"

struct row {
    const char *text, *says;
};

#define LONG_VALUE \
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static const struct row bad_files[] = {
    /* keys */
    {"[train]\nstesp = 5\n", "c.ini:2: train.stesp: ... train.steps?"},
    {"[model]\nsteps = 5\n", "c.ini:2: model.steps: ... train.steps?"},
    {"[trian]\nsteps = 5\n", "c.ini:2: trian.steps: ... train.steps?"},
    {"[train]\nbananas = 5\n", "c.ini:2: train.bananas: "},
    {"[train]\nSteps = 5\n", "c.ini:2: train.Steps: ... train.steps?"},
    {"[train]\nsteps = 5\n\nsteps = 6\n", "c.ini:4: train.steps: set twice, first at c.ini:2"},
    {"[train]\nsteps = 5\n[model]\nheads = 2\n[train]\nsteps = 5\n", "c.ini:6: train.steps: ... c.ini:2"},
    /* lines */
    {"[train]\nbatch = 9\nsteps = 5 " LONG_VALUE "\n " LONG_VALUE "\n", "c.ini:3: train.steps: ... 191 "},
    {"[train]\n=5\n", "c.ini:2: train.: "},
    {"[train]\nschedule = \x1b[31m\n", "c.ini:2: train.schedule: "},
    {"[\x1b[31m]\nsteps = 5\n", "c.ini:2: \\x1b[31m.steps: "},
    /* values */
    {"[train]\nsteps = 300 steps\n", "c.ini:2: train.steps: '300 steps'"},
    {"[train]\nsteps = 1e-3\n", "c.ini:2: train.steps: '1e-3'"},
    {"[train]\nsteps =\n", "c.ini:2: train.steps: "},
    {"[train]\nsteps = 0\n", "c.ini:2: train.steps: 0 ... 1..1000000000"},
    {"[train]\nsteps = -5\n", "c.ini:2: train.steps: -5 "},
    {"[train]\nsteps = 99999999999999999999\n", "c.ini:2: train.steps: '99999999999999999999'"},
    {"[train]\nlearning_rate = nan\n", "c.ini:2: train.learning_rate: 'nan'"},
    {"[train]\nlearning_rate = 0x1p3\n", "c.ini:2: train.learning_rate: '0x1p3'"},
    {"[train]\nlearning_rate = 1e999\n", "c.ini:2: train.learning_rate: '1e999'"},
    {"[train]\nlearning_rate = -1\n", "c.ini:2: train.learning_rate: -1 ... 0..1000000000"},
    {"[train]\nbeta1 = 1\n", "c.ini:2: train.beta1: 1 "},
    {"[train]\nschedule = linaer\n", "c.ini:2: train.schedule: 'linaer' ... linear|cosine|constant"},
    {"[model]\ncausal = maybe\n", "c.ini:2: model.causal: 'maybe' ... no|yes"},
    {"[model]\nnorm = pre|post\n", "c.ini:2: model.norm: 'pre|post' ... pre|post"},
    {"[task]\nwords = 16..4\n", "c.ini:2: task.words: '16..4'"},
    {"[task]\nwords = 4-16\n", "c.ini:2: task.words: '4-16'"},
    {"[task]\nwords = 4..\n", "c.ini:2: task.words: '4..'"},
    {"[task]\nwords = 4..99999\n", "c.ini:2: task.words: 4..99999 ... 1..4096"},
    {"[encoding]\nname = sinusoidal\nbase = 1\n", "c.ini:3: sinusoidal.base: 1 "},
    /* names */
    {"[task]\nname = ordre\n", "c.ini:2: task.name: ... 'ordre' ... order?"},
    {"[task]\nname = translation\n", "c.ini:2: task.name: ... 'translation' ... `poslab help tasks`"},
    {"[encoding]\nname = sinusodial\n", "c.ini:2: encoding.name: ... 'sinusodial' ... sinusoidal?"},
    {"[encoding]\nextrapolation = forever\n",
     "c.ini:2: encoding.extrapolation: ... 'forever' ... `poslab help policies`"},
    {"[encoding]\nname = none\nextrapolation = clamp\n", "c.ini:3: encoding.extrapolation: clamp ... none"},
    {"[encoding]\nname = sinusoidal\noffset = 2\n", "c.ini:3: learned.offset: ... learned ... sinusoidal"},
    {"[encoding]\nname = none\nscale = 2\n", "c.ini:3: encoding.scale: ... sinusoidal, index ... none"},
    {"[encoding]\nname = rope + aliby\n", "c.ini:2: encoding.name: ... 'aliby' ... alibi?"},
    {"[encoding]\nname = rope+alibi\noffset = 2\n", "c.ini:3: learned.offset: ... learned ... rope+alibi"},
    {"[encoding]\nname = rope+alibi\n[t5]\nbuckets = 8\n", "c.ini:4: t5.buckets: ... t5 ... rope+alibi"},
    {"[encoding]\nname = rope+alibi\n[alibi]\nbase = 8\n", "c.ini:4: alibi.base: alibi ... base"},
    {"[encoding]\nname = rope+alibi\n[rope]\nbsae = 8\n", "c.ini:4: rope.bsae: rope ... bsae"},
    {"[encoding]\nname = index + alibi\nextrapolation = ntk\n", "c.ini:3: encoding.extrapolation: ntk ... index+alibi"},
    {"[encoding]\nname = sinusoidal+alibi\n[model]\nmixer = gru\n", "sinusoidal+alibi ... model.mixer = gru"},
    /* what a run does without, but not unread */
    {"[compare]\nseeds = 3..1\n", "c.ini:2: compare.seeds: '3..1'"},
    {"[compare]\ngrdi = d_model=4\n", "c.ini:2: compare.grdi: ... compare.grid?"},
    /* values that do not fit each other */
    {"[model]\nheads = 3\n", "model.heads = 3 ... model.d_model = 32"},
    {"[train]\nbatch = 2\nshards = 4\n", "train.shards = 4 ... train.batch = 2"},
    {"[train]\nsparse = lazy\nbeta2 = 0.9\n", "train.sparse = lazy ... (they are 0.9 and 0.9) ... (0.004 and 0.01)"},
    {"[train]\nsparse = lazy\nweight_decay = 250\n", "train.sparse = lazy ... (0.004 and 250)"},
    {"[train]\nsteps = 10\nwarmup = 50\n", "train.warmup = 50 ... train.steps = 10"},
    {"[task]\nwords = 3..16\n", "task order: task.words = 3..16: ... 4 words"},
    {"[task]\nname = first\nwords = 1..16\n", "task first: task.words = 1..16: ... 2 words"},
    {"[encoding]\nmax_position_embeddings = 9\n", "position 16 ... 9 rows"},
    /* lists that evaluation reads */
    {"[eval]\nlengths = 1x 2y\n", "eval.lengths: '2y'"},
    {"[eval]\nlengths = 0x\n", "eval.lengths: '0x'"},
    {"[eval]\nlengths = 3\n", "eval.lengths: 3 words; ... order ... 4..1000000"},
    {"[eval]\nlengths = 99999x\n", "eval.lengths: 99999x ... 1599984 words"},
    {"[eval]\nlengths = ,\n", "eval.lengths"},
    {"[eval]\npolicies = clamp, loop\n", "eval.policies: ... 'loop'"},
    {"[eval]\npolicies = clamp clamp\n", "eval.policies: clamp"},
    {"[eval]\npolicies = ,\n", "eval.policies"},
};

static const struct row bad_comparisons[] = {
    {"[compare]\nencodings = learned\n", "c.ini:2: compare.encodings: compare.members"},
    {"[compare]\nmembers = learned, circular\n", "compare.members: ... 'circular'"},
    {"[compare]\nmembers = learned, learned\n", "compare.members: learned"},
    {"[compare]\nmembers = ,\n", "compare.members"},
    {"[compare]\nseeds = 1..99999\n", "compare.seeds: 599994 ... 100000"},
    {"[compare]\npairs = learned - nine\n", "c.ini:2: compare.pairs: ... 'nine' ... none?"},
    {"[compare]\npairs = learned+clamp - learned, none+clamp - none\n", "c.ini:2: compare.pairs: ... 'none+clamp'"},
    {"[compare]\npairs = learned\n", "c.ini:2: compare.pairs: 'learned'"},
    {"[compare]\npairs = none - learned\n[eval]\npolicies = clamp\n", "c.ini:2: compare.pairs: ... 'none+clamp'"},
    {"[compare]\nmembers = sinusoidal\n[encoding]\noffset = 2\n", "c.ini:4: learned.offset: ... learned"},
    {"[compare]\ngate = 95\n", "c.ini:2: compare.gate: 95 ... 0..1"},
};

static const struct row good_files[] = {
    {"", ""},
    {"[encoding]\nmax_position_embeddings = 9\nextrapolation = clamp\n", "a table that is too short, with a policy"},
    {"[compare]\nseeds = 1..3\n", "a section that a single run does not use"},
    {"[train]\nsteps = 60 ; " LONG_VALUE LONG_VALUE LONG_VALUE "\n", "a long comment"},
    {"[compare]\nmembers = learned,\n  rope\n", "a list over lines that a single run does not use"},
    {"[encoding]\nname = learned + index\n[model]\nmixer = gru\n", "a hybrid that acts on the embedding"},
    {"[encoding]\nname = learned+alibi\nmax_position_embeddings = 9\nextrapolation = wrap\n",
     "a policy that fits one of two"},
};

static void resolve_text(struct settings *s, const char *text) {
    struct assignments a = {0};
    struct error e = {0};
    if (!assignments_read_text(&a, text, strlen(text), "c.ini", &e) || !settings_resolve(s, &a, NULL, &e))
        fail_msg("%s: %s", text, e.text);
}

/* The first setting that differs. */
TEST(difference) {
    static const struct {
        const char *there, *here, *expected;
    } rows[] = {
        {"[train]\nclip = 1\n", "[train]\nclip = 1.0\n", NULL},
        {"", "[train]\nclip = 1.0\n", NULL}, /* a missing key is its default */
        {"", "[train]\nclip = 2\n", "train.clip = 1 there, 2 here"},
        {"[train]\nclip = 2\nbatch = 8\n", "", "train.batch = 8 there, 64 here"},
        {"", "[train]\nfrom = runs/a\n", "train.from = (not set) there, runs/a here"},
        {"", "[train]\nkeep = last\n", NULL}, /* decides files, no number */
        {"[train]\nsparse = auto\n", "[train]\nsparse = lazy\n", NULL},
        {"[train]\nsparse = dense\n", "[train]\nsparse = auto\n", NULL},
        {"[train]\nsparse = dense\n", "[train]\nsparse = lazy\n", "train.sparse = dense there, lazy here"},
        {"", "[train]\nfrom_xxh3 = 12ab\n", NULL},
        {"[train]\nfrom_xxh3 = 12ab\n", "[train]\nfrom_xxh3 = 12ac\n", "train.from_xxh3 = 12ab there, 12ac here"},
        /* options: of kinds that have them, and of kinds that do not, where a default is no difference */
        {"[encoding]\nname = rope\n", "[rope]\nbase = 10000\n[encoding]\nname = rope\n", NULL},
        {"[encoding]\nname = rope\n", "[rope]\nbase = 100\n[encoding]\nname = rope\n",
         "rope.base = 10000 there, 100 here"},
        {"[encoding]\nname = rope+alibi\n", "[rope]\nbase = 100\n[encoding]\nname = rope+alibi\n",
         "rope.base = 10000 there, 100 here"},
        {"[encoding]\nname = none\n", "[encoding]\nname = rope\n", "encoding.name = none there, rope here"},
        {"[model]\nmixer = gru\n", "[model]\nmixer = gru\n[recurrent]\nbidirectional = no\n",
         "recurrent.bidirectional = yes there, no here"},
        /* what a run worked out itself counts as equal; steps that were given do not */
        {"[train]\nsteps = 80\nepochs = 3\n", "[train]\nsteps = 800\nepochs = 3\n", NULL},
        {"[train]\nsteps = 800\nepochs = 3\n", "[train]\nsteps = 800\nepochs = 0\n", "train.epochs = 3 there, 0 here"},
        {"[train]\nsteps = 800\nepochs = 0\n", "[train]\nsteps = 900\nepochs = 0\n",
         "train.steps = 800 there, 900 here"},
        {"[train]\nsteps = 800\nepochs = 3\n", "[train]\nsteps = 900\n", "train.steps = 800 there, 900 here"},
        {"[train]\nsteps = 800\n", "[train]\nsteps = 900\nepochs = 3\n", "train.steps = 800 there, 900 here"},
        {"[train]\nsteps = 8\n", "[train]\nsteps = 8\nepochs = 0\n", NULL},
        {"[train]\nvalidate_every = 40\n", "[train]\nvalidate_every = 0\n", NULL},
        {"[train]\nvalidate_every = 40\n", "[train]\nvalidate_every = 41\n",
         "train.validate_every = 40 there, 41 here"},
    };
    static struct settings there, here;
    char text[SETTINGS_DIFFERENCE];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        resolve_text(&there, rows[i].there);
        resolve_text(&here, rows[i].here);
        bool differ = settings_difference(&there, &here, RUN_SECTIONS, text);
        if (differ != (rows[i].expected != NULL) || (differ && strcmp(text, rows[i].expected) != 0))
            fail_msg("row %zu: '%s', not '%s'", i, differ ? text : "no difference", rows[i].expected);
    }
}

static void add_key(void *user, const char *key, const char *there, const char *here) {
    text_append(user, 400, "%s %s %s\n", key, there ? there : "-", here ? here : "-");
}

/* All of them, first those of the first run: of options of one kind those without the default. */
TEST(differences) {
    static struct settings there, here;
    char text[400] = "";
    resolve_text(&there, "[encoding]\nname = rope\nbase = 7\n[task]\nfillers = 3\n");
    resolve_text(&here, "[encoding]\nname = learned\nstd = 0.5\n[task]\nname = copy\n[train]\nkeep = last\n");
    settings_each_difference(&there, &here, RUN_SECTIONS, add_key, text);
    assert_string_equal(text, "task.name order copy\ntask.fillers 3 -\nencoding.name rope learned\nrope.base 7 -\n"
                              "model.causal no yes\ntrain.keep all last\nlearned.std - 0.5\n");
}

static bool run_file(const char *text, size_t size, struct error *e) {
    static struct run r;
    static struct settings s;
    struct assignments a = {0};
    if (!assignments_read_text(&a, text, size, "c.ini", e) || !settings_resolve(&s, &a, NULL, e) ||
        !run_build(&r, &s, NULL, e))
        return false;
    bool ok = evaluation_check(&r, e);
    run_free(&r);
    return ok;
}

static bool plan_file(const char *text, size_t size, struct error *e) {
    static struct comparison_result c;
    struct assignments a = {0};
    struct arena arena = {0};
    bool ok = assignments_read_text(&a, text, size, "c.ini", e) && compare_plan(&c, &a, NULL, &arena, e);
    arena_free(&arena);
    return ok;
}

TEST(bad_files) {
    for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++) {
        struct error e = {0};
        bool ran = run_file(bad_files[i].text, strlen(bad_files[i].text), &e);
        assert_refused(bad_files[i].text, ran, &e, EXIT_USAGE, bad_files[i].says);
    }
}

TEST(bad_comparisons) {
    for (size_t i = 0; i < sizeof bad_comparisons / sizeof *bad_comparisons; i++) {
        struct error e = {0};
        bool planned = plan_file(bad_comparisons[i].text, strlen(bad_comparisons[i].text), &e);
        assert_refused(bad_comparisons[i].text, planned, &e, EXIT_USAGE, bad_comparisons[i].says);
    }
}

TEST(good_files) {
    for (size_t i = 0; i < sizeof good_files / sizeof *good_files; i++) {
        struct error e = {0};
        if (!run_file(good_files[i].text, strlen(good_files[i].text), &e))
            fail_msg("%s: %s", good_files[i].says, e.text);
    }
}

TEST(overrides) {
    static struct settings s;
    struct assignments a = {0};
    struct error e = {0};
    assert_true(assignments_read_text(&a, "[train]\nsteps = 70\n", 19, "c.ini", &e));
    assert_true(assignments_override(&a, "train.steps=90", &e));
    assert_true(settings_resolve(&s, &a, NULL, &e));
    assert_int_equal(s.train.steps, 90);
    assert_refused("twice", assignments_override(&a, "train.steps=91", &e), &e, EXIT_USAGE,
                   "command line: train.steps");
    assert_refused("no value", assignments_override(&a, "steps", &e), &e, EXIT_USAGE,
                   "command line: 'steps' is not key=value");
}

/* Values of the command line that no config file could hold, and blanks, which none keeps. */
TEST(unfit_values) {
    static const struct row rows[] = {
        {"task.text=a ;b", "command line: task.text: ... ';'"},
        {"task.text=;b", "command line: task.text: ... ';'"},
        {"task.text=a\nb", "command line: task.text: ... control"},
        {"task.text=\x1b[2J", "command line: task.text: ... control"},
        {"task.text=caf\xe9", "command line: task.text: ... UTF-8"},
        {"task.text=" LONG_VALUE LONG_VALUE, "command line: task.text: ... 191"},
        {"compare.gate=" LONG_VALUE LONG_VALUE, "command line: compare.gate: ... 191"},
    };
    struct assignments a = {0};
    struct error e = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(rows[i].text, assignments_override(&a, rows[i].text, &e), &e, EXIT_USAGE, rows[i].says);
    assert_refused("key", assignments_set(&a, LONG_VALUE LONG_VALUE, "1", "a.ini:2", &e), &e, EXIT_USAGE,
                   "a.ini:2: aaaaaaaaaaa ... 191 ");
    assert_int_equal(a.count, 0);
    assert_true(assignments_override(&a, "task.text=  a;b \t c;d# \n", &e));
    assert_string_equal(assignments_value(&a, "task.text"), "a;b \t c;d#");
}

/* A list of a comparison may be as long as a config file can hold: 16384 bytes. */
TEST(long_lists) {
    static char text[sizeof "compare.members=" + SETTING_LIST_MAX];
    struct assignments a = {0}, copy;
    struct error e = {0};
    size_t key = strlen("compare.members="), longest = 16384;
    memset(text, 'a', sizeof text);
    memcpy(text, "compare.members=", key);
    text[key + longest + 1] = 0;
    assert_refused("longer", assignments_override(&a, text, &e), &e, EXIT_USAGE,
                   "command line: compare.members: ... 16384 ");
    text[key + longest] = 0;
    assert_true(assignments_set(&a, "train.steps", "70", "a.ini:2", &e));
    assert_true(assignments_set(&a, "compare.members", "learned", "a.ini:3", &e));
    assert_true(assignments_set(&a, "train.batch", "9", "a.ini:4", &e));
    assert_true(assignments_override(&a, text, &e));
    assignments_copy(&copy, &a);
    assert_int_equal(copy.count, 3);
    assert_string_equal(assignments_value(&copy, "compare.members"), text + key);
    assert_string_equal(assignments_where(&copy, "compare.members"), "command line");
    assert_string_equal(assignments_value(&copy, "train.batch"), "9");
    assert_string_equal(assignments_where(&copy, "train.batch"), "a.ini:4");
    assert_string_equal(assignments_item(&copy, 1).key, "compare.members"); /* where it was, though set anew */
    assert_true(assignments_set(&a, "compare.members", "rope", "b.ini:1", &e));
    assert_string_equal(assignments_value(&a, "compare.members"), "rope");
    assert_string_equal(assignments_value(&a, "train.steps"), "70");
    assert_string_equal(assignments_value(&a, "train.batch"), "9");
    assignments_of_runs(&copy, &a);
    assert_int_equal(copy.count, 2);
    assert_string_equal(assignments_item(&copy, 1).key, "train.batch");
}

/* What only a comparison has is refused of a run where it was typed, not where its config file has it. */
TEST(of_a_comparison) {
    static struct settings s;
    static struct comparison c;
    struct assignments a = {0}, none = {0};
    struct error e = {0};
    assert_true(assignments_set(&a, "compare.pairs", "a", "a.ini:3", &e));
    assert_true(settings_resolve(&s, &a, NULL, &e));
    assert_true(assignments_override(&a, "compare.pairs=a", &e));
    assert_refused("typed", settings_resolve(&s, &a, NULL, &e), &e, EXIT_USAGE, "command line: compare.pairs");
    assert_true(comparison_read(&c, &a, &e) && strcmp(c.pairs, "a") == 0);
    assert_true(comparison_read(&c, &none, &e));
    assert_string_equal(c.pairs, ""); /* nothing remains of the first reading */
}

static void write_twice(const char *task, const char *encoding) {
    static struct settings s, again;
    static char once[SETTINGS_TEXT], twice[SETTINGS_TEXT], difference[SETTINGS_DIFFERENCE];
    struct assignments a = {0}, b = {0};
    struct error e = {0};
    assert_true(assignments_set(&a, "task.name", task, "test", &e));
    assert_true(assignments_set(&a, "encoding.name", encoding, "test", &e));
    assert_true(assignments_set(&a, "train.learning_rate", "0.1234567890123", "test", &e));
    assert_true(settings_resolve(&s, &a, NULL, &e));
    settings_write(&s, once, RUN_SECTIONS);
    assert_true(assignments_read_text(&b, once, strlen(once), "once", &e));
    assert_true(settings_resolve(&again, &b, NULL, &e));
    settings_write(&again, twice, RUN_SECTIONS);
    assert_string_equal(once, twice);
    assert_false(settings_difference(&s, &again, RUN_SECTIONS, difference));
}

/* What is written reads back to the same text, for every task and encoding. */
TEST(round_trip) {
    for (const struct task *const *t = tasks; *t; t++)
        for (const struct encoding *const *c = encodings; *c; c++)
            write_twice((*t)->name, (*c)->name);
    write_twice("order", "alibi + sinusoidal");
    write_twice("order", "learned+sinusoidal+rope+t5");
}

/* encoding.NAME is every part's that has it, NAME.OPTION that part's alone, whichever comes first; the file has a
 * section for each. */
TEST(options_of_parts) {
    static const char given[] = "[rope]\nbase = 70\n[encoding]\nname = alibi + rope + sinusoidal\nbase = 50\n"
                                "layout = interleaved\n[sinusoidal]\nscale = 2\n";
    static struct settings s;
    static char text[SETTINGS_TEXT];
    struct assignments a = {0};
    struct error e = {0};
    assert_true(assignments_read_text(&a, given, strlen(given), "c.ini", &e));
    if (!settings_resolve(&s, &a, NULL, &e))
        fail_msg("%s", e.text);
    settings_write(&s, text, "encoding train");
    assert_memory_equal(text, "[encoding]\nname = sinusoidal+rope+alibi\nextrapolation = refuse\n\n[sinusoidal]\n",
                        strlen("[encoding]\nname = sinusoidal+rope+alibi\nextrapolation = refuse\n\n[sinusoidal]\n"));
    assert_non_null(strstr(text, "\n\n[sinusoidal]\nbase = 50\nscale = 2\nlayout = interleaved\n"));
    assert_non_null(strstr(text, "\n\n[rope]\nlayout = interleaved\nfraction = 1\nbase = 70\n"));
    assert_non_null(strstr(text, "\n\n[alibi]\nsides = signed\n\n[train]\n"));
}

/* configs/order.ini is the program's defaults, written out. */
TEST(order_config) {
    static struct settings file, defaults;
    static char there[SETTINGS_TEXT], here[SETTINGS_TEXT];
    struct assignments a = {0}, none = {0};
    struct error e = {0};
    assert_true(assignments_read_file(&a, "configs/order.ini", &e));
    assert_true(settings_resolve(&file, &a, NULL, &e));
    assert_true(settings_resolve(&defaults, &none, NULL, &e));
    settings_write(&file, there, RUN_SECTIONS);
    settings_write(&defaults, here, RUN_SECTIONS);
    assert_string_equal(there, here);
}

GROUP(settings, NULL, NULL)
