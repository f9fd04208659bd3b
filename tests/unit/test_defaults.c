/* test_defaults.c -- precedence: settings change defaults that depend on them, and a task, mixer or encoding chosen
 * outside a config file drops the file's options for others. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "settings/settings.h"
#include "settings/settings_difference.h"
#include "settings/settings_override_kind.h"
#include "task/task.h"
#include "unit/tests.h"

/* Up to three assignments of the command line, after those of a file. */
static void read_all(struct assignments *a, const char *file, const char *const line[3]) {
    struct error e = {0};
    *a = (struct assignments){0};
    if (!assignments_read_text(a, file, strlen(file), "c.ini", &e))
        fail_msg("%s", e.text);
    for (int i = 0; i < 3 && line[i]; i++)
        if (!assignments_override(a, line[i], &e))
            fail_msg("%s", e.text);
}

static void resolve(struct settings *s, const char *file, const char *const line[3]) {
    static struct assignments a;
    struct error e = {0};
    read_all(&a, file, line);
    if (!settings_resolve(s, &a, NULL, &e))
        fail_msg("%s: %s", line[0], e.text);
}

static void assert_written(const struct settings *s, const char *line, bool there) {
    char text[SETTINGS_TEXT];
    settings_write(s, text, RUN_SECTIONS);
    if ((strstr(text, line) != NULL) != there)
        fail_msg("%s'%s' in:\n%s", there ? "no " : "", line, text);
}

TEST(warmup) {
    static const struct {
        const char *line[3];
        int warmup;
    } rows[] = {
        {{NULL}, 50},
        {{"train.steps=500"}, 50},
        {{"train.steps=499"}, 49},
        {{"train.steps=20"}, 2},
        {{"train.steps=9"}, 0},
        {{"train.steps=1"}, 0},
        {{"train.steps=20", "train.warmup=20"}, 20},
        {{"train.steps=300", "train.warmup=50"}, 50},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct settings s;
        resolve(&s, "", rows[i].line);
        assert_int_equal(s.train.warmup, rows[i].warmup);
    }
}

TEST(heads) {
    static const int rows[][2] = {{32, 4}, {100, 4}, {30, 3}, {6, 3}, {10, 2}, {7, 1}, {1, 1}};
    char width[32];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct settings s;
        snprintf(width, sizeof width, "model.d_model=%d", rows[i][0]);
        resolve(&s, "", (const char *const[3]){width});
        assert_int_equal(s.model.heads, rows[i][1]);
    }
}

/* Tasks that predict the next word need a model that only looks back. */
TEST(causal) {
    static struct settings s;
    for (const struct task *const *t = tasks; ABOUT(*t); t++) {
        char name[64];
        snprintf(name, sizeof name, "task.name=%s", (*t)->name);
        resolve(&s, "", (const char *const[3]){name});
        assert_int_equal(s.model.causal, (*t)->causal);
        resolve(&s, "", (const char *const[3]){name, "model.causal=no"});
        assert_false(s.model.causal);
    }
    resolve(&s, "", (const char *const[3]){"model.mixer=gru"});
    assert_written(&s, "bidirectional = yes\n", true);
    resolve(&s, "", (const char *const[3]){"model.mixer=gru", "task.name=copy"});
    assert_written(&s, "bidirectional = no\n", true);
    resolve(&s, "", (const char *const[3]){"model.mixer=gru", "task.name=copy", "recurrent.bidirectional=yes"});
    assert_written(&s, "bidirectional = yes\n", true);
}

/* What followed from other settings was not given. */
TEST(given) {
    static const char *const lines[][3] = {
        {"train.steps=20"}, {"model.d_model=6"}, {"task.name=copy", "model.mixer=gru"}};
    static const char *const followed[] = {"train.warmup", "model.heads", "recurrent.bidirectional"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        static struct settings s;
        static struct assignments given;
        resolve(&s, "", lines[i]);
        settings_changed(&s, &given);
        assert_null(assignments_value(&given, followed[i]));
        const char *value = strchr(lines[i][0], '=') + 1;
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)(value - 1 - lines[i][0]), lines[i][0]);
        assert_non_null(assignments_value(&given, key));
        assert_string_equal(assignments_value(&given, key), value);
    }
}

struct yielding {
    const char *file, *line[3], *others, *told, *left; /* left: a key that stays */
};

#define YIELDS(file, first, second, others, left, told) \
    { file, {first, second}, others, told, left }
