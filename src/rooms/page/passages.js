// passages.js -- which passage a word is in: A is segment 0, B segment 1, and so on. Where all words are of one segment,
// nothing is marked.

const CHARACTER = 7, TICK = 4;

export const letter = segment => String.fromCharCode(65 + segment % 26);

// Neighbours of one segment: [{segment, from, end}]; none where there is one segment alone.
export function passages(segments) {
    const list = [];
    if (!segments || segments.every(segment => segment === segments[0])) return list;
    segments.forEach((segment, i) => {
        if (i === 0 || segment !== segments[i - 1]) list.push({segment, from: i, end: i});
        list[list.length - 1].end++;
    });
    return list;
}

export const segments_of = rows => rows.map(row => row.segment);

// "X (row 7, B)"; of one passage "X (row 7)".
export function row_name(rows, i) {
    const several = rows.some(row => row.segment !== rows[0].segment);
    return `${rows[i].word} (row ${i}${several ? ', ' + letter(rows[i].segment) : ''})`;
}

// Its name where so many units hold it, else the letter.
function fitting(segment, size) {
    const name = `passage ${letter(segment)}`;
    return name.length * CHARACTER <= size ? name : letter(segment);
}

// Each passage of words that are `step` apart, the first beginning at `start`: draw(segment, where it begins, where it ends).
const along = (segments, start, step, draw) => passages(segments)
    .map(({segment, from, end}) => draw(segment, start + from * step + 1.5, start + end * step - 1.5)).join('');
const edge = d => `<path class="edge" fill="none" d="${d}"/>`;

// Brackets over words: their ends point down to the words below `y`, or up to those above it. Names are on the other side.
export const brackets = (segments, left, step, y, down) => along(segments, left, step, (segment, begin, end) => {
    const tip = y + (down ? TICK : -TICK);
    return edge(`M${begin.toFixed(1)} ${tip}V${y}H${end.toFixed(1)}V${tip}`) +
        `<text class="mid name s${segment}" x="${((begin + end) / 2).toFixed(1)}" y="${y + (down ? -5 : 14)}">${fitting(segment, end - begin)}</text>`;
});

// The same beside rows, letters to the left of them.
export const brackets_beside = (segments, top, step, x) => along(segments, top, step, (segment, begin, end) =>
    edge(`M${x + TICK} ${begin.toFixed(1)}H${x}V${end.toFixed(1)}H${x + TICK}`) +
        `<text class="end name s${segment}" x="${x - 3}" y="${((begin + end) / 2 + 4).toFixed(1)}">${letter(segment)}</text>`);

// Thin lines between passages, through cells that are `step` apart: `line` makes one at a place.
export function rules(segments, start, step, line) {
    return passages(segments).slice(1).map(({from}) => {
        const d = line((start + from * step).toFixed(1));
        return `<path class="halo" d="${d}"/><path class="edge" d="${d}"/>`;
    }).join('');
}
