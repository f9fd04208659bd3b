/* neighbours.c -- poslab neighbours: the nearest words of the token table by cosine.
 *
 * The best N of a word are kept in a heap whose root is the worst of them, so the table
 * is read once a word, however large. Sums are doubles: no square overflows or vanishes. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "command/command.h"

enum { WORDS_MAX = OPERANDS_MAX - 1, KNOWN = 3, UNKNOWN = -1 };

struct near {
    double cosine;
    int token;
};

struct search {
    const struct task_built *task;
    const real *table; /* (words, columns) */
    int words, columns;
    double *length;    /* (words) */
    struct near *heap; /* (count) */
    int count;         /* neighbours wanted */
    struct arena arena;
};

static double dot(const real *x, const real *y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (double)x[i] * (double)y[i];
    return sum;
}

static const real *row_of(const struct search *s, int token) { return s->table + (size_t)token * s->columns; }

/* Vectors of length 0 have no direction; nor have those that are not finite. */
static bool has_cosine(const struct search *s, int token) { return s->length[token] > 0 && isfinite(s->length[token]); }

static void search_open(struct search *s, const struct run *r, int count) {
    const struct model *m = &r->model;
    *s = (struct search){.task = &r->task, .table = m->params.value + m->token, .words = m->size.vocabulary};
    s->columns = m->config.d_model - m->encoding.columns;
    s->count = count < s->words ? count : s->words - 1;
    s->heap = arena_take(&s->arena, (size_t)s->count, sizeof *s->heap);
    s->length = arena_take(&s->arena, (size_t)s->words, sizeof *s->length);
    for (int t = 0; t < s->words; t++)
        s->length[t] = sqrt(dot(row_of(s, t), row_of(s, t), s->columns));
}

static bool worse(struct near a, struct near b) {
    return a.cosine < b.cosine || (a.cosine == b.cosine && a.token > b.token);
}

/* The root sinks until nothing below it is worse. */
static void sink(struct near *heap, int count) {
    for (int i = 0, child; (child = 2 * i + 1) < count; i = child) {
        child += child + 1 < count && worse(heap[child + 1], heap[child]);
        if (!worse(heap[child], heap[i]))
            return;
        struct near up = heap[child];
        heap[child] = heap[i];
        heap[i] = up;
    }
}

static int best_first(const void *a, const void *b) {
    const struct near *x = a, *y = b;
    return worse(*x, *y) - worse(*y, *x);
}

/* Fills the heap with the nearest words, best first; returns how many there are. */
static int search_word(struct search *s, int token) {
    const struct near nothing = {-2, INT_MAX};
    int found = 0;
    for (int i = 0; i < s->count; i++)
        s->heap[i] = nothing;
    for (int t = 0; t < s->words && s->count && has_cosine(s, token); t++) {
        if (t == token || !has_cosine(s, t))
            continue;
        struct near n = {dot(row_of(s, t), row_of(s, token), s->columns) / s->length[t] / s->length[token], t};
        if (!worse(s->heap[0], n))
            continue;
        s->heap[0] = n;
        sink(s->heap, s->count);
    }
    if (s->count)
        qsort(s->heap, (size_t)s->count, sizeof *s->heap, best_first);
    while (found < s->count && s->heap[found].token != INT_MAX)
        found++;
    return found;
}

/* The token of each word, UNKNOWN where there is none. */
static void find_tokens(const struct task_built *t, const char *const *word, int words, int *token) {
    char buffer[TASK_WORD_MAX];
    for (int i = 0; i < words; i++)
        token[i] = UNKNOWN;
    for (int k = 0; k < t->size.vocabulary; k++) {
        const char *known = t->kind->word(t, k, buffer);
        for (int i = 0; i < words; i++)
            if (token[i] == UNKNOWN && strcmp(word[i], known) == 0)
                token[i] = k;
    }
}

