/* test_task.c -- laws of every task in the registry: equal seeds give equal examples, answers agree with an independent
 * oracle, labels are balanced, chance is what a guesser gets; all tokens, segments and positions are within the
 * declared sizes; an example written as texts is read back unchanged. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "evaluate/metric.h"
#include "law/oracles.h"
#include "run/batches.h"
#include "task/kinds.h"
#include "task/tokenizer.h"
#include "texts/corpus.h"
#include "texts/texts.h"
#include "unit/tests.h"

enum { EXAMPLES = 1000, LONGEST = 40 };

struct opened {
    struct arena arena;
    struct task_built task;
    struct batch batch;
    _Alignas(16) char options[TASK_OPTIONS_MAX];
};

/* A task with its defaults but for some options: key, value, ..., NULL. */
static void open_option(struct opened *o, const struct task *kind, const char *const *option) {
    struct error e;
    memset(o, 0, sizeof *o);
    setting_defaults(kind->options, o->options);
    for (; *option; option += 2)
        for (const struct setting *s = kind->options; s->key; s++)
            assert_true(strcmp(s->key, option[0]) != 0 || setting_read(s, o->options, option[1], &e));
    if (!task_build(&o->task, kind, o->options, NULL, &o->arena, &e))
        fail_msg("%s", e.text);
    batch_build(&o->batch, &o->task, EXAMPLES, LONGEST, &o->arena);
}

/* With the options of its first oracle: there is a task that cannot do without. */
static void open_task(struct opened *o, const struct task *kind) {
    const struct oracle *first = oracles;
    while (first->task && first->task != kind)
        first++;
    assert_non_null(first->task); /* no task without an oracle */
    open_option(o, kind, first->options);
}

static const struct position_scheme ordered = {POSITIONS_ORDERED, 0};

/* Examples of training (length < 0) or of evaluation; those that a task holds, again and again. */
static void draw(struct opened *o, uint32_t seed, int length) {
    const struct task_built *t = &o->task;
    int held = t->kind->dataset_count ? t->kind->dataset_count(t, TASK_EVALUATION, LONGEST) : EXAMPLES;
    batch_clear(&o->batch);
    for (int i = 0; i < EXAMPLES; i++) {
        if (length < 0)
            batch_add_training(&o->batch, t, ordered, seed, (uint64_t)i);
        else
            batch_add_evaluation(&o->batch, t, ordered, (struct batch_seeds){seed, 1}, length, (uint32_t)(i % held));
    }
}

/* All examples drawn, of training and of a longer length. */
static void check_oracle(const struct opened *o, const struct oracle *oracle) {
    char got[TASK_WORD_MAX], expected[TASK_WORD_MAX];
    const struct batch *b = &o->batch;
    bool text = o->task.kind->word == corpus_word; /* looking through it takes its time */
    for (int s = 0; s < b->sequences; s += text ? 3 : 1)
        for (int i = b->target_start[s]; i < b->target_start[s + 1]; i += text ? 20 : 1) {
            const char *answer = o->task.kind->answer(&o->task, b->answer[i], got);
            assert_string_equal(answer, oracle->answer(&o->task, b, s, i, expected));
        }
}

TEST(oracle) {
    static struct opened o;
    for (const struct oracle *oracle = oracles; ABOUT(oracle->task); oracle++) {
        open_option(&o, oracle->task, oracle->options);
        draw(&o, 7, -1);
        check_oracle(&o, oracle);
        draw(&o, 7, LONGEST);
        check_oracle(&o, oracle);
        arena_free(&o.arena);
    }
}

TEST(within_sizes) {
    static struct opened o;
    for (const struct task *const *kind = tasks; ABOUT(*kind); kind++) {
        open_task(&o, *kind);
        draw(&o, 7, -1);
        const struct task_sizes *size = &o.task.size;
        int trained = task_positions(&o.task, size->trained.high);
        for (int i = 0; i < o.batch.rows; i++) {
            assert_in_range(o.batch.token[i], 0, size->vocabulary - 1);
            assert_in_range(o.batch.segment[i], 0, size->segments - 1);
            assert_in_range(o.batch.position[i], 0, trained - 1);
        }
        for (int i = 0; i < o.batch.targets; i++)
            assert_in_range(o.batch.answer[i], 0, size->classes - 1);
        arena_free(&o.arena);
    }
}

