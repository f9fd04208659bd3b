#!/usr/bin/env python3
"""Writes the reference files tests/golden/*.safetensors and t5_buckets.txt.

Run:    python3 tests/golden/make.py
Needs:  Python 3, numpy and PyTorch (made with torch 1.13.1, numpy 1.24.2); nothing else.

Every number comes from the model as written below, in float64, with gradients by
autograd and updates by torch.optim.AdamW.  Nothing is read from the C program.
The seeds are fixed: a second run on the same machine gives the same bytes.
"""
import cmath
import json
import math
import os
import struct

import numpy as np
import torch
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
EPS_NORM = 1e-5
STEPS, WARMUP = 10, 3
BETAS, EPS, WEIGHT_DECAY = (0.9, 0.98), 1e-8, 0.1

ATT = "encoder.layer.0.attention."
NORM_EMB = "embeddings.LayerNorm"
NORM_BEFORE = "encoder.layer.0.layernorm_before"
NORM_AFTER = "encoder.layer.0.layernorm_after"
NORM_FINAL = "layernorm"
NORM_ATT = ATT + "output.LayerNorm"
NORM_OUT = "encoder.layer.0.output.LayerNorm"
REC = "encoder.layer.0.recurrent."
NORM_REC = REC + "output.LayerNorm"
RELATIVE = "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
INNER = "encoder.layer.0.intermediate.dense"
OUTER = "encoder.layer.0.output.dense"

# What every case has unless it says otherwise.  The keys are the keys of __metadata__.
# Some cases add keys of their own: fraction (rope), sides (alibi), buckets and max_distance (t5),
# combine and columns (learned), mixer and bidirectional (no mixer: attention).
USUAL = dict(d_model=8, heads=2, d_ff=12, norm="pre", activation="relu", causal="no",
             embedding_norm="no", encoding="learned", offset=0, base=10000.0, scale=1.0,
             layout="interleaved", origin=0, pairing="paired", vocabulary=11, segments=2,
             classes=3, trained=9, learning_rate=0.02)

# name -> (seed, the batch that asks out of row order, ask every row, differences from USUAL).
# `clip` is chosen so that it binds on some of the steps and not on the others.
CASES = {
    "pre_relu_learned": (101, 1, False, dict(clip=1.4)),
    "post_gelu_sinusoidal_causal": (102, 0, True, dict(
        norm="post", activation="gelu", encoding="sinusoidal", causal="yes",
        embedding_norm="yes", scale=0.5, clip=1.0)),
    "pre_gelu_none_causal": (103, 1, False, dict(
        activation="gelu", encoding="none", causal="yes", d_model=12, heads=3, clip=1.5)),
    "post_relu_learned_offset": (104, 0, False, dict(norm="post", offset=2, clip=0.95)),
    "pre_noffn_sinusoidal": (105, 1, False, dict(
        d_ff=0, encoding="sinusoidal", layout="halves", origin=1, base=100.0, scale=0.75,
        clip=1.2)),
    "pre_relu_sinusoidal_unpaired": (106, 0, False, dict(
        encoding="sinusoidal", pairing="unpaired", scale=1.25, clip=0.8)),
    "pre_relu_rope_halves": (107, 1, False, dict(
        encoding="rope", layout="halves", base=100.0, fraction=1.0, clip=1.0)),
    "post_gelu_rope_part_causal": (108, 0, False, dict(
        norm="post", activation="gelu", encoding="rope", causal="yes", d_model=16,
        fraction=0.5, clip=1.0)),
    "pre_relu_alibi": (109, 1, True, dict(encoding="alibi", sides="symmetric", clip=1.2)),
    "post_relu_alibi_signed": (110, 0, False, dict(
        norm="post", encoding="alibi", d_model=12, heads=6, sides="signed", clip=1.1)),
    "pre_gelu_t5": (111, 1, True, dict(
        activation="gelu", encoding="t5", buckets=8, max_distance=6, clip=1.0)),
    "pre_noffn_t5_causal": (112, 0, False, dict(
        d_ff=0, encoding="t5", causal="yes", buckets=6, max_distance=8, clip=1.0)),
    "pre_relu_learned_concat": (113, 1, False, dict(combine="concat", columns=3, clip=1.5)),
    "pre_relu_rnn_learned": (114, 0, False, dict(
        mixer="rnn", bidirectional="yes", clip=0.7)),
    "post_gelu_gru": (115, 1, True, dict(
        norm="post", activation="gelu", encoding="none", mixer="gru", bidirectional="no",
        clip=0.95)),
    "pre_noffn_lstm_sinusoidal": (116, 0, False, dict(
        d_ff=0, encoding="sinusoidal", scale=0.5, mixer="lstm", bidirectional="yes", clip=0.92)),
    "post_relu_lstm": (117, 1, False, dict(
        norm="post", encoding="none", d_model=6, mixer="lstm", bidirectional="no", clip=1.0)),
    "pre_relu_gru_learned": (118, 0, False, dict(
        mixer="gru", bidirectional="yes", clip=1.0)),
}


