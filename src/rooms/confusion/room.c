/* room.c -- what this room adds: which labels are taken for which, as views of `poslab show confusion`. */
#include "base/room.h"
#include "cli/operands.h"
#include "command/show.h"
#include "confusion/fill_confusion.h"

static bool open_confusion(struct view_of *of, struct arguments *a, struct error *e) {
    struct label_scores *scores = arena_alloc(&a->arena, 1, sizeof *scores);
    struct evaluation_result *r = arena_alloc(&a->arena, 1, sizeof *r);
    if (!a->operand[0])
        return error_set(e, EXIT_USAGE, "show confusion needs the folder of a run");
    of->scores = scores;
    return command_check_run(a->operand[0], e) && evaluation_read(r, a->operand[0], &a->arena, e) &&
           (label_scores_open(scores, r, a->length, &a->arena, e) || error_prefix(e, "%s", a->operand[0]));
}

extern const struct view_kind view_confusion, view_labels;

const struct room room_confusion = {
    .name = "confusion",
    .views = (const struct view_kind *const[]){&view_confusion, &view_labels, NULL},
    .subjects =
        (const struct show_subject *const[]){
            &(const struct show_subject){.name = "confusion", .operand = "RUN", .operands = 1, .open = open_confusion},
            NULL},
};
