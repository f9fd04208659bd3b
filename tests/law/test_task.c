/* test_task.c -- laws of every task in the registry: equal seeds give equal examples, answers agree with an independent
 * oracle, labels are balanced, chance is what a guesser gets; all tokens, segments and positions are within the
 * declared sizes; an example written as texts is read back unchanged. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "evaluate/metric.h"
#include "law/examples.h"
#include "law/oracles.h"
#include "law/small.h"
#include "run/batches.h"
#include "settings/settings.h"
#include "task/kinds.h"
#include "task/tokenizer.h"
#include "unit/tests.h"

static const struct position_scheme ordered = {POSITIONS_ORDERED, 0};

/* With the options of its first oracle: there is a task that cannot do without. */
static void open_task(struct examples *o, const struct task *kind) {
    const struct oracle *first = oracles;
    while (first->task && first->task != kind)
        first++;
    assert_non_null(first->task); /* no task without an oracle */
    examples_open(o, kind, first->options);
}

/* All examples drawn, of training and of a longer length. */
static void check_oracle(const struct examples *o, const struct oracle *oracle) {
    char got[TASK_WORD_MAX], expected[TASK_WORD_MAX];
    const struct batch *b = &o->batch;
    for (int s = 0; s < b->sequences; s += oracle->of_text ? 3 : 1)
        for (int i = b->target_start[s]; i < b->target_start[s + 1]; i += oracle->of_text ? 20 : 1) {
            const char *answer = o->task.kind->answer(&o->task, b->answer[i], got);
            assert_string_equal(answer, oracle->answer(&o->task, b, s, i, expected));
        }
}

/* says task order: two passages, each with one X and one Y: needs token, segment and position */
/* says task first: X and Y once each among fillers; the smallest ordering task */
/* says task reverse: at every word, the word as far from the other end; one layer needs ratios or a fixed length */
/* says task copy: repeat the words, one by one (causal); one layer needs positions that restart or a fixed length */
/* says task chase: sentences from word lists: does this animal chase, or is it chased? a single layer can solve it */
/* says help settings: how many positions before the target its answer is */
/* says help settings: the query before the words, or after them */
/* says help settings: where [CLS], the target, is: before the words, or after them for models that only look back */
TEST(oracle) {
    static struct examples o;
    for (const struct oracle *oracle = oracles; ABOUT(oracle->task); oracle++) {
        examples_open(&o, oracle->task, oracle->options);
        examples_draw(&o, 7, -1);
        check_oracle(&o, oracle);
        examples_draw(&o, 7, LONGEST);
        check_oracle(&o, oracle);
        arena_free(&o.arena);
    }
}

