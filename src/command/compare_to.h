/* compare_to.h -- compare --to FILE: its table as a file, whose name says in which form. */
#pragma once

#include "cli/arguments.h"
#include "result/comparison_document.h"
#include "study/result.h"

/* Whether FILE has a form that can be written; true where there is none. Errors: EXIT_USAGE. */
bool compare_to_check(const struct arguments *a, struct error *e);
/* Writes it, whole or not at all. Errors: EXIT_IO. */
bool compare_to_write(const struct comparison_result *c, const struct comparison_tables *t, unsigned chosen,
                      const struct arguments *a, struct error *e);
/* The document of --json: each number as an object of its own as well; a new reference. */
json_t *compare_document(const struct comparison_result *c, const struct comparison_tables *t);
