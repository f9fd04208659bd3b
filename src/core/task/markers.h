/* markers.h -- what `order`, `first`, `flip` and `find` share: [CLS], marker words among filler words, and a question
 * about the markers that is answered at [CLS]. There are as many different markers as answers: X and Y for yes and no,
 * or of `flip` and `find` some letters A, B, C, ..., one of which is the answer. */
#pragma once

#include "task/task.h"

/* Then the other markers, then the fillers. */
enum markers_token { MARKERS_CLS, MARKERS_FIRST, MARKERS_X = MARKERS_FIRST, MARKERS_Y };
enum { MARKERS_WORDS_MAX = 4096, MARKERS_FILLERS_MAX = 2000000 };

struct markers {
    struct range words;
    int fillers, cls;
};

/* Of tasks whose answer is a letter. */
struct markers_letters {
    struct markers markers;
    int kinds;
};

enum { MARKERS_CLS_FIRST, MARKERS_CLS_LAST, MARKERS_LETTERS_MAX = 26 };

/* Their options; `range`, `meaning`: of the words of a training example. */
#define MARKERS_WORDS(range, meaning) \
    "task.words", SETTING_RANGE, offsetof(struct markers, words), range, 1, MARKERS_WORDS_MAX, NULL, meaning
#define MARKERS_FILLERS                                                                                 \
    "task.fillers", SETTING_INT, offsetof(struct markers, fillers), "16", 1, MARKERS_FILLERS_MAX, NULL, \
        "different filler words"
#define MARKERS_LETTERS(meaning) \
    "task.markers", SETTING_INT, offsetof(struct markers_letters, kinds), "4", 2, MARKERS_LETTERS_MAX, NULL, meaning
#define MARKERS_CLS_AT(usual)                                                             \
    "task.cls", SETTING_CHOICE, offsetof(struct markers, cls), usual, 0, 0, "first|last", \
        "where [CLS], the target, is: before the words, or after them for models that only look back"

/* Sizes with that many different markers; an error where the shortest example does not fit. */
bool markers_build(struct task_built *t, int count, int segments, int shortest, struct error *e);
/* Of X and Y. */
const char *markers_word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]);

/* Finds X and Y in a user's passage, which must have each once. Error: EXIT_DATA. */
bool markers_check(const struct task_built *t, const int *token, int words, struct error *e);
/* The words a text may have. */
struct range markers_tokens(const struct task_built *t);
/* The row of the first word. */
int markers_row(const struct task_built *t);
/* The chance that both X and Y of a passage of `words` from row `from` on are at the last position of training or after
 * it: whoever reads these as one does not know their order. */
double markers_unordered(const struct task_built *t, int from, int words);
/* [CLS] in segment 0 as the target, before or after the words. */
void markers_open(const struct task_built *t, const struct example *out, int length);
/* `words` random fillers from row `row` on in a segment, with positions row, row + 1, ... */
void markers_fillers(const struct task_built *t, struct random *r, const struct example *out, int row, int words,
                     int segment);
/* The same with X and Y once each at two random positions, X before Y if `ordered`. */
void markers_passage(const struct task_built *t, struct random *r, const struct example *out, int row, int words,
                     int segment, bool ordered);

/* ---- Of letters: every hook but those that draw */

/* How many different letters there are. */
int letters_kinds(const struct task_built *t);
double letters_chance(const struct task_built *t, struct range words);
const char *letters_word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]);
const char *letters_answer(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]);
/* A user's text; any number of letters but none. Error: EXIT_DATA. */
int letters_encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                   struct error *e);
#define LETTERS_HOOKS \
    ONE_TARGET_HOOKS, .chance = letters_chance, .answer = letters_answer, .word = letters_word, .encode = letters_encode
