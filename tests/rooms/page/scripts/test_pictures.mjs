// test_pictures.mjs -- coordinates of heat maps, arcs and brackets; which cell is selected and described.

import {same, test} from './tap.mjs';
import {app_of} from './app.mjs';
import {Element} from './elements.mjs';
import {cut, escape, explore, explored, heat, limit_of, number} from '../../../../src/rooms/page/heat.js';
import {arcs, largest, lay_out, matrix} from '../../../../src/rooms/page/arcs.js';
import {brackets, brackets_beside, letter, passages, row_name, rules} from '../../../../src/rooms/page/passages.js';
import * as encodings from '../../../../src/rooms/page/encodings.js';
import {draw_chart} from '../../../../src/rooms/page/chart.js';

const found = (text, pattern) => [...text.matchAll(pattern)].map(match => match.slice(1).join(' '));

test('numbers as text, shortened words, and the limit of a colour scale', () => {
    same([number(-.294), number(.5, 3), number(0), number(null), number(undefined)], ['\u22120.29', '0.500', '0.00', 'none', 'none']);
    same([cut('abcdef', 6), cut('abcdefg', 6), escape('a<b> & "c\'')], ['abcdef', 'abcde\u2026', 'a&#60;b&#62; &#38; &#34;c&#39;']);
    same([limit_of([[.5, -3], [2, 1]], null, [[2.5, 0]]), limit_of([[0]]), limit_of(null)], [3, 1, 1]);
});

const rows = [['[CLS]', 0], ['w1', 0], ['X', 0], ['Y', 1], ['w2', 1]].map(([word, segment]) => ({word, segment}));

test('passages are adjacent words of one segment; a single passage has no brackets', () => {
    same(passages([0, 0, 0, 1, 1]), [{segment: 0, from: 0, end: 3}, {segment: 1, from: 3, end: 5}]);
    same([passages([2, 2]), passages(null), passages([])], [[], [], []]);
    same(passages([1, 0, 1]).map(({segment, from, end}) => [segment, from, end]), [[1, 0, 1], [0, 1, 2], [1, 2, 3]]);
    same([letter(0), letter(1), letter(27)], ['A', 'B', 'B']);
    same([row_name(rows, 3), row_name(rows.slice(0, 3), 2)], ['Y (row 3, B)', 'X (row 2)']);
});

test('brackets are above, below and next to their words, lines between passages', () => {
    const segments = [0, 0, 0, 1, 1], below = brackets(segments, 4, 60, 90, false), over = brackets(segments, 10, 20, 18, true);
    same(found(below, / d="([^"]*)"/g), ['M5.5 86V90H182.5V86', 'M185.5 86V90H302.5V86']);
    same(found(below, /x="([\d.]+)" y="(\d+)">([^<]*)/g), ['94.0 104 passage A', '244.0 104 passage B']);
    same(found(over, / d="([^"]*)"/g), ['M11.5 22V18H68.5V22', 'M71.5 22V18H108.5V22']);
    same(found(over, /x="([\d.]+)" y="(\d+)">([^<]*)/g), ['40.0 13 A', '90.0 13 B']);
    const beside = brackets_beside(segments, 24, 17, 14);
    same(found(beside, / d="([^"]*)"/g), ['M18 25.5H14V73.5H18', 'M18 76.5H14V107.5H18']);
    same(found(beside, /x="(\d+)" y="([\d.]+)">([^<]*)/g), ['11 53.5 A', '11 96.0 B']);
    same(found(rules(segments, 24, 17, y => `M0 ${y}H9`), /class="edge" d="([^"]*)"/g), ['M0 75.0H9']);
});

// Two rows of three numbers, in cells of 7 x 17; one passage.
const small = {values: [[.1, -1, null], [.5, .26, 1]], rows: ['w1', 'longer'], columns: null, segments: [0, 0], limit: 1,
    cell: {width: 7, height: 17}, label: 'a "map"'};