/* The known word nearest to a wrong one, or the first ones where none is near. */
static bool refuse_word(const struct task_built *t, const char *word, struct error *e) {
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE], list[KNOWN * (TEXT_PRINTABLE + 2) + 64];
    struct suggestion s = suggest_for(word);
    snprintf(list, sizeof list, " among the %d, which begin ", t->size.vocabulary);
    for (int k = 0; k < t->size.vocabulary; k++) {
        const char *known = t->kind->word(t, k, buffer);
        suggest_add(&s, known);
        if (k < KNOWN)
            text_append(list, sizeof list, "%s%s", k ? ", " : "", text_printable(shown, known));
    }
    return error_set(e, EXIT_USAGE, "neighbours: there is no word '%s'%s", text_printable(shown, word),
                     suggest_hint(&s, list));
}

static json_t *word_json(struct search *s, const char *word, int token) {
    char buffer[TASK_WORD_MAX];
    json_t *list = json_array();
    int found = search_word(s, token);
    for (int i = 0; i < found; i++)
        json_array_append_new(list, json_pack("{ss sf}", "word", s->task->kind->word(s->task, s->heap[i].token, buffer),
                                              "cosine", s->heap[i].cosine));
    return json_pack("{ss so}", "word", word, "neighbours", list);
}

static void print_word(struct search *s, const char *word, int token) {
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    int found = search_word(s, token);
    printf("%s\n", text_printable(shown, word));
    if (!has_cosine(s, token))
        printf("   no cosine\n");
    for (int i = 0; i < found; i++)
        printf("  %7.4f  %s\n", s->heap[i].cosine,
               text_printable(shown, s->task->kind->word(s->task, s->heap[i].token, buffer)));
}

static void warn_without_cosine(const struct search *s) {
    int without = 0;
    for (int t = 0; t < s->words; t++)
        without += !has_cosine(s, t);
    if (without)
        command_warn("%d of the %d words have no cosine: their vectors are of length 0 or not finite", without,
                     s->words);
}

static void show(struct search *s, const char *const *word, int words, const int *token, bool as_json) {
    json_t *list = json_array();
    warn_without_cosine(s);
    for (int i = 0; i < words; i++) {
        if (as_json)
            json_array_append_new(list, word_json(s, word[i], token[i]));
        else
            print_word(s, word[i], token[i]);
    }
    if (as_json)
        command_print_json(json_pack("{ss sO}", "table", "token", "words", list));
    json_decref(list);
}

static bool find(const struct run *r, const char *const *word, int words, int *token, struct error *e) {
    find_tokens(&r->task, word, words, token);
    for (int i = 0; i < words; i++)
        if (token[i] == UNKNOWN)
            return refuse_word(&r->task, word[i], e);
    return true;
}

static int run(struct arguments *a) {
    struct run r;
    struct search s;
    struct error e = {0};
    const char *const *word = a->operand + 1;
    int token[WORDS_MAX], words = a->operands - 1;
    if (words == 0)
        error_set(&e, EXIT_USAGE, "neighbours needs a word behind %s; see `poslab help neighbours`", a->operand[0]);
    if (words == 0 || !command_read_run(&r, &command_neighbours, a, &e))
        return command_fail(&e);
    bool ok = find(&r, word, words, token, &e);
    if (ok) {
        search_open(&s, &r, a->count ? a->count : 10);
        show(&s, word, words, token, a->json);
        arena_free(&s.arena);
    }
    run_free(&r);
    return ok ? EXIT_DONE : command_fail(&e);
}

static const char *const options[] = {"count", "json", NULL};

static const struct command_option wording[] = {
    {.name = "count", .value = "N", .meaning = "how many neighbours of a word (default: 10)"},
    {0},
};

const struct command command_neighbours = {
    .name = "neighbours",
    .summary = "the nearest words of a word in the token table, by cosine",
    .operand = "RUN_OR_CHECKPOINT WORD...",
    .operands = OPERANDS_MAX,
    .options = options,
    .wording = wording,
    .details = "The word itself is left out, as are words whose vectors have no direction (a warning counts them).\n"
               "Words behind -- may begin with a dash. `poslab sample` shows words.\n"
               "--json: {table, words [{word, neighbours [{word, cosine}]}]}, best first.\n"
               "\n"
               "  poslab neighbours runs/order-learned-seed1 X Y\n"
               "  poslab neighbours runs/mine/checkpoint.safetensors \"[CLS]\" --count 3 --json\n",
    .run = run,
};
