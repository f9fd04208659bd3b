/* file_map.h -- a file mapped into memory: the system loads each page on first access.
 *
 * A file that becomes shorter meanwhile raises SIGBUS, which main turns into a message and EXIT_IO. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct file_map {
    const unsigned char *bytes; /* NULL: of an empty file */
    size_t size;
};

/* Errors, EXIT_IO: as file_open. */
bool file_map_open(struct file_map *m, const char *path, struct error *e);
void file_map_close(struct file_map *m);
