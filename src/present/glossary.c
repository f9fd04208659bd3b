/* glossary.c -- see glossary.h. */
#include "present/glossary.h"

#include <stddef.h>
#include <strings.h>

const struct glossary_word glossary[] = {
    {"position encoding", "encoding",
     "How a model gets to know the order of the words. Attention alone sees a set of words: it needs something that is "
     "added to the embedding, rotates queries and keys, or is added to the scores."},
    {"segment", "passage",
     "Which passage of an example a word is in. Passage A is segment 0, passage B is segment 1; every word has a "
     "segment embedding that says where it belongs."},
    {"target", NULL,
     "A position at which the model has to give an answer, and what the right answer is. In many tasks it is [CLS] "
     "alone."},
    {"trained length", "length",
     "How many words the training examples have, such as 4..16. Without a range it is the longest of these: 2x is "
     "twice "
     "as many words."},
    {"in range", NULL, "Evaluated at the trained lengths, on examples that are new."},
    {"extrapolation", NULL, "Evaluated at lengths that are longer than all of training."},
    {"policy", "extrapolation policy",
     "What an encoding does at positions that training never had. extend runs it as it is; interpolate squeezes all "
     "positions into the trained range, which helps where order counts and harms where distances do; "
     "`poslab list policies` has the others. None needs training."},
    {"chance", NULL, "The accuracy of a guess: 50 % where two answers are equally frequent."},
    {"baseline", NULL,
     "Something simple on the same targets: a bag of words, or the best guess without part of a text (without order: "
     "not where words are; blind to segments: not which passage they are in). A model that is not better does not use "
     "what the baseline cannot see."},
    {"seed", NULL,
     "The number that the initial weights and the examples are drawn from. One model is trained for each seed: what "
     "differs between them is luck."},
    {"interval", "confidence interval",
     "The 95 % confidence interval of a mean over seeds. Of 100 such intervals about 95 contain the mean of very many "
     "seeds. One is shown to be better than another only where their difference has an interval without 0."},
    {"gate", "passed",
     "The accuracy in range that a seed must reach to pass, 95 % unless compare.gate says otherwise. A seed that does "
     "not pass has not learned the task; it still counts in the means."},
    {0},
};

const struct glossary_word *glossary_find(const char *word) {
    for (const struct glossary_word *g = glossary; g->word; g++)
        if (strcasecmp(g->word, word) == 0 || (g->also && strcasecmp(g->also, word) == 0))
            return g;
    return NULL;
}
