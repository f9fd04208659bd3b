/* query.c -- a question about arbitrary words, BERT's pair input: [CLS] a b [SEP] w1 ... wn, with a in segment 1 and b
 * in segment 2, both once among the words of segment 0. Both query rows are targets: does a come before b?
 *
 * A row finds its own word at once, but has to infer where the other one is, so one layer learns it slowly and loses
 * seeds; with [CLS] as the target it could not at all (two hops). With query_place = query_last the query comes after
 * the words, in longer text at unseen positions. */
#include <stdio.h>

#include "task/kinds.h"
#include "task/one_target.h"
#include "task/tokenizer.h"

enum { CLS, SEP, WORD };
enum { QUERY_FIRST, QUERY_LAST };
enum { FRAME = 4, SHORTEST = 2, LONGEST = 4096, VOCABULARY_MAX = 60000 }; /* FRAME: [CLS] a b [SEP] */

struct query {
    struct range words;
    int vocabulary, place;
};

static const struct setting options[] = {
    {"task.words", SETTING_RANGE, offsetof(struct query, words), "2..12", 1, LONGEST, NULL,
     "words of the text in a training example"},
    {"task.vocabulary", SETTING_INT, offsetof(struct query, vocabulary), "16", 3, VOCABULARY_MAX, NULL,
     "different words"},
    {"task.query_place", SETTING_CHOICE, offsetof(struct query, place), "query_first", 0, 0, "query_first|query_last",
     "the query before the words, or after them"},
    {0},
};

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    const struct query *o = t->options;
    (void)in, (void)arena;
    t->size = (struct task_sizes){
        .vocabulary = WORD + o->vocabulary, .segments = 3, .classes = 2, .shortest = SHORTEST, .trained = o->words};
    return task_fits(t, e);
}

static int rows(const struct task_built *t, int length) {
    (void)t;
    return length + FRAME;
}

static int count_targets(const struct task_built *t, int length) {
    (void)t, (void)length;
    return 2;
}

static void put(const struct example *out, int row, int token, int segment) {
    out->token[row] = token;
    out->segment[row] = segment;
    out->position[row] = row;
}

/* A word that is neither of two others. */
static int other_word(const struct query *o, struct random *r, int low, int high) {
    int word = (int)random_below(r, (uint32_t)o->vocabulary - 2);
    word += word >= low;
    return word + (word >= high);
}

/* The row of the first word of the text. */
static int text_row(const struct query *o) { return o->place == QUERY_FIRST ? FRAME : 1; }

/* All rows around the text. */
static void frame(const struct query *o, const int pair[2], int length, const struct example *out) {
    int head = o->place == QUERY_FIRST ? 1 : length + 1;
    put(out, 0, CLS, 0);
    put(out, o->place == QUERY_FIRST ? 3 : length + 3, SEP, 0);
    for (int k = 0; k < 2; k++) {
        put(out, head + k, pair[k], k + 1);
        out->target[k] = head + k;
    }
}

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    const struct query *o = t->options;
    struct random *r = d->random;
    int length = d->length;
    int answer = task_draw_answer(d, 2);
    int a = (int)random_below(r, (uint32_t)o->vocabulary), b = (int)random_below(r, (uint32_t)o->vocabulary - 1);
    b += b >= a;
    int one = random_between(r, 0, length - 1), two = random_between(r, 0, length - 2);
    two += two >= one;
    int at_a = (one < two) == answer ? one : two, at_b = one + two - at_a;
    const int pair[2] = {WORD + a, WORD + b};
    for (int i = 0; i < length; i++) {
        int word = i == at_a ? a : i == at_b ? b : other_word(o, r, a < b ? a : b, a < b ? b : a);
        put(out, text_row(o) + i, WORD + word, 0);
    }
    frame(o, pair, length, out);
    out->answer[0] = out->answer[1] = answer;
}

/* The text first, then the two query words. */
static int encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e) {
    const struct query *o = t->options;
    struct range tokens = {WORD, t->size.vocabulary - 1};
    int *words = out->token + text_row(o), pair[2];
    int length = tokenizer_encode(t, text[0], tokens, words, e);
    int *behind = out->token + text_row(o) + (length > 0 ? length : 0);
    if (length < 0 || !tokenizer_check_length(t, length, e))
        return 0;
    int count = tokenizer_encode(t, text[1], tokens, behind, e);
    if (count != 2)
        return count >= 0 &&
               error_set(e, EXIT_DATA, "the second text of task query has two words; here it has %d", count);
    for (int k = 0; k < 2; k++) {
        int times = 0;
        pair[k] = behind[k];
        for (int i = 0; i < length; i++)
            times += words[i] == pair[k];
        if (times != 1)
            return error_set(e, EXIT_DATA, "the query words must be in the text exactly once; word %d is not", k + 1);
    }
    example_rows(out, text_row(o), length, 0);
    frame(o, pair, length, out);
    *targets = 2;
    return length;
}

static const char *word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    (void)t;
    if (token < WORD)
        return token == CLS ? "[CLS]" : "[SEP]";
    snprintf(buffer, TASK_WORD_MAX, "w%d", token - WORD + 1);
    return buffer;
}

const struct task task_query = {
    .name = "query",
    .summary =
        "two query words and a text: which comes first in it? a single layer learns it slowly, and some seeds fail",
    .question = "does the first query word come before the second in the text?",
    .options = options,
    .build = build,
    .rows = rows,
    .targets = count_targets,
    .chance = one_target_chance,
    .draw = draw,
    .word = word,
    .answer = one_target_answer,
    .encode = encode,
};