test('a heat map has ten colours each way, names of rows on the left, and the ends of its scale below', () => {
    const svg = heat(small); // names take 6 x 7 + 8 units
    same(found(svg, /data-cells="([^"]*)"/g), ['50 0 7 17 2 3']);
    same(found(svg, /viewBox="([^"]*)"/g), ['0 0 79 52']);
    same(found(svg, /translate\(([^)]*)\)scale\(([^)]*)\)/g), ['50 0 7 17']);
    same(found(svg, /<path class="(\w+)" d="([^"]*)"/g),
        ['p1 M0 0h1v1h-1', 'm10 M1 0h1v1h-1', 'p5 M0 1h1v1h-1', 'p3 M1 1h1v1h-1', 'p10 M2 1h1v1h-1']);
    same(found(svg, /<text class="end s0" x="(\d+)" y="([\d.]+)">(\w+)/g), ['45 12.5 w1', '45 29.5 longer']);
    same(found(svg, /<text class="mid" x="([\d.]+)" y="(\d+)">(\d)/g), ['53.5 48 0', '67.5 48 2']);
    same(svg.includes('aria-label="a &#34;map&#34;"'), true);
    same(found(heat({...small, values: [[40, -20], [3, 0]], limit: 20}), /class="([pm]\d+)"/g),
        ['p10', 'm10', 'p2', 'p0']); // 3 of 20 is one and a half colours, rounded up
});

test('the matrix of a head has words on both sides, brackets and lines between passages', () => {
    const svg = matrix(rows, [[1], [.5, .5], [0, 0, 1], [.25, .25, .25, .25], [0, 0, 0, 0, 1]], 'head 1');
    same(found(svg, /data-cells="([^"]*)"/g), ['62 24 17 17 5 5']); // 19 + 5 x 7 + 8
    same(found(svg, /class="p10" d="([^"]*)"/g), ['M0 0h1v1h-1M2 2h1v1h-1M4 4h1v1h-1']); // nothing above the diagonal
    same(found(svg, /<path class="([pm]\w+)"/g).sort(), ['p0', 'p10', 'p3', 'p5']); // a quarter of ten colours, rounded up to 3
    same(found(svg, /class="p0" d="([^"]*)"/g), ['M0 2h1v1h-1M1 2h1v1h-1M0 4h1v1h-1M1 4h1v1h-1M2 4h1v1h-1M3 4h1v1h-1']);
    same(found(svg, /translate\(([\d.]+ \d+)\)rotate\(-60\)">([^<]*)/g),
        ['74.5 119 [CLS]', '91.5 119 w1', '108.5 119 X', '125.5 119 Y', '142.5 119 w2']);
    same(found(svg, /class="edge" d="(M[\d.]+ [\d.]+[HV][\d.]+)"/g), ['M62 75.0H147', 'M113.0 24V109']);
    same(found(svg, /class="edge" fill="none" d="([^"]*)"/g), ['M18 25.5H14V73.5H18', 'M18 76.5H14V107.5H18', // left of the rows,
        'M63.5 22V18H111.5V22', 'M114.5 22V18H145.5V22']); // and above the columns
    same(found(svg, /class="(?:end|mid) name s\d" x="([\d.]+)" y="([\d.]+)">([AB])</g), ['11 53.5 A', '11 96.0 B', '87.5 13 A', '130.0 13 B']);
    const many = Array.from({length: 13}, () => ({word: 'w', segment: 0})), cells = count => found(matrix(many.slice(0, 1).concat(
        Array.from({length: count - 1}, () => many[0])), Array.from({length: count}, () => [1]), ''), /data-cells="\d+ \d+ (\d+)/g);
    same([12, 13, 24, 25].flatMap(cells), ['17', '13', '13', '8']);
    same(found(matrix(Array.from({length: 25}, () => many[0]), Array.from({length: 25}, () => [1]), ''),
        /<text class="end s0" x="\d+" y="([\d.]+)"/g).length, 13); // every other name
});

