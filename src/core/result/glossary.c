/* glossary.c -- see glossary.h. */
#include "result/glossary.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
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
    {"trained length", "trained, trained lengths, length",
     "How many words the training examples have, such as 4..16. Without a range it is the longest of these: 2x is "
     "twice as many words."},
    {"in range", NULL, "Evaluated at the trained lengths, on new examples."},
    {"extrapolation", NULL, "Evaluated at lengths that are longer than all of training."},
    {"policy", "extrapolation policy, policies",
     "What an encoding does at positions that training never had. extend runs it as it is; interpolate squeezes all "
     "positions into the trained range; `poslab help policies` has the others. None needs training."},
    {"thinned attention", "dispersion, log n, SSMax",
     "Attention weights add up to 1, so a word gets less of them in a longer text. One whose logit is D above all "
     "others has 1 / (1 + (n - 1) e^-D) among n words. `poslab help log_length` says what counters it."},
    {"attention sink", "sink",
     "A row that gets weight wherever the target is, often the first; the policy window_sink keeps it in sight."},
    {"NoPE", NULL, "No position encoding: the encoding none."},
    {"p-RoPE", NULL, "RoPE that rotates only the first, fast pairs of each head: rope fast_waves=2."},
    {"position interpolation", "PI", "The policy interpolate."},
    {"position coupling", "coupling, abacus",
     "Words that belong together get the same position, as digits of equal significance do. Task add does so with "
     "task.coupled=yes, task copy with task.restart=yes."},
    {"theta", "θ",
     "The base of RoPE's angles, called rope_theta in public configs: the setting rope.base. The angle per position is "
     "also called theta: base^(-2i/h) for pair i of a head with h columns."},
    {"depth", "layers, DroPE, looped transformer, PaTH",
     "poslab trains one layer. Some results need more, so they cannot be shown here: that a causal model with no "
     "positions learns order (Haviv 2022) and extrapolates (Kazemnejad 2023), DroPE, looped transformers, PaTH."},
    {"chance", "guessing",
     "The accuracy of a guess that does not look at the text: 50 % where two answers are equally frequent."},
    {"baseline", NULL,
     "A simple model on the same targets, such as a bag of words, or the best possible guess without seeing part of "
     "the text. A model that is not better does not use what the baseline cannot see."},
    {"seed", NULL,
     "The number that the initial weights and the examples are drawn from. One model is trained for each seed: what "
     "differs between them is luck."},
    {"interval", "confidence interval, 95 % interval, ±, ≥, ≤",
     "The 95 % confidence interval of a mean over seeds. Of 100 such intervals about 95 contain the mean of very many "
     "seeds. One is shown to be better than another only where their difference has an interval without 0."},
    {"pass mark", "passed, gate",
     "The accuracy in range that a seed must reach, 95 % unless compare.gate says otherwise. A seed "
     "that does not pass has not learned the task; it still counts in the means."},
    {"blind to segments", NULL,
     "A baseline: the best possible guess for a reader that sees every word in order but not which passage it is in. A "
     "model that is not better does not use segments."},
    {"without order", NULL,
     "A baseline: the best possible guess for a reader that knows which words each passage has, but not their order. A "
     "model that is not better does not use positions."},
    {"trained positions", NULL,
     "A baseline: the best possible guess where every position after the last trained one counts as that one, as under "
     "the policy clamp: the order of words is known only up to there. A model that is not better does not use "
     "positions "
     "that it was not trained on."},
    {"longer than in training", "longer than any text in training, longest, right of the bar",
     "Lengths that no training example had: what an encoding does there is what poslab compares."},
    {"longer, as it is", "as it is",
     "Longer texts than in training, and nothing is done about it: the policy extend. The next column has the "
     "longest length again, under one policy that is the same for all models."},
    {"words", "length in words",
     "The length of an example in words, without [CLS] and other special tokens. Columns of tables are lengths; the "
     "line `words` says which."},
    {"2x", "1x, twice as long",
     "A length as a multiple of the longest trained one: with 4..16 words in training 2x is 32 words. eval.lengths "
     "takes 2x or 32."},
    {"bars", "sparkline",
     "The small bars at the end of a row: accuracy at each length from left to right, from chance (lowest) to 100 % "
     "(highest)."},
    {"right answers", NULL, "Their share is the accuracy: 100 % where every answer is right."},
    {"mean", NULL, "The average over seeds."},
    {"difference", "points, paired by seed",
     "One row minus another, seed by seed, so that what both owe to the same examples cancels out. In percentage "
     "points: 90 % is 5 points more than 85 %."},
    {"Holm", "Holm's correction, real at 5 %, marked, *",
     "With many comparisons some differences look real by luck. Holm's correction demands more of each, so that the "
     "chance of even one false mark (*) in the table is at most 5 %. A difference without a mark is not shown to be "
     "zero."},
    {"finding", NULL, "A sentence above or below a table, derived by a fixed rule from marked differences."},
    {"member", "model, members",
     "One line of a comparison: an encoding, MIXER/ENCODING or baseline/NAME with its options. One model is trained "
     "per member and seed."},
    {"run", NULL, "One trained model and its folder: settings, checkpoint, training log and evaluation."},
    {"comparison", NULL, "Several members with several seeds in one folder, and the table of their results."},
    {"token", NULL, "A word, punctuation mark or character as the model sees it: a row of the token table."},
    {"embedding", "sum",
     "The vector that the layer gets for a word: its token's row, plus its segment's row, plus whatever the encoding "
     "adds for its position."},
    {"position", NULL,
     "The number of a word in its text, counted from 0. [CLS] is at position 0 unless task.cls = last."},
    {"vector", "row", "The numbers of one word or one position: a row of a table."},
    {"column", NULL, "One of the d_model numbers of a vector, counted from 0."},
    {"head", NULL,
     "Attention is divided into heads. Each has its own queries and keys, and decides by itself which words to look "
     "at."},
    {"weight", NULL,
     "In attention: the share, from 0 to 1, that a word has in what a target reads. Elsewhere a learned number of the "
     "model."},
    {"score", NULL, "What attention computes for a pair of words before softmax makes weights of the scores."},
    {"p(yes)", NULL, "The probability that the model gives to the answer yes."},
    {"wave", "wavelength", "The number of positions after which a column of sinusoids, or an angle of rope, repeats."},
    {"similarity", "cosine, cos",
     "The cosine of the angle between two vectors: 1 for the same direction, 0 for unrelated ones."},
    {"shift", NULL,
     "Whether one fixed matrix turns the vector of every position t into that of t + K. If so, attention can learn `K "
     "positions back` once for all positions."},
    {"error", "worst column",
     "In a fit: the size of what is left over, as a share of the size of the rows. 0 is perfect, 1 is useless."},
    {"norm", "mean length", "The length of a vector: the square root of the sum of its squared numbers."},
    {"mixer", NULL, "The part of the layer where words see each other: attention, or a recurrent network instead."},
    {"steps", "step", "Updates of the weights, each from one batch of examples."},
    {"precision", NULL, "Of the rows that the model gave a label, the share that really have it."},
    {"recall", NULL, "Of the rows that have a label, the share that the model gave it."},
    {"F1", NULL, "The harmonic mean of precision and recall; macro-F1 is its mean over labels."},
    {"label", "answered, right",
     "What a row of the task tsv is to be sorted into; `answered` counts how often the model gave it, `right` how "
     "often that was correct."},
    {"best", NULL,
     "In `poslab runs`: the row with the highest accuracy at the longest evaluated length, then in range."},
    {"done", NULL, "In `poslab runs`: models that are finished, out of all that the folder will have."},
    {"at", NULL, "The length at which a number was measured."},
    {"state", NULL, "What is not finished: failed, running or stopped models."},
    {"name", NULL, "The folder of a run or comparison. Its name says how its settings differ from the defaults."},
    {"date", NULL, "When the folder was last written to."},
    {"setting", "settings",
     "A key and its value, such as train.steps=800; `poslab help settings --all` has all keys. A column `settings` "
     "shows "
     "those in which folders differ."},
    {"finished", NULL, "Trained and evaluated."},
    {"running", NULL, "Being trained by a process that is alive."},
    {"stopped", NULL, "Ended before its last step, with a checkpoint; the same command continues it."},
    {"failed", NULL, "Training ended with an error, which `poslab runs DIR` prints; the same command tries again."},
    {"waiting", NULL, "Not started yet."},
    {"verdict", NULL,
     "What a claim comes to over all its settings: held, did not hold, depends, undecided, or theorem."},
    {"held", NULL, "Verdict of a claim: yes in every setting that gave an answer."},
    {"did not hold", NULL, "Verdict of a claim: no in every setting that gave an answer."},
    {"depends", NULL, "Verdict of a claim: yes in some settings, no in others."},
    {"undecided", "inconclusive",
     "Verdict of a claim: the intervals are too wide for yes or no in every setting; more seeds may decide."},
    {"theorem", NULL, "Verdict of a claim that is proven on paper: poslab shows it and does not test it."},
    {"control", NULL,
     "A table of a claim that is not part of the verdict: it shows that the experiment would have noticed the "
     "opposite."},
    {"rule", NULL, "When a row of a claim is a yes and when a no."},
    {"margin", NULL, "How large a difference must be for a claim to call it one."},
    {"over it", "more, gap", "In a claim's table: the difference between the first two columns."},
    {0},
};

/* Whether a list separated by commas has the word. */
static bool lists(const char *list, const char *word) {
    size_t wanted = strlen(word);
    for (size_t length; *list; list += length + strspn(list + length, ", ")) {
        length = strcspn(list, ",");
        if (length == wanted && strncasecmp(list, word, length) == 0)
            return true;
    }
    return false;
}

const struct glossary_word *glossary_find(const char *word) {
    for (const struct glossary_word *g = glossary; g->word; g++)
        if (strcasecmp(g->word, word) == 0 || (g->also && lists(g->also, word)))
            return g;
    return NULL;
}
