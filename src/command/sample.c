/* sample.c -- poslab sample: examples of a task as words, as a model gets them. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "command/command.h"
#include "present/screen.h"
#include "task/tokenizer.h"
#include "train/batches.h"

enum { EXAMPLES = 3 };

static json_t *example_json(const struct task_built *t, const struct batch *b) {
    json_t *json = batch_json(b, t), *targets = json_array();
    char buffer[TASK_WORD_MAX];
    for (int i = 0; i < b->targets; i++)
        json_array_append_new(
            targets, json_pack("{si ss}", "row", b->target[i], "answer", t->kind->answer(t, b->answer[i], buffer)));
    json_object_set_new(json, "targets", targets);
    return json;
}

/* A word or a number as it is printed. */
static const char *text_of(char shown[TEXT_PRINTABLE], const json_t *item) {
    if (json_is_string(item))
        return text_printable(shown, json_string_value(item));
    snprintf(shown, TEXT_PRINTABLE, "%d", (int)json_integer_value(item));
    return shown;
}

/* Numbers stand above their words. */
static void print_line(const char *label, json_t *example, const char *key) {
    size_t i;
    json_t *item, *words = json_object_get(example, "words");
    char shown[TEXT_PRINTABLE];
    printf("  %-8s", label);
    json_array_foreach(json_object_get(example, key), i, item) {
        int wide = utf8_columns(text_of(shown, json_array_get(words, i))), columns = wide > 5 ? wide : 5;
        text_of(shown, item);
        printf(" %*s%s", columns - utf8_columns(shown), "", shown);
    }
    printf("\n");
}

static void print_targets(const struct task_built *t, json_t *example) {
    size_t i;
    json_t *target;
    char word[TEXT_PRINTABLE], answer[TEXT_PRINTABLE];
    json_array_foreach(json_object_get(example, "targets"), i, target) {
        size_t row = (size_t)json_integer_value(json_object_get(target, "row"));
        printf("  target at position %d, %s: %s  ->  %s\n",
               (int)json_integer_value(json_array_get(json_object_get(example, "positions"), row)),
               text_of(word, json_array_get(json_object_get(example, "words"), row)), t->kind->question,
               text_of(answer, json_object_get(target, "answer")));
    }
}

static void print_example(const struct task_built *t, int number, json_t *example) {
    printf("%sexample %d\n", number ? "\n" : "", number + 1);
    print_line("position", example, "positions");
    print_line("segment", example, "segments");
    print_line("word", example, "words");
    print_targets(t, example);
}

/* The example as a row that predict reads: its answers, then its texts. */
static void print_row(const struct task_built *t, const struct batch *b) {
    const struct example x = {b->token, b->segment, b->position, b->target, b->answer};
    const char *text[2];
    char buffer[TASK_WORD_MAX];
    struct arena arena = {0};
    task_decode(t, &x, b->rows, &arena, text);
    for (int i = 0; i < b->targets; i++)
        printf("%s%s", i ? " " : "", t->kind->answer(t, b->answer[i], buffer));
    printf("\t%s\t%s\n", text[0], text[1]);
    arena_free(&arena);
}

/* What is shown: examples of training, or those that evaluation uses at a length. */
struct showing {
    const struct task_built *t;
    const struct arguments *a;
    struct position_scheme scheme;
    struct batch_seeds seeds;
    uint32_t first;
    int count, longest;
};

/* Example k of them, printed as a row, or as JSON. */
static json_t *draw(const struct showing *s, int k) {
    struct arena arena = {0};
    struct batch b;
    json_t *json = NULL;
    batch_build(&b, s->t, 1, s->longest, &arena);
    if (s->a->length)
        batch_add_evaluation(&b, s->t, s->scheme, s->seeds, s->a->length, s->first + (uint32_t)k);
    else
        batch_add_training(&b, s->t, s->scheme, s->seeds.training, (uint64_t)k);
    if (s->a->tsv)
        print_row(s->t, &b);
    else
        json = example_json(s->t, &b);
    arena_free(&arena);
    return json;
}

static bool prepare(struct showing *s, const struct arguments *a, const struct settings *settings,
                    const struct task_built *t, struct error *e) {
    int there = INT_MAX;
    *s = (struct showing){
        .t = t,
        .a = a,
        .scheme = a->length ? position_scheme_evaluation(settings) : position_scheme_training(settings),
        .seeds = batch_seeds_of(settings),
        .longest = a->length ? a->length : t->size.trained.high,
    };
    if (a->length && !batch_find_evaluation(t, a->length, &s->first, &there, e))
        return error_prefix(e, "--length %d", a->length);
    s->count = a->count ? a->count : EXAMPLES;
    s->count = s->count < there ? s->count : there;
    return position_scheme_check(s->scheme, t, s->longest, e);
}

static void show(const struct showing *s) {
    json_t *examples = json_array();
    if (s->a->tsv)
        printf("label\ttext_a\ttext_b\n");
    for (int k = 0; k < s->count; k++) {
        json_t *example = draw(s, k);
        if (example && !s->a->json)
            print_example(s->t, k, example);
        if (example)
            json_array_append_new(examples, example);
    }
    if (s->a->json)
        command_print_json(
            json_pack("{ss ss sO}", "task", s->t->kind->name, "question", s->t->kind->question, "examples", examples));
    json_decref(examples);
}

static bool run(struct arguments *a, struct error *e) {
    struct settings settings;
    struct task_built t;
    struct showing s;
    struct progress reading;
    struct task_input in = command_input(&reading);
    command_leave_out(a, false);
    bool ok = settings_resolve(&settings, &a->settings, NULL, e) &&
              (!(a->json && a->tsv) || error_set(e, EXIT_USAGE, "--json or --tsv, not both")) &&
              task_build(&t, settings.task, settings.task_options, &in, &a->arena, e) &&
              prepare(&s, a, &settings, &t, e);
    progress_end(&reading);
    if (!ok)
        return false;
    command_tell_left_out(a);
    show(&s);
    return true;
}

const struct command command_sample = {
    .name = "sample",
    .summary = "print examples of a task: words, segments, positions, answer",
    .settings = true,
    .options = "count length json tsv",
    .details =
        "Prints examples of a task as a model sees them. Without --length they are the first that training sees; "
        "with it they\n"
        "are examples of evaluation at that length.\n"
        "\n"
        "  poslab sample\n"
        "  poslab sample task.name=first --count 1 --length 24\n"
        "  poslab sample --tsv --count 100 | poslab predict runs/order-learned-seed1\n",
    .reference =
        "SEEDS\n"
        "Training examples depend on train.seed, examples of evaluation on eval.seed and train.seed. Passages of a "
        "held-out text\n"
        "depend on eval.seed alone, and a test file is read as it is.\n"
        "\n"
        "JSON\n"
        "{task, question, examples [{words, segments, positions, targets [{row, answer}]}]}\n",
    .run = run,
};
