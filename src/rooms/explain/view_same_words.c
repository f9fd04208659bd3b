/* view_same_words.c -- the same words in two orders, side by side, number by number; see view.h. */
#include "base/utf8.h"
#include "explain/order_demo.h"
#include "view/view.h"

enum { INDENT = 4, LABEL = 19, NUMBER = 9, SHORT = 2 };

static void say_line(const struct view *v, const char *word, const char *label, const double number[SAME_WORDS_ORDERS],
                     int digits, bool star) {
    FILE *out = v->s->out;
    int used = INDENT + SHORT + 1 + fprintf(out, "%*s%-*s %s", INDENT, "", SHORT, word, label) - INDENT - SHORT - 1;
    fprintf(out, "%*s", LABEL - used, "");
    for (int k = 0; k < SAME_WORDS_ORDERS; k++)
        fprintf(out, " %*.*f", NUMBER - 1, digits, number[k]);
    fputs(star && order_demo_differ(number) ? " *\n" : "\n", out);
}

static void draw(const struct view *v, const struct order_demo *w) {
    char column[32];
    snprintf(column, sizeof column, "column %d", w->column);
    fprintf(v->s->out, "%*s", LABEL, "");
    for (int k = 0; k < SAME_WORDS_ORDERS; k++)
        fprintf(v->s->out, " %*s", NUMBER - 1, w->text[k]);
    fputc('\n', v->s->out);
    for (int i = 0; i < SAME_WORDS; i++) {
        const struct order_demo_word *x = &w->of[i];
        say_line(v, x->word, "position", (const double[]){x->position[0], x->position[1]}, 0, false);
        say_line(v, "", column, x->number, 4, true);
        say_line(v, "", "weight", x->weight, 4, true);
    }
    char answer[16 + TASK_WORD_MAX];
    snprintf(answer, sizeof answer, "p(%s)", w->answer);
    say_line(v, "", answer, w->probability, 4, true);
}

/* The word in the middle stands at the same position in both. */
static void say_what_differs(const struct view *v, const struct order_demo *w) {
    int vectors = 0; /* numbers of a vector that differ, of the word where the most do */
    bool weights = false;
    for (int i = 0; i < SAME_WORDS; i++) {
        vectors = w->of[i].differing > vectors ? w->of[i].differing : vectors;
        weights |= order_demo_differ(w->of[i].weight);
    }
    if (!vectors && !weights)
        view_say(v, INDENT, "    Nothing differs: without positions the order changes nothing.");
    else if (!vectors)
        view_say(v, INDENT, "    No vector differs. The weights do (*): positions act inside attention.");
    else
        view_say(v, INDENT, "    The vectors of %s and %s differ (*) in %d of %d numbers, and with them the weights.",
                 w->of[0].word, w->of[SAME_WORDS - 1].word, vectors, w->columns);
    view_say(v, INDENT, "    Column %d: %s. Weight: what %s takes from the word in head 1.", w->column,
             vectors ? "the number that differs the most" : "the first number of the word's vector", w->target);
}

void view_same_words(const struct view *v, const struct order_demo *w) {
    view_say(v, INDENT, "    The same words in two orders, before training:");
    view_gap(v);
    if (v->s)
        draw(v, w);
    view_gap(v);
    say_what_differs(v, w);
    json_put(v->json, "orders { texts S column i columns i words [", w->text, SAME_WORDS_ORDERS, w->column, w->columns);
    for (const struct order_demo_word *x = w->of; x < w->of + SAME_WORDS; x++)
        json_put(v->json, "{ word s positions I numbers F differing i weights F }", x->word, x->position,
                 SAME_WORDS_ORDERS, x->number, SAME_WORDS_ORDERS, x->differing, x->weight, SAME_WORDS_ORDERS);
    json_put(v->json, "] answer s probabilities F }", w->answer, w->probability, SAME_WORDS_ORDERS);
}
