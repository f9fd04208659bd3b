/* eval.c -- poslab eval: accuracy of a trained model by length and policy. */
#include <stdio.h>

#include "command/command.h"
#include "present/fill.h"
#include "study/member.h"

static void print(const struct evaluation_result *result, struct arguments *a, const struct screen *s,
                  unsigned chosen) {
    struct table t;
    if (a->json) {
        command_print_json(evaluation_json(result));
        return;
    }
    fill_evaluation(&t, result, &a->arena);
    if (a->csv)
        table_csv(stdout, &t);
    else
        fill_draw(s, &t, chosen);
}

/* A baseline is trained again: it has no checkpoint. */
static struct run *read_run(struct arguments *a, struct error *e) {
    return a->operand[0] && command_is_baseline(a->operand[0]) ? command_fit_baseline(a, e)
                                                               : command_read_run(&command_eval, a, e);
}

static bool run(struct arguments *a, struct error *e) {
    struct screen screen;
    struct evaluation_result result;
    struct run *r = command_screen(&screen, a, e) ? read_run(a, e) : NULL;
    unsigned chosen;
    if (!r || !command_metrics(&chosen, a, &r->task, e) ||
        !evaluate(r, a->threads ? a->threads : command_processors(), &result, &a->arena, e))
        return false;
    bool made = false;
    member_recall_training(&result, a->operand[0]);
    print(&result, a, &screen, chosen);
    bool ok = member_make_anew(r, a->operand[0], &result, &made, e);
    if (made && !a->json && !a->csv)
        printf("\n%s has a new " EVALUATION_FILE ".\n", a->operand[0]);
    return ok;
}

const struct command command_eval = {
    .name = "eval",
    .summary = "accuracy, loss and more of a trained model by length and by policy beyond the trained length",
    .operand = "RUN_OR_CHECKPOINT",
    .operands = 1,
    .settings = true,
    .options = "json csv metric wide width threads",
    .wording = command_table_options,
    .details =
        "Takes a run folder or a single checkpoint file. eval.lengths, eval.policies, eval.examples and eval.seed\n"
        "may be changed; what the model was trained with may not. Where the folder of a finished run holds no\n"
        "eval.json that can be read, an evaluation by its own settings leaves a new one there.\n"
        "A baseline, which keeps no checkpoint, is trained again from its config.ini.\n"
        "--metric names what the table shows; --json and --csv have all of it: accuracy; loss, in nats a target; of\n"
        "tsv with up to 200 labels macro_f1, the mean of F1 = 2 right / (there + answered) over the labels that are\n"
        "there or were answered (`poslab show confusion` has each); of\n"
        "next and cloze perplexity, which is e^loss, and accuracy_known and loss_known, which leave out targets that\n"
        "are [UNK] (a model that answers [UNK] has named no word); of tasks whose targets are spread over the\n"
        "sequence accuracy_1of8 to accuracy_8of8, by the eighth of the sequence that the target is in: `positions`\n"
        "is a table of these at the longest length. The column `all` is all rows of a test file together.\n"
        "--csv: the columns policy, mixer, encoding, seed, weights, evaluated_at, length_low, length, metric, value,\n"
        "chance. Baselines other than chance are rows with the name of one for a policy, and without an encoding.\n"
        "\n"
        "  poslab eval runs/order-learned-seed1\n"
        "  poslab eval runs/mine --metric loss,positions\n"
        "  poslab eval runs/mine eval.lengths=\"1x 3x 100\" eval.policies=clamp --json\n",
    .run = run,
};
