/* evaluations.c -- see evaluations.h. */
#include "unit/evaluations.h"

#include "base/file.h"
#include "unit/tests.h"

const char *evaluation_table(const char *name, struct arena *arena) {
    struct error e;
    size_t size;
    const char *path = arena_format(arena, "tests/fuzz/seeds/evaluation/%s.tsv", name);
    const char *text = (const char *)file_read(path, 1 << 20, arena, &size, &e);
    if (!text)
        fail_msg("%s", e.text);
    return text;
}
