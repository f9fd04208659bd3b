// run.mjs -- the tests of the page's scripts, in node and without a browser: every other file of this folder, as TAP.

import {readdirSync} from 'node:fs';
import {tests} from './tap.mjs';

const here = new URL('.', import.meta.url), wanted = process.argv[2] || '';
for (const file of readdirSync(here).sort()) if (/^test_.*\.mjs$/.test(file)) await import(new URL(file, here));

const chosen = tests.filter(({name}) => name.includes(wanted));
console.log(`1..${chosen.length}`);
// A test waits for what is to come, not for a time; what never comes must not hold up the others.
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
