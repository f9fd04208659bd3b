/* tokenizer.h -- converts a user's text to tokens of a task, and back. */
#pragma once

#include "task/task.h"

/* The words of a text, separated by white space, as tokens low..high; `out` has room for as many as the text has bytes.
 * Returns how many; -1 with an error (EXIT_DATA) for an unknown word. */
int tokenizer_encode(const struct task_built *t, const char *text, struct range tokens, int *out, struct error *e);
/* `count` tokens as a text, with `between` between them. */
const char *tokenizer_decode(const struct task_built *t, const int *token, int count, const char *between,
                             struct arena *arena);

/* The same for a task that takes one text, of at least as many words as its shortest example; 0 with an error. */
int tokenizer_encode_one(const struct task_built *t, const char *const text[2], struct range tokens, int *out,
                         struct error *e);
/* Errors where the second text is not empty, or a length is shorter than the task takes. */
bool tokenizer_check_single(const struct task_built *t, const char *const text[2], struct error *e);
bool tokenizer_check_length(const struct task_built *t, int words, struct error *e);

/* Rows `from`..`from + count - 1` in a segment; the position of each is its row. */
void example_rows(const struct example *out, int from, int count, int segment);

/* The texts of an example, by the task's `decode`, or by the default of task.h. */
void task_decode(const struct task_built *t, const struct example *x, int rows, struct arena *arena,
                 const char *text[2]);
