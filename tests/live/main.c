/* main.c -- the engine of the live page as a program: one message per line from standard input, one answer per line to
 * standard output. `live FILE`: save writes this file, and load reads it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "format/json.h"
#include "live/live.h"
#include "maths/start.h"

static bool give(struct live *l, const char *path, struct error *e) {
    struct arena arena = {0};
    size_t size;
    const unsigned char *bytes = file_read(path, 1 << 30, &arena, &size, e);
    if (bytes)
        memcpy(live_bytes_alloc(l, size), bytes, size);
    arena_free(&arena);
    return bytes;
}

static bool take(struct live *l, const char *path, struct error *e) {
    size_t size;
    const unsigned char *bytes = live_bytes(l, &size);
    return size == 0 || file_write(path, bytes, size, e);
}

int main(int count, char **argument) {
    struct live *l;
    struct error e;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    bool ok = true;
    maths_start();
    json_start();
    l = live_new();
    if (count > 1 && file_exists(argument[1]))
        ok = give(l, argument[1], &e);
    while (ok && (size = getline(&line, &capacity, stdin)) > 0) {
        puts(live_message(l, line, (size_t)size));
        fflush(stdout);
        ok = count < 2 || take(l, argument[1], &e);
    }
    if (!ok)
        fprintf(stderr, "live: %s\n", e.text);
    free(line);
    live_free(l);
    return ok ? 0 : (int)e.code;
}
