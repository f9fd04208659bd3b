/* live.c -- see live.h: which messages there are, and how one is read and answered. */
#include "live/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "live/messages.h"

/* A message: its name, the keys it may have besides "do", whether it needs a model, and what answers it. */
static const struct message {
    const char *name, *keys;
    bool needs_model;
    json_t *(*answer)(struct live *l, const json_t *message, struct error *e);
} messages[] = {
    {"list", "", false, live_list},
    {"open", "settings", false, live_open},
    {"train", "milliseconds steps", true, live_train},
    {"evaluate", "policies lengths examples in_range", true, live_evaluate},
    {"ask", "texts policy", true, live_ask},
    {"encoding", "settings view positions offset head width", false, live_encoding},
    {"chart", "kind metric curves trained baselines at examples steps width height", false, live_chart},
    {"findings", "models trained chance words examples", false, live_findings},
    {"save", "", true, live_save},
    {"load", "", false, live_load},
    {NULL, NULL, false, NULL},
};

static const struct message *find(const char *name) {
    const struct message *m = messages;
    while (m->name && strcmp(m->name, name) != 0)
        m++;
    return m->name ? m : NULL;
}

static bool check_keys(const struct message *m, const json_t *message, struct error *e) {
    char keys[SETTING_TEXT_MAX];
    snprintf(keys, sizeof keys, "do %s", m->keys);
    return live_keys(message, keys, e) || error_prefix(e, "%s", m->name);
}

static json_t *answer(struct live *l, json_t *message, struct error *e) {
    char shown[TEXT_PRINTABLE];
    const char *name = json_string_value(json_object_get(message, "do"));
    const struct message *m = name ? find(name) : NULL;
    if (!m) {
        error_set(e, EXIT_USAGE, "there is no message '%s'", text_printable(shown, name ? name : ""));
        return NULL;
    }
    if (!check_keys(m, message, e))
        return NULL;
    if (m->needs_model && !l->run) {
        error_set(e, EXIT_USAGE, "%s: there is no model yet; open or load one first", m->name);
        return NULL;
    }
    return m->answer(l, message, e);
}

const char *live_message(struct live *l, const char *text, size_t size) {
    struct error e;
    json_t *message = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL), *json = NULL;
    if (message)
        json = answer(l, message, &e);
    else
        error_set(&e, EXIT_USAGE, "the message is not JSON");
    if (!json)
        json = json_pack("{ss si}", "error", e.text, "code", e.code);
    free(l->answer);
    l->answer = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(json);
    json_decref(message);
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
    l->logged = 0;
}

void live_free(struct live *l) {
    live_close(l);
    free(l->log);
    free(l->answer);
    free(l->bytes);
    free(l);
}

unsigned char *live_bytes(struct live *l, size_t *size) {
    *size = l->size;
    return l->bytes;
}

unsigned char *live_bytes_alloc(struct live *l, size_t size) {
    l->bytes = memory_grow(l->bytes, size);
    l->size = size;
    return l->bytes;
}
