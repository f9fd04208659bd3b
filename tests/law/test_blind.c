/* test_blind.c -- what can be guessed without order, without segments, or without the order of words from the last
 * position of training on, of every task that makes its examples: each is drawn in a world so small that all its
 * examples come up, they are grouped by what is known, and the best answer of each group is counted. What the task says
 * of such a guess, or chance where it says nothing, is that number; or it says that nobody knows, and chance is less.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "law/oracles.h"
#include "task/kinds.h"
#include "task/words.h"
#include "unit/tests.h"

enum { DRAWS = 30000, ROWS = 16, CLASSES = 8, LENGTHS = 4, SIGHTS = 3, PATTERNS = 64 };

/* What a small world is made of, where a task has such options. */
static const char *const small[][2] = {
    {"task.vocabulary", "3"}, {"task.fillers", "1"}, {"task.values", "3"},
    {"task.width", "2"},      {"task.columns", "4"}, {"task.data", "tests/data/chase"},
    {"task.markers", "2"},    {"task.digits", "2"},
};

struct world {
    struct arena arena;
    struct task_built task;
    _Alignas(16) char options[TASK_OPTIONS_MAX];
    int separator; /* the token [SEP]; -1: there is none */
};

static int find_separator(const struct task_built *t) {
    char buffer[TASK_WORD_MAX];
    int token = t->size.vocabulary - 1;
    while (token >= 0 && strcmp(t->kind->word(t, token, buffer), "[SEP]") != 0)
        token--;
    return token;
}

static void set(struct world *w, const struct task *kind, const char *key, const char *value) {
    struct error e;
    for (const struct setting *s = kind->options; s->key; s++)
        if (strcmp(s->key, key) == 0)
            assert_true(s->kind == SETTING_CHOICE || setting_read(s, w->options, value, &e));
}

/* The world of an oracle's task, with examples of `words`. */
static bool world_open(struct world *w, const struct oracle *o, const char *words) {
    struct error e;
    memset(w, 0, sizeof *w);
    setting_defaults(o->task->options, w->options);
    for (size_t k = 0; k < sizeof small / sizeof *small; k++)
        set(w, o->task, small[k][0], small[k][1]);
    for (const char *const *option = o->options; *option; option += 2)
        for (const struct setting *s = o->task->options; s->key; s++)
            assert_true(strcmp(s->key, option[0]) != 0 || setting_read(s, w->options, option[1], &e));
    set(w, o->task, "task.words", words);
    bool built = task_build(&w->task, o->task, w->options, NULL, &w->arena, &e);
    w->separator = built ? find_separator(&w->task) : -1;
    return built;
}

/* ---- All targets of all examples, as text is compared */

/* What is known at a target; then what else there is of it. */
struct item {
    unsigned char known[ROWS + 2];         /* token, segment, and whether it is after [SEP]; the target's own; rows */
    unsigned char answer, whole[ROWS + 1]; /* and in order, with the target's row */
    int half;                              /* which half of the draws it is from */
    int segments;                          /* of all rows, as a number */
    double weight;                         /* how likely its example is; 0: another item has it */
};

static int by_byte(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }

static int by_known(const void *a, const void *b) { return memcmp(a, b, offsetof(struct item, half)); }

/* Segments are equally likely, and of those with the same segments examples are. Items are sorted. */
static void weigh(struct item *item, int count) {
    int pattern[PATTERNS], kinds[PATTERNS] = {0}, patterns = 0;
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < count; i++) {
            int k = 0;
            if (i && by_known(&item[i], &item[i - 1]) == 0)
                continue;
            while (k < patterns && pattern[k] != item[i].segments)
                k++;
            assert_true(k < PATTERNS);
            if (k == patterns)
                pattern[patterns++] = item[i].segments;
            kinds[k] += turn == 0;
            item[i].weight = 1.0 / kinds[k];
        }
}

/* One row without its position. */
static unsigned char row_of(const struct world *w, const struct example *x, int row) {
    int after = 0;
    for (int i = 0; i < row; i++)
        after |= x->token[i] == w->separator;
    return (unsigned char)((x->token[row] * 3 + x->segment[row]) * 2 + after + 1);
}

/* What a blind guess does not see. */
struct sight {
    const char *name;
    bool order, segments;
    bool longer; /* than in training: from its last position on there is no order */
};
static const struct sight sights[SIGHTS] = {{TASK_WITHOUT_ORDER, false, true, false},
                                            {TASK_BLIND_TO_SEGMENTS, true, false, false},
                                            {TASK_TRAINED_POSITIONS, true, true, true}};

/* How many of its rows are known in their order. */
static int ordered_rows(const struct world *w, const struct sight *sight, int end) {
    int last = task_positions(&w->task, w->task.size.trained.high) - 1;
    return !sight->order ? 0 : sight->longer && last < end ? last : end;
}

