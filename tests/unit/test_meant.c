/* test_meant.c -- other names of settings and values: accepted if the meaning is clear, explained if there is none or
 * more than one. */
#include <string.h>

#include "settings/settings.h"
#include "settings/settings_override_kind.h"
#include "settings/settings_synonyms.h"
#include "unit/refused.h"
#include "unit/tests.h"

static const char *key_of(const char *said) {
    const struct setting *o = setting_find(settings_table, settings_synonym_key(said));
    return o ? o->key : settings_synonym_key(said);
}

TEST(keys) {
    assert_string_equal(key_of("lr"), "train.learning_rate");
    assert_string_equal(key_of("train.lr"), "train.learning_rate");
    assert_string_equal(key_of("epochs"), "train.epochs"); /* one key has this name */
    assert_string_equal(key_of("batch_size"), "train.batch");
    assert_string_equal(key_of("hidden_size"), "model.d_model");
    assert_string_equal(key_of("num_heads"), "model.heads");
    assert_string_equal(key_of("max_len"), "learned.max_position_embeddings");
    assert_string_equal(key_of("rope_theta"), "rope.base");
    assert_string_equal(key_of("task.encoding"), "task.charset");
    assert_string_equal(key_of("rope.theta"), "rope.base");
    assert_string_equal(key_of("task.encoding"), "task.charset");
    assert_string_equal(key_of("base"), "base");
    assert_string_equal(key_of("members"), "compare.members");
    /* of another section, of several, and of none: they stay as they are */
    assert_string_equal(key_of("model.lr"), "model.lr");
    assert_string_equal(key_of("positions"), "positions");
    assert_string_equal(key_of("layers"), "layers");
    assert_string_equal(key_of("train.steps"), "train.steps");
    assert_string_equal(key_of("bananas"), "bananas");
}

/* Every key without its section is that key, or one of several that are all told, or another's word that is answered.
 */
static void check_short(const struct setting *table) {
    for (; table && table->key; table++) {
        const char *name = strchr(table->key, '.') + 1, *key = settings_synonym_key(name);
        struct suggestion near = suggest_for(name);
        struct error e;
        assert_ptr_equal(settings_synonym_key(table->key), table->key);
        if (strcmp(key, table->key) != 0 && !settings_answer(name, &near, &e) && near.distance != 0)
            fail_msg("%s is %s and not %s", name, key, table->key);
    }
}

TEST(every_key) {
    for (const struct settings_owned *of = settings_tables(); of->owner; of++)
        check_short(of->table);
}

