/* eval.c -- poslab eval: accuracy of a trained model by length and policy. */
#include <stdio.h>

#include "command/command.h"
#include "result/fill.h"
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

static bool run(struct arguments *a, struct error *e) {
    struct screen screen;
    struct evaluation_result result;
    struct run *r = command_screen(&screen, a, e) ? command_read_run(&command_eval, a, e) : NULL;
    unsigned chosen;
    if (!r || !command_metrics(&chosen, a, &r->task, e) ||
        !evaluate(r, a->threads ? a->threads : command_processors(), &result, &a->arena, e))
        return false;
    bool made = false;
    member_recall_training(&result, a->operand[0]);
    print(&result, a, &screen, chosen);
    bool ok = member_make_anew(r, a->operand[0], &result, &made, e);
    if (made && !a->json && !a->csv)
        command_print_line("\n%s has a new " EVALUATION_FILE ".", a->operand[0]);
    return ok;
}

const struct command command_eval = {
    .name = "eval",
    .group = "results",
    .summary = "evaluate a trained model at other lengths and under other policies",
    .operand = "RUN_OR_CHECKPOINT",
    .operands = 1,
    .settings = true,
    .baselines = true,
    .options = "json csv metric wide width threads",
    .wording = command_table_options,
    .details = "Takes a run folder or a single checkpoint file.\n"
               "\n"
               "  eval.lengths=\"1x 3x 100\"    times the trained length, or words\n"
               "  eval.policies=interpolate   extrapolation policies, or all\n"
               "  eval.examples=5000          examples at each length\n"
               "  eval.seed=2                 which examples\n"
               "\n"
               "  --metric accuracy    share of right answers\n"
               "           loss        in nats per target\n"
               "           perplexity  of text: e^loss\n"
               "           macro_f1    of your rows: the mean F1 of the labels\n"
               "           positions   accuracy by where in the sequence the target is\n"
               "           steps_to_99, tokens_per_second, weights: figures of the run itself\n"
               "\n"
               "  poslab eval runs/order-learned-seed1\n"
               "  poslab eval runs/mine --metric loss,positions\n"
               "  poslab eval runs/mine eval.lengths=\"1x 3x 100\" eval.policies=clamp --json\n",
    .reference =
        "SETTINGS\n"
        "eval.lengths, eval.policies, eval.examples and eval.seed may be changed. Settings of training may not. If a "
        "finished run has no readable eval.json, an evaluation with the run's own settings writes a new one.\n"
        "\n"
        "METRICS\n"
        "--metric chooses what the table shows; --json and --csv have all metrics.\n"
        "\n"
        "macro_f1 (task tsv, up to 200 labels) is the mean of F1 = 2 right / (rows + answered) over the labels that "
        "occur or were answered; `poslab show confusion` has each.\n"
        "\n"
        "accuracy_known and loss_known (tasks next and cloze) leave out targets that are [UNK]: a model that answers "
        "[UNK] has not named a word.\n"
        "\n"
        "accuracy_1of8 to accuracy_8of8 are accuracy by the eighth of the sequence that the target is in, for tasks "
        "whose targets are spread over the sequence. `positions` is a table of these at the longest length.\n"
        "\n"
        "The column `all` is all rows of a test file together.\n"
        "\n"
        "FIGURES OF THE RUN\n"
        "A run has one of each, whatever the length. They are printed by `poslab compare --metric`, drawn by `poslab "
        "plot sweep --metric` and used in claims. steps_to_99 is the first logged step at which the mean training "
        "accuracy of the last five\n"
        "logged rows is 99 % or more; null in eval.json where that never happens, no key where the log is lost or has "
        "fewer\n"
        "rows. tokens_per_second is the median over logged rows, by processor time: it depends on the machine, and "
        "hardly on\n"
        "what else runs there. weights counts the learned numbers.\n"
        "\n"
        "CSV\n"
        "The columns are policy, mixer, encoding, seed, evaluated_at, length_low, length, metric, value, chance.\n"
        "Baselines other than chance are rows with the baseline's name as the policy and no encoding.\n",
    .run = run,
};
