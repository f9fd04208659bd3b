#!/usr/bin/env python3
"""peer.py -- the training step of poslab's benchmark shapes, in PyTorch beside it.

    python3 tests/peer/peer.py [--bench PROGRAM] [--rounds N] [SHAPE ...]

The same layer, loss, clipping and AdamW, one thread, the same sizes: they are read from
`bench --shape NAME --json`, and the number of parameters must agree. See README.md.
"""
import os

# Before torch loads OpenBLAS: one thread, and the kernels that it picks by itself.
os.environ.pop("OPENBLAS_CORETYPE", None)
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import argparse
import configparser
import itertools
import json
import statistics
import subprocess
import sys
import time

try:
    import torch
    from torch import nn
    from torch.nn import functional as F
except ImportError as error:
    sys.exit(f"peer.py: {error}; install PyTorch (Debian: python3-torch), or name a Python that has it: PYTHON=...")

BATCHES = 16  # prepared beforehand, gone round in turn
SECONDS = 1.0  # of each measurement, about

# What poslab promises: times faster than plain, than pruned, share of the sgemm peak.
TARGETS = {
    "default": (40, 20, None),
    "small-one": (40, 18, None),
    "small-all": (3, None, 0.50),
    "wide-all": (1.5, None, 0.75),
    "words-all": (2, None, None),
    "bert-one": (40, 18, None),
}


class Layer(nn.Module):
    """Token, segment and position tables under one pre-norm layer.

    Plain: all rows go through the layer, the head sees the asked ones. Pruned: keys and
    values at all rows, everything else at the asked rows.
    """

    def __init__(self, s, pruned):
        super().__init__()
        d = s["d_model"]
        self.token = nn.Embedding(s["vocabulary"], d)
        self.segment = nn.Embedding(s["segments"], d)
        self.position = nn.Embedding(s["positions"], d)
        self.before = nn.LayerNorm(d)
        self.attention = nn.MultiheadAttention(d, s["heads"], batch_first=True)
        self.after = nn.LayerNorm(d)
        self.wide = nn.Linear(d, s["d_ff"])
        self.shrink = nn.Linear(s["d_ff"], d)
        self.final = nn.LayerNorm(d)
        self.head = nn.Linear(d, s["classes"])
        self.targets, self.pruned = s["targets"], pruned
        self.register_buffer("position_ids", torch.arange(s["rows"]))

    def forward(self, token, segment):
        x = self.token(token) + self.segment(segment) + self.position(self.position_ids)
        z = self.before(x)
        if self.pruned:
            x = x[:, : self.targets]
        y = x + self.attention(z[:, : self.targets] if self.pruned else z, z, z, need_weights=False)[0]
        y = y + self.shrink(F.relu(self.wide(self.after(y))))
        return self.head(self.final(y)[:, : self.targets])


class Peer:
    """A model with its optimiser and batches: what takes a step."""

    def __init__(self, s, recipe, pruned):
        torch.manual_seed(1)
        self.model = Layer(s, pruned)
        self.clip = recipe.getfloat("clip")
        matrices = [p for p in self.model.parameters() if p.dim() > 1]
        vectors = [p for p in self.model.parameters() if p.dim() == 1]
        decay = recipe.getfloat("weight_decay")
        self.optimiser = torch.optim.AdamW(
            [{"params": matrices, "weight_decay": decay}, {"params": vectors, "weight_decay": 0.0}],
            lr=recipe.getfloat("learning_rate"),
            betas=(recipe.getfloat("beta1"), recipe.getfloat("beta2")),
            eps=recipe.getfloat("epsilon"),
            foreach=True,
        )
        shape = (s["batch"], s["rows"])
        self.batches = itertools.cycle(
            [
                (
                    torch.randint(s["vocabulary"], shape),
                    torch.randint(s["segments"], shape),
                    torch.randint(s["classes"], (s["batch"] * s["targets"],)),
                )
                for _ in range(BATCHES)
            ]
        )

    def parameters(self):
        return sum(p.numel() for p in self.model.parameters())

    def step(self):
        token, segment, answer = next(self.batches)
        logits = self.model(token, segment)
        loss = F.cross_entropy(logits.flatten(0, 1), answer)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
        self.optimiser.step()

    def measure(self):
        """Milliseconds a step, over about SECONDS."""
        self.step()
        started, steps = time.process_time(), 0
        while steps < 3 or time.process_time() - started < SECONDS:
            self.step()
            steps += 1
        return (time.process_time() - started) * 1e3 / steps


