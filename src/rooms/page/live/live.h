/* live.h -- one model as an engine that is spoken to in messages: it trains a little, evaluates, answers, draws. It
 * opens no file and starts no process, so it runs in a browser; what it answers is what the program says.
 *
 * A message is lines in UTF-8, each "key = value", in the order given below; the first is "do = NAME". A value is the
 * rest of its line, without quotes or escapes: it cannot have a line break, for which the page writes a blank. Items of
 * a list have commas or blanks between them. A key with a dot is a setting, as on the command line. A key that a
 * message does not know is an error; one without a value is as if it were not there. The answer is a JSON object: what
 * is listed below, or {"error": TEXT, "code": exit code}, after which the engine is as it was before.
 *
 *   list        what there is: encodings (name, summary, source, weakness, colour, dash, formula and policies of its
 *               default options, mixers that can follow), mixers (name, summary, ordered: by itself), tasks (name,
 *               summary, question, causal: for models that look back, many: several targets a text, one_layer: a
 *               setting with which one layer can learn it, or ""), policies (name, summary), views [names], settings
 *               (key, of, kind, default, summary, low, high, choices)
 *   open        settings. A new model with its initial weights: step, steps, heads, trained {low, high}, policies (that
 *               fit, the natural one first), words (all known), texts (1 or 2), example [texts], question (with
 *               the value of the option that it names)
 *   check       settings: nothing; an error if `open` would refuse them. No model is made.
 *   train       milliseconds, steps: until either has passed, at least one step. step, done, course [[step, loss],
 *               ...], the mean of each sixtieth of the steps so far at the last of them
 *   evaluate    policies (a list; all that fit), lengths "1x 2x 4x" (eval.lengths), examples (eval.examples),
 *               in_range (true): lengths [words, ...], baselines [{name, means, in_range, at [...]}, ...] of
 *               accuracy, chance first, rows [{policy, accuracy [...], loss [...], count [...]}], in_range {accuracy,
 *               loss, count} (where it is false: count 0, no numbers); a count is of independent targets
 *   ask         text_a, text_b, policy: rows [{word, segment, position}] (null: the model has no positions), targets
 *               [{row, answer, probability, probabilities [{answer, probability}, ...]}], attention [head][row][row]
 *               (rows of a causal model end early; only those of targets reach the answer; null: the mixer has none),
 *               parts {token, segment, position, sum: [row][D]} (null: no number)
 *   sample      length (0: the longest trained), count, policy: examples [{words, segments, row, targets, answer,
 *               given}]: the first of evaluation; at its last target, in that row, the right answer and the model's
 *   encoding    settings, view (a name of `poslab show`), positions, length, offset, head, width, height, as: title,
 *               formula (of its options), sees (what one sees, in a sentence), sentences [...], svg [...], numbers
 *               {...}, those of `poslab show --json`. It needs no model.
 *   chart       models; kind: "extrapolation" (accuracy by length) or "learning" (loss by step), at (a length or step
 *               that is marked), steps (of the training), width, height, as, panels (false: for each model one, y from
 *               0): svg (a model's second policy is dashed), points [{name, from, x, mean, low, high, n}], from < x:
 *               over that whole range. A mean is there where all seeds of a model have a value.
 *   findings    models: findings [...], the sentences that `poslab compare` begins with, about the longest length;
 *               title, what they say about the policy `under` or, if none is given, about the models as they are (or
 *               ""); beyond training take {model, policy, mean, name, text}, the best row there of a model that
 *               learned the task, as it is where no policy adds five points (of none: text alone); with
 *               why (one of their names), under (a policy) and its settings: why {fact, price, kind, cell, sentence},
 *               as `poslab compare --json` has them, of the weights where the engine has such a model
 *   save        bytes: how many the checkpoint has that live_bytes then holds, a file for `poslab eval`; checksum of
 *               all of them, as the file has it
 *
 * Pictures are answered as: "page"; or "svg" or "csv", in `file` instead of `svg`: as the program writes them to files.
 * `models` are trained (words: 4..16), examples (behind each value); for each baseline, chance first: baseline (its
 * name), in_range, points; for each model: model (its name), encoding, mixer, and for each of its seeds: seed,
 * in_range, then points, or for each policy, its own first: policy, points. Points are x,y,x,y,..., values as in
 * evaluations, 0..1; of the loss x is a step. These messages need no model in the engine.
 */
#pragma once

#include <stddef.h>

struct live;

/* An engine without a model. */
struct live *live_new(void);
void live_free(struct live *l);
/* The answer to a message of `size` bytes; it is the engine's, until the next message. */
const char *live_message(struct live *l, const char *message, size_t size);
/* What `save` left, *size bytes. */
const unsigned char *live_bytes(struct live *l, size_t *size);
