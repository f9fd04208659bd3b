/* predict.c -- poslab predict: a trained model's answers about texts, from the command line or line by line from
 * standard input, with the words that each head attended to. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "command/command.h"
#include "present/prediction.h"
#include "task/labelled.h"

enum { WORDS = 3 };

/* What stays the same for all texts, and what comes of them. */
struct questions {
    const struct run *r;
    const struct policy *policy;
    int words;           /* attended words of a head */
    json_t *predictions; /* NULL: they are printed as they come */
    struct prediction_score score;
};

static void show(struct questions *a, json_t *prediction) {
    if (a->predictions) {
        json_array_append_new(a->predictions, prediction);
        return;
    }
    prediction_print(stdout, prediction, a->r->task.kind->question);
    fflush(stdout);
    json_decref(prediction);
}

/* One text or pair; text[LABELLED_LABEL] may be NULL, text[LABELLED_B] empty. */
static bool ask(struct questions *a, const char *const text[LABELLED_COLUMNS], struct error *e) {
    const struct task_built *t = &a->r->task;
    struct arena arena = {0};
    struct prediction p;
    bool ok = predict(&p, a->r, a->policy, text + LABELLED_A, &arena, e);
    if (ok) {
        int correct = text[LABELLED_LABEL] ? prediction_count(&a->score, &p, t, text[LABELLED_LABEL]) : 0;
        show(a, prediction_json(&p, t, text, a->words, correct));
    }
    arena_free(&arena);
    return ok;
}

/* A row's fields as texts; a label that it lacks is NULL, text_b empty. */
static bool ask_row(struct questions *a, const struct records_field field[LABELLED_COLUMNS], struct error *e) {
    const char *text[LABELLED_COLUMNS] = {NULL, "", ""};
    struct arena arena = {0};
    for (int k = 0; k < LABELLED_COLUMNS; k++)
        if (field[k].text)
            text[k] = memcpy(arena_alloc(&arena, field[k].length + 1, 1), field[k].text, field[k].length);
    bool ok = ask(a, text, e);
    arena_free(&arena);
    return ok;
}

/* Each line of standard input as it comes; empty ones are skipped. */
static bool ask_lines(struct questions *a, struct error *e) {
    struct labelled lines;
    struct records_field field[LABELLED_COLUMNS];
    bool more = true, ok;
    struct labelled_how how = {.rows.from.path = "-", .unlabelled = true, .maybe_headless = true};
    labelled_columns_of(&how, &a->r->task);
    ok = labelled_open(&lines, &how, e);
    while (ok && more) {
        ok = labelled_next(&lines, field, &more, e);
        if (ok && more)
            ok = ask_row(a, field, e) || error_prefix(e, "standard input:%ld", lines.file.line);
    }
    labelled_close(&lines);
    return ok;
}

static bool check_text(const char *text, struct error *e) {
    size_t length = strlen(text);
    if (length > PIECES_LONGEST)
        return error_set(e, EXIT_DATA, "the text is longer than %d bytes", PIECES_LONGEST);
    return utf8_broken(text, length) == length || error_set(e, EXIT_DATA, "the text is not valid UTF-8");
}

static bool ask_all(struct questions *a, const struct arguments *given, struct error *e) {
    const char *text[LABELLED_COLUMNS] = {NULL, given->operand[1], given->operands > 2 ? given->operand[2] : ""};
    if (!text[LABELLED_A])
        return ask_lines(a, e);
    return check_text(text[LABELLED_A], e) && check_text(text[LABELLED_B], e) && ask(a, text, e);
}

static void finish_json(const struct questions *a) {
    const struct prediction_score *s = &a->score;
    const struct task *task = a->r->task.kind;
    json_t *json =
        json_pack("{ss ss sO}", "task", task->name, "question", task->question, "predictions", a->predictions);
    if (s->labelled)
        json_object_update_new(json,
                               json_pack("{si si si si si}", "labelled", s->labelled, "correct", s->whole, "answers",
                                         s->answers, "correct_answers", s->correct, "unknown_labels", s->unknown));
    command_print_json(json);
}

static void finish(const struct prediction_score *s) {
    if (s->labelled == 0)
        return;
    printf("%d of %d answers right (%.1f %%)", s->correct, s->answers, 100.0 * s->correct / s->answers);
    if (s->answers > s->labelled)
        printf("; all of a row in %d of %d rows", s->whole, s->labelled);
    printf("\n");
    if (s->unknown)
        command_warn("%d of the labels are no answers that the model has", s->unknown);
}

static bool run(struct arguments *a, struct error *e) {
    struct run *r = command_read_run(&command_predict, a, e);
    struct questions questions = {.r = r, .words = a->count ? a->count : WORDS};
    if (!r || !command_policy(&questions.policy, &command_predict, a, &r->settings, e))
        return false;
    questions.predictions = a->json ? json_array() : NULL;
    bool ok = ask_all(&questions, a, e);
    if (ok && a->json)
        finish_json(&questions);
    else if (ok)
        finish(&questions.score);
    json_decref(questions.predictions);
    return ok;
}

const struct command command_predict = {
    .name = "predict",
    .summary = "a trained model's answer about a text, with probabilities and what each head attends to",
    .operand = "RUN [TEXT_A [TEXT_B]]",
    .operands = 3,
    .settings = true,
    .options = "json count",
    .wording =
        (const struct command_option[]){
            {.name = "count", .value = "N", .meaning = "how many attended words of a head (default: 3)"}, {0}},
    .details =
        "Without a text, lines are read from standard input: text_a and, after a tab, perhaps text_b; or any\n"
        "columns under a header line that names them (a column label is compared with the answers). Texts are as\n"
        "`poslab sample` prints them, without [CLS] and [SEP]. Some tasks need more: the default task `order` takes\n"
        "its two passages in order, the one in question (segment 1) second, or first with [B] in front; `query` a\n"
        "text and two of its words; `chase` a sentence and an animal; `cloze` a text with [MASK] in it (or [=word]:\n"
        "the answer is that very word).\n"
        "A text longer than training's is refused where a table of positions ends: eval.policies=interpolate (or\n"
        "another) says what to do. A text with = in it or that ends in .ini goes after --.\n"
        "--json: {task, question, predictions [{text_a, text_b, targets [{row, position, word, answer, probability,\n"
        "probabilities [{answer, probability}], attention [{head, words [{row, word, weight}]}]}]}]}; with labels\n"
        "also label and correct_answers in each, and labelled (rows), correct (with all answers right), answers,\n"
        "correct_answers, unknown_labels.\n"
        "\n"
        "  poslab predict runs/order-learned-seed1 \"w1 X w2 Y\" \"Y w3 X\"\n"
        "  poslab sample --tsv --count 100 | poslab predict runs/order-learned-seed1\n",
    .run = run,
};
