// test_report_page.mjs -- the report's script (src/report/page.js): how long ago a page was written, and when it gives up.

import {readFileSync} from 'node:fs';
import {same, test} from './tap.mjs';
import {Element} from './elements.mjs';

const script = readFileSync(new URL('../../src/report/page.js', import.meta.url), 'utf8');

// What the page says of its age, so many seconds after it was written, as the renewal number `tries` that changed nothing;
// `before`: when the page that it replaces was written.
function age_after(seconds, tries, before = '1000000') {
    const age = new Element('span'), box = new Element('p'), header = new Element('header'), timers = [];
    const progress = {dataset: {written: '1000000', seconds: '5'}, classList: {toggle: (name, on) => { progress.stale = on; }},
        querySelector: what => what === '.age' ? box : age};
    const state = tries === undefined ? null : {renewal: {written: before, tries: tries - 1, open: {}, sorted: [], view: ['', 0]}};
    const document = {querySelectorAll: () => [], querySelector: () => header, createElement: tag => new Element(tag),
        documentElement: new Element('html'), getElementById: id => id === 'progress' ? progress : null};
    new Function('document', 'history', 'location', 'setInterval', 'scrollTo', 'scrollX', 'scrollY', 'Date', script)(document,
        {state, replaceState() {}}, {reload() {}}, (f, pause) => timers.push(pause), () => {}, 0, 0, {now: () => 1000 * (1000000 + seconds)});
    return [age.textContent, progress.stale, box.textContent !== '', timers];
}

test('the age of a page is in seconds below two minutes, then in minutes', () => {
    const ages = [-3, 0, 1, 119, 120, 149, 150, 3600].map(seconds => age_after(seconds)[0]);
    same(ages, [', 0 s ago', ', 0 s ago', ', 1 s ago', ', 119 s ago', ', 2 min ago', ', 2 min ago', ', 3 min ago', ', 60 min ago']);
});

test('a page that twenty renewals did not change says so and stops; until then it is loaded again after its seconds', () => {
    same(age_after(9), [', 9 s ago', false, false, [1000, 5000]]);
    same(age_after(9, 19), [', 9 s ago', false, false, [1000, 5000]]);
    same(age_after(9, 20), [', 9 s ago', true, true, []]);
    same(age_after(9, 20, '999990'), [', 9 s ago', false, false, [1000, 5000]]); // it has changed: counted anew
});
