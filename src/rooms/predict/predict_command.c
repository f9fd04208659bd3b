/* predict.c -- poslab predict: a trained model's answers about texts, from the command line or line by line from
 * standard input, with the words that each head attended to. Texts that are no example of the task are refused one by
 * one, with an example to copy; the others are answered. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/advice.h"
#include "base/file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/choices.h"
#include "cli/operands.h"
#include "cli/say.h"
#include "command/command.h"
#include "example/prediction.h"
#include "measure/asks.h"
#include "predict/compare_orders.h"
#include "predict/predict.h"
#include "run/batches.h"
#include "task/tokenizer.h"
#include "view/view.h"

extern const struct command command_predict;
extern const char predict_predict_txt[]; /* embedded by make */

enum { WORDS = 3, ANSWERS = 3, LINES_TOLD = 10, DRAWN_WORDS = 6, DRAWN_BYTES = 120, TRIED = 8, LABELS_TOLD = 8 };

/* ---- Texts that are refused, and an example to copy */

/* A short example that the task draws; false: there is none. */
static bool draw(const char *text[2], const struct run *r, struct arena *arena) {
    const struct task_built *t = &r->task;
    struct range trained = t->size.trained;
    struct batch b;
    struct error none;
    uint32_t first;
    int count, words = trained.low > DRAWN_WORDS    ? trained.low
                       : trained.high < DRAWN_WORDS ? trained.high
                                                    : DRAWN_WORDS;
    while (words <= trained.high && !batch_find_evaluation(t, words, &first, &count, &none))
        words++;
    if (words > trained.high)
        return false;
    text[0] = text[1] = "";
    batch_build(&b, t, 1, words, arena);
    for (int i = 0; i < count && i < TRIED && (i == 0 || *text[0] == '['); i++) { /* one without a marker in front */
        batch_clear(&b);
        batch_add_evaluation(&b, t, r->eval_scheme, batch_seeds_of(&r->settings), words, first + (uint32_t)i);
        task_decode(t, &(struct example){b.token, b.segment, b.position, b.target, b.answer}, b.rows, arena, text);
    }
    return strlen(text[0]) + strlen(text[1]) < DRAWN_BYTES;
}

/* Adds an example to copy to what is wrong with a text of the command line; returns false. */
static bool advise(const struct run *r, const char *folder, struct error *e) {
    struct arena arena = {0};
    const char *text[2];
    if (e->code == EXIT_DATA && draw(text, r, &arena)) {
        const char *second = *text[1] ? text_quote(text[1], &arena) : "";
        struct error why = *e;
        error_set(e, why.code, "%s; an example: %s predict %s %s%s%s", why.text, advice_name(),
                  text_quote(folder, &arena), text_quote(text[0], &arena), *second ? " " : "", second);
    }
    arena_free(&arena);
    return false;
}

/* As a line of standard input, "X w1 Y<Tab>Y X"; NULL: there is none. */
static const char *line_of_example(const struct run *r, struct arena *arena) {
    const char *text[2];
    if (!draw(text, r, arena))
        return NULL;
    return arena_format(arena, "%s%s%s", text_shown(text[0], arena), *text[1] ? "<Tab>" : "",
                        text_shown(text[1], arena));
}

bool predict_refuse(struct prediction_session *a, const struct error *why) {
    if (why->code != EXIT_DATA && why->code != EXIT_USAGE)
        return false;
    if (!a->refused++)
        a->code = why->code;
    if (a->refused <= LINES_TOLD)
        command_tell("%s", why->text);
    return true;
}

bool predict_end(const struct prediction_session *a, struct error *e) {
    struct arena arena = {0};
    if (!a->refused)
        return true;
    const char *line = a->code == EXIT_DATA ? line_of_example(a->r, &arena) : NULL;
    error_set(e, a->code, "%ld of %ld texts %s no answer%s%s", a->refused, a->texts, a->refused == 1 ? "has" : "have",
              line ? "; for example: " : "", line ? line : "");
    arena_free(&arena);
    return false;
}

/* ---- Answers */

/* How answers are shown. */
struct answer_output {
    struct prediction_session *a;
    struct screen screen;
    int words;                /* attended words of a head */
    struct json_writer *json; /* within its array of predictions; NULL: they are printed as they come */
    double difference;        /* that the order of the same words makes; NAN: they are not the same */
};

/* Of a text longer than in training: what its positions are read as. */
static void say_positions(const struct answer_output *s, const struct batch *x) {
    const struct encoding_built *b = &s->a->r->model.encoding;
    const struct policy *policy = s->a->policy == &policy_refuse ? b->policies[0] : s->a->policy;
    struct arena arena = {0};
    int positions = 1 + span_last((struct span){x->rows, x->position});
    if (encoding_acts(b->kind) && positions > b->size.trained)
        screen_say(&s->screen, 2, "Longer than in training, under %s: %s", policy->name,
                   asks_say(s->a->r, policy, positions, &arena));
    arena_free(&arena);
}

