/* mixer.c -- the list of mixers. A new one is a new file and a row here. */
#include "model/mixer.h"

#include <string.h>

const struct mixer *const mixers[] = {&mixer_attention, &mixer_rnn, &mixer_gru, &mixer_lstm, NULL};

const struct mixer *mixer_find(const char *name) {
    for (const struct mixer *const *m = mixers; *m; m++)
        if (strcmp((*m)->name, name) == 0)
            return *m;
    return NULL;
}

real *mixer_alloc(struct arena *arena, int rows, int columns) {
    return arena_alloc(arena, (size_t)rows * columns, sizeof(real));
}
