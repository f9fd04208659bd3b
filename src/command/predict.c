/* predict.c -- poslab predict: a trained model's answers about texts, from the command line or line by line from
 * standard input, with the words that each head attended to. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/utf8.h"
#include "cli/choices.h"
#include "cli/options.h"
#include "cli/run_operand.h"
#include "cli/say.h"
#include "command/command.h"
#include "command/predict.h"
#include "result/compare_orders.h"
#include "result/prediction.h"

enum { WORDS = 3, ANSWERS = 3 };

/* How answers are shown. */
struct showing {
    struct prediction_session *a;
    struct screen screen;
    int words;                /* attended words of a head */
    long line;                /* of standard input */
    struct json_writer *json; /* within its array of predictions; NULL: they are printed as they come */
    double difference;        /* that the order of the same words makes; NAN: they are not the same */
};

static void answer(struct showing *s, const struct prediction *p, const char *const text[LABELLED_COLUMNS]) {
    struct prediction_session *a = s->a;
    const struct task_built *t = &a->r->task;
    const char *label = text[LABELLED_LABEL];
    int correct = label ? prediction_count(&a->score, p, t, label) : 0;
    const struct prediction_most most = {a->top ? a->top : s->json ? PREDICTION_ANSWERS : ANSWERS, s->words};
    if (s->json) {
        prediction_put(s->json, p, t, text, most, correct);
        return;
    }
    prediction_print(&s->screen, p, t, label, most, correct);
    fflush(stdout);
}

/* One text or pair; text[LABELLED_LABEL] may be NULL, text[LABELLED_B] empty. */
static bool ask(struct showing *s, const char *const text[LABELLED_COLUMNS], struct error *e) {
    struct prediction_session *a = s->a;
    struct arena arena = {0};
    struct prediction p;
    bool ok = predict(&p, a->r, a->policy, text + LABELLED_A, &arena, e);
    if (ok) {
        a->blind += prediction_is_blind(&a->r->task, p.batch);
        answer(s, &p, text);
    }
    arena_free(&arena);
    return ok;
}

/* One that has no answer keeps its place. */
static bool refuse(struct showing *s, const char *const text[LABELLED_COLUMNS], struct error *e) {
    error_prefix(e, "standard input:%ld", s->line);
    if (!predict_refuse(s->a, e))
        return false;
    if (!s->json)
        printf("  ->  no answer\n");
    json_put(s->json, "{ text_a s text_b s targets [ ] problem s }", text[LABELLED_A], text[LABELLED_B], e->text);
    return true;
}

/* A row's fields as texts; a missing label is NULL, a missing text_b empty. */
static bool ask_row(struct showing *s, const struct records_field field[LABELLED_COLUMNS], struct error *e) {
    const char *text[LABELLED_COLUMNS] = {NULL, "", ""};
    struct arena arena = {0};
    for (int k = 0; k < LABELLED_COLUMNS; k++)
        if (field[k].text)
            text[k] = memcpy(arena_alloc(&arena, field[k].length + 1, 1), field[k].text, field[k].length);
    s->a->texts++;
    bool ok = ask(s, text, e) || refuse(s, text, e);
    arena_free(&arena);
    return ok;
}

/* Texts that an example of the task has. */
static int texts_of(const struct task_built *t) { return t->size.segments > 1 ? 2 : 1; }

/* Each line of standard input as it comes; empty ones are skipped. */
static bool ask_lines(struct showing *s, struct error *e) {
    const char *line = isatty(STDIN_FILENO) ? predict_line(s->a->r, &s->a->arena) : NULL;
    if (isatty(STDIN_FILENO))
        command_tell("type %s%s%s; Ctrl-D ends",
                     texts_of(&s->a->r->task) > 1 ? "two texts per line, with a tab between them" : "one text per line",
                     line ? ", for example " : "", line ? line : "");
    struct labelled lines;
    struct records_field field[LABELLED_COLUMNS];
    bool more = true, ok = labelled_open(&lines, &s->a->how, e);
    while (ok && more) {
        ok = labelled_next(&lines, field, &more, e);
        s->line = lines.file.line;
        if (ok && more)
            ok = ask_row(s, field, e);
    }
    labelled_close(&lines);
    return ok;
}