# ---------------------------------------------------------------- the model

def shapes(c):
    """Name -> shape of every weight of case c."""
    D, H = c["d_model"], c["d_ff"]
    P = c.get("columns", 0)             # the columns that only the position has
    s = {"embeddings.word_embeddings.weight": (c["vocabulary"], D - P),
         "embeddings.token_type_embeddings.weight": (c["segments"], D - P)}
    if c["encoding"] == "learned":
        s["embeddings.position_embeddings.weight"] = (c["trained"] + c["offset"], P or D)
    if c["encoding"] == "t5":
        s[RELATIVE] = (c["buckets"], c["heads"])
    if "mixer" in c:
        s.update({REC + k: tuple(p.shape) for k, p in module(c).named_parameters()})
        linear = {REC + "output.dense": (D, 2 * D if c["bidirectional"] == "yes" else D)}
    else:
        linear = {ATT + "self.query": (D, D), ATT + "self.key": (D, D),
                  ATT + "self.value": (D, D), ATT + "output.dense": (D, D)}
    if H > 0:
        linear.update({INNER: (H, D), OUTER: (D, H)})
    linear["classifier"] = (c["classes"], D)
    norms = [NORM_EMB] if c["embedding_norm"] == "yes" else []
    if c["norm"] == "pre":
        norms += [NORM_BEFORE] + ([NORM_AFTER] if H > 0 else []) + [NORM_FINAL]
    else:
        norms += [norm_mixed(c)] + ([NORM_OUT] if H > 0 else [])
    for name, (out, inp) in linear.items():
        s[name + ".weight"], s[name + ".bias"] = (out, inp), (out,)
    for name in norms:
        s[name + ".weight"], s[name + ".bias"] = (D,), (D,)
    return s


def initial(c, rng):
    """Moderate random weights, rounded to float32 so that either precision starts alike."""
    w = {}
    for name, shape in shapes(c).items():
        r = rng.standard_normal(shape)
        if "embeddings.weight" in name:
            r = 0.7 * r
        elif name == RELATIVE:
            r = 0.5 * r
        elif len(shape) == 2:
            r = r * (1.5 if ".query" in name or ".key" in name else 1.1) / math.sqrt(shape[1])
        elif name.endswith(".weight"):
            r = 1 + 0.25 * r
        else:
            r = 0.3 * r
        w[name] = torch.tensor(r.astype(np.float32).astype(np.float64), requires_grad=True)
    return w


