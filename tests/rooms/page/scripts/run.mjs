// run.mjs [WORDS] -- runs the tests of the page's scripts, or those whose names contain WORDS, and prints TAP.
//
// No test waits for a time: what the page leaves for later happens when its test is over, in order, and what is thrown
// there fails that test. So no timer is left behind. Where a test never ends, the suite does, and says so.

import {readdirSync} from 'node:fs';
import {tests} from './tap.mjs';

let stop, waiting = [];
setTimeout(() => stop(new Error('not over after five minutes')), 300000).unref(); // where an open port keeps node from ending
const MOST = 1000; // timers of one test; more set each other again and again
globalThis.setTimeout = (f, pause = 0) => { const timer = {f, pause}; waiting.push(timer); return timer; };
globalThis.clearTimeout = timer => { waiting = waiting.filter(each => each !== timer); };
globalThis.setInterval = () => { throw new Error('setInterval: nothing would end it'); };

const here = new URL('.', import.meta.url), wanted = process.argv[2] || '';
for (const file of readdirSync(here).sort()) if (/^test_.*\.mjs$/.test(file)) await import(new URL(file, here));

const chosen = tests.filter(({name}) => name.includes(wanted));
console.log(`1..${chosen.length}`);
let at = 0, failed = 0;
function tell(error) {
    console.log(`${error ? 'not ok' : 'ok'} ${at + 1} - ${chosen[at].name}`);
    if (error) console.log(`# ${(error.stack || String(error)).replace(/\n/g, '\n# ')}`);
    failed += error ? 1 : 0;
    at++;
}
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, error => stop(error));
process.on('exit', () => {
    if (at < chosen.length) tell(new Error('this test does not end, and so the suite does: nothing is left to wait for'));
    process.exitCode = failed ? 1 : 0;
});

async function run_later() {
    for (let count = 0; waiting.length; count++) {
        if (count === MOST) throw new Error('its timers set new ones without end');
        waiting.sort((a, b) => a.pause - b.pause);
        await waiting.shift().f();
    }
}

for (const {run} of chosen) {
    const stopped = new Promise((_, reject) => { stop = reject; });
    waiting = [];
    let error;
    try {
        await Promise.race([(async () => { await run(); await run_later(); })(), stopped]);
    } catch (thrown) {
        error = thrown;
    }
    tell(error);
}
process.exit(); // some modules leave ports open