TEST(seeds) {
    static struct opened one, two;
    for (const struct task *const *kind = tasks; ABOUT(*kind); kind++) {
        open_task(&one, *kind);
        open_task(&two, *kind);
        draw(&one, 7, -1);
        draw(&two, 7, -1);
        assert_int_equal(one.batch.rows, two.batch.rows);
        size_t bytes = (size_t)one.batch.rows * sizeof(int);
        assert_memory_equal(one.batch.token, two.batch.token, bytes);
        draw(&two, 8, -1); /* another seed */
        assert_memory_not_equal(one.batch.token, two.batch.token, 200);
        draw(&one, 7, 12); /* another stream, and another length of it; what a file holds stays */
        draw(&two, 7, 13);
        if (!(*kind)->dataset_count)
            assert_memory_not_equal(one.batch.token + 1, two.batch.token + 1, 12 * sizeof(int));
        arena_free(&one.arena);
        arena_free(&two.arena);
    }
}

/* Examples of evaluation belong to both seeds; but held-out text to eval.seed alone, and rows of a file are as they
 * are. A task with a dataset is one with a fixed test set. */
TEST(evaluation_seeds) {
    static const struct batch_seeds seeds[] = {{1, 2}, {1, 2}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
    static struct opened one, two;
    for (const struct task *const *kind = tasks; ABOUT(*kind); kind++) {
        open_task(&one, *kind);
        open_task(&two, *kind);
        bool dataset = (*kind)->dataset_count;
        assert_true((*kind)->fixed_test || !dataset);
        for (int k = 1; k < 6; k++) {
            bool same = dataset || k == 1 || ((*kind)->fixed_test && seeds[k].evaluation == 1);
            batch_clear(&one.batch);
            batch_clear(&two.batch);
            for (uint32_t i = 0; i < 8; i++) {
                batch_add_evaluation(&one.batch, &one.task, ordered, seeds[0], 12, i);
                batch_add_evaluation(&two.batch, &two.task, ordered, seeds[k], 12, i);
            }
            assert_int_equal(memcmp(one.batch.token, two.batch.token, (size_t)one.batch.rows * sizeof(int)) == 0, same);
        }
        arena_free(&one.arena);
        arena_free(&two.arena);
    }
}

/* The loss of a guess by chance is the entropy of the answers that were counted, within four standard deviations and
 * what rare answers take from it. */
static void check_entropy(const struct opened *o, const int *count, struct range words) {
    const struct task_built *t = &o->task;
    double entropy = 0, square = 0, chance = metrics[METRIC_LOSS].chance(t, words);
    for (int c = 0; c < t->size.classes; c++)
        if (count[c]) {
            double p = (double)count[c] / EXAMPLES;
            entropy -= p * log(p);
            square += p * log(p) * log(p);
        }
    double error = 4 * sqrt(fmax(0, square - entropy * entropy) / EXAMPLES) + t->size.classes / (double)EXAMPLES;
    if (!(fabs(entropy - chance) <= error))
        fail_msg("%s: entropy %g, counted %g", t->kind->name, chance, entropy);
}

/* The best constant guess is right as often as chance says, within four standard deviations;
 * one guess of each example, since answers of an example may hang together. */
static void check_balance(struct opened *o, int length) {
    enum { CLASSES = 512 };
    int count[CLASSES] = {0}, best = 0;
    bool held = o->task.kind->dataset_count;
    const struct range words = {held ? 1 : length, held ? LONGEST : length};
    draw(o, 3, length);
    assert_true(o->task.size.classes <= CLASSES);
    for (int i = 0; i < EXAMPLES; i++)
        count[o->batch.answer[o->batch.target_start[i]]]++;
    for (int c = 0; c < o->task.size.classes; c++)
        best = count[c] > best ? count[c] : best;
    double chance = o->task.kind->chance(&o->task, words);
    double error = sqrt(chance * (1 - chance) / EXAMPLES);
    assert_true(fabs(best / (double)EXAMPLES - chance) <= 4 * error);
    check_entropy(o, count, words);
}

TEST(balance) {
    static struct opened o;
    for (const struct oracle *oracle = oracles; ABOUT(oracle->task); oracle++)
        for (int length = 4; length <= LONGEST; length += 6) {
            open_option(&o, oracle->task, oracle->options);
            if (length >= o.task.size.shortest)
                check_balance(&o, length);
            arena_free(&o.arena);
        }
}

/* A task whose examples have one answer each, drawn by itself. */
static bool draws_answer(const struct task *kind) {
    return !kind->dataset_count && !kind->label && kind->answer != corpus_word;
}

/* The mean over examples of one answer of their rows, or of the segment that the second row is in. */
static double mean_of(const struct batch *b, int answer, bool segment) {
    double sum = 0, count = 0;
    for (int s = 0; s < b->sequences; s++)
        if (b->answer[b->target_start[s]] == answer) {
            sum += segment ? b->segment[b->start[s] + 1] : b->start[s + 1] - b->start[s];
            count++;
        }
    return sum / count;
}

/* Answers that come in turn say nothing of what is drawn: which passage is in front, how long the example is. */
TEST(answers_apart) {
    static struct opened o;
    for (const struct oracle *oracle = oracles; ABOUT(oracle->task); oracle++) {
        if (!draws_answer(oracle->task))
            continue;
        open_option(&o, oracle->task, oracle->options);
        draw(&o, 5, 0);
        const struct range words = o.task.size.trained;
        double rows = (words.high - words.low) / sqrt(18) + 1e-9; /* standard deviation of the larger of two */
        assert_true(fabs(mean_of(&o.batch, 1, false) - mean_of(&o.batch, 0, false)) <= 8 * rows / sqrt(EXAMPLES));
        assert_true(fabs(mean_of(&o.batch, 1, true) - mean_of(&o.batch, 0, true)) <= 4 / sqrt(EXAMPLES));
        arena_free(&o.arena);
    }
}

/* A set of examples has each answer equally often, at every length and in range; training draws them as they come. */
TEST(equal_numbers) {
    static struct opened o;
    for (const struct oracle *oracle = oracles; ABOUT(oracle->task); oracle++) {
        if (!draws_answer(oracle->task))
            continue;
        open_option(&o, oracle->task, oracle->options);
        int classes = o.task.size.classes;
        for (int length = 0; length <= LONGEST; length += LONGEST / 2) {
            draw(&o, 5, length);
            for (int first = 0; first + classes <= EXAMPLES; first += classes) {
                int met = 0;
                for (int i = first; i < first + classes; i++)
                    met |= 1 << o.batch.answer[o.batch.target_start[i]];
                assert_int_equal(met, (1 << classes) - 1);
            }
        }
        draw(&o, 5, -1);
        int same = 0;
        for (int i = 1; i < EXAMPLES; i++)
            same += o.batch.answer[o.batch.target_start[i]] == o.batch.answer[o.batch.target_start[i - 1]];
        assert_in_range(same, EXAMPLES * 2 / 3 / classes, EXAMPLES);
        arena_free(&o.arena);
    }
}

/* ---- Texts and back */

static void assert_same(const int *one, const int *two, int count) {
    for (int i = 0; i < count; i++)
        assert_int_equal(one[i], two[i]);
}

/* Sequence s, decoded and encoded again. */
static void check_round_trip(const struct opened *o, int s) {
    const struct task_built *t = &o->task;
    const struct batch *b = &o->batch;
    int row = b->start[s], rows = b->start[s + 1] - row, first = b->target_start[s],
        targets = b->target_start[s + 1] - first;
    int room[5][16 * LONGEST], target[LONGEST], got = 0;
    const struct example drawn = {b->token + row, b->segment + row, b->position + row, target, b->answer + first};
    struct example back = {room[0], room[1], room[2], room[3], room[4]};
    struct arena arena = {0};
    const char *texts[2];
    struct error e;
    for (int i = 0; i < targets; i++)
        target[i] = b->target[first + i] - row;
    task_decode(t, &drawn, rows, &arena, texts);
    int words = t->kind->encode(t, texts, &back, &got, &e);
    if (words == 0)
        fail_msg("%s: '%s' '%s': %s", t->kind->name, texts[0], texts[1], e.text);
    assert_int_equal(t->kind->rows(t, words), rows);
    assert_int_equal(got, targets);
    assert_same(back.token, drawn.token, rows);
    assert_same(back.segment, drawn.segment, rows);
    assert_same(back.position, drawn.position, rows);
    assert_same(back.target, target, targets);
    arena_free(&arena);
}

static void check_round_trips(const struct task *kind, const char *const *options) {
    static struct opened o;
    open_option(&o, kind, options);
    draw(&o, 5, -1);
    for (int s = 0; s < 50; s++)
        check_round_trip(&o, s);
    arena_free(&o.arena);
}

/* Of every task, and where a token is a character. */
TEST(round_trip) {
    const char *const characters[] = {"task.tokens", "characters", NULL};
    for (const struct oracle *oracle = oracles; ABOUT(oracle->task); oracle++)
        check_round_trips(oracle->task, oracle->options);
    check_round_trips(&task_cloze, characters);
    check_round_trips(&task_next, characters);
    check_round_trips(&task_sop, characters);
}

/* A user's text may have more or fewer markers than an example of flip: 1 to 9 of them, in every word's place. */
TEST(any_number_of_markers) {
    static struct opened o;
    open_option(&o, &task_flip, (const char *const[]){NULL});
    for (int marked = 1; marked < 10; marked++)
        for (int first = 0; first + marked <= 10; first++) {
            char text[64] = "";
            int room[5][LONGEST], got = 0;
            struct example out = {room[0], room[1], room[2], room[3], room[4]};
            struct error e;
            for (int i = 0; i < 10; i++)
                text_append(text, sizeof text, i >= first && i < first + marked ? "%c " : "w%d ",
                            i >= first && i < first + marked ? 'A' + i % 4 : i + 1);
            if (o.task.kind->encode(&o.task, (const char *const[]){text, ""}, &out, &got, &e) != 10)
                fail_msg("'%s': %s", text, e.text);
            assert_int_equal(got, 1);
        }
    arena_free(&o.arena);
}

/* Of what a cloze asks for 80 % is masked, 10 % is another word, 10 % stands as it is (within four standard
 * deviations), and the target positions are 15 % of all. */
TEST(disguise) {
    static struct opened o;
    double masked = 0, same = 0, targets = 0;
    char buffer[TASK_WORD_MAX];
    open_option(&o, &task_cloze, (const char *const[]){NULL});
    draw(&o, 6, LONGEST);
    for (int i = 0; i < o.batch.targets; i++) {
        int token = o.batch.token[o.batch.target[i]];
        masked += strcmp(task_cloze.word(&o.task, token, buffer), "[MASK]") == 0;
        same += token == o.batch.answer[i];
        targets++;
    }
    assert_true(fabs(masked / targets - 0.8) <= 4 * sqrt(0.16 / targets));
    assert_true(fabs(same / targets - 0.1) <= 4 * sqrt(0.09 / targets) + 0.001); /* another word may be the same */
    assert_int_equal(o.batch.targets, EXAMPLES * LONGEST * 15 / 100);
    arena_free(&o.arena);
}

/* The last position in the text where a sequence of LONGEST words stands. */
static int last_position(const struct opened *o, int s) {
    int last = -1, at = -1;
    while ((at = oracle_locate(&o->task, &o->batch, s, o->batch.start[s], LONGEST, at + 1)) >= 0)
        last = at;
    return last;
}

/* Evaluation draws from what is held out, training does not. */
TEST(held_out) {
    static struct opened o;
    int outside = 0;
    open_option(&o, &task_next, (const char *const[]){"task.words", "40", NULL});
    draw(&o, 4, LONGEST);
    for (int s = 0; s < 50; s++)
        assert_true(last_position(&o, s) >= oracle_held_out());
    draw(&o, 4, -1);
    for (int s = 0; s < 50; s++)
        outside += last_position(&o, s) < oracle_held_out();
    assert_true(outside > 40); /* a passage may stand in both parts, word by word */
    arena_free(&o.arena);
}

/* The larger of two draws: P(longest) = 1 - (1 - 1/n)^2. */
TEST(lengths) {
    static struct opened o;
    int longest = 0;
    open_task(&o, &task_order);
    draw(&o, 3, -1);
    for (int i = 0; i < EXAMPLES; i++) {
        int words = o.batch.start[i + 1] - o.batch.start[i] - 1;
        assert_in_range(words, 4, 16);
        longest += words == 16;
    }
    assert_true(fabs(longest / (double)EXAMPLES - 25.0 / 169) <= 0.045);
    arena_free(&o.arena);
}

SAME_GROUP(task, NULL, NULL)
