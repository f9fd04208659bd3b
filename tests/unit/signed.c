/* signed.c -- see signed.h. */
#include "unit/signed.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "format/checksum.h"
#include "unit/tests.h"

/* With the sum of all bytes in a last line. */
static char *signed_lines(const char *text, struct arena *arena) {
    char sum[CHECKSUM_DIGITS + 1];
    checksum_digits(sum, XXH3_128bits(text, strlen(text)));
    return arena_format(arena, "%s# xxh3_128 = %s\n", text, sum);
}

void write_signed(const char *path, const char *text) {
    struct error e = {0};
    struct arena arena = {0};
    json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    bool sign = json_is_object(document) && !json_object_get(document, CHECKSUM);
    char *lines = *text == '#' && !strstr(text, "\n# " CHECKSUM) ? signed_lines(text, &arena) : NULL;
    char *summed = sign ? checksum_text(document) : NULL;
    const char *all = summed ? summed : lines ? lines : text;
    if (!file_write(path, all, strlen(all), &e))
        fail_msg("%s", e.text);
    free(summed);
    arena_free(&arena);
    json_decref(document);
}
