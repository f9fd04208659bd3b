// arcs.js -- what one row of a sentence takes from each row, head by head: arcs over the words, as thick as the weight,
// with the largest weights as text below them. And the same for all rows: a matrix.
import {fixed} from './dom.js';
import {cut, escape, heat, number} from './heat.js';
import {brackets, passages, row_name, segments_of} from './passages.js';

const WORD_MOST = 9, ROOM = 78, THICKEST = 11, FAINT = 0.004, SAID = 0.05, PASSAGES = 22, TICK = 4;

// Where words are: upright where they are few and short, else on their side.
export function lay_out(words) {
    const longest = Math.min(WORD_MOST, Math.max(...words.map(word => word.length)));
    const flat = words.length <= 12 && longest <= 5, step = flat ? Math.max(28, longest * 7 + 1) : 24;
    const below = flat ? 22 : longest * 6.6 + 16, left = flat ? 4 : Math.max(4, longest * 3.6 - 6), base = ROOM + 20;
    return {flat, step, left, width: words.length * step + left + 4, base, height: base + below};
}

const at = (layout, i) => layout.left + (i + 0.5) * layout.step;

function arc(layout, from, to, weight, farthest) {
    const y = layout.base - 12, x = at(layout, Math.min(from, to)), radius = Math.abs(to - from) * layout.step / 2;
    const high = 14 + (ROOM - 14) * Math.abs(to - from) / farthest;
    const d = from === to ? `M${x - 5} ${y}c-9 -22 19 -22 10 0` : `M${x} ${y}a${radius} ${high} 0 0 1 ${2 * radius} 0`;
    return `<path class="arc" d="${d}" stroke-width="${(0.6 + weight * THICKEST).toFixed(2)}"/>`;
}

function word(layout, row, i, from, weight) {
    const x = at(layout, i), y = layout.base + (layout.flat ? 14 : 10);
    const turn = layout.flat ? `x="${x}" y="${y}"` : `transform="translate(${x + 4} ${y})rotate(-60)"`;
    const said = weight >= SAID ? `<text class="mid weight" x="${x}" y="${layout.base - 1}">${fixed(weight, 2).slice(
        weight < 0.995 ? 1 : 0)}</text>` : '';
    return `<text class="${layout.flat ? 'mid' : 'end'} name s${row.segment}${i === from ? ' from' : ''}" ${turn}>` +
        escape(cut(row.word, WORD_MOST)) + '</text>' + said;
}

// "X (row 7, B) 0.94, Y (row 5, B) 0.06": the `most` largest weights.
export function largest(rows, weights, most) {
    const order = weights.map((_, i) => i).sort((i, k) => weights[k] - weights[i] || i - k);
    return order.slice(0, most).map(i => `${row_name(rows, i)} ${number(weights[i])}`).join(', ');
}

// rows [{word, segment}], from a row, weights of all rows it attends to (fewer in a causal model).
export function arcs(rows, from, weights, label) {
    const layout = lay_out(rows.map(row => row.word)), farthest = Math.max(1, from, rows.length - 1 - from);
    const segments = segments_of(rows), below = passages(segments).length ? PASSAGES : 0;
    const lines = weights.map((weight, i) => weight >= FAINT ? arc(layout, from, i, weight, farthest) : '');
    return `<svg class="picture arcs" viewBox="0 0 ${layout.width} ${layout.height + below}" ` +
        `style="--width:${layout.width}px" role="img" ` +
        `aria-label="${escape(`${label}: ${rows[from].word} takes ${largest(rows, weights, 3)}`)}">` +
        lines.join('') + rows.map((row, i) => word(layout, row, i, from, weights[i] || 0)).join('') +
        brackets(segments, layout.left, layout.step, layout.height + TICK, false) + '</svg>';
}

// The weights of one head: rows attend to columns. A causal model's rows end early.
export function matrix(rows, weights, label) {
    const words = rows.map(row => row.word), cell = rows.length > 24 ? 8 : rows.length > 12 ? 13 : 17;
    const values = weights.map(row => rows.map((_, i) => i < row.length ? row[i] : null));
    return heat({values, rows: words, columns: words, segments: segments_of(rows), limit: 1,
        cell: {width: cell, height: cell}, label});
}
