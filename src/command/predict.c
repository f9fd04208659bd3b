/* predict.c -- poslab predict: a trained model's answers about texts, from the command line or line by line from
 * standard input, with the words that each head attended to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "command/command.h"
#include "task/labelled.h"
#include "train/predict.h"

enum { SHOWN = 3, PROBABILITIES = 10 };

/* What stays the same for all texts. */
struct asking {
    const struct run *r;
    const struct policy *beyond;
    int shown; /* attended words of a head */
    bool as_json;
    json_t *list;         /* of predictions, with as_json */
    int labelled, whole;  /* rows with a label, and those with all answers right */
    int answers, correct; /* answers asked for in them, and right ones */
    int unknown;          /* labels that are no answers of the model's */
};

/* ---- One prediction as JSON */

/* The number of the largest of `count` that is not yet taken; takes it. */
static int next_largest(const real *number, int count, bool *taken) {
    int best = -1;
    for (int i = 0; i < count; i++)
        if (!taken[i] && (best < 0 || number[i] > number[best]))
            best = i;
    taken[best] = true;
    return best;
}

static json_t *head_json(const struct asking *a, const struct prediction *p, const real *weight, int head,
                         struct arena *arena) {
    const struct task_built *t = &a->r->task;
    bool *taken = arena_take(arena, (size_t)p->batch.rows, sizeof *taken);
    char buffer[TASK_WORD_MAX];
    json_t *words = json_array();
    for (int k = 0; k < a->shown && k < p->batch.rows; k++) {
        int row = next_largest(weight, p->batch.rows, taken);
        if (!(weight[row] > 0)) /* rows it does not see */
            break;
        json_array_append_new(words,
                              json_pack("{si ss sf}", "row", row, "word", t->kind->word(t, p->batch.token[row], buffer),
                                        "weight", (double)weight[row]));
    }
    return json_pack("{si so}", "head", head + 1, "words", words);
}

/* The likeliest answers, at most PROBABILITIES of them. */
static json_t *probabilities_json(const struct asking *a, const struct prediction *p, int i, struct arena *arena) {
    const struct task_built *t = &a->r->task;
    const real *probability = p->probability + (size_t)i * p->classes;
    bool *taken = arena_take(arena, (size_t)p->classes, sizeof *taken);
    char buffer[TASK_WORD_MAX];
    json_t *list = json_array();
    for (int k = 0; k < PROBABILITIES && k < p->classes; k++) {
        int answer = next_largest(probability, p->classes, taken);
        json_array_append_new(list, json_pack("{ss sf}", "answer", t->kind->answer(t, answer, buffer), "probability",
                                              (double)probability[answer]));
    }
    return list;
}

static json_t *asked_json(const struct asking *a, const struct prediction *p, int i, struct arena *arena) {
    const struct task_built *t = &a->r->task;
    const struct batch *b = &p->batch;
    char buffer[TASK_WORD_MAX], other[TASK_WORD_MAX];
    json_t *heads = json_array();
    for (int head = 0; head < p->heads && p->weight; head++)
        json_array_append_new(heads, head_json(a, p, p->weight + ((size_t)i * p->heads + head) * b->rows, head, arena));
    return json_pack("{si si ss ss sf so so}", "row", b->ask[i], "place", b->place[b->ask[i]], "word",
                     t->kind->word(t, b->token[b->ask[i]], buffer), "answer", t->kind->answer(t, p->best[i], other),
                     "probability", (double)p->probability[(size_t)i * p->classes + p->best[i]], "probabilities",
                     probabilities_json(a, p, i, arena), "attention", heads);
}

static bool is_answer(const struct task_built *t, const char *text, size_t length) {
    char buffer[TASK_WORD_MAX];
    for (int c = 0; c < t->size.classes; c++) {
        const char *answer = t->kind->answer(t, c, buffer);
        if (strlen(answer) == length && memcmp(answer, text, length) == 0)
            return true;
    }
    return false;
}

