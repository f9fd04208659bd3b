/* live.c -- see live.h: which messages there are, and how one is read and answered. */
#include "page/live/live.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "page/live/messages.h"

const struct live_message *const live_messages[] = {&live_list,     &live_open,     &live_check,  &live_train,
                                                    &live_evaluate, &live_ask,      &live_sample, &live_encoding,
                                                    &live_chart,    &live_findings, &live_save,   NULL};

/* ---- Reading */

bool live_unknown(const char *key, struct error *e) {
    char shown[TEXT_PRINTABLE];
    return error_set(e, EXIT_USAGE, "unknown key %s", text_printable(shown, key));
}

struct line {
    const char *key, *value;
};

/* Cuts the next line off; a line without " = " has an empty value. */
static struct line next_line(char **rest) {
    char *end = *rest + strcspn(*rest, "\n"), *equals = strstr(*rest, " = ");
    struct line line = {*rest, end};
    *rest = end + (*end != 0);
    *end = 0;
    if (equals && equals < end) {
        *equals = 0;
        line.value = equals + strlen(" = ");
    }
    return line;
}

static bool read_line(struct live *l, const struct live_message *m, struct line line, struct error *e) {
    const struct setting *known = setting_find(m->keys, line.key);
    if (m->settings && strchr(line.key, '.'))
        return assignments_set(l->settings, line.key, line.value, "the page", e);
    if (!known && !m->read)
        return live_unknown(line.key, e);
    if (!*line.value)
        return true;
    if (!known)
        return m->read(l, line.key, line.value, e);
    return setting_read(known, l->request, line.value, e) || error_prefix(e, "%s", line.key);
}

/* ---- Answering */

static const struct live_message *find(struct line first, struct error *e) {
    char shown[TEXT_PRINTABLE];
    bool named = strcmp(first.key, "do") == 0;
    for (const struct live_message *const *m = live_messages; named && *m; m++)
        if (strcmp((*m)->name, first.value) == 0)
            return *m;
    error_set(e, EXIT_USAGE, "there is no message '%s'", text_printable(shown, named ? first.value : ""));
    return NULL;
}

static bool answer(struct live *l, struct json_writer *w, char *rest, struct error *e) {
    const struct live_message *m = find(next_line(&rest), e);
    if (!m)
        return false;
    if (m->needs_model && !l->run)
        return error_set(e, EXIT_USAGE, "%s: there is no model yet; open one first", m->name);
    l->request = arena_alloc(&l->arena, 1, m->bytes + 1);
    l->settings = m->settings ? arena_alloc(&l->arena, 1, sizeof *l->settings) : NULL;
    setting_defaults(m->keys, l->request);
    while (*rest) {
        struct line line = next_line(&rest);
        if (*line.key && !read_line(l, m, line, e))
            return false;
    }
    return m->answer(l, w, e);
}

const char *live_message(struct live *l, const char *text, size_t size) {
    struct error e;
    char *copy = memcpy(arena_alloc(&l->arena, size + 1, 1), text, size);
    struct json_writer w;
    json_open(&w, false);
    json_put(&w, "{");
    bool is_text = strlen(copy) == size && utf8_broken(copy, size) == size;
    if (!is_text)
        error_set(&e, EXIT_USAGE, "the message is not a text in UTF-8");
    if (!is_text || !answer(l, &w, copy, &e)) {
        free(json_close(&w));
        json_open(&w, false);
        json_put(&w, "{ error s code i", e.text, e.code);
    }
    json_put(&w, "}");
    free(l->answer);
    l->answer = json_close(&w);
    arena_free(&l->arena);
    return l->answer;
}

/* ---- The engine */

struct live *live_new(void) {
    struct live *l = memory_alloc(sizeof *l);
    *l = (struct live){0};
    return l;
}

void live_close(struct live *l) {
    if (l->run)
        run_free(l->run);
    free(l->run);
    free(l->stepper);
    l->run = NULL;
    l->stepper = NULL;
    l->course = (struct course){0};
}

void live_free(struct live *l) {
    live_close(l);
    free(l->answer);
    free(l->bytes);
    free(l);
}

const unsigned char *live_bytes(struct live *l, size_t *size) {
    *size = l->size;
    return l->bytes;
}
