/* none.c -- no positions: attention that looks both ways then sees a set. */
#include "encoding/kinds.h"

const struct encoding encoding_none = {
    .name = "none",
    .summary = "nothing added; without causality the order of the words is invisible",
    .source = "Haviv et al. 2022; Kazemnejad et al. 2023 (NoPE)",
    .relative = true,
    .acts_on = ACTS_ON_NOTHING,
};
