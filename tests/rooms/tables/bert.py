#!/usr/bin/env python3
"""Prints what a BERT answers at the targets of examples: the numbers of tests/rooms/tables/bert_*.txt.

Run:    python3 tests/rooms/tables/bert.py FOLDER EXAMPLES.json
Needs:  Python 3 and numpy.

FOLDER is what `poslab export RUN --to bert` writes, EXAMPLES.json what `poslab sample --json` prints. The forward pass is
that of Devlin et al. 2019 in float64, written from the paper and the names and meanings of Hugging Face's configuration:
an encoder of any number of layers, then the classifier of a BertForTokenClassification. It reads nothing but the three
public files. Each example is computed twice, alone and at the front of a batch padded with [PAD], whose mask must change
nothing. A line is: example, row of the target, answer, probability.
"""
import json
import math
import struct
import sys

import numpy as np

FLOATS = {"F32": np.float32, "F64": np.float64}


def tensors(path):
    """Name -> float64 array of a safetensors file."""
    with open(path, "rb") as f:
        data = f.read()
    size, = struct.unpack("<Q", data[:8])
    body, found = data[8 + size:], {}
    for name, t in json.loads(data[8:8 + size]).items():
        if name != "__metadata__":
            begin, end = t["data_offsets"]
            numbers = np.frombuffer(body[begin:end], FLOATS[t["dtype"]])
            found[name] = numbers.reshape(t["shape"]).astype(np.float64)
    return found


def expected_shapes(c):
    """What a BertForTokenClassification of this configuration holds."""
    D, F = c["hidden_size"], c["intermediate_size"]
    shapes = {"bert.embeddings.word_embeddings.weight": (c["vocab_size"], D),
              "bert.embeddings.position_embeddings.weight": (c["max_position_embeddings"], D),
              "bert.embeddings.token_type_embeddings.weight": (c["type_vocab_size"], D)}
    linear = {"classifier": (len(c["id2label"]), D)}
    norms = ["bert.embeddings.LayerNorm"]
    for k in range(c["num_hidden_layers"]):
        layer = f"bert.encoder.layer.{k}."
        for part in ("self.query", "self.key", "self.value", "output.dense"):
            linear[layer + "attention." + part] = (D, D)
        linear[layer + "intermediate.dense"], linear[layer + "output.dense"] = (F, D), (D, F)
        norms += [layer + "attention.output.LayerNorm", layer + "output.LayerNorm"]
    for name, shape in linear.items():
        shapes[name + ".weight"], shapes[name + ".bias"] = shape, shape[:1]
    for name in norms:
        shapes[name + ".weight"] = shapes[name + ".bias"] = (D,)
    return shapes


def linear(w, name, x):
    return x @ w[name + ".weight"].T + w[name + ".bias"]


def norm(c, w, name, x):
    centred = x - x.mean(-1, keepdims=True)
    scaled = centred / np.sqrt((centred ** 2).mean(-1, keepdims=True) + c["layer_norm_eps"])
    return scaled * w[name + ".weight"] + w[name + ".bias"]


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def gelu(x):
    return x * (1 + np.vectorize(math.erf)(x / math.sqrt(2))) / 2


def attention(c, w, layer, x, mask):
    heads, width = c["num_attention_heads"], c["hidden_size"] // c["num_attention_heads"]
    mixed = np.empty_like(x)
    q, k, v = (linear(w, f"{layer}attention.self.{part}", x) for part in ("query", "key", "value"))
    for h in range(heads):
        own = slice(h * width, (h + 1) * width)
        scores = q[:, own] @ k[:, own].T / math.sqrt(width)
        mixed[:, own] = softmax(np.where(mask, scores, -np.inf)) @ v[:, own]
    return linear(w, layer + "attention.output.dense", mixed)


def hidden(c, w, ids, segments, mask):
    """(rows, D) after the last layer; row t has position t."""
    e = "bert.embeddings."
    x = w[e + "word_embeddings.weight"][ids] + w[e + "token_type_embeddings.weight"][segments] \
        + w[e + "position_embeddings.weight"][np.arange(len(ids))]
    x = norm(c, w, e + "LayerNorm", x)
    for number in range(c["num_hidden_layers"]):
        layer = f"bert.encoder.layer.{number}."
        x = norm(c, w, layer + "attention.output.LayerNorm", x + attention(c, w, layer, x, mask))
        inner = gelu(linear(w, layer + "intermediate.dense", x))
        x = norm(c, w, layer + "output.LayerNorm", x + linear(w, layer + "output.dense", inner))
    return x


def probabilities(c, w, ids, segments):
    rows, room = len(ids), c["max_position_embeddings"] - len(ids)
    alone = hidden(c, w, ids, segments, np.ones(rows, bool))
    padded = hidden(c, w, ids + [c["pad_token_id"]] * room, segments + [0] * room, np.arange(rows + room) < rows)
    assert np.abs(alone - padded[:rows]).max() < 1e-12
    return softmax(linear(w, "classifier", alone))


def main(folder, examples):
    with open(folder + "/config.json", encoding="utf-8") as f:
        c = json.load(f)
    with open(folder + "/vocab.txt", encoding="utf-8", newline="\n") as f:
        ids = {word: row for row, word in enumerate(f.read().split("\n")[:-1])}
    w = tensors(folder + "/model.safetensors")
    assert c["model_type"] == "bert" and c["hidden_act"] == "gelu" and c["position_embedding_type"] == "absolute"
    assert {name: t.shape for name, t in w.items()} == expected_shapes(c)
    assert len(ids) == c["vocab_size"] and ids["[PAD]"] == c["pad_token_id"]
    assert not w["bert.embeddings.word_embeddings.weight"][c["pad_token_id"]].any()
    with open(examples, encoding="utf-8") as f:
        examples = json.load(f)["examples"]
    for number, example in enumerate(examples):
        assert example["positions"] == list(range(len(example["words"])))
        p = probabilities(c, w, [ids[word] for word in example["words"]], example["segments"])
        for target in example["targets"]:
            for answer, name in sorted(c["id2label"].items(), key=lambda item: int(item[0])):
                print(number, target["row"], name, f"{p[target['row'], int(answer)]:.9f}")


main(*sys.argv[1:])
