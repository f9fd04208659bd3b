// run.mjs -- the tests of the page's scripts, in node and without a browser: every other file of this folder, as TAP.

import {readdirSync} from 'node:fs';
import {tests} from './tap.mjs';

const here = new URL('.', import.meta.url), wanted = process.argv[2] || '';
for (const file of readdirSync(here).sort()) if (/^test_.*\.mjs$/.test(file)) await import(new URL(file, here));

const chosen = tests.filter(({name}) => name.includes(wanted));
console.log(`1..${chosen.length}`);
let failed = 0;
for (const [i, {name, run}] of chosen.entries()) {
    try {
        await run();
        console.log(`ok ${i + 1} - ${name}`);
    } catch (error) {
        failed++;
        console.log(`not ok ${i + 1} - ${name}\n# ${(error.stack || String(error)).replace(/\n/g, '\n# ')}`);
    }
}
process.exit(failed ? 1 : 0); // some modules leave timers and ports open
