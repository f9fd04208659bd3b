/* json.h -- JSON documents as texts and files, all with one layout and nine-digit numbers. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "base/error.h"

/* Makes jansson allocate with memory_alloc, so that none of its calls runs out of memory. Call once, first. */
void json_start(void);
/* Why a text is no JSON, without names of the library's constants. */
const char *json_why(const json_error_t *why);
/* The document as a text, which the caller frees. */
char *json_text(const json_t *json);
/* Writes it to a file, complete or not at all; the caller keeps the document. Error: EXIT_IO. */
bool json_save(const json_t *json, const char *path, struct error *e);
/* A number; null if it is NaN or infinite, which JSON does not have. */
json_t *json_finite(double x);
