/* failure.c -- see failure.h. */
#include "folder/failure.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/utf8.h"
#include "format/json.h"
#include "format/node.h"

enum { VERSION = 1, FILE_BYTES = 1 << 16 };

bool failure_lasts(int code) { return code == EXIT_DIVERGED || code == EXIT_DATA || code == EXIT_INTERNAL; }

bool failure_write(const char *folder, int code, int step, const char *text, struct error *e) {
    char path[PATH_MAX_LENGTH], host[HOST_NAME];
    if (utf8_broken(text, strlen(text)) != strlen(text))
        text = "its reason is not valid UTF-8";
    json_t *json = json_pack("{si si ss si ss}", "version", VERSION, "code", code, "text", text, "step", step, "host",
                             host_name(host));
    bool ok = file_path(path, folder, FAILURE_FILE, e) && json_save(json, path, e);
    json_decref(json);
    return ok;
}

bool failure_read(struct failure *f, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    const struct node_file file = {path, "the run is tried again", e};
    struct node document = {0};
    struct arena arena = {0};
    size_t size;
    int version;
    e->text[0] = 0;
    if (!file_path(path, folder, FAILURE_FILE, e) || file_missing(path))
        return false;
    const char *bytes = (const char *)file_read(path, FILE_BYTES, &arena, &size, e);
    bool ok = bytes && node_parse(&document, &file, bytes, size);
    const struct node code = node_key(&document, "code"), text = node_key(&document, "text");
    ok = ok && node_keys(&document, "version code text step host") &&
         node_int(node_key(&document, "version"), VERSION, VERSION, &version) && node_int(code, 1, 255, &f->code) &&
         (failure_lasts(f->code) || node_refuse(&code, "the exit code of a permanent failure")) &&
         node_text(text, f->text, sizeof f->text) && (*f->text || node_refuse(&text, "a reason")) &&
         node_int(node_key(&document, "step"), 0, INT_MAX, &f->step) &&
         node_text(node_key(&document, "host"), f->host, sizeof f->host);
    json_decref((json_t *)document.json);
    arena_free(&arena);
    return ok;
}

void failure_forget(const char *folder) {
    char path[PATH_MAX_LENGTH];
    struct error e;
    if (file_path(path, folder, FAILURE_FILE, &e))
        unlink(path);
}
