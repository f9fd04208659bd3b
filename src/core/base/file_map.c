/* file_map.c -- see file_map.h. */
#include "base/file_map.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

#include "base/file.h"

bool file_map_open(struct file_map *m, const char *path, struct error *e) {
    uint64_t size;
    FILE *f = file_open(path, &size, e);
    *m = (struct file_map){0};
    if (!f)
        return false;
    void *bytes = size ? mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fileno(f), 0) : NULL;
    bool ok = bytes != MAP_FAILED || error_io(e, "map", path);
    if (ok)
        *m = (struct file_map){bytes, (size_t)size};
    fclose(f);
    return ok;
}

void file_map_close(struct file_map *m) {
    if (m->bytes)
        munmap((void *)m->bytes, m->size);
    *m = (struct file_map){0};
}
