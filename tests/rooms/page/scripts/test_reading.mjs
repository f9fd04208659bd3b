// test_reading.mjs -- reading pictures with arrow keys (src/core/draw/reading.js): from picture to picture, to both ends and no further.

import {readFileSync} from 'node:fs';
import {same, test} from './tap.mjs';

const script = readFileSync(new URL('../../../../src/core/draw/reading.js', import.meta.url), 'utf8');
const box = {left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0};
const looks = {add() {}, remove() {}, toggle() {}, contains: () => false};

const point = text => ({dataset: {t: text}, classList: looks, scrollIntoView() {}, closest: () => null, getBoundingClientRect: () => box});
const chart = texts => {
    const points = texts.map(point);
    return {points, matches: () => false, checkVisibility: () => true, querySelectorAll: () => points};
};
const heat = (rows, columns) => ({matches: what => what === '.heat', checkVisibility: () => true, scrollIntoView() {}, classList: looks, closest: () => null,
    getScreenCTM: () => null, dataset: {box: `0 0 1 1 ${rows} ${columns}`, rows: Array.from({length: rows}, (_, i) => `r${i}`).join('\n'),
        columns: Array.from({length: columns}, (_, i) => `c${i}`).join('\n'), v: Array.from({length: rows * columns}, (_, i) => i).join(' ')}});

// What is read after each of these keys in a figure of such pictures; a function changes them in between.
function read(pictures, keys) {
    const tip = {style: {}, getBoundingClientRect: () => box}, listeners = {}, host = {querySelectorAll: () => pictures};
    host.closest = () => host;
    const document = {getElementById: () => tip, querySelectorAll: () => [], addEventListener: (event, f) => { listeners[event] = f; }};
    class DOMPoint { matrixTransform() { return {x: 0, y: 0}; } }
    class Observer { observe() {} }
    new Function('document', 'DOMPoint', 'ResizeObserver', 'MutationObserver', 'addEventListener', 'innerWidth', 'innerHeight', 'scrollX', 'scrollY', script)(
        document, DOMPoint, Observer, Observer, () => {}, 800, 600, 0, 0);
    return keys.map((key, i, all, more = {}) => {
        if (typeof key === 'function') return key();
        if (typeof key === 'number') { // a tap so far to the right
            listeners.click({detail: 1, target: pictures[0], clientX: key, clientY: 0});
            return tip.hidden ? '' : tip.textContent;
        }
        if (key.length > 1) [key, more] = ['r', {[key]: true}]; // with this key held
        listeners.keydown({...more, key: {r: 'ArrowRight', l: 'ArrowLeft', d: 'ArrowDown', u: 'ArrowUp'}[key], target: host, preventDefault() {}, stopPropagation() {}});
        return tip.textContent;
    });
}

test('arrows go through all points of all pictures, and stay at both ends', () => {
    const pictures = () => [chart(['a', 'b']), chart(['c']), heat(2, 3)];
    same(read(pictures(), [...'rrrrrrrrrrr']), ['a', 'b', 'c', 'r0, c0: 0', 'r0, c1: 1', 'r0, c2: 2', 'r1, c0: 3', 'r1, c1: 4', 'r1, c2: 5', 'r1, c2: 5', 'r1, c2: 5']);
    same(read(pictures(), [...'rrrllll']), ['a', 'b', 'c', 'b', 'a', 'a', 'a']);
    same(read(pictures(), [...'rrrrrdduuu']), ['a', 'b', 'c', 'r0, c0: 0', 'r0, c1: 1', 'r1, c1: 4', 'r1, c1: 4', 'r0, c1: 1', 'c', 'b']);
    same(read(pictures(), ['r', 'altKey', 'ctrlKey', 'metaKey', 'r']), ['a', 'a', 'a', 'a', 'b']); // those are the browser's
});

test('a tap reads the nearest point that is less than 22 pixels away', () => {
    const picture = chart(['a', 'b']);
    picture.points.forEach((one, i) => { one.getBoundingClientRect = () => ({...box, left: 100 + 50 * i, right: 100 + 50 * i}); });
    picture.closest = what => what === 'svg.chart' ? picture : null;
    same(read([picture], [78, 79, 121, 125, 129, 172]), ['', 'a', 'a', '', 'b', '']);
});

test('a figure without a point is read in silence', () => {
    same(read([chart([])], ['r']), [undefined]);
    same(read([], ['r']), [undefined]);
});

test('in a picture that was drawn anew with fewer points reading begins at the first', () => {
    const picture = chart(['a', 'b', 'c']);
    same(read([picture], ['r', 'r', 'r', () => picture.points.pop().dataset.t, 'r', 'r', 'r']), ['a', 'b', 'c', 'c', 'a', 'b', 'b']);
});
