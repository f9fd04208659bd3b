/* main.c -- the engine of the live page as a program: messages from standard input, each ended by an empty line, and
 * one answer per line to standard output. `live FILE`: save writes this file. */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "format/json.h"
#include "maths/start.h"
#include "page/live/live.h"

/* The next message, which the caller frees; NULL: there is none. */
static char *next(size_t *size) {
    char *message = NULL, *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    FILE *f = open_memstream(&message, size);
    while ((length = getline(&line, &capacity, stdin)) > 0 && *line != '\n')
        fwrite(line, 1, (size_t)length, f);
    fclose(f);
    free(line);
    if (length > 0 || *size)
        return message;
    free(message);
    return NULL;
}

static bool take(struct live *l, const char *path, struct error *e) {
    size_t size;
    const unsigned char *bytes = live_bytes(l, &size);
    return size == 0 || file_write(path, bytes, size, e);
}

int main(int count, char **argument) {
    struct live *l;
    struct error e;
    size_t size;
    bool ok = true;
    maths_start();
    json_start();
    l = live_new();
    for (char *message; ok && (message = next(&size)); free(message)) {
        puts(live_message(l, message, size));
        fflush(stdout);
        ok = count < 2 || take(l, argument[1], &e);
    }
    if (!ok)
        fprintf(stderr, "live: %s\n", e.text);
    live_free(l);
    return ok ? 0 : (int)e.code;
}
