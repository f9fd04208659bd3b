/* collect.c -- reads the results of a comparison's members; see compare.h. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "study/compare.h"
#include "study/member.h"
#include "train/kernels.h"

bool member_folder(char path[PATH_MAX_LENGTH], const struct comparison_result *c, const struct member *m,
                   struct error *e) {
    if (strcmp(m->name, ".") != 0 && !m->beside)
        return file_path(path, c->folder, m->name, e);
    snprintf(path, PATH_MAX_LENGTH, "%s", m->beside ? m->name : c->folder);
    return true;
}

/* Whether a baseline of this name is a finished member: then its numbers are there, and its intervals. */
static bool is_member(const struct comparison_result *c, const char *name) {
    const struct baseline *kind = baseline_find(name);
    bool found = false;
    for (int k = 0; k < c->members; k++)
        found = found || (kind && c->member[k].settings->baseline == kind && c->member[k].status == STATUS_FINISHED);
    return found;
}

static bool ends_sentence(const char *note, size_t at) {
    return note[at - 1] == '.' && (note[at] == ' ' || note[at] == 0);
}

/* Leaves of a note the sentences at its start that another note has too: members may begin with other tables. */
static void keep_common(char *note, const char *other) {
    size_t same = 0;
    while (note[same] && note[same] == other[same])
        same++;
    while (same > 0 && !(ends_sentence(note, same) && ends_sentence(other, same)))
        same--;
    note[same] = 0;
}

/* What all members share, and the kernels of all. */
static void take_columns(struct comparison_result *c, const struct evaluation_result *r, bool first) {
    if (first)
        memcpy(c->note, r->note, sizeof c->note);
    keep_common(c->note, r->note);
    c->lengths = r->lengths;
    c->total = r->total;
    memcpy(c->words, r->words, sizeof c->words);
    memcpy(c->chance, r->chance, sizeof c->chance);
    c->baselines = 0;
    for (const struct baseline_levels *b = r->baseline; b < r->baseline + r->baselines; b++)
        if (!is_member(c, b->name))
            c->baseline[c->baselines++] = *b;
    c->left_out = r->left_out;
    kernels_add(c->kernels, sizeof c->kernels, r->kernels);
}

bool compare_read_member(struct evaluation_result *result, const struct comparison_result *c, const struct member *m,
                         struct arena *arena, struct error *e) {
    char folder[PATH_MAX_LENGTH], text[sizeof e->text];
    if (!member_folder(folder, c, m, e))
        return false;
    const struct settings own = member_settings(m);
    if (c->task.kind ? member_read(result, folder, &own, &c->task, arena, e)
                     : evaluation_read(result, folder, arena, e))
        return true;
    memcpy(text, e->text, sizeof text);
    if (result->version && result->version < EVALUATION_VERSION && c->members > 1)
        error_set(e, e->code, "%.900s; the same for each other member", text);
    return false;
}

/* One that is still to be evaluated at lengths or policies that the comparison got later has no result yet. */
static bool is_behind(const struct comparison_result *c, struct member *m) {
    const struct settings own = member_settings(m);
    char folder[PATH_MAX_LENGTH];
    struct error e;
    bool grows = false;
    if (!member_folder(folder, c, m, &e) || !member_fits(folder, &own, &grows, &e) || !grows)
        return false;
    m->status = STATUS_FAILED;
    m->result = NULL;
    m->failure = "it is still to be evaluated at new lengths or policies";
    return true;
}

bool compare_collect(struct comparison_result *c, struct error *e) {
    bool first = true;
    for (struct member *m = c->member; m < c->member + c->members; m++) {
        if (m->status != STATUS_FINISHED)
            continue;
        m->result = arena_alloc(c->arena, 1, sizeof *m->result);
        bool read = compare_read_member(m->result, c, m, c->arena, e);
        if (!read && !is_behind(c, m))
            return false;
        if (read)
            take_columns(c, m->result, first);
        first = first && !read;
    }
    compare_summarise(c);
    return true;
}