/* How many answers are as the label says: the whole label for one asked row, else its words in turn. */
static int count_right(struct asking *a, const struct prediction *p, const char *label) {
    const struct task_built *t = &a->r->task;
    char buffer[TASK_WORD_MAX];
    int right = 0;
    bool known = true;
    for (int i = 0; i < p->batch.asked; i++) {
        size_t length = p->batch.asked > 1 ? strcspn(label, " ") : strlen(label);
        const char *answer = t->kind->answer(t, p->best[i], buffer);
        right += strlen(answer) == length && memcmp(answer, label, length) == 0;
        known = known && is_answer(t, label, length);
        label += length + (label[length] == ' ');
    }
    a->unknown += !known;
    a->labelled++;
    a->answers += p->batch.asked;
    a->correct += right;
    a->whole += right == p->batch.asked;
    return right;
}

static json_t *prediction_json(struct asking *a, const struct prediction *p, const char *const text[LABELLED_COLUMNS],
                               struct arena *arena) {
    json_t *asked = json_array();
    for (int i = 0; i < p->batch.asked; i++)
        json_array_append_new(asked, asked_json(a, p, i, arena));
    json_t *json = json_pack("{ss ss so}", "text_a", text[LABELLED_A], "text_b", text[LABELLED_B], "asked", asked);
    if (text[LABELLED_LABEL])
        json_object_update_new(json, json_pack("{ss si}", "label", text[LABELLED_LABEL], "correct_answers",
                                               count_right(a, p, text[LABELLED_LABEL])));
    return json;
}

/* ---- The same for people */

