#!/usr/bin/env python3
"""Prints the numbers of tests/unit/test_table_measures.c: what can be measured on a small table of positions.

Run:    python3 tests/golden/tables.py
Needs:  Python 3 and numpy.

R squared and the error of a shift come from numpy's least squares (by singular values), not from any basis that is
orthogonalised step by step. Nothing is read from the C program: the table is written here and, again, in the test.
"""
import numpy as np

POSITIONS, COLUMNS = 40, 8


def table():
    t, c = np.arange(POSITIONS)[:, None], np.arange(COLUMNS)[None, :]
    return np.sin(0.3 * t * (1 + c)) + 0.05 * c * np.cos(1.7 * t * t + c) + 0.2 * c


def sinusoid(pair):
    angle = np.arange(POSITIONS) * 10000.0 ** (-2 * pair / COLUMNS)
    return [np.sin(angle), -2 * np.sin(angle / 2) ** 2]  # the cosine less 1: of slow waves no digits cancel


def r_squared(rows, pairs):
    basis = np.stack([np.ones(POSITIONS)] + [w for p in pairs for w in sinusoid(p)], axis=1)
    left = rows - basis @ np.linalg.lstsq(basis, rows, rcond=None)[0]
    return 1 - (left ** 2).sum() / ((rows - rows.mean(0)) ** 2).sum()


def shift_error(rows, k):
    before, after = rows[:-k], rows[k:]
    left = after - before @ np.linalg.lstsq(before, after, rcond=None)[0]
    return np.sqrt((left ** 2).sum() / (after ** 2).sum())


rows = table()
norms = np.sqrt((rows ** 2).sum(1))
cosines = rows @ rows.T / norms[:, None] / norms[None, :]
order = [2, 1, 3, 0]  # of 4 pairs: the half, the quarters, and what is left
print("norms of rows 0, 1, 39:", *(f"{norms[i]:.12f}" for i in (0, 1, 39)))
print("mean cosine at 0, 1, 7, 39:", *(f"{np.mean(np.diagonal(cosines, k)):.12f}" for k in (0, 1, 7, 39)))
print("R squared by pairs:", *(f"{r_squared(rows, order[:n + 1]):.12f}" for n in range(4)))
print("error of T_k for k = 1, 2:", *(f"{shift_error(rows, k):.12f}" for k in (1, 2)))
