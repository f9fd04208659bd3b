/* none.c -- no positions: attention that looks both ways then sees a set. */
#include "encoding/kinds.h"

static const struct policy *const natural[] = {&policy_extend, NULL};

const struct encoding encoding_none = {
    .name = "none",
    .summary = "nothing added; without causality the order of the words is invisible",
    .source = "Haviv et al. 2022; Kazemnejad et al. 2023 (NoPE)",
    .policies = natural,
};
