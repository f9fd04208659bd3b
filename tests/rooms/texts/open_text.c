/* open_text.c -- see open_text.h. */
#include "open_text.h"

#include "task/kinds.h"
#include "texts/texts.h"
#include "unit/opened.h"

const struct task *const text_kinds[] = {&task_next, &task_cloze, &task_sop, NULL};

bool open_text(struct file_task *o, const struct task *kind, const char *name, const char *unit,
               const char *min_count) {
    const struct option options[6] = {{"task.text", in_folder("", name)},
                                      {"task.words", "4"},
                                      {"task.tokens", unit},
                                      {"task.min_count", min_count},
                                      {"task.held_out", "0.5"}};
    return open_files(o, kind, options, NULL);
}

void assert_text_refused(const char *name, enum exit_code code, const char *says) {
    static struct file_task o;
    for (const struct task *const *kind = text_kinds; *kind; kind++)
        for (int character = 0; character < 2; character++) {
            bool accepted = open_text(&o, *kind, name, character ? "characters" : "spaces", "1");
            assert_refused(name, accepted, &o.error, code, says);
            arena_free(&o.arena);
        }
}
