#!/usr/bin/env python3
"""Prints the numbers of test_principal.c: tables projected to their principal components.

Run:    python3 tests/rooms/tables/principal.py
Needs:  Python 3 and numpy.

The components come from numpy's singular value decomposition (LAPACK) in float64. Nothing is read from the C program:
the tables are a formula, written here and, again, in the test. A component points to where its largest coordinate is
positive; columns without variance are 0.
"""
import numpy as np


def table(rows, columns):
    """x[i, c] = (7 i^2 + 3 i c + 5 c + c^2 i mod 17) / (c + 2) rounded to float32, so that columns differ in size."""
    i, c = np.arange(rows)[:, None], np.arange(columns)[None, :]
    return (((7 * i * i + 3 * i * c + 5 * c + c * c * i) % 17) / (c + 2)).astype(np.float32).astype(np.float64)


def projected(x, wanted):
    centred = x - x.mean(0)
    _, size, component = np.linalg.svd(centred, full_matrices=False)
    out = np.zeros((len(x), wanted))
    for k in range(min(wanted, len(size))):
        if size[k] > 1e-6 * size[0]:
            v = component[k]
            out[:, k] = centred @ (v * np.sign(v[np.abs(v).argmax()]))
    return out


for rows, columns, wanted in ((9, 6, 3), (4, 7, 5)):
    print(f"/* {rows} x {columns} to {wanted} */")
    for row in projected(table(rows, columns), wanted):
        print("    " + "".join(f"{v + 0:.10f}, " for v in row).rstrip())