static void answer(struct answer_output *s, const struct prediction *p, const char *const text[LABELLED_COLUMNS]) {
    struct prediction_session *a = s->a;
    const struct task_built *t = &a->r->task;
    const char *label = text[LABELLED_LABEL];
    int correct = label ? prediction_count(&a->score, t, p->best, p->batch->targets, label) : 0;
    const struct prediction_most most = {a->top ? a->top : s->json ? PREDICTION_ANSWERS : ANSWERS, s->words};
    if (s->json) {
        prediction_put(s->json, p, t, text, most, correct);
        return;
    }
    prediction_print(&s->screen, p, t, label, most, correct);
    say_positions(s, p->batch);
    fflush(stdout);
}

/* Answers about texts or pairs, of which text[][LABELLED_LABEL] may be NULL and text[][LABELLED_B] empty. Those with
 * the same words in other orders are shown side by side. */
static bool ask(struct answer_output *s, const char *const (*text)[LABELLED_COLUMNS], int count, struct error *e) {
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

/* A row's fields as texts; a missing label is NULL, a missing text_b empty. One without an answer keeps its place. */
static bool ask_row(struct answer_output *s, const struct records_field field[LABELLED_COLUMNS], long line,
                    struct error *e) {
    const char *text[LABELLED_COLUMNS] = {NULL, "", ""};
    struct arena arena = {0};
    for (int k = 0; k < LABELLED_COLUMNS; k++)
        if (field[k].text)
            text[k] = memcpy(arena_alloc(&arena, field[k].length + 1, 1), field[k].text, field[k].length);
    s->a->texts++;
    s->a->unknown_line = s->a->score.unknown ? s->a->unknown_line : line;
    bool ok = ask(s, (const char *const(*)[LABELLED_COLUMNS]) & text, 1, e);
    if (!ok) {
        error_prefix(e, "standard input:%ld", line);
        ok = predict_refuse(s->a, e);
        if (ok && s->json)
            json_put(s->json, "{ text_a s text_b s targets [ ] problem s }", text[LABELLED_A], text[LABELLED_B],
                     e->text);
        else if (ok)
            printf("  ->  no answer\n");
    }
    arena_free(&arena);
    return ok;
}

/* Texts that an example of the task has. */
static int texts_of(const struct task_built *t) { return t->size.segments > 1 ? 2 : 1; }

/* Each line of standard input as it comes; empty ones are skipped. */
static bool ask_lines(struct answer_output *s, struct error *e) {
    struct labelled lines;
    struct records_field field[LABELLED_COLUMNS];
    if (isatty(STDIN_FILENO)) {
        const char *line = line_of_example(s->a->r, &s->a->arena);
        command_tell("type %s%s%s; Ctrl-D ends",
                     texts_of(&s->a->r->task) > 1 ? "two texts per line, with a tab between them" : "one text per line",
                     line ? ", for example " : "", line ? line : "");
    }
    bool more = true, ok = labelled_open(&lines, &s->a->how, e);
    while (ok && more) {
        ok = labelled_next(&lines, field, &more, e);
        if (ok && more)
            ok = ask_row(s, field, lines.file.line, e);
    }
    labelled_close(&lines);
    return ok;
}

/* ---- Texts on the command line: one example, or several, which may be the same words in several orders */

static bool ask_all(struct answer_output *s, const struct arguments *given, struct error *e) {
    const char *text[OPERANDS_MAX][LABELLED_COLUMNS] = {0}, *const *operand = given->operand + 1;
    const struct task_built *t = &s->a->r->task;
    int each = texts_of(t), count = given->operands - 1, examples = (count + each - 1) / each;
    if (count < 1)
        return ask_lines(s, e);
    for (int i = 0; i < count; i++) {
        size_t length = strlen(operand[i]);
        if (length > PIECES_LONGEST)
            return error_set(e, EXIT_DATA, "the text is longer than %d bytes", PIECES_LONGEST);
        if (utf8_broken(operand[i], length) != length)
            return error_set(e, EXIT_DATA, "the text is not valid UTF-8");
    }
    bool words = count > each && t->size.trained.low > 1;
    for (int i = 0; i < count && words; i++)
        words = !strpbrk(operand[i], " \t\n");
    if (words)
        return error_set(e, EXIT_USAGE, "%d words are %d texts; quote each passage, like this: \"%s %s\"", count, count,
                         operand[0], operand[1]);
    if (count > each && count % each)
        return error_set(e, EXIT_USAGE, "an example of task %s has two texts; %d texts are not pairs", t->kind->name,
                         count);
    for (int i = 0; i < examples * 2; i++)
        text[i / 2][LABELLED_A + i % 2] = "";
    for (int i = 0; i < count; i++)
        text[i / each][LABELLED_A + i % each] = operand[i];
    if (count == 1 && file_exists(*operand) && !file_is_folder(*operand))
        command_warn(
            "'%s' is read as a text, but there is a file of that name; --to csv (tsv, jsonl) predicts its rows",
            *operand);
    return ask(s, (const char *const(*)[LABELLED_COLUMNS])text, examples, e) || advise(s->a->r, given->operand[0], e);
}

/* Counts of the rows that have a label, in the document or as a line. */
static void finish(const struct answer_output *a) {
    const struct prediction_score *s = &a->a->score;
    json_put(a->json, "]");
    if (s->labelled && a->json) {
        json_put(a->json, "labelled i correct i answers i correct_answers i unknown_labels i", s->labelled, s->whole,
                 s->answers, s->correct, s->unknown);
    } else if (s->labelled) {
        printf("%d of %d answers right (%.1f %%)", s->correct, s->answers, 100.0 * s->correct / s->answers);
        if (s->answers > s->labelled)
            printf("; every answer right in %d of %d rows", s->whole, s->labelled);
        printf("\n");
    }
    if (!isnan(a->difference))
        json_put(a->json, "difference_by_order f", a->difference);
    json_put(a->json, "}");
}

/* The first label that is no answer, with its line, and the answers that there are. */
static void warn_unknown(const struct prediction_session *a) {
    const struct task_built *t = &a->r->task;
    const char *path = a->how.rows.from.path;
    char answers[300] = "", buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    for (int i = 0; i < t->size.classes && i < LABELS_TOLD; i++)
        text_append(answers, sizeof answers, "%s%.30s", i ? ", " : "",
                    text_printable(shown, t->kind->answer(t, i, buffer)));
    command_warn("%d of the labels are unknown to the model; the first is '%s' (%s:%ld); the model knows %s%s",
                 a->score.unknown, a->score.first_unknown, strcmp(path, "-") == 0 ? "standard input" : path,
                 a->unknown_line, answers, t->size.classes > LABELS_TOLD ? ", ..." : "");
}

static void warn(const struct prediction_session *a, bool one) {
    if (a->score.unknown)
        warn_unknown(a);
    if (a->blind && one)
        command_warn("the model knows no word of the text (all are [UNK]): its answer says nothing about it");
    else if (a->blind)
        command_warn("in %ld text%s the model knows no word (all are [UNK]): its answers say nothing about them",
                     a->blind, a->blind == 1 ? "" : "s");
}

static bool check_together(const struct arguments *a, struct error *e) {
    if (a->to && a->operands > 2)
        return error_set(e, EXIT_USAGE, "predict: --to reads the rows of one file; '%s' is one operand too many",
                         a->operand[2]);
    return !a->to || command_check_options(a, "predict --to", "to count", e);
}

static bool run(struct arguments *a, struct error *e) {
    struct prediction_session asking = {0};
    struct assignments *given = arena_alloc(&a->arena, 1, sizeof *given);
    assignments_copy(given, &a->settings);
    if (file_operand)
        assignments_forget(&a->settings, file_operand->keys); /* the others are the run's */
    if (!check_together(a, e) || !command_take_best(a, e))
        return false;
    const struct run *r = asking.r = command_read_run(&command_predict, a, e);
    if (!r || !command_policy(&asking.policy, &command_predict, a, &r->settings, e) ||
        (file_operand && !file_operand->how(&asking.how, given, &r->task, &a->arena, e)))
        return false;
    asking.how.rows.from.path = a->to && a->operand[1] ? a->operand[1] : "-";
    asking.how.unlabelled = true;
    asking.how.words = r->task.kind->answers_words;
    asking.how.rows.maybe_headless = !a->to;
    if (!a->to && asking.how.rows.form == RECORDS_AUTO)
        asking.how.rows.form = RECORDS_AUTO_TEXT;
    asking.top = a->count < r->task.size.classes ? a->count : r->task.size.classes;
    struct json_writer json = {0};
    struct answer_output s = {
        .a = &asking,
        .words = a->count ? a->count : WORDS,
        .json = a->json && !a->to ? &json : NULL,
        .difference = (double)NAN,
    };
    if (s.json) {
        json_open(s.json, true);
        json_put(s.json, "{ task s question s predictions [", r->task.kind->name, r->task.kind->question);
    }
    bool ok = screen_open(&s.screen, stdout, STDOUT_FILENO, NULL, 0, e) &&
              (a->to ? predict_rows(&asking, a->to, e) : ask_all(&s, a, e));
    if (ok && !a->to)
        finish(&s);
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
    .place = 40,
    .summary = "what a trained model answers about a text, and what it attends to",
    .operand = "RUN [TEXT_A [TEXT_B] ... | FILE --to FORM]",
    .operands = OPERANDS_MAX,
    .settings = true,
    .baselines = true,
    .options = "json count to",
    .wording =
        (const struct command_option[]){
            {.name = "count",
             .value = "N",
             .meaning = "answers (default: 3, with --json 10, with --to all), attended words of a head (3)"},
            {.name = "to",
             .value = "FORM",
             .meaning = "rows of FILE with answers: tsv, csv, jsonl, or a file NAME.csv"},
            {0}},
    .text = predict_predict_txt,
    .run = run,
};