static struct item item_of(const struct world *w, const struct sight *sight, const struct example *x, int rows, int k,
                           int half) {
    struct item item = {.answer = (unsigned char)x->answer[k], .half = half};
    int end = w->task.kind->causal ? x->target[k] + 1 : rows, ordered = ordered_rows(w, sight, end);
    for (int i = 0; i < rows; i++) {
        item.whole[i] = row_of(w, x, i);
        item.segments = item.segments * 3 + x->segment[i];
        if (i < end)
            item.known[i] = sight->segments ? item.whole[i] : (unsigned char)(1 + x->token[i]);
    }
    qsort(item.known + ordered, (size_t)(end - ordered), 1, by_byte);
    item.known[ROWS] = sight->order ? (unsigned char)x->target[k] : item.whole[x->target[k]];
    item.known[ROWS + 1] = (unsigned char)end;
    item.whole[ROWS] = (unsigned char)x->target[k];
    return item;
}

/* The targets of DRAWS examples of one length, sorted by what is known. */
static struct item *draw_items(const struct world *w, const struct sight *sight, int length, int *count,
                               struct arena *arena) {
    const struct task *kind = w->task.kind;
    int rows = kind->rows(&w->task, length), targets = kind->targets(&w->task, length), room[5][ROWS];
    struct example x = {room[0], room[1], room[2], room[3], room[4]};
    struct item *item = arena_alloc(arena, (size_t)DRAWS * targets, sizeof *item);
    assert_true(rows <= ROWS && w->task.size.vocabulary * 6 < 250 && w->task.size.classes <= CLASSES);
    *count = 0;
    for (int n = 0; n < DRAWS; n++) {
        struct random r = random_open(3, RANDOM_TRAIN, (uint64_t)n);
        struct task_draw d = {TASK_TRAINING, length, 0, &r, -1};
        kind->draw(&w->task, &d, &x);
        for (int k = 0; k < targets; k++)
            item[(*count)++] = item_of(w, sight, &x, rows, k, n % 2);
    }
    qsort(item, (size_t)*count, sizeof *item, by_known);
    weigh(item, *count);
    return item;
}

/* How often the best answer of each group is right. */
struct guess {
    double exact; /* each example that there is counts once, as likely as it is */
    double right; /* chosen from one half of the draws, counted in the other: nothing is learned by heart */
    double groups;
};

static int best_of(const int count[CLASSES]) {
    int best = 0;
    for (int c = 1; c < CLASSES; c++)
        best = count[c] > count[best] ? c : best;
    return best;
}

static struct guess guess_best(const struct item *item, int count) {
    double right[2] = {0}, all[2] = {0}, groups = 0;
    for (int first = 0, end; first < count; first = end, groups++) {
        double exact[CLASSES] = {0}, most = 0;
        int half[2][CLASSES] = {{0}};
        for (end = first; end < count && memcmp(item[end].known, item[first].known, sizeof item->known) == 0; end++) {
            exact[item[end].answer] += item[end].weight;
            half[item[end].half][item[end].answer]++;
        }
        for (int c = 0; c < CLASSES; c++)
            most = fmax(most, exact[c]);
        right[0] += most;
        right[1] += half[1][best_of(half[0])];
        for (int c = 0; c < CLASSES; c++) {
            all[0] += exact[c];
            all[1] += half[1][c];
        }
    }
    return (struct guess){right[0] / all[0], right[1] / all[1], groups};
}

static const struct task_blind *blind_find(const struct task *kind, const char *name) {
    const struct task_blind *b = kind->blind;
    while (b && b->name && strcmp(b->name, name) != 0)
        b++;
    return b && b->name ? b : NULL;
}

/* By how much a guess is better than chance may be unknown. */
static bool is_unknown(const struct task *kind, const struct sight *sight) {
    const struct task_blind *b = blind_find(kind, sight->name);
    return b && !b->accuracy;
}

static double claimed(const struct task_built *t, const struct sight *sight, struct range words) {
    const struct task_blind *b = blind_find(t->kind, sight->name);
    return b && b->accuracy ? b->accuracy(t, words) : t->kind->chance(t, words);
}

static void check_length(const struct world *w, const struct sight *sight, int length) {
    struct arena arena = {0};
    int count;
    struct item *item = draw_items(w, sight, length, &count, &arena);
    struct guess best = guess_best(item, count);
    double expected = claimed(&w->task, sight, (struct range){length, length});
    assert_true(best.groups * 50 < count); /* small enough: groups are met again and again */
    bool unknown = is_unknown(w->task.kind, sight);
    assert_true(unknown ? best.exact > expected + 1e-9 : fabs(best.exact - expected) <= 1e-9);
    assert_true(unknown || fabs(best.right - expected) <= 4 * sqrt(0.25 / (DRAWS / 2.0)));
    arena_free(&arena);
}

/* Its task makes its examples from words of its own. */
static bool is_generated(const struct oracle *o) { return !o->task->dataset_count && !o->of_text; }

/* Every task says what can be guessed without order; the others only one in which they decide. */
static bool is_said(const struct oracle *o, const struct sight *sight) {
    return is_generated(o) && (!sight->order || blind_find(o->task, sight->name));
}

