/* predict_refused.c -- texts that are no example of the task: a line says why, an example is there to copy, and the
 * other texts are answered. */
#include <string.h>

#include "base/advice.h"
#include "base/text.h"
#include "cli/say.h"
#include "command/predict.h"
#include "task/tokenizer.h"
#include "train/batches.h"

enum { LINES_TOLD = 10, WORDS = 6, BYTES = 120, TRIED = 8 };

/* A short example that the task draws; false: there is none. */
static bool draw(const char *text[2], const struct run *r, struct arena *arena) {
    const struct task_built *t = &r->task;
    struct range trained = t->size.trained;
    struct batch b;
    struct error none;
    uint32_t first;
    int count, words = trained.low > WORDS ? trained.low : trained.high < WORDS ? trained.high : WORDS;
    while (words <= trained.high && !batch_find_evaluation(t, words, &first, &count, &none))
        words++;
    if (words > trained.high)
        return false;
    text[0] = text[1] = "";
    batch_build(&b, t, 1, words, arena);
    for (int i = 0; i < count && i < TRIED && (i == 0 || *text[0] == '['); i++) { /* one without a marker in front */
        batch_clear(&b);
        batch_add_evaluation(&b, t, r->eval_scheme, batch_seeds_of(&r->settings), words, first + (uint32_t)i);
        task_decode(t, &(struct example){b.token, b.segment, b.position, b.target, b.answer}, b.rows, arena, text);
    }
    return strlen(text[0]) + strlen(text[1]) < BYTES;
}

bool predict_advise(const struct run *r, const char *folder, struct error *e) {
    struct arena arena = {0};
    const char *text[2];
    if (e->code == EXIT_DATA && draw(text, r, &arena)) {
        const char *second = *text[1] ? text_quote(text[1], &arena) : "";
        struct error why = *e;
        error_set(e, why.code, "%s; an example: %s predict %s %s%s%s", why.text, advice_name(),
                  text_quote(folder, &arena), text_quote(text[0], &arena), *second ? " " : "", second);
    }
    arena_free(&arena);
    return false;
}

const char *predict_line(const struct run *r, struct arena *arena) {
    const char *text[2];
    if (!draw(text, r, arena))
        return NULL;
    return arena_format(arena, "%s%s%s", text_shown(text[0], arena), *text[1] ? "<Tab>" : "",
                        text_shown(text[1], arena));
}

bool predict_refuse(struct prediction_session *a, const struct error *why) {
    if (why->code != EXIT_DATA && why->code != EXIT_USAGE)
        return false;
    if (!a->refused++)
        a->code = why->code;
    if (a->refused <= LINES_TOLD)
        command_tell("%s", why->text);
    return true;
}

bool predict_end(const struct prediction_session *a, struct error *e) {
    struct arena arena = {0};
    if (!a->refused)
        return true;
    const char *line = a->code == EXIT_DATA ? predict_line(a->r, &arena) : NULL;
    error_set(e, a->code, "%ld of %ld texts %s no answer%s%s", a->refused, a->texts, a->refused == 1 ? "has" : "have",
              line ? "; for example: " : "", line ? line : "");
    arena_free(&arena);
    return false;
}
