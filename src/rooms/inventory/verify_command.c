/* verify.c -- poslab verify: whether the files of runs and comparisons fit each other. */
#include <stdio.h>

#include "base/text.h"
#include "cli/say.h"
#include "command/command.h"
#include "inventory/verify.h"

extern const struct command command_verify;
extern const char inventory_verify_txt[]; /* embedded by make */

static bool is_sound(const struct verified *f) { return !f->problems && !f->unsound; }

/* "unfinished, step 300 of 800", "failed after step 7 of 800 (exit code 3)" */
static const char *describe(const struct verified *f, struct arena *arena) {
    if (f->comparison && f->older && f->done == f->of)
        return "unfinished, compare.json does not have all results yet";
    if (f->comparison)
        return arena_format(arena, f->failed ? "unfinished, %d of %d models, %d failed" : "unfinished, %d of %d models",
                            f->done, f->of, f->failed);
    if (f->failed)
        return arena_format(arena, "failed after step %d of %d (exit code %d)", f->done, f->of, f->failed);
    return f->done == f->of ? "unfinished, to be evaluated"
                            : arena_format(arena, "unfinished, step %d of %d", f->done, f->of);
}

/* One line per problem and per unfinished folder, then a line of counts. */
static void print(const struct verification *v, struct arena *arena) {
    int ok = 0, unfinished = 0, without = 0;
    for (const struct verified *f = v->first; f; f = f->next) {
        for (int i = 0; i < f->problems; i++)
            printf("%s\n", f->problem[i]);
        if (is_sound(f) && !f->finished)
            printf("%s: %s\n", text_shown(f->folder, arena), describe(f, arena));
        ok += is_sound(f) && f->finished;
        unfinished += is_sound(f) && !f->finished;
        without += is_sound(f) && f->without;
    }
    printf("%d of %d folder%s ok", ok, v->folders, text_plural(v->folders));
    if (unfinished)
        printf(", %d unfinished", unfinished);
    if (without)
        printf("; %d run%s keep%s no checkpoint", without, text_plural(without), without == 1 ? "s" : "");
    if (v->problems)
        printf("; %d problem%s", v->problems, text_plural(v->problems));
    puts(".");
}

static json_t *folder_json(const struct verified *f, struct arena *arena) {
    json_t *problems = json_array();
    for (int i = 0; i < f->problems; i++)
        json_array_append_new(problems, json_string(text_shown(f->problem[i], arena)));
    return json_pack("{ss ss si si so}", "folder", text_shown(f->folder, arena), "status",
                     !is_sound(f)                  ? "problem"
                     : f->finished                 ? "ok"
                     : f->failed && !f->comparison ? "failed"
                                                   : "unfinished",
                     f->comparison ? "finished" : "step", f->done, f->comparison ? "models" : "steps", f->of,
                     "problems", problems);
}

static bool run(struct arguments *a, struct error *e) {
    struct verification v;
    if (!a->operand[0])
        return error_set(e, EXIT_USAGE, "verify needs the folder of a run or comparison; see `poslab help verify`");
    bool ok = verify(&v, a->operand[0], e);
    if (ok && a->json) {
        json_t *folders = json_array();
        for (const struct verified *f = v.first; f; f = f->next)
            json_array_append_new(folders, folder_json(f, &a->arena));
        command_print_json(json_pack("{so si}", "folders", folders, "problems", v.problems));
    } else if (ok) {
        print(&v, &a->arena);
    }
    if (ok && v.problems)
        e->code = v.unread ? EXIT_IO : EXIT_DATA;
    ok = ok && !v.problems;
    verify_free(&v);
    return ok;
}

const struct command command_verify = {
    .name = "verify",
    .place = 120,
    .group = "long runs",
    .summary = "check that the files of a run or comparison are intact",
    .operand = "DIR",
    .operands = 1,
    .options = "json",
    .text = inventory_verify_txt,
    .run = run,
};
