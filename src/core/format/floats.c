/* floats.c -- see floats.h. */
#include "format/floats.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Sign, 5 bits of exponent with bias 15, 10 of fraction. A subnormal is its fraction times 2 to the -24. */
static real read_half(const unsigned char *at) {
    uint32_t bits = (uint32_t)(at[0] | at[1] << 8), sign = (bits & 0x8000) << 16;
    uint32_t exponent = bits >> 10 & 31, fraction = bits & 1023;
    if (exponent == 0)
        return (real)((sign ? -1.0f : 1.0f) * (float)fraction * 0x1p-24f);
    return (real)float_of(sign | (exponent == 31 ? 255 : exponent + 127 - 15) << 23 | fraction << 13);
}

static real read_upper(const unsigned char *at) { return (real)float_of((uint32_t)(at[0] | at[1] << 8) << 16); }

static real read_single(const unsigned char *at) {
    float x;
    memcpy(&x, at, sizeof x);
    return (real)x;
}

static real read_double(const unsigned char *at) {
    double x;
    memcpy(&x, at, sizeof x);
    return (real)x;
}

static const struct kind {
    const char *dtype;
    size_t width;
    real (*read)(const unsigned char *at);
} kinds[] = {{"F32", 4, read_single}, {"F16", 2, read_half}, {"BF16", 2, read_upper}, {"F64", 8, read_double}};

static const struct kind *find(const char *dtype) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].dtype, dtype) == 0)
            return &kinds[i];
    return NULL;
}

size_t floats_width(const char *dtype) {
    const struct kind *kind = find(dtype);
    return kind ? kind->width : 0;
}

size_t floats_read(real *out, const unsigned char *bytes, const char *dtype, size_t count) {
    const struct kind *kind = find(dtype);
    size_t finite = 0;
    assert(kind && "one of the four");
    if (strcmp(dtype, REAL_DTYPE) == 0)
        memcpy(out, bytes, count * sizeof *out);
    else
        for (size_t i = 0; i < count; i++)
            out[i] = kind->read(bytes + i * kind->width);
    while (finite < count && isfinite(out[finite]))
        finite++;
    return finite;
}

bool floats_expect(real *out, const struct safetensors *file, struct safetensors_entry wanted, struct error *e) {
    const struct safetensors_entry *t = safetensors_expect(file, wanted, e);
    size_t count = t && out ? t->bytes / sizeof *out : 0,
           finite = count ? floats_read(out, t->data, t->dtype, count) : 0,
           columns = t && t->dims > 1 ? (size_t)t->shape[1] : count;
    return t && (finite == count || error_set(e, EXIT_DATA, "tensor %s: number %zu of row %zu is not finite", t->name,
                                              finite % columns + 1, finite / columns));
}
