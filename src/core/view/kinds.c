/* kinds.c -- see kinds.h. */
#include "view/kinds.h"

#include <string.h>

#include "base/text.h"

extern const struct view_kind view_matrix, view_waves, view_similarity, view_shift, view_nearest, view_ruler,
    view_unseen, view_embedding, view_attention, view_thinning, view_positions;

const struct view_kind *views[VIEWS_MAX + 1] = {
    &view_matrix, &view_waves,     &view_similarity, &view_shift,    &view_nearest,   &view_ruler,
    &view_unseen, &view_embedding, &view_attention,  &view_thinning, &view_positions, NULL,
};

const struct view_kind *view_at(const char *of, int i) {
    const struct view_kind *const *k = views;
    while (*k && (strcmp((*k)->of, of) != 0 || i-- > 0))
        k++;
    return *k;
}

const struct view_kind *view_find(const char *of, const char *name, struct error *e) {
    char list[128] = "";
    const struct view_kind *k = view_at(of, 0);
    for (int i = 0; name && (k = view_at(of, i)); i++) {
        if (strcmp(k->name, name) == 0)
            return k;
        text_append(list, sizeof list, "%s%s", *list ? ", " : "", k->name);
    }
    if (!k)
        error_set(e, EXIT_USAGE, "there is no view '%.40s'; the views of %s are %s", name,
                  strcmp(of, "encoding") == 0 ? "an encoding" : of, list);
    return k;
}
