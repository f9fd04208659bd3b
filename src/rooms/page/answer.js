// answer.js -- a sentence as the model sees it, word by word, and its answer beside chance.
import {make, percent} from './dom.js';
import {letter, passages, segments_of} from './passages.js';

const ANSWERS_MOST = 4;

// The target in question: that of the chosen row, else the first.
export function target_of(answer, row) {
    return answer.targets.find(target => target.row === row) || answer.targets[0];
}

function chip(answer, i, from, choose) {
    const {word, segment, position} = answer.rows[i], target = answer.targets.find(t => t.row === i);
    const several = answer.targets.length > 1;
    const inside = [make('b', {}, word), make('small', {}, position === null ? 'no position' : `position ${position}`),
        target && make('small', {class: 'target'}, several ? `\u2192 ${target.answer}` : 'target')];
    const kind = {class: `chip s${segment}${i === from ? ' from' : ''}`};
    if (!choose) return make('li', kind, ...inside);
    return make('button', {...kind, type: 'button', role: 'radio', 'aria-checked': String(i === from), 'data-row': i,
        tabindex: i === from ? 0 : -1, onclick: () => choose(i)}, ...inside);
}

// The words of each passage below its name; all of them where there is one.
function chips(answer, from, choose) {
    const all = answer.rows.map((_, i) => chip(answer, i, from, choose));
    const [box, list] = choose ? ['div', 'div'] : ['li', 'ul'];
    const groups = passages(segments_of(answer.rows)).map(({segment, from: first, end}) => make(box,
        {class: `passage s${segment}`, role: choose && 'group', 'aria-label': choose && `passage ${letter(segment)}`},
        make('span', {class: 'passage-name', 'aria-hidden': choose && 'true'}, `passage ${letter(segment)}`),
        make(list, {class: 'chips'}, ...all.slice(first, end))));
    return groups.length ? groups : all;
}

// The words; with `choose` one of them is picked by click or arrow keys. What did not change stays, and keeps the
// focus.
export function draw_words(box, answer, from, choose) {
    const shown = JSON.stringify([answer.rows, answer.targets.map(t => [t.row, t.answer]), from]);
    if (box.shown === shown) return;
    box.shown = shown;
    const focused = box.contains(document.activeElement);
    box.replaceChildren(...chips(answer, from, choose));
    if (focused) box.querySelector('.from').focus();
}

export function word_keys(box, choose) {
    const by = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1};
    box.addEventListener('keydown', e => {
        const now = box.querySelector('[aria-checked=true]');
        if (!now || !by[e.key]) return;
        e.preventDefault();
        e.stopPropagation();
        const rows = box.querySelectorAll('[data-row]').length;
        choose((Number(now.dataset.row) + by[e.key] + rows) % rows);
    });
}

const chance_of = target => target.chance ?? 1 / target.probabilities.length;

function bar(p, chance, best) {
    return make('div', {class: 'answer' + (best ? ' best' : '')},
        make('span', {class: 'said'}, p.answer),
        make('span', {class: 'bar', 'aria-hidden': 'true'},
            make('span', {class: 'full', style: `width:${100 * p.probability}%`}),
            make('span', {class: 'chance', style: `left:${100 * chance}%`})),
        make('span', {class: 'share'}, percent(p.probability) + ' %'));
}

export function in_words(answer, row) {
    const target = target_of(answer, row);
    return `${target.answer}, ${percent(target.probability)} %`;
}

export function draw_answer(box, answer, row) {
    const target = target_of(answer, row), chance = chance_of(target);
    const most = target.probabilities.slice(0, ANSWERS_MOST);
    box.replaceChildren(...most.map((p, i) => bar(p, chance, i === 0)),
        make('p', {class: 'hint'}, `Line: chance, ${percent(chance)} %.`));
}
