/* records_array.h -- one JSON array of objects, as most .json files of data are, object by object: as JSON lines are
 * read, but over as many lines as it has. */
#pragma once

#include "format/records.h"

struct records_array {
    char *text; /* of the object, without the blanks between its parts, on one line */
    size_t size, room;
    bool begun, ended;
};

/* The next object: its text, which stays until the next call; *length 0 at the end of the array. Errors: EXIT_DATA,
 * EXIT_IO. */
bool records_array_next(struct records_array *a, struct records *r, const char **text, size_t *length, struct error *e);
void records_array_free(struct records_array *a);