TEST(brute_force) {
    static struct world w;
    for (const struct oracle *o = oracles; ABOUT(o->task); o++)
        for (int s = 0; s < SIGHTS; s++) {
            if (!is_said(o, &sights[s]))
                continue;
            assert_true(world_open(&w, o, sights[s].longer ? "4" : "7"));
            for (int k = 0; k < LENGTHS; k++)
                check_length(&w, &sights[s], (sights[s].longer ? 4 : w.task.size.shortest) + k);
            arena_free(&w.arena);
        }
}

/* There is no guess of which these tests do not know what it sees. */
TEST(all_are_known) {
    for (const struct task *const *kind = tasks; ABOUT(*kind); kind++) {
        int known = 0, said = 0;
        for (const struct task_blind *b = (*kind)->blind; b && b->name; b++)
            said++;
        for (int s = 0; s < SIGHTS; s++)
            known += blind_find(*kind, sights[s].name) != NULL;
        assert_int_equal(said, known);
    }
}

/* Over lengths as training draws them: the larger of two, every pair once. Rows count by their targets. */
TEST(mixed_lengths) {
    static struct world w;
    enum { LOW = 7, HIGH = 11 };
    for (int s = 0; s < SIGHTS; s++)
        for (const struct oracle *o = oracles; ABOUT(o->task); o++) {
            double right = 0, all = 0;
            if (!is_said(o, &sights[s]))
                continue;
            assert_true(world_open(&w, o, "7..11"));
            for (int a = LOW; a <= HIGH; a++)
                for (int b = LOW; b <= HIGH; b++) {
                    int length = a > b ? a : b, targets = w.task.kind->targets(&w.task, length);
                    right += targets * claimed(&w.task, &sights[s], (struct range){length, length});
                    all += targets;
                }
            assert_true(fabs(claimed(&w.task, &sights[s], (struct range){LOW, HIGH}) - right / all) <= 1e-12);
            arena_free(&w.arena);
        }
}

static double plain(const struct task_built *t, int length) { return 1 / sqrt(length); }

/* The word that is most frequent, by hand: of two words out of two kinds both are the same in half of the cases, (1 +
 * 1/2) / 2; of three, all or two are, (2 * 1 + 6 * 2/3) / 8. Of many, by an independent sum over all counts of two
 * words. And where few lengths stand for many. */
TEST(top_share) {
    struct words two = {{1, 1}, 2}, few = {{1, 1}, 16}, many = {{1, 1}, 60000};
    struct task_built t = {.kind = &task_shift, .options = &two};
    assert_true(fabs(words_top_share(&t, 1) - 1) <= 1e-12);
    assert_true(fabs(words_top_share(&t, 2) - 0.75) <= 1e-12);
    assert_true(fabs(words_top_share(&t, 3) - 0.75) <= 1e-12);
    for (int n = 10; n <= 10000; n *= 10) {
        double sum = 0;
        for (int k = 0; k <= n; k++) /* n choose k in 2^n cases */
            sum += (k > n - k ? k : n - k) * exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2));
        assert_true(fabs(words_top_share(&t, n) - sum / n) <= 1e-9);
    }
    t.options = &many; /* three words are all different but for three pairs */
    assert_true(fabs(words_top_share(&t, 3) - (1 + 3 / 60000.0) / 3) <= 1e-8);
    t.options = &few;
    double sum = 0;
    for (int n = 1; n <= 1000; n++)
        sum += plain(&t, n);
    assert_true(fabs(words_mean_up_to(&t, 1000, plain) - sum / 1000) <= 1e-4);
}

/* Of the defaults of `shift`, by another program that draws 300,000 examples of each length (numpy): 0.2190 at 4..16
 * words and 0.1045 at 128, where chance is 0.0625. */
TEST(shift) {
    static struct world w;
    struct error e;
    setting_defaults(task_shift.options, w.options);
    assert_true(task_build(&w.task, &task_shift, w.options, NULL, &w.arena, &e));
    assert_true(fabs(claimed(&w.task, &sights[0], (struct range){4, 16}) - 0.2190) <= 1e-4);
    assert_true(fabs(claimed(&w.task, &sights[0], (struct range){128, 128}) - 0.1045) <= 1e-4);
    arena_free(&w.arena);
}

/* Of the defaults, by another program that draws 400,000 examples of each length (Python). */
TEST(trained_positions) {
    static const struct {
        const struct task *kind;
        double at[4];
    } of[] = {{&task_order, {0.788, 0.697, 0.632, 0.584}}, {&task_first, {0.863, 0.708, 0.611, 0.557}}};
    static struct world w;
    struct error e;
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        setting_defaults(of[k].kind->options, w.options);
        assert_true(task_build(&w.task, of[k].kind, w.options, NULL, &w.arena, &e));
        assert_true(claimed(&w.task, &sights[2], w.task.size.trained) == 1);
        for (int i = 0; i < 4; i++)
            assert_true(fabs(claimed(&w.task, &sights[2], (struct range){32 << i, 32 << i}) - of[k].at[i]) <= 1e-3);
        arena_free(&w.arena);
    }
}

GROUP(blind, NULL, NULL)
