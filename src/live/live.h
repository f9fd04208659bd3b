/* live.h -- one model as an engine that is spoken to in messages: it trains a little, evaluates, answers, draws. It
 * opens no file and starts no process, so it runs in a browser; what it answers is what the program says.
 *
 * A message is a JSON object, {"do": NAME, ...}; the answer is one, too: what is listed below, or {"error": TEXT,
 * "code": exit code}, after which the engine is as it was before. A key that a message does not know is an error.
 *
 *   list        what there is: encodings (name, summary, source, weakness, colour, dash, formula and policies of its
 *               default options, mixers that can follow), mixers (name, summary, ordered: by itself), tasks (name,
 *               summary, question, causal: for models that look back), policies (name, summary), views [names],
 *               settings (key, of, kind, default, summary, low, high, choices)
 *   open        settings {key: value, ...}, as on the command line. A new model with its initial weights: label,
 *               settings (that differ from the defaults), command, step, steps, weights, trained {low, high},
 *               policies (that fit, the natural one first), words (all known), texts (1 or 2), example [texts],
 *               question
 *   train       milliseconds, steps: until either has passed, at least one step. step, steps, loss, accuracy,
 *               steps_per_second, done, log [[step, loss, accuracy], ...] since the answer before; where no step was
 *               left, loss and accuracy are null
 *   evaluate    policies ["extend", ...] (all that fit), lengths "1x 2x 4x" (eval.lengths), examples (eval.examples),
 *               in_range (true): lengths [words, ...], baselines [{name, in_range, at [...]}, ...] of accuracy,
 *               chance first, rows [{policy, accuracy [...], loss [...], count [...]}], in_range {accuracy, loss,
 *               count} (where it is false: count 0, no numbers)
 *   ask         texts [a, b], policy: rows [{word, segment, position}] (null: the model has no positions), targets
 *               [{row, answer, probability, probabilities [{answer, probability}, ...]}], attention [head][row][row]
 *               (rows of a causal model end early; only those of targets reach the answer; null: the mixer has none),
 *               parts {token, segment, position, sum: [row][D]} (null: no number)
 *   encoding    settings, view (a name of `poslab show`), positions, offset, head, width: title, formula (of its
 *               options), sees (what one sees, in a sentence), sentences [...], svg [...], numbers {...}, those of
 *               `poslab show --json`. It needs no model.
 *   chart       kind: "extrapolation" (accuracy by length) or "learning" (loss by step), or another metric, curves
 *               [{name, encoding, seeds [{seed, in_range, points [[x, y], ...]}]}], trained {low, high}, baselines
 *               [{name, points [[x, y], ...]}, ...] with chance first, at (a length that is marked), examples
 *               (behind each value), steps (of the training), width, height: svg, points [{name, from, x, mean, low,
 *               high, n}], from < x: over that whole range. Values are as in evaluations, 0..1. A mean is there where
 *               all seeds of a curve have a value. It needs no model.
 *   findings    models [{name, encoding, mixer, policies [...] with its own first, seeds [{seed, in_range,
 *               at [...]}]}], at: accuracy under each policy at so many words, trained {low, high},
 *               chance {in_range, at}, examples: findings [...], the sentences that `poslab compare` begins with.
 *               It needs no model.
 *   save        bytes: how many the checkpoint has that live_bytes then holds, a file for `poslab eval`; checksum of
 *               all of them, as the file has it
 *   load        as open, of the checkpoint in live_bytes
 */
#pragma once

#include <stddef.h>

struct live;

/* An engine without a model. */
struct live *live_new(void);
void live_free(struct live *l);
/* The answer to a message of `size` bytes; it is the engine's, until the next message. */
const char *live_message(struct live *l, const char *message, size_t size);
/* Bytes that go beside a message: what `save` left, *size of them; and room for `size` of them, for `load`. */
unsigned char *live_bytes(struct live *l, size_t *size);
unsigned char *live_bytes_alloc(struct live *l, size_t size);
