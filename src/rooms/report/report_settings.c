/* report_settings.c -- the configuration, and how to repeat a run or a comparison from it alone. */
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "report/report.h"
#include "run/run.h"

/* A folder's call and its config. */
static void put_folder(struct report *r, const struct result *f) {
    struct html *h = &r->h;
    char path[PATH_MAX_LENGTH];
    size_t size;
    html_raw(h, "<pre><code>poslab %s ", f->single ? "train" : "compare");
    html_text(h, text_quote(arena_format(&r->arena, "%s/config.ini", f->result.folder), &r->arena));
    html_raw(h, " --run runs/again</code></pre>\n");
    bool ok = file_path(path, f->result.folder, "config.ini", r->e), there = ok && !file_missing(path);
    const char *config = there ? (const char *)file_read(path, COMPARISON_TEXT, &r->arena, &size, r->e) : NULL;
    report_fold(h, f->single, "config.ini");
    html_raw(h, "<pre>");
    for (const char *line = config; line && *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] != 0)) {
        html_say(h, "%.*s", (int)strcspn(line, "\n"), line);
        html_raw(h, "\n");
    }
    html_raw(h, "</pre></details>");
    r->failed |= !ok || (there && !config);
}

void report_settings(struct report *r) {
    const struct result *f = r->f;
    struct html *h = &r->h;
    html_raw(h, "<section id=repeat><h2>How to repeat it</h2>\n<p>The configuration below is complete; the same "
                "settings and seeds give the same bytes on the same kernels (");
    html_text(h, *f->result.kernels ? f->result.kernels : "not recorded");
    html_raw(h, "). poslab %s.</p>\n", POSLAB_VERSION);
    put_folder(r, f);
    html_raw(h, "</section>\n");
}
