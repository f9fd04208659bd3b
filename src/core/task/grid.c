/* grid.c -- the patches of an image, row by row: [CLS] p1 ... pn, with the patches A and B once each among fillers. The
 * target is [CLS]: is A further left than B (in a column of smaller number), or higher up (in a row of smaller number)?
 *
 * Lengths count patches, and the last row may be incomplete: longer examples have more rows of the same width. A and B
 * are never in the same column, or in the same row where rows are compared. */
#include <stdio.h>

#include "task/kinds.h"
#include "task/one_target.h"
#include "task/tokenizer.h"

enum { CLS, A, B, FILLER };
enum { PATCHES_MAX = 4096, FILLERS_MAX = 60000 };

struct grid {
    struct range words;
    int width, fillers, question;
};

enum { LEFT, HIGHER };

static const struct setting options[] = {
    {"task.words", SETTING_RANGE, offsetof(struct grid, words), "8..16", 1, PATCHES_MAX, NULL,
     "patches in a training example"},
    {"task.width", SETTING_INT, offsetof(struct grid, width), "4", 2, 64, NULL, "columns of the grid"},
    {"task.fillers", SETTING_INT, offsetof(struct grid, fillers), "8", 1, FILLERS_MAX, NULL,
     "different filler patches"},
    {"task.question", SETTING_CHOICE, offsetof(struct grid, question), "left", 0, 0, "left|higher",
     "is A further left than B (left), or higher up (higher)?"},
    {0},
};

/* The coordinate of patch 0, 1, ... that the question compares. */
static int coordinate(const struct grid *o, int patch) {
    return o->question == LEFT ? patch % o->width : patch / o->width;
}

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    const struct grid *o = t->options;
    int shortest = o->question == LEFT ? 2 : o->width + 1; /* the fewest that do not all tie */
    (void)in, (void)arena;
    if (o->words.low < shortest)
        return error_set(e, EXIT_USAGE,
                         "task.words = %d..%d: at task.width = %d this question needs at least %d patches",
                         o->words.low, o->words.high, o->width, shortest);
    t->size = (struct task_sizes){
        .vocabulary = FILLER + o->fillers, .segments = 1, .classes = 2, .shortest = shortest, .trained = o->words};
    return true;
}

/* A and B at two of the patches, drawn again until they do not tie. */
static void mark(const struct grid *o, struct random *r, int length, int answer, int *patch) {
    int one, two;
    do {
        one = random_between(r, 0, length - 1);
        two = random_between(r, 0, length - 1);
    } while (coordinate(o, one) == coordinate(o, two));
    bool ahead = (coordinate(o, one) < coordinate(o, two)) == answer;
    patch[one] = ahead ? A : B;
    patch[two] = ahead ? B : A;
}

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    const struct grid *o = t->options;
    struct random *r = d->random;
    out->answer[0] = task_draw_answer(d, 2);
    for (int i = 1; i <= d->length; i++)
        out->token[i] = FILLER + (int)random_below(r, (uint32_t)o->fillers);
    mark(o, r, d->length, out->answer[0], out->token + 1);
    one_target_frame(out, CLS, d->length);
}

/* A and B occur once each and do not tie. Error: EXIT_DATA. */
static bool check(const struct grid *o, const int *patch, int length, struct error *e) {
    int count[2] = {0}, at[2] = {0};
    for (int i = 0; i < length; i++)
        if (patch[i] < FILLER) {
            count[patch[i] - A]++;
            at[patch[i] - A] = i;
        }
    if (count[0] != 1 || count[1] != 1)
        return error_set(e, EXIT_DATA, "task grid needs A and B once each; here they are %d and %d times", count[0],
                         count[1]);
    return coordinate(o, at[0]) != coordinate(o, at[1]) ||
           error_set(e, EXIT_DATA, "A and B are in the same %s of a grid of width %d",
                     o->question == LEFT ? "column" : "row", o->width);
}

static int encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e) {
    struct range tokens = {A, t->size.vocabulary - 1};
    int length = tokenizer_encode_one(t, text, tokens, out->token + 1, e);
    if (length == 0 || !check(t->options, out->token + 1, length, e))
        return 0;
    one_target_frame(out, CLS, length);
    *targets = 1;
    return length;
}

static const char *word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    static const char *const names[] = {"[CLS]", "A", "B"};
    (void)t;
    if (token < FILLER)
        return names[token];
    snprintf(buffer, TASK_WORD_MAX, "f%d", token - FILLER + 1);
    return buffer;
}

const struct task task_grid = {
    .name = "grid",
    .summary = "patches of a grid, row by row: which of two is further left, or higher up? positions in two dimensions",
    .question = "is A further left than B (task.question = left), or higher up (higher)?",
    .options = options,
    .build = build,
    ONE_TARGET_YES_NO,
    .draw = draw,
    .word = word,
    .encode = encode,
};