TEST(within_sizes) {
    static struct examples o;
    for (const struct task *const *kind = tasks; ABOUT(*kind); kind++) {
        open_task(&o, *kind);
        examples_draw(&o, 7, -1);
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

/* With examples of so many words, where the task makes them. */
static bool open_words(struct examples *o, const struct task *kind, int low, int high) {
    char words[SETTING_TEXT_MAX];
    snprintf(words, sizeof words, "%d..%d", low, high);
    if (kind->save || !setting_find(kind->options, TASK_WORDS))
        return false;
    examples_open(o, kind, (const char *const[]){TASK_WORDS, words, NULL});
    return true;
}

/* The models of a comparison may be trained on different lengths: each draws from its own, and at one length all have
 * the same examples. */
TEST(trained_lengths) {
    static struct examples few, many;
    int tried = 0;
    for (const struct task *const *kind = tasks; *kind; kind++) {
        if (!open_words(&few, *kind, 8, 10))
            continue;
        assert_true(open_words(&many, *kind, 9, 30));
        tried++;
        examples_draw(&few, 7, -1);
        bool met[LONGEST] = {false};
        for (int s = 0; s < few.batch.sequences; s++)
            for (int words = 0; words < LONGEST; words++)
                met[words] |= few.batch.start[s + 1] - few.batch.start[s] == (*kind)->rows(&few.task, words);
        for (int words = 0; words < LONGEST; words++)
            assert_int_equal(met[words], words >= 8 && words <= 10);
        examples_draw(&few, 7, 35);
        examples_draw(&many, 7, 35);
        const struct batch *a = &few.batch, *b = &many.batch;
        assert_int_equal(a->rows, b->rows);
        assert_int_equal(a->targets, b->targets);
        assert_memory_equal(a->token, b->token, (size_t)a->rows * sizeof *a->token);
        assert_memory_equal(a->segment, b->segment, (size_t)a->rows * sizeof *a->segment);
        assert_memory_equal(a->position, b->position, (size_t)a->rows * sizeof *a->position);
        assert_memory_equal(a->target, b->target, (size_t)a->targets * sizeof *a->target);
        assert_memory_equal(a->answer, b->answer, (size_t)a->targets * sizeof *a->answer);
        arena_free(&few.arena);
        arena_free(&many.arena);
    }
    assert_in_range(tried, 5, TASKS_MAX);
}

TEST(seeds) {
    static struct examples one, two;
    for (const struct task *const *kind = tasks; ABOUT(*kind); kind++) {
        open_task(&one, *kind);
        open_task(&two, *kind);
        examples_draw(&one, 7, -1);
        examples_draw(&two, 7, -1);
        assert_int_equal(one.batch.rows, two.batch.rows);
        size_t bytes = (size_t)one.batch.rows * sizeof(int);
        assert_memory_equal(one.batch.token, two.batch.token, bytes);
        examples_draw(&two, 8, -1); /* another seed */
        assert_memory_not_equal(one.batch.token, two.batch.token, 200);
        examples_draw(&one, 7, 12); /* another stream, and another length of it; what a file holds stays */
        examples_draw(&two, 7, 13);
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
    static struct examples one, two;
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
static void check_entropy(const struct examples *o, const int *count, struct range words) {
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

/* The best constant guess is right as often as chance says, within four standard deviations; one guess of each example,
 * since answers of an example may hang together, and at each target equally often, since they may differ. */
static void check_balance(struct examples *o, int length) {
    enum { CLASSES = 512 };
    int count[CLASSES] = {0}, best = 0;
    bool held = o->task.kind->dataset_count;
    const struct range words = {held ? 1 : length, held ? LONGEST : length};
    examples_draw(o, 3, length);
    assert_true(o->task.size.classes <= CLASSES);
    for (int i = 0; i < EXAMPLES; i++) {
        int first = o->batch.target_start[i];
        count[o->batch.answer[first + i % (o->batch.target_start[i + 1] - first)]]++;
    }
    for (int c = 0; c < o->task.size.classes; c++)
        best = count[c] > best ? count[c] : best;
    double chance = o->task.kind->chance(&o->task, words);
    double error = sqrt(chance * (1 - chance) / EXAMPLES);
    assert_true(fabs(best / (double)EXAMPLES - chance) <= 4 * error);
    check_entropy(o, count, words);
}

TEST(balance) {
    static struct examples o;
    for (const struct oracle *oracle = oracles; ABOUT(oracle->task); oracle++)
        for (int length = 4; length <= LONGEST; length += COMPARED ? 6 : LONGEST - 4) {
            examples_open(&o, oracle->task, oracle->options);
            if (length >= o.task.size.shortest)
                check_balance(&o, length);
            arena_free(&o.arena);
        }
}

/* A task whose examples have one answer each, drawn by itself. */
static bool draws_answer(const struct oracle *o) {
    return !o->task->dataset_count && !o->task->label && !(o->of_text && o->task->answer == o->task->word);
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
    static struct examples o;
    for (const struct oracle *oracle = oracles; ABOUT(oracle->task); oracle++) {
        if (!draws_answer(oracle))
            continue;
        examples_open(&o, oracle->task, oracle->options);
        examples_draw(&o, 5, 0);
        const struct range words = o.task.size.trained;
        double rows = (words.high - words.low) / sqrt(18) + 1e-9; /* standard deviation of the larger of two */
        assert_true(fabs(mean_of(&o.batch, 1, false) - mean_of(&o.batch, 0, false)) <= 8 * rows / sqrt(EXAMPLES));
        assert_true(fabs(mean_of(&o.batch, 1, true) - mean_of(&o.batch, 0, true)) <= 4 / sqrt(EXAMPLES));
        arena_free(&o.arena);
    }
}

/* A set of examples has each answer equally often, at every length and in range; training draws them as they come. */
TEST(equal_numbers) {
    static struct examples o;
    for (const struct oracle *oracle = oracles; ABOUT(oracle->task); oracle++) {
        if (!draws_answer(oracle))
            continue;
        examples_open(&o, oracle->task, oracle->options);
        int classes = o.task.size.classes;
        for (int length = 0; length <= LONGEST; length += LONGEST / 2) {
            examples_draw(&o, 5, length);
            for (int first = 0; first + classes <= EXAMPLES; first += classes) {
                int met = 0;
                for (int i = first; i < first + classes; i++)
                    met |= 1 << o.batch.answer[o.batch.target_start[i]];
                assert_int_equal(met, (1 << classes) - 1);
            }
        }
        examples_draw(&o, 5, -1);
        int same = 0;
        for (int i = 1; i < EXAMPLES; i++)
            same += o.batch.answer[o.batch.target_start[i]] == o.batch.answer[o.batch.target_start[i - 1]];
        assert_in_range(same, EXAMPLES * 2 / 3 / classes, EXAMPLES);
        arena_free(&o.arena);
    }
}

/* Texts and back. */
TEST(round_trip) {
    for (const struct oracle *oracle = oracles; ABOUT(oracle->task); oracle++)
        check_round_trips(oracle->task, oracle->options);
}

/* A user's text may not contain special words; a task with a vocabulary of its own file may know any. */
TEST(special_words) {
    static const char *const special[] = {"[CLS]", "[SEP]"};
    static struct examples o;
    for (const struct oracle *oracle = oracles; ABOUT(oracle->task); oracle++) {
        if (oracle->task->save)
            continue;
        examples_open(&o, oracle->task, oracle->options);
        examples_draw(&o, 1, -1);
        int rows = o.batch.start[1], room[5][LONGEST], got = 0;
        const struct example drawn = {o.batch.token, o.batch.segment, o.batch.position, o.batch.target, o.batch.answer};
        struct example out = {room[0], room[1], room[2], room[3], room[4]};
        const char *texts[2];
        task_decode(&o.task, &drawn, rows, &o.arena, texts);
        for (int i = 0; i < 2; i++) {
            struct error e = {0};
            const char *first = texts[0];
            texts[0] = arena_format(&o.arena, "%s%s", special[i], first + strcspn(first, " "));
            if (o.task.kind->encode(&o.task, texts, &out, &got, &e) || e.code != EXIT_DATA)
                fail_msg("'%s' '%s' is taken", texts[0], texts[1]);
            texts[0] = first;
        }
        arena_free(&o.arena);
    }
}

/* A user's text may have more or fewer markers than an example of flip: 1 to 9 of them, in every word's place. */
TEST(any_number_of_markers) {
    static struct examples o;
    examples_open(&o, &task_flip, (const char *const[]){NULL});
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

/* The larger of two draws: P(longest) = 1 - (1 - 1/n)^2. */
TEST(lengths) {
    static struct examples o;
    int longest = 0;
    open_task(&o, &task_order);
    examples_draw(&o, 3, -1);
    for (int i = 0; i < EXAMPLES; i++) {
        int words = o.batch.start[i + 1] - o.batch.start[i] - 1;
        assert_in_range(words, 4, 16);
        longest += words == 16;
    }
    assert_true(fabs(longest / (double)EXAMPLES - 25.0 / 169) <= 0.045);
    arena_free(&o.arena);
}

GROUP(task, NULL, NULL)
