// order.js -- the same words in another order, the right answer to both, and whether a model gives both the same answer
// and weights.

const PREFIX = /^\[B\] /; // says of the first text that it is passage B; it is not a word

const words = text => text.trim().split(/\s+/).filter(Boolean);

function reordered(text, f) {
    const prefix = (PREFIX.exec(text) || [''])[0];
    return prefix + f(words(text.slice(prefix.length))).join(' ');
}

const swapped = list => list.map(word => word === 'X' ? 'Y' : word === 'Y' ? 'X' : word);

// The same for the same number and count: while a sentence is typed it does not jump about.
function shuffled(list, number) {
    let seed = 2654435769 ^ number * 40503;
    const random = () => {
        seed = Math.imul(seed ^ seed >>> 15, 2246822519) + 374761393 | 0;
        return (seed >>> 1) / 2 ** 31;
    };
    const out = [...list];
    for (let i = out.length - 1; i > 0; i--) {
        const k = Math.floor(random() * (i + 1));
        [out[i], out[k]] = [out[k], out[i]];
    }
    return out;
}

// The right answer where words alone decide it: whether X comes before Y in passage B, or in the only one; which marker
// came last, or is there; "" elsewhere.
export function right_answer(task, rows) {
    if (['flip', 'find'].includes(task)) return (rows.filter(row => /^[A-Z]$/.test(row.word)).pop() || {word: ''}).word;
    const asked = rows.filter(row => task === 'first' || row.segment === 1).map(row => row.word);
    const [x, y] = ['X', 'Y'].map(word => asked.indexOf(word));
    return ['order', 'first'].includes(task) && x >= 0 && y >= 0 ? x < y ? 'yes' : 'no' : '';
}

// The text that the question is about: passage B, or the only one.
const about = texts => texts.findIndex(text => PREFIX.test(text)) < 0 ? texts.length - 1 : 0;

export const can_swap = texts => ['X', 'Y'].every(word => words(texts[about(texts)]).includes(word));

// how: "swap" (X and Y, where the question is about), "reverse", or "shuffle" and a number.
export function other_order(texts, how) {
    if (how === 'reverse') return texts.map(text => reordered(text, list => [...list].reverse()));
    if (how === 'swap') return texts.map((text, i) => i === about(texts) ? reordered(text, swapped) : text);
    const number = Number(how.slice('shuffle'.length));
    return texts.map(text => reordered(text, list => shuffled(list, number)));
}

// What a target's row takes, sorted by word, so that the order of the words plays no part.
function takings(answer, head) {
    const target = answer.targets[0].row, taken = answer.attention[head][target];
    return taken.map((weight, i) => ({key: answer.rows[i].segment + ' ' + answer.rows[i].word, weight}))
        .sort((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : a.weight - b.weight);
}

const probability = (target, answer) =>
    (target.probabilities.find(p => p.answer === answer) || {probability: 0}).probability;

// The largest difference of answers and of weights between two askings of the same words; weights null without a head.
export function difference(one, other) {
    const a = one.targets[0], b = other.targets[0];
    let answers = 0, weights = one.attention ? 0 : null;
    for (const p of a.probabilities) answers = Math.max(answers, Math.abs(p.probability - probability(b, p.answer)));
    for (let head = 0; one.attention && head < one.attention.length; head++) {
        const x = takings(one, head), y = takings(other, head);
        x.forEach((taken, i) => { weights = Math.max(weights, Math.abs(taken.weight - y[i].weight)); });
    }
    return {answers, weights};
}
