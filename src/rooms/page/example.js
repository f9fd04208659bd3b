// example.js -- one example of the task, as training has them, and what each model answers while it learns.

import {EVALUATE} from './engine.js';
import {make, write} from './dom.js';
import {by_member} from './train.js';
import {target_of} from './answer.js';
import {letter, passages, segments_of} from './passages.js';

const PAUSE = 400, CHANGES = 5000; // milliseconds: between answers; until another example while models train
const MOST = 12;                   // models that are asked

// Fillers w1, w2, ... stay in the background.
const word = text => /^w\d+$/.test(text) ? `${text} ` : make('b', {}, `${text} `);

// The words in their order, each passage after its name; [CLS] and the like are the model's.
function draw_text(p, rows) {
    const words = rows.filter(row => !/^\[/.test(row.word)), groups = passages(segments_of(words));
    const all = groups.length ? groups : [{from: 0, end: words.length}];
    p.text.replaceChildren(...all.map(({segment, from, end}) => make('span', {},
        groups.length ? make('small', {}, `${letter(segment)}: `) : null, words.slice(from, end).map(row => word(row.word)))));
}

function answer(p, group, target, right) {
    const is_right = target.answer === right;
    return make('li', {class: is_right ? 'right' : 'wrong'}, make('span', {}, group.member), ' ',
        make('b', {}, target.answer), ' ', make('span', {'aria-label': is_right ? 'right' : 'wrong'}, is_right ? '✓' : '✗'));
}

// Asks the first seed of each member; an answer that is late, of another example, is dropped.
async function ask(p, app) {
    const {sample} = p, groups = by_member(app.models).slice(0, MOST);
    const answers = await Promise.all(groups.map(({models: [model]}) => app.ask(model,
        {do: 'ask', text_a: sample.text_a, text_b: sample.text_b, policy: model.policies[0]}, EVALUATE).catch(() => null)));
    if (p.sample !== sample) return;
    const known = answers.find(Boolean);
    if (known) draw_text(p, known.rows);
    write(p.right, sample.answer);
    p.answers.replaceChildren(...groups.flatMap((group, i) => answers[i]
        ? [answer(p, group, target_of(answers[i]), sample.answer)] : []));
}

async function change(p, app, by) {
    const [model] = app.models, number = p.number = by ? p.number + by : 0;
    if (!model) return;
    const sample = await app.ask(model, {do: 'sample', number}, EVALUATE).catch(() => null);
    if (!sample || number !== p.number) return;
    p.sample = sample;
    p.changed = performance.now();
    write(p.question, `${model.question}?`.replace(/\?\?$/, '?').replace(/^./, letter => letter.toUpperCase()));
    await ask(p, app);
}

export function mount(root, app) {
    const p = {number: 0, sample: null, changed: 0};
    p.text = make('p', {class: 'example-text'});
    p.question = make('span', {id: 'question'});
    p.right = make('b', {id: 'example-right'});
    p.answers = make('ul', {class: 'example-answers', 'aria-label': 'Answers of the models'});
    const another = make('button', {type: 'button', class: 'small', id: 'another', 'aria-label': 'Another example',
        onclick: () => change(p, app, 1)}, 'Another');
    root.append(p.text, make('p', {class: 'example-question'}, p.question, ' ', p.right), p.answers, another);
    app.on('models', () => change(p, app, 0));
    const again = app.drawn('train', PAUSE, () => {
        if (!p.sample || !app.models.length) return false;
        const training = app.control.playing && app.models.some(model => !model.done);
        if (training && performance.now() - p.changed > CHANGES) change(p, app, 1);
        else ask(p, app);
        return true;
    });
    for (const event of ['step', 'trained']) app.on(event, again);
}