// ---- The selected cell

// A box with one map at 50, 30: 2 x 3 cells of 7 x 17 units, drawn at twice that size.
function box_of(cells = '50 30 7 17 2 3') {
    const box = new Element('div'), here = new Element('rect'), out = new Element('p');
    const svg = {dataset: {cells}, querySelector: () => here, closest: () => svg, getScreenCTM: () => ({inverse: () => .5})};
    box.querySelector = () => cells ? svg : null;
    box.querySelectorAll = () => [svg];
    return {box, out, svg, at: () => [here.attributes.x, here.attributes.y, here.attributes.visibility]};
}
globalThis.DOMPoint = class {
    constructor(x, y) { Object.assign(this, {x, y}); }
    matrixTransform(scale) { return {x: this.x * scale, y: this.y * scale}; }
};
const tell = ({row, column}) => `row ${row}, column ${column}`;

test('the selected cell is outlined where it is drawn', () => {
    const {box, out, svg, at} = box_of();
    explore(box, out, tell);
    const point = (clientX, clientY) => {
        box.fire('pointermove', {target: svg, clientX, clientY});
        return [out.textContent, ...at()];
    };
    same(point(2 * 65, 2 * 40), ['row 0, column 2', 64, 30, 'visible']);
    same(point(2 * 50, 2 * 63.9), ['row 1, column 0', 50, 47, 'visible']);
    for (const [x, y] of [[49, 40], [71, 40], [60, 29], [60, 64]]) same(point(2 * x, 2 * y)[0], 'row 1, column 0'); // outside the map
});

test('arrow keys move the selection within the map', () => {
    const {box, out, at} = box_of(), read = [];
    explore(box, out, tell);
    const keys = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowUp'];
    for (const key of keys) read.push((same(box.fire('keydown', {key}).prevented, true),
        out.textContent.replace(/[^\d ]|^row /g, '').trim()));
    same(read.map(text => text.replace(/\s+/g, ' ')), ['0 0', '0 1', '1 1', '1 2', '1 2', '1 2', '1 1', '0 1', '0 1']);
    same(at(), [57, 30, 'visible']);
    same(box.fire('keydown', {key: 'a'}).prevented, false);
});

test('a redrawn map keeps its selection if the cell still exists', () => {
    const {box, out, at} = box_of();
    explored(box, out, tell);
    same([out.textContent, at()[0]], ['', undefined]);
    box.cell = {row: 1, column: 2};
    explored(box, out, tell);
    same([out.textContent, ...at()], ['row 1, column 2', 64, 47, 'visible']);
    for (const cells of ['50 30 7 17 1 3', '50 30 7 17 2 2', '']) {
        const other = box_of(cells);
        other.box.cell = {row: 1, column: 2};
        other.out.textContent = 'old';
        explored(other.box, other.out, tell);
        same([other.box.cell, other.out.textContent, other.at()[0]], [null, '', undefined]);
    }
});

// ---- Arcs

test('few short words are written horizontally, others vertically', () => {
    same(lay_out(['w1', 'X', 'Y']), {flat: true, step: 28, left: 4, width: 92, base: 98, height: 120});
    same(lay_out(['abcde', 'X']).step, 36);
    same(lay_out(['abcdef', 'X']), {flat: false, step: 24, left: 3.6 * 6 - 6, width: 48 + (3.6 * 6 - 6) + 4, base: 98,
        height: 98 + 6 * 6.6 + 16});
    same([lay_out(Array(12).fill('w')).flat, lay_out(Array(13).fill('w')).flat, lay_out(['x'.repeat(30)]).height.toFixed(1)],
        [true, false, '173.4']);
});

