#!/usr/bin/env python3
"""Prints the numbers of test_next_word.c: loss and right answer at every target of one example of `next`.

Run:    python3 tests/rooms/texts/next.py
Needs:  Python 3 and numpy.

A forward pass in float64 of one causal layer with rotary positions, row by row as the formulas have it. Nothing is read
from the C program: the text, the rule for its vocabulary and the weights are written here and, again, in the test.
"""
import math

import numpy as np

TEXT = ("a g g f a g f v e a e d d g c g c g b a b e a z g b b c f b f b f a d a d g c f "
        "c f b e w e a d g v g c").split()
TRAINED = 40            # words; the others are held out, and all but the last are one example
WIDTH, HEADS, HIDDEN = 8, 2, 12
LAYER = "encoder.layer.0."


def vocabulary(words):
    """[UNK], then words that occur twice or more, from the most frequent down, equals as they first appeared."""
    first = list(dict.fromkeys(words))
    known = sorted((w for w in first if words.count(w) > 1), key=lambda w: -words.count(w))
    return ["[UNK]"] + known


def weight(name, rows, columns=0):
    """Number i is .5 sin(2.3 i + letters of the name), as a float32; to the gain of a norm 1 is added."""
    i = np.arange(rows * (columns or 1))
    w = 0.5 * np.sin(2.3 * i + len(name))
    if "layernorm" in name and name.endswith(".weight"):
        w = 1 + w
    return w.astype(np.float32).astype(np.float64).reshape((rows, columns) if columns else rows)


def linear(name, x, out):
    return weight(name + ".weight", out, len(x)) @ x + weight(name + ".bias", out)


def norm(name, x):
    centred = x - x.mean()
    return centred / math.sqrt((centred ** 2).mean() + 1e-5) * weight(name + ".weight", WIDTH) \
        + weight(name + ".bias", WIDTH)


def rotate(x, position):
    """Column i of a head turns with column i + half of its width."""
    y = x.copy()
    head = WIDTH // HEADS
    for h in range(0, WIDTH, head):
        for i in range(head // 2):
            angle = position * 10000.0 ** (-2 * i / head)
            a, b = x[h + i], x[h + i + head // 2]
            y[h + i] = a * math.cos(angle) - b * math.sin(angle)
            y[h + i + head // 2] = a * math.sin(angle) + b * math.cos(angle)
    return y


def attend(rows):
    """What each row gets from those up to itself."""
    name, head, out = LAYER + "attention.", WIDTH // HEADS, []
    q = [rotate(linear(name + "self.query", x, WIDTH), t) for t, x in enumerate(rows)]
    k = [rotate(linear(name + "self.key", x, WIDTH), t) for t, x in enumerate(rows)]
    v = [linear(name + "self.value", x, WIDTH) for x in rows]
    for t in range(len(rows)):
        mixed = np.zeros(WIDTH)
        for h in range(0, WIDTH, head):
            score = [q[t][h:h + head] @ k[s][h:h + head] / math.sqrt(head) for s in range(t + 1)]
            share = np.exp(np.array(score) - max(score))
            mixed[h:h + head] = sum(a * v[s][h:h + head] for s, a in enumerate(share / share.sum()))
        out.append(linear(name + "output.dense", mixed, WIDTH))
    return out


def logits(token, words):
    table = weight("embeddings.word_embeddings.weight", words, WIDTH)
    x = [table[i] + weight("embeddings.token_type_embeddings.weight", 1, WIDTH)[0] for i in token]
    x = [a + b for a, b in zip(x, attend([norm(LAYER + "layernorm_before", a) for a in x]))]
    for t, a in enumerate(x):
        inner = np.maximum(linear(LAYER + "intermediate.dense", norm(LAYER + "layernorm_after", a), HIDDEN), 0)
        x[t] = a + linear(LAYER + "output.dense", inner, WIDTH)
    return [linear("classifier", norm("layernorm", a), words) for a in x]


def main():
    words = vocabulary(TEXT[:TRAINED])
    token = [words.index(w) if w in words else 0 for w in TEXT[TRAINED:]]
    for y, answer in zip(logits(token[:-1], len(words)), token[1:]):
        loss = math.log(np.exp(y - y.max()).sum()) + y.max() - y[answer]
        print(f"{{{loss:.9f}, {int(y.argmax() == answer)}, {answer}}},", end=" ")
    print()


main()