static void assert_answer(const char *key, const char *expected) {
    struct suggestion near = suggest_for(key);
    struct error e = {0};
    assert_true(settings_answer(key, &near, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    if (!strstr(e.text, expected))
        fail_msg("%s: %s lacks %s", key, e.text, expected);
}

TEST(answers) {
    struct suggestion near = suggest_for("model.lr");
    struct error e;
    assert_answer("layers", "there is one layer");
    assert_answer("model.num_hidden_layers", "there is one layer");
    assert_answer("dropout", "there is no dropout");
    assert_answer("seq_len", "task.words");
    assert_answer("seed", "train.seed");
    assert_answer("positions", "train.positions, eval.positions");
    assert_false(settings_answer("bananas", &near, &e));
    assert_false(settings_answer("model.lr", &near, &e));
    assert_string_equal(near.nearest, "train.learning_rate");
}

static void assert_value(const char *key, const char *said, const char *expected) {
    char buffer[SETTING_LIST_MAX];
    assert_string_equal(settings_synonym_value(key, said, buffer, sizeof buffer), expected);
}

TEST(values) {
    assert_value("encoding.name", "ROPE", "rope");
    assert_value("encoding.name", "RoPE", "rope");
    assert_value("encoding.name", "rotary", "rope");
    assert_value("encoding.name", "Sine + ALiBi", "sinusoidal + alibi");
    assert_value("encoding.name", "NoPE", "none");
    assert_value("encoding.name", "T5", "t5");
    assert_value("encoding.name", "relative", "relative"); /* several are */
    assert_value("encoding.name", "sinusodial", "sinusodial");
    assert_value("encoding.name", "lr=5", "learning_rate=5"); /* refused later, for what it is */
    assert_value("task.name", "Order", "order");
    assert_value("task.name", "sine", "sine");
    assert_value("eval.policies", "PI, ntk-aware, NTK_aware, NTK-by-parts", "interpolate, ntk, ntk, yarn");
    assert_value("compare.members", "rotary, GRU/Sin", "rope, gru/sinusoidal");
    assert_value("compare.members", "ROPE lr=0.1 positions=random, Sine+PI",
                 "rope learning_rate=0.1 positions=random, sinusoidal+interpolate");
    assert_value("compare.members", "rope base=1e4, rope.base=10", "rope base=1e4, rope.base=10");
    assert_value("compare.members", "learned max_len=40", "learned max_position_embeddings=40");
    assert_value("compare.pairs", "RoPE - Learned+clamp", "rope - learned+clamp");
    assert_value("compare.grid", "lr=1e-4..1e-2 log 5", "learning_rate=1e-4..1e-2 log 5");
}

/* As a setting's table reads it. */
static void assert_choice(const char *key, const char *said, const char *expected) {
    static struct settings s;
    char buffer[SETTING_LIST_MAX], text[SETTING_TEXT_MAX];
    struct error e;
    const struct setting *o = setting_find(settings_table, key);
    bool is = setting_read(o, &s, settings_synonym_value(key, said, buffer, sizeof buffer), &e);
    assert_string_equal(is ? setting_write(o, &s, text, sizeof text) : "refused", expected);
}

TEST(choices) {
    assert_choice("model.activation", "GELU", "gelu");
    assert_choice("model.causal", "true", "yes");
    assert_choice("model.causal", "False", "no");
    assert_choice("model.causal", "1", "yes");
    assert_choice("model.causal", "off", "no");
    assert_choice("model.causal", "maybe", "refused");
    assert_choice("model.causal", "", "refused");
    assert_choice("model.causal", "causal", "yes"); /* mask=causal */
    assert_choice("model.embedding_norm", "causal", "refused");
    assert_choice("model.embedding_norm", "none", "no");
    assert_choice("model.causal", "full", "no");
    assert_choice("train.keep", "none", "none");      /* a choice of its own */
    assert_choice("train.schedule", "on", "refused"); /* no choice of yes and no */
    assert_value("compare.seeds", "10", "1..10");
    assert_value("compare.seeds", "10..10", "10..10");
    assert_value("compare.seeds", "2,5", "2,5");
    assert_value("task.words", "10", "10"); /* a range of one */
    assert_value("model.heads", "1", "1");  /* a number stays one */
    assert_value("task.train", "True.tsv", "True.tsv");
}

TEST(assigned) {
    static struct assignments a;
    struct error e;
    a = (struct assignments){0};
    assert_true(assignments_override(&a, "lr=0.5", &e));
    assert_string_equal(assignments_value(&a, "train.learning_rate"), "0.5");
    assert_refused("twice", assignments_override(&a, "train.learning_rate=0.1", &e), &e, EXIT_USAGE,
                   "command line: train.learning_rate: ");
    assert_refused("in a file", assignments_read_text(&a, "[train]\nlr = 1\n", 15, "c.ini", &e), &e, EXIT_USAGE,
                   "c.ini:2: train.learning_rate: ... command line");
}

/* An option of one task alone names it, unless something as near does. */
TEST(implied) {
    tests_need("rows");
    static const struct {
        const char *file, *line, *key, *task;
    } of[] = {
        {"", "task.train=F", "task.train", "tsv"},
        {"[task]\ntrain = F\n", NULL, "task.train", "tsv"},
        {"[task]\nname = order\n", "task.train=F", "task.train", "tsv"},
        {"[task]\nname = order\ntrain = F\n", NULL, NULL, "order"},
        {"[task]\nname = tsv\n", "task.train=F", NULL, "tsv"},
        {"", "task.words=4..9", NULL, NULL}, /* of several tasks */
        {"", "task.examples=9", NULL, NULL}, /* of every run */
        {"", "rope.base=9", NULL, NULL},     /* of no task */
        {"[task]\nname = bananas\n", "lr=1", NULL, "bananas"},
    };
    struct error e;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        static struct assignments a;
        a = (struct assignments){0};
        assert_true(assignments_read_text(&a, of[i].file, strlen(of[i].file), "c.ini", &e));
        assert_true(!of[i].line || assignments_override(&a, of[i].line, &e));
        const char *key = settings_imply_task(&a, &e), *task = assignments_value(&a, "task.name");
        assert_string_equal(key ? key : "", of[i].key ? of[i].key : "");
        assert_string_equal(task ? task : "", of[i].task ? of[i].task : "");
    }
}

GROUP(meant, NULL, NULL)
