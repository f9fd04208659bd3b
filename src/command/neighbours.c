/* neighbours.c -- poslab neighbours: the nearest words of the token table by cosine. */
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/options.h"
#include "cli/say.h"
#include "command/command.h"
#include "command/tables.h"
#include "tables/neighbours.h"
#include "tables/public_words.h"

enum { WORDS_MAX = OPERANDS_MAX - 1, NEAREST = 10, KNOWN = 3 };

/* The known word nearest to a wrong one, or the first ones where none is near. */
static bool refuse_word(const struct vectors *v, const char *word, struct error *e) {
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE], list[KNOWN * (TEXT_PRINTABLE + 2) + 64];
    struct suggestion s = suggest_for(word);
    snprintf(list, sizeof list, " among the %d, which begin ", v->rows);
    for (int k = 0; k < v->rows; k++) {
        const char *known = vectors_name(v, k, buffer);
        suggest_add(&s, known);
        if (k < KNOWN)
            text_append(list, sizeof list, "%s%s", k ? ", " : "", text_printable(shown, known));
    }
    return error_set(e, EXIT_USAGE, "neighbours: unknown word '%s'%s", text_printable(shown, word),
                     suggest_hint(&s, list));
}

static bool find(int *row, const struct vectors *v, const char *word, struct error *e) {
    char buffer[TASK_WORD_MAX];
    for (*row = 0; *row < v->rows; ++*row)
        if (strcmp(word, vectors_name(v, *row, buffer)) == 0)
            return true;
    return refuse_word(v, word, e);
}

static json_t *word_json(const struct vectors *v, struct neighbours *n, int token, int most) {
    char buffer[TASK_WORD_MAX];
    json_t *list = json_array();
    int found = neighbours_find(n, token);
    for (int i = 0; i < found && i < most; i++)
        json_array_append_new(list, json_pack("{ss sf}", "word", vectors_name(v, n->nearest[i].row, buffer), "cosine",
                                              n->nearest[i].cosine));
    return json_pack("{ss so}", "word", vectors_name(v, token, buffer), "neighbours", list);
}

static void print_word(const struct vectors *v, struct neighbours *n, int token, int most) {
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    int found = neighbours_find(n, token);
    printf("%s\n", text_printable(shown, vectors_name(v, token, buffer)));
    for (int i = 0; i < found && i < most; i++)
        printf("  %7.4f  %s\n", n->nearest[i].cosine,
               text_printable(shown, vectors_name(v, n->nearest[i].row, buffer)));
    if (!neighbours_has_direction(n, token))
        printf("   no cosine\n");
}

static void warn_without_direction(const struct neighbours *n) {
    int without = 0;
    for (int i = 0; i < n->rows; i++)
        without += !neighbours_has_direction(n, i);
    if (without)
        command_warn("%d of the %d words have no cosine: their vectors are zero or not finite", without, n->rows);
}

static void show(const struct vectors *v, struct neighbours *n, const int *token, int words,
                 const struct arguments *a) {
    int most = a->count ? a->count : NEAREST;
    json_t *list = json_array();
    warn_without_direction(n);
    for (int i = 0; i < words; i++)
        if (a->json)
            json_array_append_new(list, word_json(v, n, token[i], most));
        else
            print_word(v, n, token[i], most);
    if (a->json)
        command_print_json(json_pack("{ss sO}", "table", v->table->name, "words", list));
    json_decref(list);
}

static bool run(struct arguments *a, struct error *e) {
    struct vectors v;
    struct neighbours n;
    int token[WORDS_MAX], words = a->operands - 1;
    if (words == 0)
        return error_set(e, EXIT_USAGE, "neighbours needs a word after %s; see `poslab help neighbours`",
                         a->operand[0]);
    if (!tables_open(&v, &command_neighbours, a, "token", e))
        return false;
    for (int i = 0; i < words; i++)
        if (!find(&token[i], &v, v.public ? public_words_shown(a->operand[i + 1], &a->arena) : a->operand[i + 1], e))
            return false;
    neighbours_open(&n, v.value, v.rows, v.columns, &a->arena);
    show(&v, &n, token, words, a);
    return true;
}

const struct command command_neighbours = {
    .name = "neighbours",
    .group = "words",
    .summary = "the words nearest to a word in the token table, by cosine",
    .operand = "RUN_OR_MODEL WORD...",
    .operands = OPERANDS_MAX,
    .options = "table count json",
    .wording =
        (const struct command_option[]){
            {.name = "count", .value = "N", .meaning = "how many neighbours of a word (default: 10)"},
            {.name = "table", .value = "NAME", .meaning = TABLES_OPTION},
            {0}},
    .text = command_neighbours_txt,
    .run = run,
};