/* Whoever means a file gets an answer about its name. */
static void warn_of_file(const struct arguments *given) {
    if (given->operands == 2 && file_exists(given->operand[1]) && !file_is_folder(given->operand[1]))
        command_warn(
            "'%s' is read as a text, but there is a file of that name; --to csv (tsv, jsonl) predicts its rows",
            given->operand[1]);
}

/* ---- Texts on the command line: one example, or several, which may be the same words in several orders */

static bool check_texts(const struct arguments *given, const struct task_built *t, struct error *e) {
    int count = given->operands - 1, each = texts_of(t);
    for (int i = 1; i <= count; i++) {
        size_t length = strlen(given->operand[i]);
        if (length > PIECES_LONGEST)
            return error_set(e, EXIT_DATA, "the text is longer than %d bytes", PIECES_LONGEST);
        if (utf8_broken(given->operand[i], length) != length)
            return error_set(e, EXIT_DATA, "the text is not valid UTF-8");
    }
    return count <= each || count % each == 0 ||
           error_set(e, EXIT_USAGE, "an example of task %s has two texts; %d texts are not pairs", t->kind->name,
                     count);
}

/* Answers about all of them; those with the same words are shown side by side. */
static bool ask_several(struct showing *s, const char *const (*text)[LABELLED_COLUMNS], int count, struct error *e) {
    struct prediction_session *a = s->a;
    struct arena arena = {0};
    struct prediction *p = arena_alloc(&arena, (size_t)count, sizeof *p);
    bool ok = true;
    for (int i = 0; i < count && ok; i++) {
        ok = predict(&p[i], a->r, a->policy, text[i] + LABELLED_A, &arena, e) ||
             (count > 1 && error_prefix(e, "example %d", i + 1));
        a->blind += ok && prediction_is_blind(&a->r->task, p[i].batch);
    }
    const struct compare_orders orders = {a->r, p, count};
    bool orders_differ = ok && compare_orders_are(&orders);
    if (orders_differ)
        s->difference = compare_orders_difference(&orders);
    if (orders_differ && !s->json)
        compare_orders_print(&s->screen, &orders, a->top ? a->top : ANSWERS);
    for (int i = 0; i < count && ok && (!orders_differ || s->json); i++) {
        fputs(i && !s->json ? "\n" : "", stdout);
        answer(s, &p[i], text[i]);
    }
    arena_free(&arena);
    return ok;
}

static bool ask_all(struct showing *s, const struct arguments *given, struct error *e) {
    const char *text[OPERANDS_MAX][LABELLED_COLUMNS] = {0};
    int each = texts_of(&s->a->r->task), count = given->operands - 1, examples = (count + each - 1) / each;
    if (count < 1)
        return ask_lines(s, e);
    if (!check_texts(given, &s->a->r->task, e))
        return false;
    for (int i = 0; i < examples * each; i++)
        text[i / each][LABELLED_A + i % each] = i < count ? given->operand[1 + i] : "";
    for (int i = 0; i < examples; i++)
        text[i][LABELLED_B] = text[i][LABELLED_B] ? text[i][LABELLED_B] : "";
    warn_of_file(given);
    return ask_several(s, (const char *const(*)[LABELLED_COLUMNS])text, examples, e) ||
           predict_advise(s->a->r, given->operand[0], e);
}

static void begin_document(struct json_writer *w, const struct task *task) {
    json_open(w, true);
    json_put(w, "{ task s question s predictions [", task->name, task->question);
}

