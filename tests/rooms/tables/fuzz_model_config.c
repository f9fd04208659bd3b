/* fuzz_model_config.c -- arbitrary config.json of a public model. */
#include <assert.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "tables/public_first.h"

enum { ROWS = 20 };

FUZZ_TARGET(model_config) {
    struct arena arena = {0};
    struct error e = {0};
    const char *model = NULL;
    int first;
    if (!public_first_of_config(&first, "config.json", (const char *)data, size, ROWS, &model, &arena, &e))
        fuzz_refused(&e);
    else
        assert(first < ROWS && (first >= 0) == (model != NULL));
    arena_free(&arena);
    return 0;
}
