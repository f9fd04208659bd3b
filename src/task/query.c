/* query.c -- a question about arbitrary words, BERT's pair input: [CLS] a b [SEP] w1 ... wn,
 * with a in segment 1 and b in segment 2, both once among the words of segment 0. Asked at
 * both query rows: does a come before b?
 *
 * A row finds its own word at once, but where the other stands it has to infer, so one layer
 * learns it slowly and loses seeds; asked at [CLS] it could not at all (two hops). With
 * layout = query_last the query stands behind the words, in longer text at unseen places. */
#include <stdio.h>

#include "task/kinds.h"
#include "task/task.h"

enum { CLS, SEP, WORD };
enum { QUERY_FIRST, QUERY_LAST };
enum { FRAME = 4, SHORTEST = 2, LONGEST = 4096, VOCABULARY_MAX = 60000 }; /* FRAME: [CLS] a b [SEP] */

struct query {
    struct range words;
    int vocabulary, layout;
};

static const struct setting options[] = {
    {"task.words", SETTING_RANGE, offsetof(struct query, words), "2..12", 1, LONGEST, NULL,
     "words asked about in a training example"},
    {"task.vocabulary", SETTING_INT, offsetof(struct query, vocabulary), "16", 3, VOCABULARY_MAX, NULL,
     "different words"},
    {"task.layout", SETTING_CHOICE, offsetof(struct query, layout), "query_first", 0, 0, "query_first|query_last",
     "the query in front of the words, or behind them"},
    {0},
};

static bool build(struct task_built *t, struct arena *arena, struct error *e) {
    const struct query *o = t->options;
    (void)arena;
    if (o->words.low < SHORTEST)
        return error_set(e, EXIT_USAGE, "task.words = %d..%d: an example needs at least %d words", o->words.low,
                         o->words.high, SHORTEST);
    t->size = (struct task_sizes){
        .vocabulary = WORD + o->vocabulary, .segments = 3, .classes = 2, .shortest = SHORTEST, .trained = o->words};
    return true;
}

static int rows(const struct task_built *t, int length) {
    (void)t;
    return length + FRAME;
}

static int asks(const struct task_built *t, int length) {
    (void)t, (void)length;
    return 2;
}

/* The answer is drawn first, so yes and no are equally likely. */
static double chance(const struct task_built *t, int length) {
    (void)t, (void)length;
    return 0.5;
}

static void put(const struct example *out, int row, int token, int segment) {
    out->token[row] = token;
    out->segment[row] = segment;
    out->place[row] = row;
}

/* A word that is neither of two others. */
static int other_word(const struct query *o, struct random *r, int low, int high) {
    int word = (int)random_below(r, (uint32_t)o->vocabulary - 2);
    word += word >= low;
    return word + (word >= high);
}

static void draw(const struct task_built *t, struct random *r, int length, struct example *out) {
    const struct query *o = t->options;
    int answer = (int)random_below(r, 2);
    int a = (int)random_below(r, (uint32_t)o->vocabulary), b = (int)random_below(r, (uint32_t)o->vocabulary - 1);
    b += b >= a;
    int one = random_between(r, 0, length - 1), two = random_between(r, 0, length - 2);
    two += two >= one;
    int at_a = (one < two) == answer ? one : two, at_b = one + two - at_a;
    int head = o->layout == QUERY_FIRST ? 1 : length + 1, words = o->layout == QUERY_FIRST ? FRAME : 1;
    int separator = o->layout == QUERY_FIRST ? 3 : length + 3;
    put(out, 0, CLS, 0);
    put(out, head, WORD + a, 1);
    put(out, head + 1, WORD + b, 2);
    put(out, separator, SEP, 0);
    for (int i = 0; i < length; i++) {
        int word = i == at_a ? a : i == at_b ? b : other_word(o, r, a < b ? a : b, a < b ? b : a);
        put(out, words + i, WORD + word, 0);
    }
    for (int k = 0; k < 2; k++) {
        out->ask[k] = head + k;
        out->answer[k] = answer;
    }
}

static const char *word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    (void)t;
    if (token < WORD)
        return token == CLS ? "[CLS]" : "[SEP]";
    snprintf(buffer, TASK_WORD_MAX, "w%d", token - WORD + 1);
    return buffer;
}

static const char *answer_word(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]) {
    (void)t, (void)buffer;
    return answer ? "yes" : "no";
}

const struct task task_query = {
    .name = "query",
    .summary = "two query words and a text: which comes first in it? one layer learns it slowly and loses seeds",
    .question = "does the first query word come before the second in the text?",
    .options = options,
    .build = build,
    .rows = rows,
    .asks = asks,
    .chance = chance,
    .draw = draw,
    .word = word,
    .answer = answer_word,
};
