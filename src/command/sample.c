/* sample.c -- poslab sample: examples of a task as words, as a model gets them. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "base/utf8.h"
#include "command/command.h"
#include "draw/example_marks.h"
#include "task/tokenizer.h"
#include "train/batches.h"

enum { EXAMPLES = 3 };

/* What is shown: examples of training, or those that evaluation uses at a length. */
struct showing {
    const struct task_built *t;
    const struct arguments *a;
    struct screen screen;
    struct position_scheme scheme;
    struct batch_seeds seeds;
    uint32_t first;
    int count, longest;
};

/* The texts that `predict` would be asked about, as they are typed. */
static json_t *texts_json(const struct task_built *t, const struct batch *b) {
    const struct example x = {b->token, b->segment, b->position, b->target, b->answer};
    const char *text[2];
    struct arena arena = {0};
    task_decode(t, &x, b->rows, &arena, text);
    json_t *texts = json_pack("[ss]", text[0], text[1]);
    arena_free(&arena);
    return texts;
}

static json_t *example_json(const struct task_built *t, const struct batch *b) {
    json_t *json = batch_json(b, t), *targets = json_array();
    char buffer[TASK_WORD_MAX];
    for (int i = 0; i < b->targets; i++)
        json_array_append_new(
            targets, json_pack("{si ss}", "row", b->target[i], "answer", t->kind->answer(t, b->answer[i], buffer)));
    json_object_set_new(json, "targets", targets);
    json_object_set_new(json, "texts", texts_json(t, b));
    return json;
}

/* A word or a number as it is printed. */
static const char *text_of(char shown[TEXT_PRINTABLE], const json_t *item) {
    if (json_is_string(item))
        return text_printable(shown, json_string_value(item));
    snprintf(shown, TEXT_PRINTABLE, "%d", (int)json_integer_value(item));
    return shown;
}

/* Tokens first..end-1 of an example in a line that fits. */
struct line {
    const struct screen *s;
    json_t *example;
    struct token_columns c;
};

enum { LABEL = 10, COLUMNS = 5 };

/* Numbers stand above their words. */
static void print_line(const struct line *l, const char *label, const char *key) {
    const json_t *items = json_object_get(l->example, key);
    char shown[TEXT_PRINTABLE];
    printf("  %-*s", LABEL - 2, label);
    for (int i = l->c.first; i < l->c.end; i++) {
        text_of(shown, json_array_get(items, (size_t)i));
        printf(" %*s%s", l->c.to[i] - l->c.at[i] - utf8_columns(shown), "", shown);
    }
    printf("\n");
}

/* Where tokens stand from `first` on; returns the first that has no room. */
static int lay_out(int *at, int *to, const struct screen *s, const json_t *words, int first) {
    char shown[TEXT_PRINTABLE];
    int rows = (int)json_array_size(words), used = LABEL, i = first;
    for (; i < rows; i++) {
        int wide = utf8_columns(text_of(shown, json_array_get(words, (size_t)i)));
        at[i] = used + 1;
        to[i] = at[i] + (wide > COLUMNS ? wide : COLUMNS);
        if (i > first && to[i] > s->width)
            break;
        used = to[i];
    }
    return i;
}

static void print_tokens(const struct screen *s, const struct example_marks *m, json_t *example) {
    struct arena arena = {0};
    int *at = arena_alloc(&arena, (size_t)m->rows, sizeof *at), *to = arena_alloc(&arena, (size_t)m->rows, sizeof *to);
    const json_t *words = json_object_get(example, "words");
    for (int first = 0, end; first < m->rows; first = end) {
        end = lay_out(at, to, s, words, first);
        fputs(first ? "\n" : "", stdout);
        const struct line l = {s, example, {first, end, at, to, true, "  passage "}};
        print_line(&l, "position", "positions");
        print_line(&l, "segment", "segments");
        if (example_marks_shown(m))
            screen_brackets(s, m, &l.c);
        print_line(&l, "word", "words");
    }
    arena_free(&arena);
}

/* Its answer stands in a line of its own where it does not fit after the question. */
static void print_targets(const struct showing *s, json_t *example) {
    struct arena arena = {0};
    size_t i;
    json_t *target;
    char word[TEXT_PRINTABLE], answer[TEXT_PRINTABLE];
    json_array_foreach(json_object_get(example, "targets"), i, target) {
        size_t row = (size_t)json_integer_value(json_object_get(target, "row"));
        text_of(answer, json_object_get(target, "answer"));
        const char *asks =
            arena_format(&arena, "  target at position %d, %s: %s",
                         (int)json_integer_value(json_array_get(json_object_get(example, "positions"), row)),
                         text_of(word, json_array_get(json_object_get(example, "words"), row)), s->t->kind->question);
        if (utf8_columns(asks) + 6 + utf8_columns(answer) <= s->screen.width) {
            printf("%s  ->  %s\n", asks, answer);
        } else {
            screen_say(&s->screen, 4, "%s", asks);
            printf("    ->  %s\n", answer);
        }
    }
    arena_free(&arena);
}

static void print_example(const struct showing *s, int number, const struct batch *b, json_t *example) {
    struct arena arena = {0};
    const struct example_marks marks = batch_marks(b, &arena);
    printf("%sexample %d\n", number ? "\n" : "", number + 1);
    print_tokens(&s->screen, &marks, example);
    print_targets(s, example);
    arena_free(&arena);
}

/* Example k of them, printed in lines, or kept as JSON. */
static void show_example(const struct showing *s, int k, json_t *examples) {
    struct arena arena = {0};
    struct batch b;
    batch_build(&b, s->t, 1, s->longest, &arena);
    if (s->a->length)
        batch_add_evaluation(&b, s->t, s->scheme, s->seeds, s->a->length, s->first + (uint32_t)k);
    else
        batch_add_training(&b, s->t, s->scheme, s->seeds.training, (uint64_t)k);
    json_t *json = example_json(s->t, &b);
    if (!s->a->json)
        print_example(s, k, &b, json);
    json_array_append_new(examples, json);
    arena_free(&arena);
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
    return screen_open_table(&s->screen, stdout, STDOUT_FILENO, 0, false, e) &&
           position_scheme_check(s->scheme, t, s->longest, e);
}

static void show(const struct showing *s) {
    json_t *examples = json_array();
    for (int k = 0; k < s->count; k++)
        show_example(s, k, examples);
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
    .group = "words",
    .summary = "print examples of a task: words, segments, positions, answer",
    .settings = true,
    .configs = true,
    .options = "count length json",
    .text = command_sample_txt,
    .run = run,
};
