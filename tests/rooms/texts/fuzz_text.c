/* fuzz_text.c -- arbitrary plain text; its tokens are counted here a second time. */
#include <assert.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "task/kinds.h"
#include "texts/texts.h"

/* The code point at `at` of a text that was accepted, with its bytes. */
static uint32_t code_point(const uint8_t *at, size_t *bytes) {
    static const uint8_t mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    *bytes = *at < 0x80 ? 1 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
    uint32_t point = *at & mask[*bytes];
    for (size_t i = 1; i < *bytes; i++)
        point = point << 6 | (at[i] & 0x3F);
    return point;
}

/* Unicode's White_Space, as its table has it. */
static bool white(uint32_t c) {
    return (c >= 9 && c <= 13) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
           c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/* Words of a text, or its characters. */
static size_t count_tokens(const uint8_t *text, size_t size, bool words) {
    size_t count = 0, bytes;
    bool within = false;
    for (size_t i = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; i < size; i += bytes) {
        bool blank = white(code_point(text + i, &bytes));
        count += words ? !blank && !within : 1;
        within = !blank;
    }
    return count;
}

/* Bytes that begin as UTF-16 does are read as that, and not counted here. */
static bool is_utf16(const uint8_t *text, size_t size) {
    return size >= 2 && (memcmp(text, "\xFE\xFF", 2) == 0 || memcmp(text, "\xFF\xFE", 2) == 0);
}

/* What the task made of the text has as many tokens as it. */
static void check_count(const struct task_built *t, size_t expected) {
    struct safetensors_entry entry[TASK_SAVED];
    size_t count = 0;
    for (int i = task_save(t, entry) - 1; i >= 0; i--) {
        int trained;
        memcpy(&trained, entry[i].data, sizeof trained);
        count += strcmp(entry[i].name, "task.training") == 0 ? (size_t)trained : 0;
        count += strcmp(entry[i].name, "task.test.token") == 0 ? entry[i].shape[0] : 0;
    }
    assert(count == expected);
}

FUZZ_TARGET(text) {
    static const struct task *const kinds[] = {&task_next, &task_cloze, &task_sop};
    if (size == 0)
        return 0;
    const struct task *kind = kinds[data[0] % 3];
    bool words = data[0] / 3 % 2;
    struct fuzz_options o;
    struct task_built t;
    struct arena arena = {0};
    struct error e = {0};
    setting_defaults(kind->options, o.bytes);
    fuzz_option(&o, kind, "task.text", fuzz_file("text.txt", data + 1, size - 1));
    fuzz_option(&o, kind, "task.tokens", words ? "spaces" : "characters");
    fuzz_option(&o, kind, "task.min_count", data[0] / 6 % 2 ? "2" : "1");
    fuzz_option(&o, kind, "task.words", "4..7");
    fuzz_option(&o, kind, "task.held_out", "0.5");
    if (task_build(&t, kind, o.bytes, NULL, &arena, &e)) {
        bool exact = words && kind != &task_cloze; /* brackets of the text ask in a cloze, [UNK] is five characters */
        if (!is_utf16(data + 1, size - 1))
            check_count(&t, count_tokens(data + 1, size - 1, words));
        fuzz_examples(&t, TASK_TRAINING, exact);
        fuzz_examples(&t, TASK_EVALUATION, exact);
        fuzz_kept(&t, exact);
    } else {
        fuzz_refused(&e);
    }
    arena_free(&arena);
    return 0;
}
