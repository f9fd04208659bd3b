/* fuzz.h -- the readers of files, given arbitrary bytes. `make fuzz` lets libFuzzer search for bytes that break them;
 * every test run tries all seeds once (unit/test_fuzz.c).
 *
 * Each target builds and uses what the bytes describe. Bad bytes must be refused; a crash, a message that is not safe
 * to print, or a failed assert is a finding. They return 0, as libFuzzer requires. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/file.h"
#include "task/task.h"

/* A target is FUZZ_TARGET(name) { ... } in a file fuzz_name.c, with its seeds in seeds/name beside that file; it is
 * listed nowhere. It gets `data` of `size` bytes. */
#define FUZZ_TARGET(name)                                             \
    int fuzz_##name(const uint8_t *data, size_t size);                \
    __attribute__((constructor)) static void tell_target(void) {      \
        fuzz_add((struct fuzz_target){#name, __FILE__, fuzz_##name}); \
    }                                                                 \
    int fuzz_##name(const uint8_t *data, size_t size)

struct fuzz_target {
    const char *name, *file;
    int (*run)(const uint8_t *data, size_t size);
};
/* All that are built, ended by one without a name. */
extern struct fuzz_target fuzz_targets[];
void fuzz_add(struct fuzz_target t);

/* A function that some seed must reach, and of what it is: "the reader of", "config.ini". NULL: none. */
typedef void fuzz_function(void);
struct fuzz_reached {
    const char *kind, *name;
    fuzz_function *function;
};
/* All of them, ended by one without a function. */
enum { FUZZ_FUNCTIONS = 400 };
extern struct fuzz_reached fuzz_to_reach[FUZZ_FUNCTIONS];
void fuzz_reach(const char *kind, const char *name, fuzz_function *function);

/* Bytes in front of the line "--", and those after it at *rest: NULL where there is no such line. */
size_t fuzz_divide(const uint8_t *data, size_t size, const uint8_t **rest, size_t *left);
/* Where files are written; NULL: in TMPDIR or build/, with no file left open. */
void fuzz_folder(const char *path);
/* A file of these bytes, which each call with the same name writes anew. */
const char *fuzz_file(const char *name, const uint8_t *data, size_t size);
/* A run's folder that has nothing but a file of these bytes, whose path it gives. */
const char *fuzz_run_folder(char path[PATH_MAX_LENGTH], const char *name, const uint8_t *data, size_t size);
/* Sets an option of a task. */
struct fuzz_options {
    _Alignas(16) char bytes[TASK_OPTIONS_MAX];
};
void fuzz_option(struct fuzz_options *o, const struct task *kind, const char *key, const char *value);
/* Whether it is a message that can be shown, with the code of bad input. */
void fuzz_refused(const struct error *e);
/* Example after example of a stream: its numbers lie within the sizes, its texts are taken back; where `exact`, as it
 * was. */
void fuzz_examples(const struct task_built *t, enum task_stream from, bool exact);
/* The same task from what it keeps in a checkpoint, which must be equal; both are used. */
void fuzz_kept(const struct task_built *t, bool exact);