static const struct yielding yields[] = {
    YIELDS("[task]\nwords = 4..9\nfillers = 5\n[train]\nsteps = 70\n", "task.name=tsv", NULL, NULL, "train.steps",
           "c.ini: left out: task.words, task.fillers (of no task, mixer or encoding in use)"),
    YIELDS("[task]\nname = order\nwords = 4..9\n", "task.name=first", NULL, NULL, "task.words", ""),
    YIELDS("[task]\nname = tsv\nwords = 4..9\n", "train.steps=60", NULL, NULL, "task.words",
           ""), /* the file chose itself */
    YIELDS("[task]\nvocabulary = 5\n", "task.name=tsv", "task.query_place=query_last", NULL, "task.query_place",
           "c.ini: left out: task.vocabulary (of no task, mixer or encoding in use)"), /* an error that stays one */
    YIELDS("[task]\nwodrs = 5\n", "task.name=tsv", NULL, NULL, "task.wodrs", ""),
    YIELDS("[encoding]\nname = rope\nbase = 9\n[rope]\nfraction = 0.5\n", "encoding.name=alibi", NULL, NULL,
           "encoding.name", "c.ini: left out: encoding.base, rope.fraction (of no task, mixer or encoding in use)"),
    YIELDS("[encoding]\nbase = 9\n", "encoding.name=alibi+sinusoidal", NULL, NULL, "sinusoidal.base", ""),
    YIELDS("[rope]\nbase = 9\n", "compare.members=learned", NULL, "learned attention", "compare.members",
           "c.ini: left out: rope.base (of no task, mixer or encoding in use)"),
    YIELDS("[rope]\nbase = 9\n", "compare.members=learned, rope", NULL, "learned rope attention", "rope.base", ""),
    YIELDS("[model]\nmixer = gru\n[recurrent]\nbidirectional = no\n", "model.mixer=attention", NULL, NULL,
           "model.mixer", "c.ini: left out: recurrent.bidirectional (of no task, mixer or encoding in use)"),
    YIELDS("[task]\nwords = 9\n[recurrent]\nbidirectional = no\n", "model.mixer=attention", "task.name=tsv", NULL,
           "task.name", "c.ini: left out: task.words, recurrent.bidirectional (of no task, mixer or encoding in use)"),
    YIELDS("[train]\nwarmup = 50\n", "train.steps=20", NULL, NULL, "train.steps",
           "c.ini: left out: train.warmup (longer than train.steps)"),
    YIELDS("[train]\nwarmup = 50\nsteps = 20\n", "train.batch=4", NULL, NULL, "train.warmup", ""),
    YIELDS("[train]\nsteps = 20\n", "train.warmup=50", NULL, NULL, "train.warmup", ""),
    YIELDS("[train]\nwarmup = 50\n", "train.steps=50", NULL, NULL, "train.warmup", ""),
};

TEST(yield) {
    for (size_t i = 0; i < sizeof yields / sizeof *yields; i++) {
        static struct assignments a;
        struct yielded y;
        read_all(&a, yields[i].file, yields[i].line);
        assignments_yield(&a, yields[i].others, &y);
        if (strcmp(y.left_out, yields[i].told) != 0)
            fail_msg("row %zu: '%s', not '%s'", i, y.left_out, yields[i].told);
        if (!assignments_value(&a, yields[i].left))
            fail_msg("row %zu: %s is lost", i, yields[i].left);
    }
}

/* Those after one that was taken out are what they were. */
TEST(drop) {
    static struct assignments a;
    read_all(&a, "[train]\nsteps = 1\nbatch = 2\nclip = 3\n", (const char *const[3]){"train.seed=4"});
    assignments_drop(&a, 1);
    assert_int_equal(a.count, 3);
    assert_null(assignments_value(&a, "train.batch"));
    assert_string_equal(assignments_value(&a, "train.steps"), "1");
    assert_string_equal(assignments_value(&a, "train.clip"), "3");
    assert_string_equal(assignments_where(&a, "train.clip"), "c.ini:4");
    assert_string_equal(assignments_value(&a, "train.seed"), "4");
    assert_int_equal(assignments_source(&a, "train.clip"), FROM_FILE);
    assert_int_equal(assignments_source(&a, "train.seed"), FROM_LINE);
    assignments_drop(&a, 2);
    assert_int_equal(a.count, 2);
    assert_null(assignments_value(&a, "train.seed"));
}

/* An option in no section of a run's files would be lost with them. */
TEST(sections) {
    char section[SETTING_TEXT_MAX];
    for (const struct settings_owned *of = settings_tables(); of->owner; of++)
        for (const struct setting *o = of->table == comparison_table ? NULL : of->table; o && o->key; o++) {
            snprintf(section, sizeof section, "%.*s", (int)strcspn(o->key, "."), o->key);
            if (!text_lists(RUN_SECTIONS, section) && !(encoding_find(of->owner) && strcmp(section, of->owner) == 0))
                fail_msg("%s of %s is in no section of a run", o->key, of->owner);
        }
}

GROUP(defaults, NULL, NULL)
