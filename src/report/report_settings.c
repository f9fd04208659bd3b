/* report_settings.c -- the configuration, and how to repeat a run or a comparison from it alone. */
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "report/report.h"
#include "run/run.h"
#include "study/result.h"

static void put_command(struct html *h, const char *command, const char *folder, struct arena *arena) {
    char config[PATH_MAX_LENGTH + 16];
    snprintf(config, sizeof config, "%s/config.ini", folder);
    html_raw(h, "<pre><code>poslab %s ", command);
    html_text(h, text_quote(config, arena));
    html_raw(h, " --run runs/again</code></pre>\n");
}

/* A folder's call and its config. */
static bool put_folder(struct html *h, const struct result *f, bool open, struct error *e) {
    const struct comparison_result *c = &f->result;
    struct arena arena = {0};
    char path[PATH_MAX_LENGTH];
    size_t size;
    put_command(h, f->single ? "train" : "compare", c->folder, &arena);
    bool ok = file_path(path, c->folder, "config.ini", e), there = ok && !file_missing(path);
    const char *config = there ? (const char *)file_read(path, COMPARISON_TEXT, &arena, &size, e) : NULL;
    html_raw(h, "<details%s><summary>config.ini</summary><pre>", open ? " open" : "");
    for (const char *line = config; line && *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] != 0)) {
        html_say(h, "%.*s", (int)strcspn(line, "\n"), line);
        html_raw(h, "\n");
    }
    html_raw(h, "</pre></details>");
    arena_free(&arena);
    return ok && (config || !there);
}

bool report_settings(struct html *h, const struct result *f, struct error *e) {
    const struct comparison_result *c = &f->result;
    bool ok = true;
    html_raw(
        h,
        "<section id=repeat><h2>How to repeat it</h2>\n<p>The configuration below is complete; the same settings and "
        "seeds give the same bytes on the same kernels (");
    html_text(h, *c->kernels ? c->kernels : "not recorded");
    html_raw(h, "). poslab %s.</p>\n", POSLAB_VERSION);
    for (int k = 0; k < f->parts && ok; k++) {
        html_element(h, "h3", f->part[k].result.folder);
        ok = put_folder(h, &f->part[k], false, e);
    }
    ok = ok && (f->parts || put_folder(h, f, f->single, e));
    html_raw(h, "</section>\n");
    return ok;
}