test('an arc leads from a row to each row it attends to; thickness is the weight, height the width', () => {
    const svg = arcs(rows, 3, [.003, .1, .04, .86], 'head 2'); // five horizontal words, 36 units apart, from 4
    same(found(svg, /<path class="arc" d="([^"]*)" stroke-width="([\d.]+)"/g), [
        `M58 86a36 ${14 + 64 * 2 / 3} 0 0 1 72 0 1.70`, `M94 86a18 ${14 + 64 / 3} 0 0 1 36 0 1.04`, 'M125 86c-9 -22 19 -22 10 0 10.06']);
    for (const [from, to] of [[0, 4], [1, 4], [3, 0], [4, 0]]) // the row that is farthest away has the highest arc
        same(found(arcs(rows, from, rows.map((_, i) => Number(i === to)), ''), /a[\d.]+ ([\d.]+) 0 0 1/g), ['78']);
    same(found(svg, /class="mid weight" x="(\d+)" y="(\d+)">([.\d]+)/g), ['58 97 .10', '130 97 .86']); // weights from 0.05 on
    same(found(svg, /class="mid name (s\d from|s\d)" x="(\d+)" y="(\d+)">([^<]*)/g).slice(0, 5),
        ['s0 22 112 [CLS]', 's0 58 112 w1', 's0 94 112 X', 's1 from 130 112 Y', 's1 166 112 w2']);
    // below the words and their brackets, whose ends point up
    same(found(svg, /class="mid name (s\d)" x="([\d.]+)" y="(\d+)">(passage .)/g), ['s0 58.0 138 passage A', 's1 148.0 138 passage B']);
    same(found(svg, /class="edge" fill="none" d="([^"]*)"/g), ['M5.5 120V124H110.5V120', 'M113.5 120V124H182.5V120']);
    same(found(svg, /viewBox="([^"]*)"/g), ['0 0 188 142']); // passages in a line below
    same(found(svg, /aria-label="([^"]*)"/g), ['head 2: Y takes Y (row 3, B) 0.86, w1 (row 1, A) 0.10, X (row 2, A) 0.04']);
    same(found(arcs(rows.slice(0, 2), 1, [1, 0], ''), /a[\d.]+ ([\d.]+) 0 0 1/g), ['78']); // of two rows, too
    same(found(arcs(rows.slice(0, 2), 1, [0, 1], ''), /class="mid weight" x="(\d+)" y="(\d+)">([.\d]+)/g), ['58 97 1.00']);
    same(found(arcs(rows.slice(0, 2), 1, [.006, .994], ''), /class="mid weight" x="\d+" y="\d+">([.\d]+)/g), ['.99']);
    same(found(arcs(rows.slice(0, 2), 1, [.003, .997], ''), /class="mid weight" x="\d+" y="\d+">([.\d]+)/g), ['1.00']);
    same(largest(rows, [.2, .4, .4], 2), 'w1 (row 1, A) 0.40, X (row 2, A) 0.40');
});

// ---- The encodings themselves, and charts

test('a chart is as wide as its figure, and as high as the screen has room for beside the rest of its section', () => {
    const drawn = (width, more = {}, scale = '') => {
        const section = Object.assign(new Element('section'), {top: 50, offsetHeight: 480}); // of which 300 are the chart
        const figure = Object.assign(new Element('figure'), {clientWidth: width, offsetHeight: 300, closest: what => what === 'section' ? section : null, ...more});
        const app = app_of([], '', () => ({svg: 'S'}));
        globalThis.getComputedStyle = () => ({getPropertyValue: () => scale});
        const is_drawn = draw_chart(figure, app, {kind: 'learning'});
        globalThis.getComputedStyle = () => ({getPropertyValue: () => ''});
        return is_drawn && [app.asked[0].width, app.asked[0].height];
    };
    // 900 - 50 - (480 - 300), 6 of margin and 200 for what is said below; a projector of one column is not asked
    same([drawn(700), drawn(700, {}, '1.6'), drawn(0)], [[700, 400], [438, 338], false]);
    same(drawn(700, {closest: () => new Element('section')}), [700, 0]); // in panels, as high as they need
    globalThis.innerHeight = 700;
    same(drawn(500), [500, 264]); // what there is
    globalThis.innerHeight = 600;
    same(drawn(500), [500, 200]); // the least
    globalThis.innerHeight = 1200;
    same([drawn(500), drawn(500, {}, '2')], [[500, 400], [250, 360]]); // the most; of one column of a projector six tenths of the screen
    Object.assign(globalThis, {innerHeight: 1080, innerWidth: 1920}); // a projector with two columns
    same(drawn(1000, {}, '2'), [500, 322]);
    Object.assign(globalThis, {innerHeight: 900, innerWidth: 1280});
});