def measure(bench, shape, steps):
    done = subprocess.run(
        [bench, "--shape", shape, "--json", "--threads", "1", f"train.steps={steps}"],
        stdout=subprocess.PIPE,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"peer.py: {bench} --shape {shape} ended with exit code {done.returncode}")
    return json.loads(done.stdout)


def recipe_of(s):
    """The [train] section, if the rest of the settings is what this script builds."""
    config = configparser.ConfigParser()
    config.read_string(s["config"])
    built = {
        ("model", "mixer"): "attention",
        ("model", "norm"): "pre",
        ("model", "activation"): "relu",
        ("model", "causal"): "no",
        ("model", "embedding_norm"): "no",
        ("encoding", "name"): "learned",
        ("encoding", "combine"): "add",
        ("encoding", "frozen"): "no",
    }
    for (section, key), value in built.items():
        if config[section][key] != value:
            sys.exit(f"peer.py: {section}.{key} = {config[section][key]}; this script builds {value} alone")
    if s["targets"] not in (1, s["rows"]):
        sys.exit(f"peer.py: {s['asked']} of {s['rows']} rows are asked; this script asks one or all")
    return config["train"]


def compare(bench, shape, rounds):
    """Medians of `rounds` rounds, in each of which all are measured one behind the other."""
    s = measure(bench, shape, 60)
    recipe = recipe_of(s)
    peers = {"plain": Peer(s, recipe, False)}
    if s["targets"] < s["rows"]:
        peers["pruned"] = Peer(s, recipe, True)
    for name, peer in peers.items():
        if peer.parameters() != s["parameters"]:
            sys.exit(f"peer.py: {shape}: {name} has {peer.parameters()} parameters, poslab {s['parameters']}")
    steps = max(60, int(SECONDS * 1.4e3 / s["ms_per_step"]))
    ms, ratio, share = {"poslab": []}, {}, []
    for k in range(rounds):
        print(f"{shape}: round {k + 1} of {rounds}", file=sys.stderr)
        own = measure(bench, shape, steps)
        ms["poslab"].append(own["ms_per_step"])
        share.append(own["share_of_peak"])
        for name, peer in peers.items():
            ms.setdefault(name, []).append(peer.measure())
            ratio.setdefault(name, []).append(ms[name][-1] / own["ms_per_step"])
    middle = statistics.median
    return (
        {name: middle(list_) for name, list_ in ms.items()},
        {name: (middle(list_), min(list_), max(list_)) for name, list_ in ratio.items()},
        middle(share),
    )


def beside(target, form):
    return "" if target is None else f"(>= {form.format(target)})"


def print_row(shape, ms, ratio, share):
    plain, pruned, peak = TARGETS.get(shape, (None, None, None))
    row = f"{shape:<10} {ms['poslab']:>9.3f}"
    for name, target in (("plain", plain), ("pruned", pruned)):
        if name in ms:
            value, low, high = ratio[name]
            row += f" {ms[name]:>9.2f} {value:>7.1f}x {f'{low:.1f}..{high:.1f}':>12} {beside(target, '{:g}x'):<9}"
        else:
            row += f" {'-':>9} {'-':>8} {'':>12} {'':<9}"
    print(f"{row} {100 * share:>6.1f} % {beside(peak and 100 * peak, '{:g} %'):<9}".rstrip(), flush=True)


def main():
    parser = argparse.ArgumentParser(description="poslab's training step beside PyTorch's, one thread each")
    parser.add_argument("shape", nargs="*", help=f"shapes to compare (default: {' '.join(TARGETS)})")
    parser.add_argument("--bench", default="build/bench", help="the program (default: build/bench)")
    parser.add_argument("--rounds", type=int, default=5, help="how often all are measured in turn (default: 5)")
    a = parser.parse_args()
    if a.rounds < 1:
        parser.error("--rounds: 1 or more")
    torch.set_num_threads(1)
    print(
        f"One training step, 1 thread, ms: poslab beside PyTorch {torch.__version__}, medians of {a.rounds} rounds taken\n"
        "turn about; ratio: PyTorch's time over poslab's, with its range. poslab draws its batches within the step,\n"
        "PyTorch's are prepared beforehand. Targets stand in brackets.\n"
    )
    print(
        f"{'shape':<10} {'poslab':>9} {'plain':>9} {'ratio':>8} {'range':>12} {'':<9} {'pruned':>9} {'ratio':>8}"
        f" {'range':>12} {'':<9} {'of peak':>8}"
    )
    for shape in a.shape or TARGETS:
        print_row(shape, *compare(a.bench, shape, a.rounds))


if __name__ == "__main__":
    main()
