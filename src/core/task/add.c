/* add.c -- two numbers of n digits each and their sum, digit by digit: a1 ... an + b1 ... bn = s1 ... sn, the lowest
 * digit first. The targets begin at =, and the last answer is the carry.
 *
 * Digit k of the sum needs digits k of both numbers and, for what is carried, what came before. If positions continue,
 * these are at distances that depend on n, and one layer cannot know them all. If digits of equal significance share a
 * position (coupled = yes), they are one position after the target and at the target, whatever n is (Cho et al. 2024,
 * "Position coupling": one layer is enough). + and = have position 0, before the lowest digit. */
#include "base/elementary.h"
#include "task/kinds.h"
#include "task/tokenizer.h"
#include "task/words.h"

#include <stdio.h>

enum { DIGITS_MAX = 10 };

struct add {
    struct range words;
    int digits, coupled;
};

static const struct setting options[] = {
    {"task.words", SETTING_RANGE, offsetof(struct add, words), "1..10", 1, WORDS_MAX, NULL,
     "digits of each number in a training example"},
    {"task.digits", SETTING_INT, offsetof(struct add, digits), "10", 2, DIGITS_MAX, NULL, "different digits"},
    {"task.coupled", SETTING_CHOICE, offsetof(struct add, coupled), "no", 0, 0, "no|yes",
     "whether digits of equal significance share a position, in both numbers and in the sum"},
    {0},
};

static int base_of(const struct task_built *t) { return ((const struct add *)t->options)->digits; }

/* Tokens after the digits. */
static int plus(const struct task_built *t) { return base_of(t); }
static int equals(const struct task_built *t) { return base_of(t) + 1; }

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    const struct add *o = t->options;
    (void)in, (void)arena;
    t->size = (struct task_sizes){
        .vocabulary = o->digits + 2, .segments = 1, .classes = o->digits, .shortest = 1, .trained = o->words};
    return task_fits(t, e);
}

/* The carry is only an answer. */
static int rows(const struct task_built *t, int length) {
    (void)t;
    return 3 * length + 2;
}

static int targets(const struct task_built *t, int length) {
    (void)t;
    return length + 1;
}

static int positions(const struct task_built *t, int length) {
    const struct add *o = t->options;
    return o->coupled ? length + 1 : rows(t, length);
}

/* Of all answers: how many are one certain digit, where it is no carry, and how many are a carry of 1. Of N * N pairs
 * of numbers below N = base^n, N (N + 1) / 2 have sums below N, and the carry 0. */
static double digits(const struct task_built *t, int length) { return (double)length / base_of(t) / (length + 1); }

static double carries(const struct task_built *t, int length) {
    return (1 - elementary_pow(base_of(t), -length)) / 2 / (length + 1);
}

static double zeros(const struct task_built *t, int length) {
    return digits(t, length) + 1.0 / (length + 1) - carries(t, length);
}

static double chance(const struct task_built *t, struct range words) { return words_mean(t, words, zeros); }

static double nats(double share) { return -share * elementary_log(share); }

static double entropy(const struct task_built *t, struct range words) {
    double digit = words_mean(t, words, digits), one = digit + words_mean(t, words, carries);
    return nats(chance(t, words)) + nats(one) + (base_of(t) - 2) * nats(digit);
}

/* All but the digits of both numbers, which are there. */
static void label(const struct task_built *t, int length, const struct example *out) {
    const struct add *o = t->options;
    const int *a = out->token, *b = a + length + 1;
    int number = length + 1, *sum = out->token + 2 * number;
    out->token[length] = plus(t);
    sum[-1] = equals(t);
    for (int k = 0, carry = 0; k <= length; k++) {
        int total = carry + (k < length ? a[k] + b[k] : 0);
        out->target[k] = 2 * number - 1 + k;
        out->answer[k] = total % o->digits;
        carry = total / o->digits;
        if (k < length)
            sum[k] = out->answer[k];
    }
    example_rows(out, 0, rows(t, length), 0);
    for (int row = 0; o->coupled && row < rows(t, length); row++)
        out->position[row] = (row + 1) % number;
}

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    for (int k = 0; k <= 2 * d->length; k++)
        out->token[k] = (int)random_below(d->random, (uint32_t)base_of(t));
    label(t, d->length, out);
}

/* The text is the two numbers with + between them. */
static int encode(const struct task_built *t, const char *const text[2], struct example *out, int *count,
                  struct error *e) {
    int tokens = tokenizer_encode_one(t, text, (struct range){0, plus(t)}, out->token, e), length = tokens / 2;
    bool fits = length && tokens % 2;
    for (int k = 0; k < tokens; k++)
        fits &= (out->token[k] == plus(t)) == (k == length);
    if (!fits)
        return tokens && error_set(e, EXIT_DATA, "task add needs two numbers of as many digits each, as in 0 1 + 1 1");
    label(t, length, out);
    *count = targets(t, length);
    return length;
}

static void decode(const struct task_built *t, const struct example *x, int rows, struct arena *arena,
                   const char *text[2]) {
    text[0] = tokenizer_decode(t, x->token, 2 * (rows / 3) + 1, " ", arena);
}

static const char *word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    if (token >= plus(t))
        return token == plus(t) ? "+" : "=";
    snprintf(buffer, TASK_WORD_MAX, "%d", token);
    return buffer;
}

const struct task task_add = {
    .name = "add",
    .summary = "add two numbers, lowest digit first (causal); one layer needs coupled positions",
    .question = "which digit of the sum comes next?",
    .one_layer = "task.coupled=yes",
    .causal = true,
    .options = options,
    .build = build,
    .rows = rows,
    .targets = targets,
    .positions = positions,
    .chance = chance,
    .entropy = entropy,
    .blind = (const struct task_blind[]){{TASK_WITHOUT_ORDER, NULL}, {0}},
    .draw = draw,
    .label = label,
    .word = word,
    .answer = word,
    .encode = encode,
    .decode = decode,
};
