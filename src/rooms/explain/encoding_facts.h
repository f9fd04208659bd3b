/* encoding_facts.h -- what an encoding does, in numbers with names. Each is computed from its hooks: position vectors,
 * angles, scores by distance. So a new encoding is explained the day it is registered. */
#pragma once

#include "encoding/encoding.h"
#include "run/run.h"

enum { FACTS_MAX = 48, FACT_NAME = 100 };

struct encoding_facts {
    int count;
    struct {
        char name[FACT_NAME];
        double value;
    } fact[FACTS_MAX];
};

/* Under what was typed (NULL: the default settings): what it does, its formula, and its limits:
 * beyond the trained length, and where common statements about it are wrong. Errors: those of the settings. */
bool encoding_facts_of(struct encoding_facts *does, struct encoding_facts *limits, char formula[ENCODING_FORMULA],
                       const struct encoding *kind, const struct assignments *typed, struct error *e);
/* An untrained model of the task `first` under these settings. */
bool encoding_facts_model(struct run *r, const struct encoding *kind, const struct assignments *typed, struct error *e);
