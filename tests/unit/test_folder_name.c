/* test_folder_name.c -- what a folder is called after that is not the usual one, and which of those that are there is
 * taken. */
#include <stdio.h>
#include <string.h>

#include "study/folder_name.h"
#include "unit/tests.h"

/* ---- Words */

static void assert_added(const char *name, const char *word, const char *expected) {
    char text[PATH_MAX_LENGTH];
    snprintf(text, sizeof text, "%s", name);
    folder_name_add(text, word);
    assert_string_equal(text, expected);
}

/* No letter that a shell reads, and 43 of 46 characters at most: the rest is for a number. */
static void test_words(void **state) {
    (void)state;
    assert_added("compare", "reverse", "compare-reverse");
    assert_added("compare", "steps 1600", "compare-steps-1600");
    assert_added("compare", "rope base=100", "compare-rope-base-100");
    assert_added("compare", "lengths 1x 1.5x, 2x", "compare-lengths-1x-1.5x-2x");
    assert_added("compare", "a;rm *$(x)`y`'\"\\|&<>~!{}[]", "compare-a-rm-x-y");
    assert_added("compare", "d_model 16", "compare-d_model-16");
    assert_added("compare", "é", "compare");
    assert_added("compare", "", "compare");
    assert_added("compare", "abcdefghijklmnopqrstuvwxyz123456789",
                 "compare-abcdefghijklmnopqrstuvwxyz123456789"); /* 7 + 1 + 35 */
    assert_added("compare", "abcdefghijklmnopqrstuvwxyz1234567890", "compare");
    assert_added("order-learned-seed1", "learning_rate 0.02", "order-learned-seed1-learning_rate-0.02");
    assert_added("order-sinusoidal-seed1", "learning_rate 0.001", "order-sinusoidal-seed1-learning_rate-0.001");
}

/* ---- Settings */

static void assert_described(const char *there, const char *here, const char *expected) {
    struct assignments a = {0}, b = {0};
    struct error e;
    char name[PATH_MAX_LENGTH] = "c";
    assert_true(assignments_read_text(&a, there, strlen(there), "there", &e));
    assert_true(assignments_read_text(&b, here, strlen(here), "here", &e));
    folder_name_settings(name, &a, &b);
    assert_string_equal(name, expected);
}

static void test_differences(void **state) {
    (void)state;
    assert_described("[train]\nsteps = 800\n", "[train]\nsteps = 1600\n", "c-steps-1600");
    assert_described("[train]\nsteps = 800\nbatch = 64\n", "[train]\nsteps = 900\nbatch = 32\n",
                     "c-steps-900-batch-32");
    /* a warm-up that follows from the steps, or from epochs, is nobody's setting */
    assert_described("[train]\nsteps = 800\nwarmup = 50\n", "[train]\nsteps = 20\nwarmup = 2\n", "c-steps-20");
    assert_described("[train]\nsteps = 800\nwarmup = 50\n", "[train]\nsteps = 20\nwarmup = 3\n", "c-steps-20-warmup-3");
    assert_described("[train]\nsteps = 20\nwarmup = 3\n", "[train]\nsteps = 20\nwarmup = 2\n", "c-warmup-2");
    assert_described("[train]\nsteps = 20\nwarmup = 2\n", "[train]\nepochs = 3\nsteps = 20\nwarmup = 50\n",
                     "c-epochs-3");
    /* another task says enough */
    assert_described("[task]\nname = order\n[train]\nsteps = 800\n", "[task]\nname = reverse\n[train]\nsteps = 900\n",
                     "c-reverse");
    /* what decides no number, and what means the same, is no difference */
    assert_described("[train]\nkeep = all\nsparse = auto\n", "[train]\nkeep = none\nsparse = dense\n", "c");
    assert_described("[train]\nclip = 1\n", "[train]\nsteps = 800\n", "c");
    assert_described("[compare]\nseeds = 1..5\ngate = 0.9\n", "[compare]\nseeds = 7..7\ngate = 0.8\n", "c-seeds-7");
    assert_described("[compare]\nseeds = 1..5\n", "[compare]\nseeds = 1..12\n", "c-seeds-1..12");
    assert_described("[embedding]\ntoken = a/b/glove.txt\n", "[embedding]\ntoken = other/fast.vec\n",
                     "c-token-fast.vec");
}

/* ---- Which is taken */

/* Folders that hold something else, by the end of their paths; the new one differs from all in "steps 9". */
struct there {
    const char *taken;
};

static enum folder_fits fits(const void *user, const char *folder, struct error *e) {
    const struct there *t = user;
    char name[PATH_MAX_LENGTH];
    snprintf(name, sizeof name, " %s ", strrchr(folder, '/') + 1);
    return strstr(t->taken, name) ? (error_set(e, EXIT_USAGE, "taken"), FITS_NOT) : FITS;
}

static void describe(const void *user, const char *folder, char name[PATH_MAX_LENGTH]) {
    (void)user;
    folder_name_add(name, strstr(folder, "steps") ? "batch 32" : "steps 9");
}

static void say_nothing(const void *user, const char *folder, char name[PATH_MAX_LENGTH]) {
    (void)user, (void)folder, (void)name;
}

static void assert_chosen(const char *taken, bool described, const char *expected) {
    const struct there t = {taken};
    const struct folder_naming n = {"nowhere-at-all/c", fits, described ? describe : say_nothing, &t, false};
    char folder[PATH_MAX_LENGTH];
    struct error e;
    assert_true(folder_choose(folder, &n, &e));
    assert_string_equal(strrchr(folder, '/') + 1, expected);
}

/* Each is named by what distinguishes it from the one that is in its way; where that becomes too long it begins anew.
 */
static void test_chosen(void **state) {
    (void)state;
    assert_chosen("", true, "c");
    assert_chosen(" c ", true, "c-steps-9");
    assert_chosen(" c  c-steps-9 ", true, "c-steps-9-batch-32");
    assert_chosen(
        " c  c-steps-9  c-steps-9-batch-32  c-steps-9-batch-32-batch-32  c-steps-9-batch-32-batch-32-batch-32 ", true,
        "c-batch-32");
    assert_chosen(" c ", false, "c-2");
    assert_chosen(" c  c-2  c-3 ", false, "c-4");
}

int test_folder_name(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_chosen),
    };
    return cmocka_run_group_tests_name("folder_name", tests, NULL, NULL);
}
