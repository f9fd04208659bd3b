/* neighbours_command.c -- poslab show neighbours: the nearest words of the token table by cosine. */
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/say.h"
#include "command/command.h"
#include "tables/embedding_tables.h"
#include "tables/neighbours.h"
#include "tables/public_words.h"

extern const struct command show_neighbours;

enum { WORDS_MAX = OPERANDS_MAX - 1, NEAREST = 10, KNOWN = 3 };

/* The row of a word; the error has the nearest known word, or the first ones where none is near. */
static bool find(int *row, const struct vectors *v, const char *word, struct error *e) {
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE], list[KNOWN * (TEXT_PRINTABLE + 2) + 64];
    struct suggestion s = suggest_for(word);
    snprintf(list, sizeof list, " among the %d, which begin ", v->rows);
    for (*row = 0; *row < v->rows; ++*row) {
        const char *known = vectors_name(v, *row, buffer);
        if (strcmp(word, known) == 0)
            return true;
        if (*row < KNOWN)
            text_append(list, sizeof list, "%s%s", *row ? ", " : "", text_printable(shown, known));
    }
    for (int k = 0; k < v->rows; k++)
        suggest_add(&s, vectors_name(v, k, buffer));
    return error_set(e, EXIT_USAGE, "show neighbours: unknown word '%s'%s", text_printable(shown, word),
                     suggest_hint(&s, list));
}

/* The neighbours of a word, printed or into the document of all words. */
static void show(json_t *words, const struct vectors *v, struct neighbours *n, int token, int most) {
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    json_t *list = json_array();
    int found = neighbours_find(n, token);
    if (!words)
        printf("%s\n", text_printable(shown, vectors_name(v, token, buffer)));
    for (int i = 0; i < found && i < most; i++) {
        const char *name = vectors_name(v, n->nearest[i].row, buffer);
        if (words)
            json_array_append_new(list, json_pack("{ss sf}", "word", name, "cosine", n->nearest[i].cosine));
        else
            printf("  %7.4f  %s\n", n->nearest[i].cosine, text_printable(shown, name));
    }
    if (words)
        json_array_append_new(words, json_pack("{ss sO}", "word", vectors_name(v, token, buffer), "neighbours", list));
    else if (!neighbours_has_direction(n, token))
        printf("   no cosine\n");
    json_decref(list);
}

static bool run(struct arguments *a, struct error *e) {
    struct vectors v;
    struct neighbours n;
    int token[WORDS_MAX], words = a->operands - 1, without = 0;
    if (words == 0)
        return error_set(e, EXIT_USAGE, "show neighbours needs a word after %s", a->operand[0]);
    if (!embedding_tables_open(&v, &show_neighbours, a, e))
        return false;
    for (int i = 0; i < words; i++)
        if (!find(&token[i], &v, v.public ? public_words_shown(a->operand[i + 1], &a->arena) : a->operand[i + 1], e))
            return false;
    neighbours_open(&n, v.value, v.rows, v.columns, &a->arena);
    for (int i = 0; i < n.rows; i++)
        without += !neighbours_has_direction(&n, i);
    if (without)
        command_warn("%d of the %d words have no cosine: their vectors are zero", without, n.rows);
    json_t *all = a->json ? json_array() : NULL;
    for (int i = 0; i < words; i++)
        show(all, &v, &n, token[i], a->count ? a->count : NEAREST);
    if (a->json)
        command_print_json(json_pack("{ss so}", "table", public_kinds[v.kind], "words", all));
    return true;
}

const struct command show_neighbours = {
    .name = "show neighbours",
    .summary = "the words nearest to a word in the token table, by cosine",
    .operand = "RUN|FILE WORD...",
    .operands = OPERANDS_MAX,
    .options = "table first count json",
    .run = run,
};