const views = (hash, local = () => ({svg: [], sentences: ['facts', 'more'], numbers: {positions: 99}})) => {
    const app = app_of([], hash, local), root = new Element('div');
    encodings.mount(root, app);
    return {app, root, asked: app.asked.map(({do: what, width, ...message}) => message)};
};

test('an encoding is shown with its options; positions beyond its table use its own policy', () => {
    const rope = {'encoding.name': 'rope', 'rope.base': '7'};
    same(views('#encoding=rope&options=base=7,scale=2').asked.slice(0, 4),
        [{view: 'matrix', settings: rope}, {view: 'similarity', settings: rope},
        {view: 'waves', settings: rope}, {view: 'shift', offset: 5, settings: rope}]);
    const far = {'encoding.extrapolation': 'extend', 'encoding.name': 'learned'};
    same(views('#encoding=learned&positions=40&offset=9').asked.map(({view, positions, offset, settings}) => [view,
        positions ?? offset, settings]), [['matrix', 40, far],
        ['similarity', 40, far], ['waves', 40, far],
            ['shift', 9, {'learned.max_position_embeddings': '137', 'encoding.name': 'learned'}]]); // 4 x 32 + 9
    same(views('#encoding=t5&positions=4').asked[0],
        {view: 'matrix', positions: 4, settings: {'encoding.extrapolation': 'clamp', 'encoding.name': 't5'}});
    for (const wrong of ['3', '257', '4.5', 'x', '']) same(views(`#encoding=t5&positions=${wrong}`).asked[0].positions, undefined);
    same(['0', '1', '64', '65'].map(text => views(`#encoding=t5&offset=${text}`).asked[3].offset), [5, 1, 64, 5]);
});

test('an option that is empty or the default is not in the address', () => {
    const {app, root} = views('#encoding=rope&options=base=7'), input = root.querySelector('#option-rope-base'), set = value => {
        input.fire('change', {target: {value}});
        return app.state.get('options');
    };
    same([input.value, set(' 9 '), set('10000'), set('8'), set('')], ['7', 'base=9', '', 'base=8', '']);
    same(root.querySelector('#encoding-positions').value, 99);
});

test('a view of an encoding comes with its facts; without the view, the page says why', () => {
    const none = views('#encoding=none', () => { throw new Error('none has no table'); }).root;
    same(none.querySelectorAll('section').map(section => section.hidden), [true, true, true, true]);
    same(none.querySelector('#encoding-about').textContent.includes('none has no table'), true);
    let k = 0;
    const some = views('#encoding=rope', () => {
        if (++k === 2) throw new Error('rope has no similarity');
        return {svg: [], sees: `sees ${k}`, sentences: [`fact ${k}`, `more ${k}`], formula: 'F'};
    }).root;
    same(some.querySelectorAll('section').map(section => section.hidden), [false, false, false, false]);
    same(some.querySelectorAll('section').map(section => section.children[1].textContent),
        ['sees 1more 1', 'rope has no similarity', 'sees 3more 3', 'sees 4more 4']);
    same(some.querySelector('#encoding-about').children.map(child => child.textContent),
        ['rope', 'a rotation', 'F', '', 'Its weakness', 'w']);
});
