/* live_sample.c -- the message `sample`: an example of the task, as training has them, and its right answer. */
#include "example/model_example.h"
#include "example/prediction.h"
#include "page/live/messages.h"

struct sample_request {
    int number;
};

static const struct setting keys[] = {
    {"number", SETTING_INT, offsetof(struct sample_request, number), "0", 0, INT_MAX, NULL, NULL}, {0}};

static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    const struct sample_request *a = l->request;
    const char *text[2];
    (void)e;
    int right = model_example_texts(text, l->run, a->number, &l->arena);
    json_put(w, "text_a s text_b s answer s", text[0], text[1], prediction_answer(&l->run->task, right, &l->arena));
    return true;
}

const struct live_message live_sample = {
    .name = "sample", .needs_model = true, .keys = keys, .bytes = sizeof(struct sample_request), .answer = answer};
