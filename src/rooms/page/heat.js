// heat.js -- heat maps of small tables of numbers, and how their cells are read: by pointer, by finger, by arrow keys.
//
// Colours are the classes of chart.css, m10 (lowest) .. p0 .. p10; cells of one colour are one path, so thousands of
// them are drawn in a few milliseconds. All maps in one box have the same rows and columns, and the same cell is marked
// in each.

import {fixed} from './dom.js';
import {brackets, brackets_beside, passages, rules} from './passages.js';

const HALF = 10, CHARACTER = 7, NAME_MOST = 12, LINE = 12, BESIDE = 19, ABOVE = 24;

export const escape = text => String(text).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');

// A number as it is read: -0.29.
export const number = (x, digits = 2) => x === null || x === undefined ? 'none' : fixed(x, digits).replace(/^-/, '\u2212');

export const cut = (word, most) => word.length > most ? word.slice(0, most - 1) + '\u2026' : word;

// The largest size of a number in tables, at which colours end.
export function limit_of(...tables) {
    return Math.max(...tables.flat(2).map(Math.abs)) || 1;
}

function cells(values, limit) {
    const paths = {};
    values.forEach((row, i) => row.forEach((x, k) => {
        if (x === null) return;
        const at = Math.max(-HALF, Math.min(HALF, Math.round(x / limit * HALF))), name = (at < 0 ? 'm' : 'p') + Math.abs(at);
        paths[name] = (paths[name] || '') + `M${k} ${i}h1v1h-1`;
    }));
    return Object.entries(paths).map(([name, d]) => `<path class="${name}" d="${d}"/>`).join('');
}

// Every so many names that they do not touch.
const apart = size => Math.max(1, Math.ceil(LINE / size));

function row_names(m, left, top) {
    return m.rows.map((word, i) => i % apart(m.cell.height) ? '' : `<text class="end s${m.segments[i]}" x="${left - 5}" ` +
        `y="${(top + (i + 0.5) * m.cell.height + 4).toFixed(1)}">${escape(cut(word, NAME_MOST))}</text>`).join('');
}

// On their side below; without names the first and the last number.
function column_names(m, left, bottom) {
    const x = k => (left + (k + 0.5) * m.cell.width).toFixed(1);
    if (!m.columns) return [0, m.values[0].length - 1].map(k =>
        `<text class="mid" x="${x(k)}" y="${bottom + 14}">${k}</text>`).join('');
    return m.columns.map((word, k) => k % apart(m.cell.width) ? "" : `<text class="end s${m.segments[k]}" ` +
        `transform="translate(${Number(x(k)) + 4} ${bottom + 10})rotate(-60)">${escape(cut(word, NAME_MOST))}</text>`).join('');
}

const longest = words => Math.min(NAME_MOST, Math.max(2, ...words.map(word => word.length)));

// {values [row][column], rows [name], columns [name] or null, segments [row], limit, cell {width, height},
// label}
export function heat(m) {
    const several = passages(m.segments).length > 0, beside = several ? BESIDE : 0, top = several && m.columns ? ABOVE : 0;
    const left = beside + longest(m.rows) * CHARACTER + 8, across = m.values[0].length;
    const width = left + across * m.cell.width + 8, bottom = top + m.rows.length * m.cell.height;
    const right = left + across * m.cell.width;
    const height = bottom + (m.columns ? longest(m.columns) * CHARACTER * 0.87 + 16 : 18);
    return `<svg class="picture map" viewBox="0 0 ${width} ${height}" style="--width:${width}px" role="img" ` +
        `aria-label="${escape(m.label)}" ` +
        `data-cells="${left} ${top} ${m.cell.width} ${m.cell.height} ${m.rows.length} ${across}">` +
        `<g class="cells" transform="translate(${left} ${top})scale(${m.cell.width} ${m.cell.height})">` +
        cells(m.values, m.limit) + '</g>' + row_names(m, left, top) + column_names(m, left, bottom) +
        brackets_beside(m.segments, top, m.cell.height, BESIDE - 5) +
        rules(m.segments, top, m.cell.height, y => `M${left} ${y}H${right}`) + (m.columns
            ? brackets(m.segments, left, m.cell.width, ABOVE - 6, true) +
                rules(m.segments, left, m.cell.width, x => `M${x} ${top}V${bottom}`) : '') +
        `<rect class="here" width="${m.cell.width}" height="${m.cell.height}" visibility="hidden"/></svg>`;
}

function grid_of(svg) {
    const [left, top, width, height, rows, columns] = svg.dataset.cells.split(' ').map(Number);
    return {left, top, width, height, rows, columns};
}

function cell_at(svg, e) {
    const p = grid_of(svg), at = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const column = Math.floor((at.x - p.left) / p.width), row = Math.floor((at.y - p.top) / p.height);
    return row >= 0 && column >= 0 && row < p.rows && column < p.columns ? {row, column} : null;
}

function mark(box, cell) {
    for (const svg of box.querySelectorAll('svg.map')) {
        const p = grid_of(svg), here = svg.querySelector('.here');
        here.setAttribute('x', p.left + cell.column * p.width);
        here.setAttribute('y', p.top + cell.row * p.height);
        here.setAttribute('visibility', 'visible');
    }
}

const STEPS = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

function move(box, key) {
    const svg = box.querySelector('svg.map'), p = svg && grid_of(svg), by = STEPS[key];
    if (!svg || !by) return null;
    const now = box.cell, to = (x, step, size) => Math.max(0, Math.min(size - 1, x + step));
    return now ? {row: to(now.row, by[0], p.rows), column: to(now.column, by[1], p.columns)} : {row: 0, column: 0};
}

// Makes the maps of a box readable: `tell(cell)` is the text for one, which `out` then shows.
export function explore(box, out, tell) {
    const show = cell => {
        if (!cell) return;
        box.cell = cell;
        mark(box, cell);
        out.textContent = tell(cell);
    };
    const pointed = e => {
        const svg = e.target.closest && e.target.closest('svg.map');
        if (svg) show(cell_at(svg, e));
    };
    box.tabIndex = 0;
    box.addEventListener('pointermove', pointed);
    box.addEventListener('pointerdown', pointed);
    box.addEventListener('keydown', e => {
        const cell = move(box, e.key);
        if (!cell) return;
        e.preventDefault();
        e.stopPropagation();
        show(cell);
    });
}

// After the maps of a box were drawn anew: the marked cell stays if it is still there.
export function explored(box, out, tell) {
    const svg = box.querySelector('svg.map'), p = svg && grid_of(svg);
    if (!box.cell) return;
    if (!svg || box.cell.row >= p.rows || box.cell.column >= p.columns) box.cell = null;
    else mark(box, box.cell);
    out.textContent = box.cell ? tell(box.cell) : '';
}
