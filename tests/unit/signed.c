/* signed.c -- see signed.h. */
#include "unit/signed.h"

#include <jansson.h>
#include <string.h>

#include "base/file.h"
#include "format/checksum.h"
#include "unit/tests.h"

void write_signed(const char *path, const char *text) {
    struct error e = {0};
    json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    bool sign = json_is_object(document) && !json_object_get(document, CHECKSUM);
    if (!(sign ? checksum_save(document, path, &e) : file_write(path, text, strlen(text), &e)))
        fail_msg("%s", e.text);
    json_decref(document);
}
