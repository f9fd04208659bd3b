// inside.js -- what a model does with one sentence: attention of every head, and what each row is the sum of.
import {make, write} from './dom.js';
import {explore, explored, heat, limit_of, number} from './heat.js';
import {arcs, largest, lay_out, matrix} from './arcs.js';
import {row_name, segments_of} from './passages.js';

const PARTS = ['token', 'segment', 'position', 'sum'], SIGN = {token: '', segment: '+ ', position: '+ ', sum: '= '};
export const ROWS_MOST = 64; // of which pictures are drawn

function picture(box, svg) {
    const inside = make('div', {class: 'scroll'});
    inside.innerHTML = svg;
    box.append(inside);
}

function head_arcs(answer, head, row) {
    const weights = answer.attention[head][row], figure = make('figure', {});
    figure.append(make('h4', {}, `head ${head + 1}`));
    if (answer.rows.length <= ROWS_MOST) picture(figure, arcs(answer.rows, row, weights, `head ${head + 1}`));
    figure.append(make('figcaption', {}, largest(answer.rows, weights, 2)));
    return figure;
}

// Arcs from one row, a picture for each head.
export function draw_heads(box, answer, row) {
    box.style.setProperty('--width', lay_out(answer.rows.map(each => each.word)).width + 'px');
    box.replaceChildren(make('p', {class: 'hint'}, `What ${row_name(answer.rows, row)} takes from each word:`),
        ...answer.attention.map((_, head) => head_arcs(answer, head, row)));
}

// A box of heat maps whose cells are read: its element, and draw(answer).
function reader(label, help, draw, tell) {
    const maps = make('div', {class: 'maps', role: 'application', 'aria-label': `${label}. Arrow keys read a cell.`});
    const out = make('p', {class: 'readout', role: 'status'}, help);
    const about = cell => tell(maps.answer, cell);
    explore(maps, out, about);
    return {
        box: make('div', {}, maps, out),
        draw(answer) {
            maps.answer = answer;
            maps.replaceChildren();
            draw(maps, answer);
            explored(maps, out, about);
            if (!maps.cell) write(out, help);
        },
    };
}

function map(maps, title, svg) {
    const figure = make('figure', {}, make('figcaption', {}, title));
    picture(figure, svg);
    maps.append(figure);
}

const HELP = 'Hover or tap a cell, or use the arrow keys, to read its value here.';

export function matrices() {
    return reader('Attention of every head', HELP,
        (maps, answer) => answer.attention.forEach((weights, head) =>
            map(maps, `head ${head + 1}`, matrix(answer.rows, weights, `Attention of head ${head + 1}, by words`))),
        (answer, {row, column}) => {
            const named = i => row_name(answer.rows, i);
            const taken = answer.attention.map((weights, head) => `head ${head + 1} ${number(weights[row][column])}`);
            return `${named(row)} takes from ${named(column)}: ${taken.join(', ')}`;
        });
}

const nothing = values => !values || values.every(row => row.every(x => x === 0));

function strip(maps, answer, part, limit) {
    const values = answer.parts[part], words = answer.rows.map(row => row.word);
    if (nothing(values)) {
        maps.append(make('figure', {}, make('figcaption', {}, SIGN[part] + part),
            make('p', {class: 'nothing'}, `Nothing is added. ${part === 'position' ? answer.about : ''}`)));
        return;
    }
    map(maps, SIGN[part] + part, heat({
        values, rows: words, columns: null, segments: segments_of(answer.rows), limit,
        cell: {width: Math.max(2, Math.min(6.5, 208 / values[0].length)), height: 17}, // four in a row of 1232 pixels
        label: `${part}: a row for each word, a column for each number`,
    }));
}

// The answer has `about`, what its encoding does.
export function strips() {
    return reader('Embedding of every word', HELP,
        (maps, answer) => {
            const limit = limit_of(...PARTS.map(part => answer.parts[part]));
            for (const part of PARTS) strip(maps, answer, part, limit);
        },
        (answer, {row, column}) => {
            const there = PARTS.filter(part => !nothing(answer.parts[part]));
            return `${row_name(answer.rows, row)}, column ${column}: ` +
                there.map(part => `${SIGN[part]}${part} ${number(answer.parts[part][row][column], 3)}`).join(' ');
        });
}