def sinusoid(c, t):
    """The encoding of place t, a list of D numbers, without the scale."""
    D, base = c["d_model"], c["base"]
    if c["pairing"] == "unpaired":
        return [(math.cos if k % 2 else math.sin)(t / base ** (k / D)) for k in range(D)]
    angle = [t / base ** (2 * (i + c["origin"]) / D) for i in range(D // 2)]
    if c["layout"] == "halves":
        return [math.sin(a) for a in angle] + [math.cos(a) for a in angle]
    return [f(a) for a in angle for f in (math.sin, math.cos)]


def embed(c, w, b):
    x = w["embeddings.word_embeddings.weight"][b["token"]] \
        + w["embeddings.token_type_embeddings.weight"][b["segment"]]
    if c["encoding"] == "learned":
        p = w["embeddings.position_embeddings.weight"][b["place"] + c["offset"]]
        x = torch.cat([x, p], 1) if c.get("combine") == "concat" else x + p
    elif c["encoding"] == "sinusoidal":
        x = x + c["scale"] * torch.tensor([sinusoid(c, t) for t in b["place"].tolist()],
                                          dtype=torch.float64)
    return norm(w, NORM_EMB, x) if c["embedding_norm"] == "yes" else x


def norm(w, name, x):
    return F.layer_norm(x, x.shape[-1:], w[name + ".weight"], w[name + ".bias"], EPS_NORM)


def linear(w, name, x):
    return x @ w[name + ".weight"].T + w[name + ".bias"]


def allowed(c, b):
    """(N,N): may the row of the first index look at the row of the second?"""
    n = len(b["token"])
    row = torch.arange(n)
    sequence = torch.bucketize(row, b["start"][1:], right=True)
    same = sequence[:, None] == sequence[None, :]
    return same & (row[None, :] <= row[:, None]) if c["causal"] == "yes" else same


def turned(c, x, place):
    """x (heads, rows, width): the first columns of each head turned by the angles of the row."""
    cut = round(x.shape[2] * c["fraction"])
    assert cut % 2 == 0 and cut == x.shape[2] * c["fraction"]
    i = torch.arange(cut // 2)
    first, second = (i, i + cut // 2) if c["layout"] == "halves" else (2 * i, 2 * i + 1)
    angle = place[:, None] * c["base"] ** (-2 * i.double() / cut)
    p, q = x[..., first], x[..., second]
    y = x.clone()
    y[..., first] = p * angle.cos() - q * angle.sin()
    y[..., second] = p * angle.sin() + q * angle.cos()
    return y


def slopes(heads):
    """ALiBi.  A power of two has its own slopes; else every other one of the next is added."""
    low = 2 ** (heads.bit_length() - 1)
    own = [2.0 ** (-8 * (n + 1) / low) for n in range(low)]
    more = [2.0 ** (-8 * (n + 1) / (2 * low)) for n in range(0, 2 * low, 2)]
    return (own + more)[:heads]


def bucket(c, d):
    """T5's bucket of the distance d = place of the key - place of the query.

    floor(log(n / exact) / log(max_distance / exact) * steps) >= k just when
    (n / exact)^steps >= (max_distance / exact)^k; in whole numbers nothing is rounded."""
    if c["causal"] == "yes":
        offset, n, B = 0, max(-d, 0), c["buckets"]
    else:
        offset, n, B = c["buckets"] // 2 if d > 0 else 0, abs(d), c["buckets"] // 2
    exact = B // 2
    if n < exact:
        return offset + n
    steps, k = B - exact, 0
    while k < steps - 1 and \
            n ** steps * exact ** (k + 1) >= c["max_distance"] ** (k + 1) * exact ** steps:
        k += 1
    return offset + exact + k


def position_bias(c, w, place):
    """(heads,N,N): what the encoding adds to the scores, or None."""
    d = place[None, :] - place[:, None]
    if c["encoding"] == "alibi":
        m = torch.tensor(slopes(c["heads"]), dtype=torch.float64)[:, None, None]
        if c["sides"] == "signed":
            m = torch.where(d > 0, m / 2, m)
        return -m * d.abs()
    if c["encoding"] == "t5":
        k = torch.tensor([[bucket(c, v) for v in line] for line in d.tolist()])
        return w[RELATIVE][k].permute(2, 0, 1)
    return None


def attention(c, w, b, x):
    """All sequences at once, the mask keeps them apart."""
    n, D = x.shape
    heads, width = c["heads"], D // c["heads"]
    q, k, v = (linear(w, ATT + "self." + p, x).reshape(n, heads, width).transpose(0, 1)
               for p in ("query", "key", "value"))
    if c["encoding"] == "rope":
        q, k = turned(c, q, b["place"]), turned(c, k, b["place"])
    scores = q @ k.transpose(1, 2) / math.sqrt(width)
    bias = position_bias(c, w, b["place"])
    if bias is not None:
        scores = scores + bias
    weight = scores.masked_fill(~allowed(c, b), -math.inf).softmax(-1)
    return linear(w, ATT + "output.dense", (weight @ v).transpose(0, 1).reshape(n, D))


def spans(b):
    return list(zip(b["start"][:-1].tolist(), b["start"][1:].tolist()))


def module(c):
    """PyTorch's own recurrent module; its names and shapes are ours."""
    kind = {"rnn": torch.nn.RNN, "gru": torch.nn.GRU, "lstm": torch.nn.LSTM}[c["mixer"]]
    return kind(c["d_model"], c["d_model"], bidirectional=c["bidirectional"] == "yes",
                dtype=torch.float64)


def recurrent(c, w, b, x):
    """One sequence after another, in the order of the rows, each from the state 0."""
    m = module(c)
    # The module runs on this list.  torch.nn.utils.stateless.functional_call of torch 1.13
    # does not change it: it would run on the module's own weights and say nothing.
    m._flat_weights = [w[REC + k] for k in m._flat_weights_names]
    return linear(w, REC + "output.dense",
                  torch.cat([m(x[lo:hi, None, :])[0][:, 0, :] for lo, hi in spans(b)]))


def mix(c, w, b, x):
    return recurrent(c, w, b, x) if "mixer" in c else attention(c, w, b, x)


def norm_mixed(c):
    return NORM_REC if "mixer" in c else NORM_ATT


def feed_forward(c, w, x):
    inner = linear(w, INNER, x)
    return linear(w, OUTER, F.relu(inner) if c["activation"] == "relu" else F.gelu(inner))


def forward(c, w, b, attend=mix):
    x = embed(c, w, b)
    if c["norm"] == "pre":
        y = x + attend(c, w, b, norm(w, NORM_BEFORE, x))
        if c["d_ff"] > 0:
            y = y + feed_forward(c, w, norm(w, NORM_AFTER, y))
        y = norm(w, NORM_FINAL, y)
    else:
        y = norm(w, norm_mixed(c), x + attend(c, w, b, x))
        if c["d_ff"] > 0:
            y = norm(w, NORM_OUT, y + feed_forward(c, w, y))
    return linear(w, "classifier", y[b["ask"]])


# ------------------------------------------- the same again, as cross-checks

def attention_of_torch(c, w, b, x):
    """PyTorch's own multi-head attention, one sequence after another."""
    qkv = [ATT + "self." + p for p in ("query", "key", "value")]
    out = []
    for lo, hi in spans(b):
        s = x[lo:hi, None, :]
        mask = position_bias(c, w, b["place"][lo:hi])
        if mask is None:
            mask = torch.zeros(hi - lo, hi - lo, dtype=torch.float64)
        if c["causal"] == "yes":
            mask = mask.masked_fill(torch.ones(hi - lo, hi - lo).triu(1) > 0, -math.inf)
        y, _ = F.multi_head_attention_forward(
            s, s, s, x.shape[1], c["heads"],
            torch.cat([w[p + ".weight"] for p in qkv]), torch.cat([w[p + ".bias"] for p in qkv]),
            None, None, False, 0.0, w[ATT + "output.dense.weight"], w[ATT + "output.dense.bias"],
            training=False, need_weights=False, attn_mask=mask)
        out.append(y[:, 0, :])
    return torch.cat(out)


def slopes_as_published(n):
    """The program of the ALiBi paper."""
    def of_power(n):
        start = 2 ** (-2 ** -(math.log2(n) - 3))
        return [start * start ** i for i in range(n)]
    if math.log2(n).is_integer():
        return of_power(n)
    low = 2 ** math.floor(math.log2(n))
    return of_power(low) + slopes_as_published(2 * low)[0::2][:n - low]


def bias_by_loops(c, w, h, ours, other):
    """What is added to the score of head h for a query at place `ours`, a key at `other`."""
    if c["encoding"] == "alibi":
        m = slopes_as_published(c["heads"])[h]
        if other > ours:
            return (ours - other) * (m / 2 if c["sides"] == "signed" else m)
        return (other - ours) * m
    if c["encoding"] == "t5":
        B, at, n = c["buckets"], 0, ours - other
        if c["causal"] == "no":
            B //= 2
            if n < 0:
                at, n = B, -n
        n, exact = max(n, 0), B // 2
        if n >= exact:
            step = math.log(n / exact) / math.log(c["max_distance"] / exact) * (B - exact)
            n = min(exact + math.floor(step + 1e-9), B - 1)
        return w[RELATIVE][at + n][h]
    return 0.0


def turned_by_loops(c, v, place):
    """Complex numbers: a turn is a product with exp(i angle)."""
    v, width = v.copy(), c["d_model"] // c["heads"]
    pairs = int(width * c["fraction"]) // 2
    for h in range(c["heads"]):
        for i in range(pairs):
            p, q = (i, i + pairs) if c["layout"] == "halves" else (2 * i, 2 * i + 1)
            p, q = h * width + p, h * width + q
            z = complex(v[p], v[q]) * cmath.exp(1j * place / c["base"] ** (i / pairs))
            v[p], v[q] = z.real, z.imag
    return v


def recurrent_by_loops(c, w, rows):
    """The formulas in the documentation of torch.nn.RNN, GRU and LSTM, unit by unit."""
    D = c["d_model"]

    def sigmoid(u):
        return 1 / (1 + math.exp(-u))

    def run(rows, way):
        W, U, p, q = (w[REC + k + "_l0" + way]
                      for k in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"))
        h, cell, out = np.zeros(D), np.zeros(D), []
        for x in rows:
            a, u, new = W.dot(x) + p, U.dot(h) + q, np.zeros(D)
            for k in range(D):
                if c["mixer"] == "rnn":
                    new[k] = math.tanh(a[k] + u[k])
                elif c["mixer"] == "gru":
                    r, z = sigmoid(a[k] + u[k]), sigmoid(a[D + k] + u[D + k])
                    n = math.tanh(a[2 * D + k] + r * u[2 * D + k])
                    new[k] = (1 - z) * n + z * h[k]
                else:
                    i, f = sigmoid(a[k] + u[k]), sigmoid(a[D + k] + u[D + k])
                    g = math.tanh(a[2 * D + k] + u[2 * D + k])
                    o = sigmoid(a[3 * D + k] + u[3 * D + k])
                    cell[k] = f * cell[k] + i * g
                    new[k] = o * math.tanh(cell[k])
            h = new
            out.append(h)
        return out

    out = run(rows, "")
    if c["bidirectional"] == "yes":
        out = [np.concatenate(both) for both in zip(out, run(rows[::-1], "_reverse")[::-1])]
    return [w[REC + "output.dense.weight"].dot(v) + w[REC + "output.dense.bias"] for v in out]


def logits_by_loops(c, w, b):
    """Plain loops over sequences, heads, queries and keys; no torch, no mask."""
    w = {k: v.detach().numpy() for k, v in w.items()}
    b = {k: v.tolist() for k, v in b.items()}
    D, heads = c["d_model"], c["heads"]
    width = D // heads

    def lin(name, v):
        return w[name + ".weight"].dot(v) + w[name + ".bias"]

    def ln(name, v):
        d = v - v.sum() / D
        return d / math.sqrt(d.dot(d) / D + EPS_NORM) * w[name + ".weight"] + w[name + ".bias"]

    def act(u):
        return max(u, 0.0) if c["activation"] == "relu" else u * (1 + math.erf(u / 2 ** .5)) / 2

    def ffn(v):
        return lin(OUTER, np.array([act(u) for u in lin(INNER, v)]))

    def attn(rows, place):
        if "mixer" in c:
            return recurrent_by_loops(c, w, rows)
        q, k, v = ([lin(ATT + "self." + p, r) for r in rows] for p in ("query", "key", "value"))
        if c["encoding"] == "rope":
            q, k = ([turned_by_loops(c, r, t) for r, t in zip(p, place)] for p in (q, k))
        out = []
        for i in range(len(rows)):
            seen = range(i + 1 if c["causal"] == "yes" else len(rows))
            mixed = np.zeros(D)
            for h in range(heads):
                cut = slice(h * width, (h + 1) * width)
                e = [math.exp(q[i][cut].dot(k[j][cut]) / math.sqrt(width)
                              + bias_by_loops(c, w, h, place[i], place[j])) for j in seen]
                for j in seen:
                    mixed[cut] += e[j] / sum(e) * v[j][cut]
            out.append(lin(ATT + "output.dense", mixed))
        return out

    logits = {}
    for lo, hi in zip(b["start"], b["start"][1:]):
        x = []
        for r in range(lo, hi):
            v = w["embeddings.word_embeddings.weight"][b["token"][r]] \
                + w["embeddings.token_type_embeddings.weight"][b["segment"][r]]
            if c["encoding"] == "learned":
                p = w["embeddings.position_embeddings.weight"][b["place"][r] + c["offset"]]
                v = np.array([*v, *p]) if c.get("combine") == "concat" else v + p
            elif c["encoding"] == "sinusoidal":
                v = v + c["scale"] * np.array(sinusoid(c, b["place"][r]))
            x.append(ln(NORM_EMB, v) if c["embedding_norm"] == "yes" else v)
        place = b["place"][lo:hi]
        if c["norm"] == "pre":
            y = [p + a for p, a in zip(x, attn([ln(NORM_BEFORE, p) for p in x], place))]
            if c["d_ff"] > 0:
                y = [p + ffn(ln(NORM_AFTER, p)) for p in y]
            y = [ln(NORM_FINAL, p) for p in y]
        else:
            y = [ln(NORM_REC if "mixer" in c else NORM_ATT, p + a)
                 for p, a in zip(x, attn(x, place))]
            if c["d_ff"] > 0:
                y = [ln(NORM_OUT, p + ffn(p)) for p in y]
        for r in range(lo, hi):
            logits[r] = lin("classifier", y[r - lo])
    return np.array([logits[r] for r in b["ask"]])


def same(a, b, what):
    worst = np.abs(np.asarray(a) - np.asarray(b)).max()
    assert worst < 1e-12, "%s: differ by %g" % (what, worst)


def gradients(c, w, b, attend=mix):
    loss = F.cross_entropy(forward(c, w, b, attend), b["answer"])
    return loss, dict(zip(w, torch.autograd.grad(loss, list(w.values()))))


def check_model(c, w, b):
    logits = forward(c, w, b).detach()
    same(logits, logits_by_loops(c, w, b), "logits by loops")
    ours = gradients(c, w, b)[1]
    check_gradients(c, w, b, ours)
    if "mixer" in c or c["encoding"] == "rope":     # torch's attention has no such thing
        return
    same(logits, forward(c, w, b, attention_of_torch).detach(), "torch's attention")
    theirs = gradients(c, w, b, attention_of_torch)[1]
    for name in w:
        same(ours[name], theirs[name], "gradient of " + name)


def check_gradients(c, w, b, g):
    """The gradient of each tensor against the loss by loops a little way off, to both sides."""
    rng, h = np.random.RandomState(1), 1e-5
    for name, p in w.items():
        way = torch.tensor(rng.standard_normal(tuple(p.shape)))
        up, down = (F.cross_entropy(torch.tensor(logits_by_loops(
            c, dict(w, **{name: p.detach() + step * way}), b)), b["answer"]).item()
            for step in (h, -h))
        wrong = abs((up - down) / (2 * h) - (g[name] * way).sum().item())
        assert wrong < 1e-7, "gradient of %s: wrong by %g" % (name, wrong)


def check_sinusoids():
    """Known values: PE(1, .) at D = 512, and the first angle of each variant."""
    c = dict(USUAL, d_model=512)
    one = sinusoid(c, 1)
    for k, value in ((0, .8415), (1, .5403), (256, .0100), (511, 1.0000)):
        assert abs(one[k] - value) < 5e-5
    assert sinusoid(c, 0) == [0.0, 1.0] * 256
    c = dict(USUAL, layout="halves", origin=1, base=100.0)
    p = sinusoid(c, 3)
    assert p[0] == math.sin(3 / 100 ** .25) and p[4] == math.cos(3 / 100 ** .25)
    assert p[3] == math.sin(3 / 100.0) and p[7] == math.cos(3 / 100.0)
    p = sinusoid(dict(USUAL, pairing="unpaired"), 3)
    assert p[0] == math.sin(3) and p[1] == math.cos(3 / 10000 ** .125)


def check_slopes():
    """Known values, and the program of the paper for every count up to 40."""
    assert slopes(8) == [2.0 ** -n for n in range(1, 9)]
    assert slopes(6) == [1 / 4, 1 / 16, 1 / 64, 1 / 256, 1 / 2, 1 / 8]
    for heads in range(1, 41):
        same(slopes(heads), slopes_as_published(heads), "slopes of %d heads" % heads)


def buckets_as_published(distance, causal, buckets, max_distance):
    """T5's own steps, with float32 logarithms; distance: a tensor of whole numbers."""
    at = torch.zeros_like(distance)
    if causal:
        n = -torch.minimum(distance, at)
    else:
        buckets //= 2
        at = at + (distance > 0).long() * buckets
        n = distance.abs()
    exact = buckets // 2
    far = exact + (torch.log(n.float() / exact) / math.log(max_distance / exact)
                   * (buckets - exact)).long()
    far = torch.minimum(far, torch.full_like(far, buckets - 1))
    return at + torch.where(n < exact, n, far)


def write_buckets(path, buckets=32, max_distance=128, most=200):
    """Lines "causal distance bucket".  At these settings float32 rounds no bucket wrongly."""
    distance, lines = list(range(-most, most + 1)), []
    for causal in (0, 1):
        found = buckets_as_published(torch.tensor(distance), causal, buckets, max_distance).tolist()
        c = dict(causal="yes" if causal else "no", buckets=buckets, max_distance=max_distance)
        assert found == [bucket(c, d) for d in distance]
        lines += ["%d %d %d\n" % (causal, d, k) for d, k in zip(distance, found)]
    with open(path + ".new", "w") as f:
        f.write("".join(lines))
    os.replace(path + ".new", path)


# -------------------------------------------------------------- the batches

LENGTHS = ([4, 1, 9, 3, 6], [2, 8, 1, 5, 9])


def batch(c, rng, lengths, ask_all, shuffled):
    start = np.concatenate([[0], np.cumsum(lengths)])
    n = start[-1]
    place, ask = [], []
    for s, length in enumerate(lengths):
        if s % 2 == 0 and length < 9:       # places at random: they repeat and run backwards
            place += list(rng.randint(0, c["trained"], length))
            if length > 1:
                place[-1] = place[-2]
        else:                               # places running from 0
            place += list(range(length))
        rows = start[s] + rng.permutation(length)
        ask += list(rows if ask_all else rows[:1 + s % 3])
    ask = rng.permutation(ask) if shuffled else np.sort(ask)
    answer = rng.randint(0, c["classes"], len(ask))
    answer[:c["classes"]] = np.arange(c["classes"])
    b = dict(start=start, token=rng.randint(0, c["vocabulary"], n),
             segment=rng.randint(0, c["segments"], n), place=np.array(place),
             ask=ask, answer=answer)

    def repeats(what):
        return any(len(set(what[lo:hi])) < hi - lo for lo, hi in zip(start, start[1:]))
    assert repeats(b["token"]) and repeats(b["place"]) and b["place"].max() < c["trained"]
    assert len(set(b["segment"])) == c["segments"] and len(set(ask)) == len(ask)
    assert (np.diff(ask) < 0).any() == shuffled
    return {k: torch.tensor(v, dtype=torch.int64) for k, v in b.items()}


# -------------------------------------------------------------- the training

def rate(c, s):
    if s < WARMUP:
        return c["learning_rate"] * (s + 1) / WARMUP
    return c["learning_rate"] * (STEPS - s) / (STEPS - WARMUP)


def train(c, w, batches):
    """Changes w; returns the losses before each update and the norms before clipping."""
    optimizer = torch.optim.AdamW(
        [dict(params=[p for p in w.values() if p.dim() == 2], weight_decay=WEIGHT_DECAY),
         dict(params=[p for p in w.values() if p.dim() != 2], weight_decay=0.0)],
        lr=c["learning_rate"], betas=BETAS, eps=EPS)
    losses, norms = [], []
    for s in range(STEPS):
        b = batches[s % 2]
        for group in optimizer.param_groups:
            group["lr"] = rate(c, s)
        optimizer.zero_grad()
        loss = F.cross_entropy(forward(c, w, b), b["answer"])
        loss.backward()
        assert all(p.grad is not None for p in w.values())
        norms.append(float(torch.nn.utils.clip_grad_norm_(list(w.values()), c["clip"])))
        losses.append(loss.item())
        optimizer.step()
    bound = sum(n > c["clip"] for n in norms)
    assert 2 <= bound <= STEPS - 2, "the clip binds on %d steps, norms %s" % (bound, norms)
    return losses, norms


# ------------------------------------------------------------------ the files

def write(path, tensors, metadata):
    """tensors: name -> numpy array, float64 or int32."""
    kinds = {"float64": ("F64", "<f8"), "int32": ("I32", "<i4")}
    header, blobs, at = {"__metadata__": metadata}, [], 0
    for name in sorted(tensors, key=lambda k: (-tensors[k].dtype.itemsize, k)):
        kind, order = kinds[tensors[name].dtype.name]
        blob = np.ascontiguousarray(tensors[name]).astype(order).tobytes()
        header[name] = dict(dtype=kind, shape=list(tensors[name].shape),
                            data_offsets=[at, at + len(blob)])
        blobs.append(blob)
        at += len(blob)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path + ".new", "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + b"".join(blobs))
    os.replace(path + ".new", path)


def make(name, seed, shuffled, ask_all, changes):
    c = dict(USUAL, **changes)
    rng = np.random.RandomState(seed)
    w = initial(c, rng)
    batches = [batch(c, rng, LENGTHS[i], ask_all, i == shuffled) for i in (0, 1)]
    for b in batches:
        check_model(c, w, b)

    out = {}
    for i, b in enumerate(batches):
        out.update({"b%d.%s" % (i, k): v.numpy().astype(np.int32) for k, v in b.items()})
    out.update({"w." + k: v.detach().numpy().copy() for k, v in w.items()})
    loss, g = gradients(c, w, batches[0])
    out["logits0"] = forward(c, w, batches[0]).detach().numpy()
    out["loss0"] = loss.detach().numpy()
    out.update({"g." + k: v.numpy() for k, v in g.items()})

    losses, norms = train(c, w, batches)
    for b in batches:
        check_model(c, w, b)
    out["losses"], out["norms"] = np.array(losses), np.array(norms)
    out.update({"final." + k: v.detach().numpy() for k, v in w.items()})

    meta = dict(format="pt", **c, beta1=BETAS[0], beta2=BETAS[1], epsilon=EPS,
                weight_decay=WEIGHT_DECAY, warmup=WARMUP, steps=STEPS)
    meta = {k: v if isinstance(v, str) else "%.15g" % v for k, v in meta.items()}
    path = os.path.join(HERE, name + ".safetensors")
    write(path, out, meta)
    print("%-29s %6d bytes" % (name, os.path.getsize(path)))
    print("  losses " + " ".join("%.4f" % v for v in losses))
    print("  norms  " + " ".join("%.4f" % v for v in norms) + "  clip %g" % c["clip"])


if __name__ == "__main__":
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    check_sinusoids()
    check_slopes()
    write_buckets(os.path.join(HERE, "t5_buckets.txt"))
    for case, (seed, shuffled, ask_all, changes) in CASES.items():
        make(case, seed, shuffled, ask_all, changes)
