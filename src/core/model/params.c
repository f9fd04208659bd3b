/* params.c -- see params.h. */
#include "model/params.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"

enum { ALIGNED = 16 }; /* numbers: tensors start at 64 bytes */

static struct tensor *declare(struct params *p, const char *name, int rows, int columns) {
    assert(p->count < PARAMS_TENSORS && strlen(name) < PARAMS_NAME && !params_find(p, name));
    struct tensor *t = &p->tensor[p->count++];
    *t = (struct tensor){.rows = rows, .columns = columns, .offset = p->size};
    snprintf(t->name, sizeof t->name, "%s", name);
    t->count = (size_t)(rows ? rows : 1) * columns;
    p->size += (t->count + ALIGNED - 1) / ALIGNED * ALIGNED;
    return t;
}

size_t params_matrix(struct params *p, const char *name, int rows, int columns, double std) {
    struct tensor *t = declare(p, name, rows, columns);
    t->std = std;
    return t->offset;
}

size_t params_vector(struct params *p, const char *name, int columns, double mean) {
    struct tensor *t = declare(p, name, 0, columns);
    t->mean = mean;
    return t->offset;
}

void params_commit(struct params *p, struct arena *arena) {
    p->value = arena_alloc(arena, p->size, sizeof(real));
    p->first = arena_alloc(arena, p->size, sizeof(real));
    p->second = arena_alloc(arena, p->size, sizeof(real));
}

/* A number for a name: FNV-1a (Fowler, Noll and Vo). */
static uint64_t name_number(const char *name) {
    uint64_t number = UINT64_C(0xcbf29ce484222325);
    for (; *name; name++)
        number = (number ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    return number;
}

void params_init(struct params *p, uint32_t seed) {
    for (int k = 0; k < p->count; k++) {
        const struct tensor *t = &p->tensor[k];
        struct random r = random_open(seed, RANDOM_INIT, name_number(t->name));
        for (size_t i = 0; i < t->count; i++)
            p->value[t->offset + i] = (real)(t->std > 0 ? t->std * random_normal(&r) : t->mean);
    }
}

size_t params_trained(const struct params *p) {
    size_t count = 0;
    for (int k = 0; k < p->count; k++)
        count += p->tensor[k].frozen ? 0 : p->tensor[k].count;
    return count;
}

const struct tensor *params_find(const struct params *p, const char *name) {
    for (int k = 0; k < p->count; k++)
        if (strcmp(p->tensor[k].name, name) == 0)
            return &p->tensor[k];
    return NULL;
}

const struct tensor *params_at(const struct params *p, size_t offset) {
    const struct tensor *t = p->tensor;
    while (t->offset != offset)
        t++;
    return t;
}
