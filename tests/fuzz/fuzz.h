/* fuzz.h -- the readers of files, given arbitrary bytes. `make fuzz` lets libFuzzer search for bytes that break them;
 * every test run tries all seeds once (unit/test_fuzz.c).
 *
 * Each function builds and uses what the bytes describe. Bad bytes must be refused; a crash, a message that is not safe
 * to print, or a failed assert is a finding. They return 0, as libFuzzer requires. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/file.h"
#include "task/task.h"

/* Training rows, and after a line "--" test rows (the same where there is none). */
int fuzz_records(const uint8_t *data, size_t size);
/* The first byte chooses task, unit and min_count; all others are the text. */
int fuzz_text(const uint8_t *data, size_t size);
/* A config file, and after a line "--" a line for each "key=value" of the command line. */
int fuzz_ini(const uint8_t *data, size_t size);
/* A file of claims. */
int fuzz_claims(const uint8_t *data, size_t size);
/* Vectors as text. */
int fuzz_vectors(const uint8_t *data, size_t size);
/* A tensor file. */
int fuzz_safetensors(const uint8_t *data, size_t size);
/* The log of a run. */
int fuzz_metrics(const uint8_t *data, size_t size);
/* A command line, a word a line. */
int fuzz_arguments(const uint8_t *data, size_t size);
/* An eval.json, and after a line "--" lines "NUMBER VALUE" that change its values. */
int fuzz_evaluation(const uint8_t *data, size_t size);
/* A failure.json. */
int fuzz_failure(const uint8_t *data, size_t size);
/* The first byte chooses a checkpoint; lines "TEXT>OTHER" change its header, lines "NUMBER=BYTE" its data. */
int fuzz_checkpoint(const uint8_t *data, size_t size);
/* Messages to the engine of the page, with an empty line after each. */
int fuzz_live(const uint8_t *data, size_t size);

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
