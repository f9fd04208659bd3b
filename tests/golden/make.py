#!/usr/bin/env python3
"""Writes the reference files tests/golden/*.safetensors.

Run:    python3 tests/golden/make.py
Needs:  Python 3, numpy and PyTorch (made with torch 1.13.1, numpy 1.24.2); nothing else.

Every number comes from the model as written below, in float64, with gradients by
autograd and updates by torch.optim.AdamW.  Nothing is read from the C program.
The seeds are fixed: a second run on the same machine gives the same bytes.
"""
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
INNER = "encoder.layer.0.intermediate.dense"
OUTER = "encoder.layer.0.output.dense"

# What every case has unless it says otherwise.  The keys are the keys of __metadata__.
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
}


# ---------------------------------------------------------------- the model

def shapes(c):
    """Name -> shape of every weight of case c."""
    D, H = c["d_model"], c["d_ff"]
    s = {"embeddings.word_embeddings.weight": (c["vocabulary"], D),
         "embeddings.token_type_embeddings.weight": (c["segments"], D)}
    if c["encoding"] == "learned":
        s["embeddings.position_embeddings.weight"] = (c["trained"] + c["offset"], D)
    linear = {ATT + "self.query": (D, D), ATT + "self.key": (D, D),
              ATT + "self.value": (D, D), ATT + "output.dense": (D, D)}
    if H > 0:
        linear.update({INNER: (H, D), OUTER: (D, H)})
    linear["classifier"] = (c["classes"], D)
    norms = [NORM_EMB] if c["embedding_norm"] == "yes" else []
    if c["norm"] == "pre":
        norms += [NORM_BEFORE] + ([NORM_AFTER] if H > 0 else []) + [NORM_FINAL]
    else:
        norms += [NORM_ATT] + ([NORM_OUT] if H > 0 else [])
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
        x = x + w["embeddings.position_embeddings.weight"][b["place"] + c["offset"]]
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


def attention(c, w, b, x):
    """All sequences at once, the mask keeps them apart."""
    n, D = x.shape
    heads, width = c["heads"], D // c["heads"]
    q, k, v = (linear(w, ATT + "self." + p, x).reshape(n, heads, width).transpose(0, 1)
               for p in ("query", "key", "value"))
    scores = q @ k.transpose(1, 2) / math.sqrt(width)
    weight = scores.masked_fill(~allowed(c, b), -math.inf).softmax(-1)
    return linear(w, ATT + "output.dense", (weight @ v).transpose(0, 1).reshape(n, D))


def feed_forward(c, w, x):
    inner = linear(w, INNER, x)
    return linear(w, OUTER, F.relu(inner) if c["activation"] == "relu" else F.gelu(inner))


def forward(c, w, b, attend=attention):
    x = embed(c, w, b)
    if c["norm"] == "pre":
        y = x + attend(c, w, b, norm(w, NORM_BEFORE, x))
        if c["d_ff"] > 0:
            y = y + feed_forward(c, w, norm(w, NORM_AFTER, y))
        y = norm(w, NORM_FINAL, y)
    else:
        y = norm(w, NORM_ATT, x + attend(c, w, b, x))
        if c["d_ff"] > 0:
            y = norm(w, NORM_OUT, y + feed_forward(c, w, y))
    return linear(w, "classifier", y[b["ask"]])


# ------------------------------------------- the same again, as cross-checks

def attention_of_torch(c, w, b, x):
    """PyTorch's own multi-head attention, one sequence after another."""
    qkv = [ATT + "self." + p for p in ("query", "key", "value")]
    out = []
    for lo, hi in zip(b["start"][:-1].tolist(), b["start"][1:].tolist()):
        s = x[lo:hi, None, :]
        hidden = torch.ones(hi - lo, hi - lo, dtype=torch.bool).triu(1)
        y, _ = F.multi_head_attention_forward(
            s, s, s, x.shape[1], c["heads"],
            torch.cat([w[p + ".weight"] for p in qkv]), torch.cat([w[p + ".bias"] for p in qkv]),
            None, None, False, 0.0, w[ATT + "output.dense.weight"], w[ATT + "output.dense.bias"],
            training=False, need_weights=False,
            attn_mask=hidden if c["causal"] == "yes" else None)
        out.append(y[:, 0, :])
    return torch.cat(out)


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

    def attn(rows):
        q, k, v = ([lin(ATT + "self." + p, r) for r in rows] for p in ("query", "key", "value"))
        out = []
        for i in range(len(rows)):
            seen = range(i + 1 if c["causal"] == "yes" else len(rows))
            mixed = np.zeros(D)
            for h in range(heads):
                cut = slice(h * width, (h + 1) * width)
                e = [math.exp(q[i][cut].dot(k[j][cut]) / math.sqrt(width)) for j in seen]
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
                v = v + w["embeddings.position_embeddings.weight"][b["place"][r] + c["offset"]]
            elif c["encoding"] == "sinusoidal":
                v = v + c["scale"] * np.array(sinusoid(c, b["place"][r]))
            x.append(ln(NORM_EMB, v) if c["embedding_norm"] == "yes" else v)
        if c["norm"] == "pre":
            y = [p + a for p, a in zip(x, attn([ln(NORM_BEFORE, p) for p in x]))]
            if c["d_ff"] > 0:
                y = [p + ffn(ln(NORM_AFTER, p)) for p in y]
            y = [ln(NORM_FINAL, p) for p in y]
        else:
            y = [ln(NORM_ATT, p + a) for p, a in zip(x, attn(x))]
            if c["d_ff"] > 0:
                y = [ln(NORM_OUT, p + ffn(p)) for p in y]
        for r in range(lo, hi):
            logits[r] = lin("classifier", y[r - lo])
    return np.array([logits[r] for r in b["ask"]])


def same(a, b, what):
    worst = np.abs(np.asarray(a) - np.asarray(b)).max()
    assert worst < 1e-12, "%s: differ by %g" % (what, worst)


def gradients(c, w, b, attend=attention):
    loss = F.cross_entropy(forward(c, w, b, attend), b["answer"])
    return loss, dict(zip(w, torch.autograd.grad(loss, list(w.values()))))


def check_model(c, w, b):
    logits = forward(c, w, b).detach()
    same(logits, forward(c, w, b, attention_of_torch).detach(), "torch's attention")
    same(logits, logits_by_loops(c, w, b), "logits by loops")
    ours, theirs = gradients(c, w, b)[1], gradients(c, w, b, attention_of_torch)[1]
    for name in w:
        same(ours[name], theirs[name], "gradient of " + name)


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
    for case, (seed, shuffled, ask_all, changes) in CASES.items():
        make(case, seed, shuffled, ask_all, changes)
