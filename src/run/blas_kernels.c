/* blas_kernels.c -- see blas_kernels.h. */
#include "run/blas_kernels.h"

#include <string.h>

#include "base/text.h"
#include "maths/matmul.h"

void blas_kernels_add(char list[KERNELS_LIST], const char *more) {
    char name[KERNELS_LIST];
    while (text_item(&more, name, sizeof name))
        if (!text_lists(list, name))
            text_append(list, KERNELS_LIST, "%s%s", *list ? ", " : "", name);
}

bool blas_kernels_mixed(const char *list) { return strchr(list, ','); }

const char *blas_kernels_of(const struct run *r, struct arena *arena) {
    char list[KERNELS_LIST] = "";
    if (r->settings.baseline)
        return "none";
    blas_kernels_add(list, r->kernels);
    if (!r->resumed || r->step > r->resumed)
        blas_kernels_add(list, matmul_kernels(r->model.products));
    return arena_text(arena, list);
}

bool blas_kernels_read(struct run *r, const char *text, struct error *e) {
    char shown[TEXT_PRINTABLE] = "";
    if (!text || !*text || strlen(text) >= KERNELS_LIST || strcmp(text_printable(shown, text), text) != 0)
        return error_set(e, EXIT_DATA, "its metadata name no kernels of matrix products: '%s'", shown);
    r->kernels = arena_text(&r->arena, text);
    return true;
}
