/* task_command.c -- poslab show task: examples of a task as words, as a model gets them. */
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/say.h"
#include "command/command.h"
#include "draw/example_marks.h"
#include "example/batch_shown.h"
#include "example/prediction.h"
#include "run/batches.h"
#include "task/tokenizer.h"

extern const struct command show_task;

enum { EXAMPLES = 3 };

/* Where examples come from: training, or what evaluation uses at a length. */
struct example_source {
    const struct task_built *t;
    const struct arguments *a;
    struct screen screen;
    struct position_scheme scheme;
    struct batch_seeds seeds;
    uint32_t first;
    int longest;
};

/* One example, with the texts that `predict` would be asked about, as they are typed. */
static void put_example(struct json_writer *w, const struct task_built *t, const struct batch *b) {
    char buffer[TASK_WORD_MAX];
    const char *text[2];
    struct arena arena = {0};
    task_decode(t, &(struct example){b->token, b->segment, b->position, b->target, b->answer}, b->rows, &arena, text);
    json_put(w, "{");
    batch_put(w, b, t);
    json_put(w, "targets [");
    for (int i = 0; i < b->targets; i++) {
        json_put(w, "{ row i answer s }", b->target[i], t->kind->answer(t, b->answer[i], buffer));
    }
    json_put(w, "] texts [ s s ] }", text[0], text[1]);
    arena_free(&arena);
}

enum { LABEL = 10, COLUMNS = 5 };

/* Numbers above their words, in lines that fit. */
static void print_tokens(const struct screen *s, const struct batch *b, const char *const *word, struct arena *arena) {
    const struct example_marks marks = batch_marks(b, arena);
    const struct {
        const char *label;
        const int *number;
    } above[] = {{"position", b->position}, {"segment", b->segment}};
    int *at = arena_alloc(arena, (size_t)b->rows, sizeof *at), *to = arena_alloc(arena, (size_t)b->rows, sizeof *to);
    for (int first = 0, end; first < b->rows; first = end) {
        fputs(first ? "\n" : "", stdout);
        for (end = first; end < b->rows; end++) {
            at[end] = (end > first ? to[end - 1] : LABEL) + 1;
            to[end] = at[end] + wider(utf8_columns(word[end]), COLUMNS);
            if (end > first && to[end] > s->width)
                break;
        }
        for (int k = 0; k < 2; k++) {
            printf("  %-*s", LABEL - 2, above[k].label);
            for (int i = first; i < end; i++)
                printf(" %*d", to[i] - at[i], above[k].number[i]);
            printf("\n");
        }
        if (example_marks_shown(&marks))
            screen_brackets(s, &marks, &(struct token_columns){first, end, at, to, true, "  passage "});
        printf("  %-*s", LABEL - 2, "word");
        for (int i = first; i < end; i++)
            printf(" %*s%s", to[i] - at[i] - utf8_columns(word[i]), "", word[i]);
        printf("\n");
    }
}

/* Its answer stands in a line of its own where it does not fit after the question. */
static void print_target(const struct example_source *s, const struct batch *b, const char *word, int target,
                         struct arena *arena) {
    const char *answer = prediction_answer(s->t, b->answer[target], arena);
    const char *asks = arena_format(arena, "  target at position %d, %s: %s", b->position[b->target[target]], word,
                                    s->t->kind->question);
    if (utf8_columns(asks) + 6 + utf8_columns(answer) <= s->screen.width) {
        printf("%s  ->  %s\n", asks, answer);
    } else {
        screen_say(&s->screen, 4, "%s", asks);
        printf("    ->  %s\n", answer);
    }
}

/* Example k of them, in lines or in a document. */
static void show_example(const struct example_source *s, int k, struct json_writer *w) {
    struct arena arena = {0};
    struct batch b;
    batch_build(&b, s->t, 1, s->longest, &arena);
    if (s->a->length)
        batch_add_evaluation(&b, s->t, s->scheme, s->seeds, s->a->length, s->first + (uint32_t)k);
    else
        batch_add_training(&b, s->t, s->scheme, s->seeds.training, (uint64_t)k);
    if (s->a->json) {
        put_example(w, s->t, &b);
    } else {
        const char **word = arena_alloc(&arena, (size_t)b.rows, sizeof *word);
        for (int i = 0; i < b.rows; i++)
            word[i] = prediction_word(s->t, b.token[i], &arena);
        printf("%sexample %d\n", k ? "\n" : "", k + 1);
        print_tokens(&s->screen, &b, word, &arena);
        for (int i = 0; i < b.targets; i++)
            print_target(s, &b, word[b.target[i]], i, &arena);
    }
    arena_free(&arena);
}

static bool run(struct arguments *a, struct error *e) {
    struct settings settings;
    struct task_built t;
    struct progress reading;
    struct task_input in = command_input(&reading);
    struct json_writer w;
    int there = INT_MAX;
    command_leave_out(a, false);
    bool ok = settings_resolve(&settings, &a->settings, NULL, e) &&
              task_build(&t, settings.task, settings.task_options, &in, &a->arena, e);
    progress_end(&reading);
    if (!ok)
        return false;
    struct example_source s = {
        .t = &t,
        .a = a,
        .scheme = a->length ? position_scheme_evaluation(&settings) : position_scheme_training(&settings),
        .seeds = batch_seeds_of(&settings),
        .longest = a->length ? a->length : t.size.trained.high,
    };
    if (a->length && !batch_find_evaluation(&t, a->length, &s.first, &there, e))
        return error_prefix(e, "--length %d", a->length);
    if (!screen_open_table(&s.screen, stdout, STDOUT_FILENO, 0, e) ||
        !position_scheme_check(s.scheme, &t, s.longest, e))
        return false;
    int wanted = a->count ? a->count : EXAMPLES, count = wanted < there ? wanted : there;
    command_tell_left_out(a);
    json_open(&w, true);
    json_put(&w, "{ task s question s examples [", t.kind->name, t.kind->question);
    for (int k = 0; k < count; k++)
        show_example(&s, k, &w);
    json_put(&w, "] }");
    command_close_json(&w, a->json);
    return true;
}

const struct command show_task = {
    .name = "show task",
    .summary = "examples of a task: words, segments, positions, answer",
    .operand = "[NAME|CONFIG]",
    .settings = true,
    .configs = true,
    .options = "count length json",
    .run = run,
};
