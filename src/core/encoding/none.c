/* none.c -- no positions: attention then sees a set. */
#include "base/text.h"
#include "encoding/kinds.h"
#include "encoding/seen.h"

static void formula(const struct encoding_built *b, char *text, size_t size) {
    (void)b;
    text_append(text, size, "z = x\n");
}

const struct encoding encoding_none = {
    .name = "none",
    .summary = "nothing added: to one layer word order is invisible, under a causal mask, too",
    .source = "Haviv et al. 2022; Kazemnejad et al. 2023 (NoPE)",
    .weakness =
        "A set has no order. The two texts have the same words, so attention gives both the same answer. A causal mask "
        "hides later words, but a target sees those before it as a set, too; Haviv et al. report that causal models of "
        "many layers learn positions. In longer texts a set thins attention out, as every other encoding does: see "
        "`poslab help log_length`.",
    .try_next = "poslab compare none learned compare.seeds=1..3",
    .relative = true,
    .acts_on = ACTS_ON_NOTHING,
    .formula = formula,
    .seen = seen_nothing,
};
