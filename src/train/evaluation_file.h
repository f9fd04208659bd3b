/* evaluation_file.h -- eval.json, what an evaluation leaves in the folder of its run: written and read here alone.
 *
 * What is read is what was written, or it is refused: a value out of range, a count or sum that does not agree, an
 * unknown name or key, anything twice or missing. A refusal names file, key and what is expected; nothing is mended and
 * nothing is guessed. A metric that a file lacks altogether has no numbers in it; accuracy is always there. */
#ifndef TRAIN_EVALUATION_FILE_H
#define TRAIN_EVALUATION_FILE_H

#include <jansson.h>

#include "train/evaluate.h"

#define EVALUATION_FILE "eval.json"
enum { EVALUATION_VERSION = 2 };

/* The document, a new reference. */
json_t *evaluation_json(const struct evaluation_result *result);
/* Leaves it in the folder of the run. Errors: EXIT_IO. */
bool evaluation_write(const struct evaluation_result *result, const char *folder, struct error *e);
/* Reads it; free it afterwards. Errors, with nothing to free: EXIT_IO (no file, not readable); EXIT_DATA (written by
 * another version, or does not fit). */
bool evaluation_read(struct evaluation_result *result, const char *folder, struct error *e);

#endif
