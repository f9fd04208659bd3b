/* eval.c -- poslab eval: accuracy of a trained model by length and policy. Nothing is written. */
#include <stdio.h>

#include "base/progress.h"
#include "base/text.h"
#include "cli/choices.h"
#include "cli/operands.h"
#include "cli/say.h"
#include "cli/signals.h"
#include "command/command.h"
#include "evaluate/evaluation_progress.h"
#include "result/fill_evaluation.h"
#include "study/member.h"

static void draw(void *user, const struct evaluation_progress *at) {
    struct progress *p = user;
    char details[128] = "";
    text_append(details, sizeof details, "%d of %d: %s", at->pass, at->passes, at->what);
    if (p->terminal && progress_due(p, at->done)) /* in a file it would say little that the table does not */
        progress_draw(p, at->done, details);
}

static bool run(struct arguments *a, struct error *e) {
    struct screen screen;
    struct evaluation_result result;
    struct table t;
    struct run *r = command_screen(&screen, a, e) ? command_read_run(&command_eval, a, e) : NULL;
    unsigned chosen;
    if (!r || !command_metrics(&chosen, a, &r->task, e))
        return false;
    struct progress progress = progress_start("evaluating");
    const struct evaluation_watch watch = {draw, &progress};
    r->watch = &watch;
    bool ok = evaluate(r, a->threads ? a->threads : command_processors(), &result, &a->arena, e);
    progress_end(&progress);
    if (!ok)
        return false;
    member_recall_training(&result, a->operand[0]);
    fill_evaluation_screen(&t, &result, a->full || a->csv ? "" : r->settings.eval.policies, &a->arena);
    t.drawn = chosen;
    if (a->json)
        command_print_json(evaluation_json(&result));
    else if (a->csv)
        table_csv(stdout, &t);
    else
        table_terminal(&screen, &t);
    return true;
}

const struct command command_eval = {
    .name = "eval",
    .place = 70,
    .group = "results",
    .summary = "evaluate a trained model at other lengths and policies",
    .operand = "RUN_OR_CHECKPOINT",
    .operands = 1,
    .settings = true,
    .baselines = true,
    .options = "json csv metric full width threads",
    .wording = command_table_options,
    .text = command_eval_txt,
    .run = run,
};
