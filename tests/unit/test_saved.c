/* test_saved.c -- what chase keeps in a checkpoint, tampered with (saved_changes.h). */
#include "task/kinds.h"
#include "unit/opened.h"
#include "unit/saved_changes.h"
#include "unit/tests.h"

/* Lists of chase, which are read again as files are. */
static const struct change of_chase[] = {
    {"task.templates", BYTE, 3, 0, "tensor task.templates:1: the line has a byte (0x00) that is not UTF-8 text"},
    {"task.templates", BYTE, 0, '<', "tensor task.templates:1: '"},
    {"task.nouns", BYTE, 2, 0xFF, "tensor task.nouns:"},
};

TEST(chase) {
    static const char *const tensors[] = {"task.templates", "task.nouns", "task.verbs", "task.adjectives",
                                          "task.adverbs"};
    const struct option none = {0};
    for (size_t i = 0; i < sizeof of_chase / sizeof *of_chase; i++)
        check_saved_change(&task_chase, &none, &of_chase[i]);
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++)
        check_saved_forms(&task_chase, &none, tensors[i]);
}

TEST(random_bytes) {
    enum { TIMES = 150 };
    assert_in_range(saved_at_random(&task_chase, &(struct option){0}, TIMES), 1, TIMES - 1);
}

GROUP(saved, folder_setup, folder_teardown)
