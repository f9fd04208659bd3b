/* report_link.c -- a link to the live page if that is in the report's folder: it opens with the models of the report,
 * trains them in the browser and shows them at any length.
 *
 * The page makes its models from an address (src/page/state.js): members, seeds, and settings that differ from the
 * defaults, those of an encoding under its name. A comparison that such an address cannot say has no link: two members
 * of one name, a setting in which members differ, a task that needs files. */
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "report/report.h"
#include "settings/settings_difference.h"
#include "study/series.h"

#define PAGE_FILE "poslab-live.html"

struct address {
    struct arena *arena;
    const char *names;              /* "learned,rope,gru" */
    int members, shared;            /* how many; settings of all of them that differ from the defaults */
    struct assignments said, given; /* of all; of the member that is added */
};

/* "encoding.base" of rope is "rope.base" there. */
static const char *key_of(const struct settings *s, const char *key, struct arena *arena) {
    const char section[] = "encoding.";
    bool of_encoding = strncmp(key, section, strlen(section)) == 0 && !settings_shared(s, key);
    return of_encoding ? arena_format(arena, "%s.%s", s->encoding->name, key + strlen(section)) : key;
}

/* Adds what a member has besides the defaults, without what the page names by members and seeds, what it always has,
 * and files that it does not write; false where members differ in what all of them have. */
static bool add_settings(struct address *a, const struct settings *s) {
    struct error e;
    int shared = 0;
    settings_changed(s, &a->given);
    for (int i = 0; i < a->given.count; i++) {
        struct assignment item = assignments_item(&a->given, i);
        if (text_lists("model.mixer encoding.name train.seed train.products train.keep", item.key))
            continue;
        const char *key = key_of(s, item.key, a->arena), *said = assignments_value(&a->said, key);
        if (said && strcmp(said, item.value) != 0)
            return false;
        if (!said)
            assignments_set(&a->said, key, item.value, "", &e);
        shared += settings_shared(s, key);
    }
    bool ok = a->members == 0 || shared == a->shared;
    a->shared = shared;
    return ok;
}

/* Named as the page and compare.encodings read it: "rope", "gru", "gru/sinusoidal". */
static bool add_member(struct address *a, const struct settings *s) {
    bool attention = s->mixer == &mixer_attention, none = strcmp(s->encoding->name, "none") == 0;
    const char *name = arena_format(a->arena, "%s%s%s", attention ? "" : s->mixer->name, attention || none ? "" : "/",
                                    attention || !none ? s->encoding->name : "");
    if (text_lists(a->names, name))
        return false;
    a->names = arena_format(a->arena, "%s%s%s", a->names, a->members ? "," : "", name);
    bool ok = add_settings(a, s);
    a->members++;
    return ok;
}

/* A text as a part of an address. */
static void put_part(struct html *h, const char *text) {
    const char *safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~,/:+=";
    for (; *text; text++)
        html_raw(h, strchr(safe, *text) ? "%c" : "%%%02X", (unsigned char)*text);
}

static void put_address(struct html *h, const struct address *a, struct range seeds) {
    html_raw(h, PAGE_FILE "#encodings=");
    put_part(h, a->names);
    html_raw(h, "&amp;seeds=%d..%d", seeds.low, seeds.high);
    for (int i = 0; i < a->said.count; i++) {
        struct assignment item = assignments_item(&a->said, i);
        html_raw(h, "&amp;");
        put_part(h, item.key);
        html_raw(h, "=");
        put_part(h, item.value);
    }
}

/* The page in the folder that the report is written to. */
static bool lies_in(const char *report) {
    const char *slash = strrchr(report, '/');
    char path[PATH_MAX_LENGTH];
    int folder = slash ? (int)(slash + 1 - report) : 0;
    return snprintf(path, sizeof path, "%.*s" PAGE_FILE, folder, report) < (int)sizeof path && file_exists(path);
}

void report_link(struct report *r) {
    const struct comparison_result *c = &r->f->result;
    struct html *h = &r->h;
    struct address *a = arena_alloc(&r->arena, 1, sizeof *a);
    a->arena = &r->arena;
    a->names = "";
    bool ok = lies_in(r->path) && !c->settings.task->save;
    for (int k = 0; k < c->labels && ok; k++) { /* baselines are not there */
        const struct settings s = member_settings(c->series[k].first);
        ok = s.baseline || add_member(a, &s);
    }
    if (!ok || !a->members)
        return;
    html_raw(h, "\n<p class=link><a href='");
    put_address(h, a, compare_seeds(c));
    html_raw(h, "'>Open live</a>: %s trained in this browser, at any length and with every extrapolation policy.</p>\n",
             c->members == 1 ? "the model is" : "the models are");
}
