/* fuzz_live.c -- arbitrary messages to the engine of the page: each answer is a JSON object, an error among them can be
 * shown and leaves the model as it was. Models and numbers of a size that takes seconds are left out. */
#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "page/live/messages.h"

enum { MESSAGES = 8 };

static bool begins(const char *text, size_t size, const char *with) {
    return size >= strlen(with) && memcmp(text, with, strlen(with)) == 0;
}

/* Whether no whole number has more digits. */
static bool is_small(const char *text, size_t size, int most) {
    int digits = 0;
    for (size_t i = 0; i < size && digits <= most; i++) {
        bool digit = text[i] >= '0' && text[i] <= '9', after = i > 0 && text[i - 1] == '.' && digits == 0;
        digits = !digit || after ? 0 : digits + 1;
    }
    return digits <= most;
}

/* Whether it is an error. */
static bool check_answer(const char *answer) {
    struct error e = {0};
    json_t *said = json_loads(answer, JSON_REJECT_DUPLICATES, NULL);
    assert(json_is_object(said));
    const char *error = json_string_value(json_object_get(said, "error"));
    if (error) {
        error_set(&e, (enum exit_code)json_integer_value(json_object_get(said, "code")), "%s", error);
        if (e.code == EXIT_DIVERGED)
            e.code = EXIT_DATA;
        fuzz_refused(&e);
    }
    json_decref(said);
    return *e.text;
}

/* The message as one that takes little time, in a block of exactly its size; of a key that is given twice the last
 * counts. */
static char *bounded(const char *text, size_t *size) {
    const char *least = begins(text, *size, "do = train\n")      ? "steps = 3"
                        : begins(text, *size, "do = evaluate\n") ? "examples = 4"
                                                                 : "";
    size_t more = strlen(least) + (*least != 0);
    char *message = malloc(*size + more + !(*size + more));
    memcpy(message, text, *size);
    if (*least)
        message[*size] = '\n', memcpy(message + *size + 1, least, more - 1);
    *size += more;
    return message;
}

static void say(struct live *l, const char *text, size_t size) {
    bool opens = begins(text, size, "do = open") || begins(text, size, "do = check");
    if (!is_small(text, size, opens ? 2 : 3))
        return;
    const struct run *before = l->run;
    int step = before ? before->step : 0;
    char *message = bounded(text, &size);
    bool failed = check_answer(live_message(l, message, size));
    assert(!failed || (l->run == before && (!before || before->step == step)));
    free(message);
}

FUZZ_TARGET(live) {
    struct live *l = live_new();
    const char *text = (const char *)data, *end = text + size;
    for (int i = 0; i < MESSAGES && text < end; i++) {
        const char *stop = text;
        while (stop + 1 < end && memcmp(stop, "\n\n", 2) != 0)
            stop++;
        stop = stop + 1 < end ? stop : end;
        say(l, text, (size_t)(stop - text));
        text = stop + 2 < end ? stop + 2 : end;
    }
    live_free(l);
    return 0;
}

__attribute__((constructor)) static void tell_messages(void) {
    for (const struct live_message *const *m = live_messages; *m; m++) {
        fuzz_reach("the message", (*m)->name, (fuzz_function *)(*m)->answer);
        fuzz_reach("lines of the message", (*m)->name, (fuzz_function *)(*m)->read);
    }
}
