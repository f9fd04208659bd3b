// test_contrast.mjs -- every text of the live page and of a report stands out from its background at least 4.5:1 (WCAG 2.2, level AA), in
// light and in dark, worked out from the colours of the style sheets.

import {readFileSync} from 'node:fs';
import {same, test} from './tap.mjs';

const read = name => readFileSync(new URL(`../../../../src/${name}`, import.meta.url), 'utf8');
const page = read('rooms/page/page.css') + read('rooms/page/panels.css'), report = read('core/result/page.css').split('@media print')[0];

// The variables of :root; those of the dark look replace some.
function variables(css, dark) {
    const found = {};
    for (const [, media, body] of css.matchAll(/(@media \(prefers-color-scheme: dark\) \{\s*)?:root \{([^}]*)\}/g))
        if (!media || dark) for (const [, key, value] of body.matchAll(/--([\w-]+):\s*([^;}]+)/g)) found[key] = value.trim();
    return found;
}

const long = text => text.length === 4 ? '#' + [...text.slice(1)].map(digit => digit + digit).join('') : text;
const rgb = text => text.startsWith('#') ? [1, 3, 5].map(i => parseInt(long(text).slice(i, i + 2), 16)) : text.split(' ').map(Number);
const over = (top, share, below) => rgb(top).map((x, i) => x * share + rgb(below)[i] * (1 - share)).join(' ');

function luminance(colour) {
    const [r, g, b] = rgb(colour).map(x => x / 255).map(x => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
}

function contrast(a, b) {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + .05) / (low + .05);
}

const SHADE = .2, PICKED = .12; // of a table's deepest cell (numbers.js), of a chosen pill

// What each colour of texts is written on.
const backgrounds = of => {
    const plain = [of.paper, of.card, of.zone], cell = over(of.deep, SHADE, of.card), pill = over(of.deep, PICKED, of.paper);
    const passages = [of.p0, of.p1, of.p2];
    const all = {
        ink: [...plain, cell, pill, ...passages], muted: [...plain, cell, ...passages], accent: plain, 'on-accent': [of.accent],
        held: plain, broke: [...plain, cell], s0: [of.card, of.p0], s1: [of.card, of.p1], s2: [of.card, of.p2],
    };
    const there = Object.entries(all).map(([name, below]) => [name, below.filter(colour => colour && !/NaN/.test(colour))]);
    return Object.fromEntries(there.filter(([name]) => of[name]));
};

// The colours of texts in the style sheets; those of --seg are s0.., and a swatch has no text.
function used(css) {
    const names = new Set();
    for (const [, selector, body] of css.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
        if (selector.includes('.swatch')) continue;
        for (const [, value] of body.matchAll(/(?:^|[;\s])color:\s*([^;}]+)/g)) names.add(value.trim());
    }
    names.delete('inherit');
    return [...names].flatMap(value => value === 'var(--seg)' ? ['s0', 's1', 's2'] : [value.replace(/^var\(--(.*)\)$/, '$1')]).sort();
}

test('contrast is as WCAG works it out', () => {
    same([contrast('#000', '#fff'), contrast('#777777', '#fff').toFixed(2), contrast('0 0 0', '#000')], [21, '4.48', 1]);
    const deepest = `${SHADE}`.slice(1), picked = `${PICKED}`.slice(1);
    same(read('rooms/page/numbers.js').includes(`(${deepest} * above)`), true);
    same([page.includes(`rgb(var(--deep) / ${picked})`), report.includes(`\n.q10 { background: rgb(var(--deep) / ${deepest}) }`)], [true, true]);
});

for (const [what, css] of Object.entries({page, report}))
    test(`every text of the ${what} has 4.5:1 with whatever it is written on, in light and in dark`, () => {
        same(used(css), Object.keys(backgrounds(variables(css, false))).sort());
        for (const dark of [false, true]) {
            const of = variables(css, dark);
            const weak = Object.entries(backgrounds(of)).flatMap(([name, all]) => all.map(below => [name, below, contrast(of[name], below).toFixed(2)]))
                .filter(([, , ratio]) => ratio < 4.5);
            same([dark, weak], [dark, []]);
        }
    });
