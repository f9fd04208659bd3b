/* batch_shown.c -- see batch_shown.h. */
#include "example/batch_shown.h"

void batch_put(struct json_writer *w, const struct batch *b, const struct task_built *t) {
    char buffer[TASK_WORD_MAX];
    json_put(w, "words [");
    for (int i = 0; w && i < b->rows; i++)
        json_put(w, "s", t->kind->word(t, b->token[i], buffer));
    json_put(w, "] segments I positions I", b->segment, b->rows, b->position, b->rows);
}

struct example_marks batch_marks(const struct batch *b, struct arena *arena) {
    int rows = b->start[1];
    bool *target = arena_alloc(arena, (size_t)rows, sizeof *target);
    for (int i = b->target_start[0]; i < b->target_start[1]; i++)
        target[b->target[i]] = true;
    return (struct example_marks){rows, b->segment, target};
}
