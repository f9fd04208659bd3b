/* fuzz_arguments.c -- arbitrary command lines, up to where a command would begin its work: one word per line, the
 * command first. */
#include <assert.h>
#include <string.h>

#include "command/command.h"
#include "fuzz/fuzz.h"

enum { WORDS = 80, BYTES = 8192 };

/* Cuts the text at its lines. */
static int cut(char *text, char *word[WORDS]) {
    int words = 0;
    for (char *at = text; at && words < WORDS;) {
        char *end = strchr(at, '\n');
        word[words++] = at;
        if (end)
            *end++ = 0;
        at = end;
    }
    return words;
}

FUZZ_TARGET(arguments) {
    static struct arguments a;
    static struct settings s;
    static char text[BYTES];
    char *word[WORDS];
    struct error e = {0};
    size_t length = size < BYTES ? size : BYTES - 1;
    memcpy(text, data, length);
    text[length] = 0;
    int words = cut(text, word);
    const struct command *c = command_find(word[0]);
    if (!c)
        return 0;
    if (!arguments_read(&a, c, words - 1, word + 1, &e) ||
        (a.command->settings && !settings_resolve(&s, &a.settings, NULL, &e))) {
        if (e.code == EXIT_IO) /* a config file that is not there */
            e.code = EXIT_USAGE;
        fuzz_refused(&e);
    }
    arena_free(&a.arena);
    return 0;
}
