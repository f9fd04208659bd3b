/* json_csv.h -- lists of a JSON document as CSV: a header, then one observation per row, with the document's nine
 * digits. null becomes empty, true and false become 1 and 0. */
#pragma once

#include <jansson.h>
#include <stdio.h>

enum { JSON_CSV_WALKS = 8, JSON_CSV_DEPTH = 4 };

/* What is a row, and its fields.
 *
 * A walk goes through lists within lists: "curves points" through `curves` of the document (level 0) and `points` of
 * each curve (level 1), so that each point (level 2) is a row. A step is a path ("norms.curves"), or * for the element
 * itself; without a step the document is a row. A list that is empty or not there gives no row; a single value counts
 * as a list of one.
 *
 * A field is "LEVEL.PATH", or "LEVEL" for the element itself, "LEVEL#" for its number from 0 (of an object, its key),
 * "LEVEL.PATH@OTHER" for the item of that list that has the number of another level (with ".PATH" for
 * what is in it), "'text" for a word, and - for nothing. */
struct json_csv {
    const char *header; /* names, separated by blanks; so are the fields of a walk */
    struct {
        const char *walk, *fields;
    } rows[JSON_CSV_WALKS]; /* up to the first without a walk */
};

void json_csv(FILE *out, const json_t *document, const struct json_csv *how);

/* Every number of a document of lists and matrices: its texts as columns, then `quantity` ("pair.error"), `i` and `j`
 * (where it stands in its list or matrix, from 0) and `value`. */
void json_csv_numbers(FILE *out, const json_t *document);
