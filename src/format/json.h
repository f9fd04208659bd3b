/* json.h -- JSON documents as texts and files: one layout, and numbers with nine digits, everywhere. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "base/error.h"

/* From now on jansson allocates by memory_alloc: none of its calls fails for want of memory. Call once, before them. */
void json_start(void);
/* The document as a text, which the caller frees. */
char *json_text(const json_t *json);
/* The document that a file holds, or NULL. Errors: EXIT_IO, EXIT_DATA. */
json_t *json_read(const char *path, struct error *e);
/* Writes it to a file, whole or not at all; the document stays. Error: EXIT_IO. */
bool json_save(const json_t *json, const char *path, struct error *e);
/* A number; null where it is NaN or infinite, which JSON has not. */
json_t *json_finite(double x);
