/* blas_kernels.c -- see blas_kernels.h. */
#include "run/blas_kernels.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "maths/matmul.h"
#include "run/run.h"

void blas_kernels_add(char kernels[KERNELS_NAME], const char *more) {
    if (*more && strcmp(kernels, more) != 0)
        snprintf(kernels, KERNELS_NAME, "%s", *kernels ? KERNELS_MIXED : more);
}

void blas_kernels_of(const struct run *r, char kernels[KERNELS_NAME]) {
    bool layer = run_learner(r)->layer;
    snprintf(kernels, KERNELS_NAME, "%s", layer ? r->kernels : "none");
    if (layer && (!r->resumed || r->step > r->resumed))
        blas_kernels_add(kernels, matmul_kernels(r->model.products));
}

bool blas_kernels_read(struct run *r, const char *text, struct error *e) {
    char shown[TEXT_PRINTABLE] = "";
    if (!text || !*text || strlen(text) >= KERNELS_NAME || strcmp(text_printable(shown, text), text) != 0)
        return error_set(e, EXIT_DATA, "its metadata name no kernels of matrix products: '%s'", shown);
    r->kernels = arena_text(&r->arena, text);
    return true;
}