static const char *text_of(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static double number_of(const json_t *object, const char *key) {
    return json_number_value(json_object_get(object, key));
}

static void print_asked(const struct asking *a, const json_t *ask) {
    char shown[TEXT_PRINTABLE];
    const json_t *item, *word;
    size_t i, k;
    printf("%s at place %d: %s\n", text_printable(shown, text_of(ask, "word")), (int)number_of(ask, "place"),
           a->r->settings.task->question);
    printf("  ->  %s", text_printable(shown, text_of(ask, "answer")));
    json_array_foreach(json_object_get(ask, "probabilities"), i, item) if (i < SHOWN)
        printf("%s%s %.1f %%", i ? ", " : "   (", text_printable(shown, text_of(item, "answer")),
               100 * number_of(item, "probability"));
    printf(")\n");
    json_array_foreach(json_object_get(ask, "attention"), i, item) {
        printf("  head %d attends to", (int)number_of(item, "head"));
        json_array_foreach(json_object_get(item, "words"), k, word)
            printf("%s %s (row %d) %.2f", k ? "," : "", text_printable(shown, text_of(word, "word")),
                   (int)number_of(word, "row"), number_of(word, "weight"));
        printf("\n");
    }
}

static void print_prediction(const struct asking *a, const json_t *json) {
    const json_t *ask;
    char shown[TEXT_PRINTABLE];
    size_t i;
    json_array_foreach(json_object_get(json, "asked"), i, ask) print_asked(a, ask);
    int asked = (int)json_array_size(json_object_get(json, "asked"));
    int right = (int)json_integer_value(json_object_get(json, "correct_answers"));
    if (json_object_get(json, "label") && asked == 1)
        printf("  %s: the label is %s\n", right ? "right" : "wrong", text_printable(shown, text_of(json, "label")));
    else if (json_object_get(json, "label"))
        printf("  %d of %d right: the label is %s\n", right, asked, text_printable(shown, text_of(json, "label")));
    fflush(stdout);
}

/* ---- Texts */

/* One text or pair; text[LABELLED_LABEL] may be NULL, text[LABELLED_B] empty. */
static bool ask(struct asking *a, const char *const text[LABELLED_COLUMNS], struct error *e) {
    struct arena arena = {0};
    struct prediction p;
    bool ok = predict(&p, a->r, a->beyond, text + LABELLED_A, &arena, e);
    if (ok) {
        json_t *json = prediction_json(a, &p, text, &arena);
        if (a->as_json) {
            json_array_append_new(a->list, json);
        } else {
            print_prediction(a, json);
            json_decref(json);
        }
    }
    arena_free(&arena);
    return ok;
}

/* A row's fields as texts; those that it lacks are NULL, or empty for text_b. */
static bool ask_row(struct asking *a, const struct tsv_field field[LABELLED_COLUMNS], struct error *e) {
    const char *text[LABELLED_COLUMNS] = {NULL, "", ""};
    struct arena arena = {0};
    for (int k = 0; k < LABELLED_COLUMNS; k++)
        if (field[k].text)
            text[k] = memcpy(arena_take(&arena, field[k].length + 1, 1), field[k].text, field[k].length);
    bool ok = ask(a, text, e);
    arena_free(&arena);
    return ok;
}

/* Each line of standard input as it comes; empty ones are passed over. */
static bool ask_lines(struct asking *a, struct error *e) {
    struct labelled lines;
    struct tsv_field field[LABELLED_COLUMNS];
    bool more = true, ok = labelled_open_stream(&lines, stdin, "standard input", e);
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

static void finish(struct asking *a) {
    if (a->as_json) {
        json_t *json = json_pack("{ss ss sO}", "task", a->r->settings.task->name, "question",
                                 a->r->settings.task->question, "predictions", a->list);
        if (a->labelled)
            json_object_update_new(json, json_pack("{si si si si si}", "labelled", a->labelled, "correct", a->whole,
                                                   "answers", a->answers, "correct_answers", a->correct,
                                                   "unknown_labels", a->unknown));
        command_print_json(json);
        return;
    }
    if (a->labelled)
        printf("%d of %d answers right (%.1f %%)", a->correct, a->answers, 100.0 * a->correct / a->answers);
    if (a->answers > a->labelled)
        printf("; all of a row in %d of %d rows", a->whole, a->labelled);
    if (a->labelled)
        printf("\n");
    if (a->unknown)
        command_warn("%d of the labels are no answers that the model has", a->unknown);
}

static int run(struct arguments *a) {
    struct run r;
    struct error e = {0};
    struct asking asking = {.r = &r, .shown = a->count ? a->count : SHOWN, .as_json = a->json};
    const char *text[LABELLED_COLUMNS] = {NULL, a->operand[1], a->operands > 2 ? a->operand[2] : ""};
    if (!command_read_run(&r, &command_predict, a, &e))
        return command_fail(&e);
    asking.list = json_array();
    bool ok = command_policy(&asking.beyond, &command_predict, a, &r.settings, &e);
    if (ok && text[LABELLED_A])
        ok = check_text(text[LABELLED_A], &e) && check_text(text[LABELLED_B], &e) && ask(&asking, text, &e);
    else if (ok)
        ok = ask_lines(&asking, &e);
    if (ok)
        finish(&asking);
    json_decref(asking.list);
    run_free(&r);
    return ok ? EXIT_DONE : command_fail(&e);
}

static const char *const options[] = {"json", "count", NULL};

static const struct command_option wording[] = {
    {.name = "count", .value = "N", .meaning = "how many attended words of a head (default: 3)"},
    {0},
};

const struct command command_predict = {
    .name = "predict",
    .summary = "a trained model's answer about a text, with probabilities and what each head attends to",
    .operand = "RUN [TEXT_A [TEXT_B]]",
    .operands = 3,
    .settings = true,
    .options = options,
    .wording = wording,
    .details =
        "Without a text lines are read from standard input: text_a and, behind a tab, perhaps text_b; or any columns "
        "under\n"
        "a header line that names them (a column label is compared with the answers). Texts are as `poslab sample` "
        "spells\n"
        "them, less [CLS] and [SEP]. Some tasks ask for more: the default task `order` takes its two passages in the\n"
        "order they stand, the one asked about (segment 1) being the second, or the first with [B] in front; `query` "
        "a\n"
        "text and two of its words; `chase` a sentence and an animal; `cloze` a text with [MASK] in it (or [=word], "
        "asked for\n"
        "as it stands).\n"
        "A text longer than training's is refused where a table of positions ends: eval.policies=interpolate (or\n"
        "another) says what to do. A text with = in it or that ends in .ini goes behind --.\n"
        "--json: {task, question, predictions [{text_a, text_b, asked [{row, place, word, answer, probability,\n"
        "probabilities [{answer, probability}], attention [{head, words [{row, word, weight}]}]}]}]}; with labels also "
        "label\n"
        "and correct_answers in each, and labelled (rows), correct (with all answers right), answers, "
        "correct_answers,\n"
        "unknown_labels.\n"
        "\n"
        "  poslab predict runs/order-learned-seed1 \"w1 X w2 Y\" \"Y w3 X\"\n"
        "  poslab sample --tsv --count 100 | poslab predict runs/order-learned-seed1\n",
    .run = run,
};
