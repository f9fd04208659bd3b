/* sample.c -- poslab sample: examples of a task as words, as a model gets them. */
#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "train/batches.h"

static json_t *example_json(const struct task_built *t, const struct batch *b) {
    json_t *words = json_array(), *segments = json_array(), *places = json_array(), *asked = json_array();
    char buffer[TASK_WORD_MAX];
    for (int i = 0; i < b->rows; i++) {
        json_array_append_new(words, json_string(t->kind->word(t, b->token[i], buffer)));
        json_array_append_new(segments, json_integer(b->segment[i]));
        json_array_append_new(places, json_integer(b->place[i]));
    }
    for (int i = 0; i < b->asked; i++)
        json_array_append_new(
            asked, json_pack("{si ss}", "row", b->ask[i], "answer", t->kind->answer(t, b->answer[i], buffer)));
    return json_pack("{so so so so}", "words", words, "segments", segments, "places", places, "asked", asked);
}

static void print_words(json_t *words) {
    size_t i;
    json_t *word;
    printf("  word   ");
    json_array_foreach(words, i, word) printf(" %5s", json_string_value(word));
    printf("\n");
}

static void print_numbers(const char *label, json_t *numbers) {
    size_t i;
    json_t *number;
    printf("  %-7s", label);
    json_array_foreach(numbers, i, number) printf(" %5d", (int)json_integer_value(number));
    printf("\n");
}

static void print_asked(const struct task_built *t, json_t *example) {
    size_t i;
    json_t *ask;
    json_array_foreach(json_object_get(example, "asked"), i, ask) {
        size_t row = (size_t)json_integer_value(json_object_get(ask, "row"));
        printf("  asked at place %d, %s: %s  ->  %s\n",
               (int)json_integer_value(json_array_get(json_object_get(example, "places"), row)),
               json_string_value(json_array_get(json_object_get(example, "words"), row)), t->kind->question,
               json_string_value(json_object_get(ask, "answer")));
    }
}

static void print_example(const struct task_built *t, int number, json_t *example) {
    printf("%sexample %d\n", number ? "\n" : "", number + 1);
    print_numbers("place", json_object_get(example, "places"));
    print_numbers("segment", json_object_get(example, "segments"));
    print_words(json_object_get(example, "words"));
    print_asked(t, example);
}

/* Example k: of the training stream, or of the evaluation stream at a given length. */
static json_t *draw(const struct task_built *t, const struct settings *s, const struct arguments *a, int k) {
    struct arena arena = {0};
    struct batch b;
    struct placing p = a->length ? placing_evaluation(s) : placing_training(s);
    batch_build(&b, t, 1, a->length > t->size.trained.high ? a->length : t->size.trained.high, &arena);
    if (a->length)
        batch_add_evaluation(&b, t, p, (uint32_t)s->eval.seed, a->length, (uint32_t)k);
    else
        batch_add_training(&b, t, p, (uint32_t)s->train.seed, (uint64_t)k);
    json_t *json = example_json(t, &b);
    arena_free(&arena);
    return json;
}

static int show(const struct arguments *a, const struct settings *s, const struct task_built *t) {
    struct error e = {0};
    json_t *examples = json_array();
    if (a->length && a->length < t->size.shortest) {
        error_set(&e, EXIT_USAGE, "--length %d: an example of %s has at least %d words", a->length, t->kind->name,
                  t->size.shortest);
        return command_fail(&e);
    }
    if (!placing_check(a->length ? placing_evaluation(s) : placing_training(s), t,
                       a->length ? a->length : t->size.trained.high, &e))
        return command_fail(&e);
    for (int k = 0; k < (a->count ? a->count : 3); k++) {
        json_t *example = draw(t, s, a, k);
        if (!a->json)
            print_example(t, k, example);
        json_array_append_new(examples, example);
    }
    if (a->json)
        command_print_json(
            json_pack("{ss ss sO}", "task", t->kind->name, "question", t->kind->question, "examples", examples));
    json_decref(examples);
    return EXIT_DONE;
}

static int run(struct arguments *a) {
    struct settings s;
    struct task_built t;
    struct arena arena = {0};
    struct error e = {0};
    bool ok = settings_resolve(&s, &a->settings, NULL, &e) && task_build(&t, s.task, s.task_options, NULL, &arena, &e);
    int code = ok ? show(a, &s, &t) : command_fail(&e);
    arena_free(&arena);
    return code;
}

static const char *const options[] = {"count", "length", "json", NULL};

const struct command command_sample = {
    .name = "sample",
    .summary = "print examples of a task as words, with segments, places and the answer",
    .settings = true,
    .options = options,
    .details = "Without --length these are the first examples that training sees (train.seed); with it, those that\n"
               "evaluation uses at that length (eval.seed).\n"
               "--json: {task, question, examples [{words, segments, places, asked [{row, answer}]}]}.\n"
               "\n"
               "  poslab sample\n"
               "  poslab sample task.name=first --count 1 --length 24\n",
    .run = run,
};
