/* folder_choice.c -- see folder_choice.h. */
#include "command/folder_choice.h"

#include <string.h>

#include "base/text.h"
#include "settings/settings_override_kind.h"
#include "study/plan.h"

const struct folder_source *folder_source_find(struct arguments *a, bool comparison) {
    struct folder_source *of = arena_alloc(&a->arena, 1, sizeof *of);
    struct assignments *alone = arena_alloc(&a->arena, 1, sizeof *alone);
    struct error none;
    bool typed = assignments_from_line(&a->settings, "task.train"), ok = true;
    of->path = a->config ? a->config : a->data ? a->data : typed ? assignments_value(&a->settings, "task.train") : NULL;
    of->given = &a->settings;
    if (!of->path)
        return of;
    if (a->config)
        ok = assignments_read_file(alone, a->config, &none);
    for (int i = 0; i < a->settings.count && !a->config && ok; i++) {
        struct assignment item = assignments_item(&a->settings, i);
        bool its = strcmp(item.key, "task.train") == 0 || (a->guessed && text_lists(a->guessed, item.key));
        if (its || item.from != FROM_LINE)
            ok = assignments_put(alone, item, &none);
    }
    settings_imply_task(alone, &none);
    struct comparison_result *c = comparison ? arena_alloc(&a->arena, 1, sizeof *c) : NULL;
    ok = ok && (c ? compare_list(c, alone, &a->arena, &none) : settings_resolve(&of->plain, alone, NULL, &none));
    if (ok && c)
        of->plain = c->settings;
    of->path = ok ? arena_text(&a->arena, of->path) : NULL;
    return of;
}

bool folder_find(char folder[PATH_MAX_LENGTH], struct arguments *a, folder_fits *fits, void *of, struct error *e) {
    enum { NUMBERS = 1000 };
    const char *name = arena_text(&a->arena, folder);
    bool ok = fits(folder, of, e);
    for (int n = 2; !ok && e->other && !a->run && n <= NUMBERS; n++) {
        folder_name_number(folder, name, n);
        if ((ok = fits(folder, of, e)))
            a->placed = arena_format(&a->arena, "%s holds other settings; these go to %s", name, folder);
    }
    return ok;
}