static void finish_document(const struct showing *a) {
    const struct prediction_score *s = &a->a->score;
    json_put(a->json, "]");
    if (s->labelled) {
        json_put(a->json, "labelled i correct i answers i correct_answers i unknown_labels i", s->labelled, s->whole,
                 s->answers, s->correct, s->unknown);
    }
    if (!isnan(a->difference))
        json_put(a->json, "difference_by_order f", a->difference);
    json_put(a->json, "}");
}

static void finish(const struct prediction_score *s) {
    if (s->labelled == 0)
        return;
    printf("%d of %d answers right (%.1f %%)", s->correct, s->answers, 100.0 * s->correct / s->answers);
    if (s->answers > s->labelled)
        printf("; every answer right in %d of %d rows", s->whole, s->labelled);
    printf("\n");
}

static void warn(const struct prediction_session *a, bool one) {
    if (a->score.unknown)
        command_warn("%d of the labels are unknown to the model", a->score.unknown);
    if (a->blind && one)
        command_warn("the model knows no word of the text (all are [UNK]): its answer says nothing about it");
    else if (a->blind)
        command_warn("in %ld text%s the model knows no word (all are [UNK]): its answers say nothing about them",
                     a->blind, a->blind == 1 ? "" : "s");
}

/* ---- The command */

static bool check_together(const struct arguments *a, struct error *e) {
    if (a->to && a->operands > 2)
        return error_set(e, EXIT_USAGE, "predict: --to reads the rows of one file; '%s' is one operand too many",
                         a->operand[2]);
    if (a->quote_formulas && !a->to)
        return error_set(e, EXIT_USAGE, "predict: --quote-formulas needs --to csv or --to tsv");
    return !a->to || command_check_options(a, "predict --to", "to top quote-formulas", e);
}

static bool run(struct arguments *a, struct error *e) {
    struct prediction_session asking = {0};
    struct predict_reading read = {0};
    if (!check_together(a, e) || !predict_read_given(&read, &a->settings, e) || !command_take_best(a, e))
        return false;
    const struct run *r = asking.r = command_read_run(&command_predict, a, e);
    if (!r || !command_policy(&asking.policy, &command_predict, a, &r->settings, e))
        return false;
    asking.how = predict_how(&read, a, &r->task);
    asking.top = a->top < r->task.size.classes ? a->top : r->task.size.classes;
    struct json_writer json;
    struct showing s = {
        .a = &asking,
        .words = a->count ? a->count : WORDS,
        .json = a->json && !a->to ? &json : NULL,
        .difference = (double)NAN,
    };
    if (s.json)
        begin_document(s.json, r->task.kind);
    bool ok = screen_open(&s.screen, stdout, STDOUT_FILENO, NULL, 0, e) &&
              (a->to ? predict_rows(&asking, a->to, a->quote_formulas, e) : ask_all(&s, a, e));
    if (ok && s.json)
        finish_document(&s);
    else if (ok && !a->to)
        finish(&asking.score);
    if (s.json)
        command_close_json(s.json, ok);
    if (ok)
        warn(&asking, !a->to && a->operands == 2);
    ok = ok && (a->to || predict_end(&asking, e));
    arena_free(&asking.arena);
    return ok;
}

const struct command command_predict = {
    .name = "predict",
    .summary = "what a trained model answers about a text, and what it attends to",
    .operand = "RUN [TEXT_A [TEXT_B] ... | FILE --to FORM]",
    .operands = OPERANDS_MAX,
    .settings = true,
    .baselines = true,
    .options = "json count to quote-formulas top",
    .wording =
        (const struct command_option[]){
            {.name = "count", .value = "N", .meaning = "how many attended words of a head (default: 3)"},
            {.name = "to", .value = "FORM", .meaning = "print the rows of FILE with answers, as tsv, csv or jsonl"},
            {.name = "top",
             .value = "N",
             .meaning = "the N likeliest answers (default: 3, with --json 10, with --to all)"},
            {0}},
    .text = command_predict_txt,
    .run = run,
};
