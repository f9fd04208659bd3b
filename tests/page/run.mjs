// run.mjs [WORDS] -- runs the tests of the page's scripts, or those whose names contain WORDS, and prints TAP.

import {readdirSync} from 'node:fs';
import {tests} from './tap.mjs';

const here = new URL('.', import.meta.url), wanted = process.argv[2] || '';
for (const file of readdirSync(here).sort()) if (/^test_.*\.mjs$/.test(file)) await import(new URL(file, here));

const chosen = tests.filter(({name}) => name.includes(wanted));
console.log(`1..${chosen.length}`);
// Tests wait for events, not for a time; an event that never comes must not block the other tests.
const never = new Promise((_, reject) => setTimeout(() => reject(new Error('not over after five minutes')), 300000));
let failed = 0;
for (const [i, {name, run}] of chosen.entries()) {
    try {
        await Promise.race([run(), never]);
        console.log(`ok ${i + 1} - ${name}`);
    } catch (error) {
        failed++;
        console.log(`not ok ${i + 1} - ${name}\n# ${(error.stack || String(error)).replace(/\n/g, '\n# ')}`);
    }
}
process.exit(failed ? 1 : 0); // some modules leave timers and ports open
