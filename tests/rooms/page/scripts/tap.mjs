// tap.mjs -- a test is a name and a function that throws.

import assert from 'node:assert/strict';

export const tests = [];
export const test = (name, run) => tests.push({name, run});
export const same = assert.deepEqual;
export const refuses = (act, text) => assert.throws(act, error => error.message.includes(text));
