// example.js -- a text as long as the slider says, with the end of training in it, what each model answers to it, and how
// many of twenty such texts it has right.

import {EVALUATE} from './engine.js';
import {make, write} from './dom.js';
import {by_member} from './train.js';
import {chosen, rows_of} from './numbers.js';
import {words_now} from './stretch.js';
import {letter, passages} from './passages.js';

const PAUSE = 400, CHANGES = 5000; // milliseconds: between answers; until another text while models train
const MOST = 12, TEXTS = 20;       // models that are asked, texts each
const COIN = .02;                  // an accuracy so near to one half is that of a coin

const is_filler = word => /^w\d+$/.test(word);

// The words in their order, each passage after its name; [CLS] and the like are the model's, but for a [SEP] within a passage,
// from which on the text is repeated. Fillers are dots where the text has other words. A bar stands after the longest text of
// training.
function draw_text(p, {words, segments, row, targets}, trained) {
    const again = words.findIndex((word, i) => word === '[SEP]' && i > 0 && segments[i - 1] === segments[i + 1]);
    const rows = words.map((word, i) => ({word, segment: segments[i], asked: targets > 1 && i === row})).filter(({word}, i) => i === again || !/^\[/.test(word));
    const end = again < 0 ? rows.length : rows.findIndex(({word}) => word === '[SEP]'); // of the text itself
    const dots = rows.slice(0, end).some(({word}) => !is_filler(word)), groups = passages(rows.map(({segment}) => segment));
    const shown = ({word, asked}, i) => [i === trained && i < end ? make('span', {class: 'trained-end'}, `training ended at ${trained} words`) : null,
        make(i === end ? 'small' : asked ? 'mark' : is_filler(word) ? 'span' : 'b', {class: (i > end ? i - end - 1 : i) < trained || i === end ? null : 'beyond'},
            dots && is_filler(word) ? '·' : word)].filter(Boolean);
    const name = i => groups.filter(group => group.from === i).map(({segment}) => make('small', {}, `${letter(segment)}:`));
    p.text.replaceChildren(...rows.flatMap((each, i) => [...name(i), ...shown(each, i)]));
    p.text.setAttribute('aria-label', `Text of ${end} words, ${Math.max(0, end - trained)} of them beyond training: ` +
        rows.map(({word}) => word).join(' '));
}

// Whether what was measured at this length is what a coin reaches.
function is_coin(app, group, words) {
    const rows = rows_of(app, group, app.state.get('policy'))?.map(all => all.find(row => row.words === words));
    return Boolean(rows?.every(row => row && row.baselines[0].accuracy === .5 && Math.abs(row.accuracy - .5) <= COIN));
}

function answer(app, {group, examples}, number, words) {
    const {answer, given} = examples[number], is_right = given === answer, right = examples.filter(one => one.given === one.answer).length;
    return make('li', {class: is_right ? 'right' : 'wrong', 'data-t': `Seed ${group.models[0].seed}: how many of ${examples.length} texts of ${words} words it has right`},
        make('span', {}, group.member), ' ', make('b', {}, given), ' ', make('span', {'aria-label': is_right ? 'right' : 'wrong'}, is_right ? '✓' : '✗'),
        make('small', {}, ` ${right} of ${examples.length}${is_coin(app, group, words) ? ', a coin' : ''}`));
}

// The texts about which models differ; all where they do not.
function telling(all) {
    const numbers = all[0].examples.map((_, i) => i);
    const differ = numbers.filter(i => new Set(all.map(({examples}) => examples[i].given === examples[i].answer)).size > 1);
    return differ.length ? differ : numbers;
}

// Asks the first seed of each member. p.by: so many texts further, 0: to the first one that tells, null: the same one again. An
// answer that is late is dropped.
async function ask(p, app) {
    const groups = by_member(app.models).slice(0, MOST), asked = p.asked = {}, policy = app.state.get('policy'), words = words_now(app);
    const answers = await Promise.all(groups.map(group => app.ask(group.models[0],
        {do: 'sample', length: words, count: TEXTS, policy: chosen(group.models[0], policy)}, EVALUATE).catch(() => null)));
    if (asked !== p.asked) return;
    const all = groups.flatMap((group, i) => answers[i]?.examples ? [{group, examples: answers[i].examples}] : []);
    p.answers.replaceChildren();
    if (!all.length) return;
    if (p.by !== null) {
        const tell = telling(all), at = p.by ? p.at + p.by : 0;
        Object.assign(p, {at, by: null, number: tell[at % tell.length], changed: performance.now()});
    }
    const {models: [model]} = all[0].group, example = all[0].examples[p.number];
    draw_text(p, example, model.trained.high);
    write(p.question, `${model.question}?`.replace(/\?\?$/, '?').replace(/^./, letter => letter.toUpperCase()));
    write(p.right, example.answer);
    p.answers.replaceChildren(...all.map(one => answer(app, one, p.number, words)));
}

export function mount(root, app) {
    const p = {at: 0, by: 0, number: 0, changed: 0};
    p.text = make('p', {class: 'example-text', role: 'img'});
    p.question = make('span', {id: 'question'});
    p.right = make('b', {id: 'example-right'});
    p.answers = make('ul', {class: 'example-answers', 'aria-label': `Answers of the models, and how many of ${TEXTS} are right`});
    const another = make('button', {type: 'button', class: 'small', id: 'another', 'aria-label': 'Another example',
        onclick: () => ask(Object.assign(p, {by: 1}), app)}, 'Another');
    root.append(p.text, make('p', {class: 'example-question'}, p.question, ' ', p.right), p.answers, another);
    const again = app.drawn('train', PAUSE, () => {
        if (!app.models.length) return false;
        const training = app.control.playing && app.models.some(model => !model.done);
        if (training && performance.now() - p.changed > CHANGES) p.by ??= 1;
        ask(p, app);
        return true;
    });
    const anew = () => again(p.by = 0);
    for (const event of ['models', 'trained']) app.on(event, anew);
    app.on('numbers', again);
    app.on('state', keys => keys.includes('length') ? anew() : keys.includes('policy') && again());
}
