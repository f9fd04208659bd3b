/* none.c -- no positions: bidirectional attention then sees a set. */
#include "base/text.h"
#include "encoding/kinds.h"

static void formula(const struct encoding_built *b, char *text, size_t size) {
    (void)b;
    text_append(text, size, "z = x\n");
}

const struct encoding encoding_none = {
    .name = "none",
    .summary = "nothing added: unless the model is causal, word order is invisible",
    .source = "Haviv et al. 2022; Kazemnejad et al. 2023 (NoPE)",
    .weakness = "A set has no order. The two texts have the same words, so attention gives both the same answer.",
    .try_next = "poslab compare none learned compare.seeds=1..3",
    .relative = true,
    .acts_on = ACTS_ON_NOTHING,
    .formula = formula,
};
