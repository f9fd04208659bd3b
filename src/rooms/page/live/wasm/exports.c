/* exports.c -- what the page calls in the module: one engine, messages as UTF-8. A module is a reactor: `_initialize`
 * comes before everything else. Where it must end (an assertion of ours, no more memory) it says so in a line to
 * standard error and traps or calls proc_exit; it cannot be called again. */
#include "base/memory.h"
#include "base/room.h"
#include "format/json.h"
#include "maths/start.h"
#include "page/live/live.h"

/* A function that is exported under a name of its own. */
#define EXPORT(name, function)                   \
    __attribute__((export_name(name))) function; \
    function

/* The page has core alone. */
const struct room *const rooms[] = {NULL};

static struct live *engine;

__attribute__((constructor)) static void start(void) {
    maths_start();
    engine = live_new();
}

/* Room for a message of `size` bytes, until the next one. */
EXPORT("live_alloc", void *room(size_t size)) {
    static void *message;
    return message = memory_grow(message, size);
}

/* The answer to the message there, ended by a 0; it stays until the next call. */
EXPORT("live_call", const char *call(const char *message, size_t size)) { return live_message(engine, message, size); }
