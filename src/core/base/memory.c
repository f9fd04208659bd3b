/* memory.c -- see memory.h. Streams of open_memstream silently lose text when memory runs out; ours use a write
 * function, whose API differs between Linux and macOS. */
#define _GNU_SOURCE /* fopencookie */

#include "base/memory.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void (*tell_someone)(void *user, const char *line);
static void *someone;

void memory_tell(void (*tell)(void *user, const char *line), void *user) {
    tell_someone = tell;
    someone = user;
}

void memory_die(const char *format, ...) {
    char line[256] = "out of memory: ";
    size_t used = strlen(line);
    va_list list;
    va_start(list, format);
    vsnprintf(line + used, sizeof line - used, format, list);
    va_end(list);
    if (tell_someone)
        tell_someone(someone, line);
    fprintf(stderr, "poslab: %s\n", line);
    _exit(EXIT_INTERNAL);
}

void memory_die_of(size_t bytes) { memory_die("could not get %zu bytes; try smaller sizes", bytes); }

void memory_die_if_enomem(void) {
    if (errno == ENOMEM)
        memory_die("try smaller sizes");
}

void *memory_grow(void *old, size_t bytes) {
    void *new = realloc(old, bytes ? bytes : 1);
    if (!new)
        memory_die_of(bytes);
    return new;
}

void *memory_alloc(size_t bytes) { return memory_grow(NULL, bytes); }

/* ---- Streams */

static void add(struct memory_stream *m, const char *bytes, size_t size) {
    if (size > SIZE_MAX / 2 - m->size)
        memory_die_of(size);
    if (m->size + size + 1 > m->capacity) {
        m->capacity = 2 * (m->size + size + 1);
        m->bytes = memory_grow(m->bytes, m->capacity);
    }
    memcpy(m->bytes + m->size, bytes, size);
    m->size += size;
    m->bytes[m->size] = 0;
}

#if defined(__APPLE__)
static int write_some(void *stream, const char *bytes, int size) {
    add(stream, bytes, (size_t)size);
    return size;
}

static FILE *make(struct memory_stream *m) { return funopen(m, NULL, write_some, NULL, NULL); }
#else
static ssize_t write_some(void *stream, const char *bytes, size_t size) {
    add(stream, bytes, size);
    return (ssize_t)size;
}

static FILE *make(struct memory_stream *m) { return fopencookie(m, "w", (cookie_io_functions_t){.write = write_some}); }
#endif

void memory_stream_open(struct memory_stream *m) {
    *m = (struct memory_stream){0};
    add(m, "", 0);
    m->f = make(m);
    if (!m->f)
        memory_die("try smaller sizes");
    setvbuf(m->f, NULL, _IONBF, 0); /* nothing waits in a buffer */
}
