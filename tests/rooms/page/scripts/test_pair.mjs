// test_pair.mjs -- the second comparison: of which task it is, when it trains, what is said while it does; both charts under
// one slider; which encoding one takes; guesses without a model.

import {same, test} from './tap.mjs';
import {Element, page} from './elements.mjs';
import {app_of, list, model, pair_of, pool_of, row} from './app.mjs';
import {failures, make_pair, waits} from '../../../../src/rooms/page/pair.js';
import {rule, taken} from '../../../../src/rooms/page/take.js';
import * as stretch from '../../../../src/rooms/page/stretch.js';
import * as table from '../../../../src/rooms/page/table.js';

const settled = () => new Promise(resolve => setImmediate(resolve));

// What the second comparison of a page in that state is trained with: its settings, and its command.
const beside = hash => {
    const pair = make_pair(app_of([], hash), pool_of());
    return [pair.state.members(list).map(({member, settings}) => [member, settings['task.name'], settings['train.batch'], settings['train.steps'],
        settings['task.words'], settings['task.distance']]), pair.state.get('length')];
};

test('the second comparison is of shift, of order next to shift: its own options, the same models, steps and lengths of text', () => {
    const of = hash => beside(hash)[0];
    same(of('#encodings=none,rope&seeds=1'), [['none', 'shift', '8', undefined, undefined, undefined], ['rope', 'shift', '8', undefined, undefined, undefined]]);
    same(of('#task=copy&encodings=rope&seeds=1&steps=70&task.words=5..9&task.distance=3&train.batch=16'), [['rope', 'shift', '16', '70', '5..9', undefined]]);
    same(of('#task=shift&encodings=rope&seeds=1&task.distance=3'), [['rope', 'order', undefined, undefined, undefined, undefined]]);
    same(of('#task=shift&encodings=rope&seeds=1&train.batch=8')[0][2], undefined); // eight are for tasks with many questions a text
    same(of('#task=copy&encodings=rope&seeds=1&train.batch=8')[0].slice(1, 3), ['shift', '8']);
    same(of('#encodings=rope&seeds=1&met=61').length, 1); // those that met more positions are of the first alone
    same(beside('#length=2x&policy=clamp')[1], '2x');
});

test('it opens and trains once all of the first is evaluated, and waits when the first has other models', async () => {
    const app = app_of([model('learned', 1, {evaluated: false})], '#encodings=learned&seeds=1'), pool = pool_of({train: () => ({step: 120, done: true, course: []})});
    const pair = make_pair(app, pool), said = [], opened = () => pool.sent.filter(each => each.do === 'open').length;
    app.on('pair', () => said.push(waits(pair)));
    app.emit('models');
    await settled();
    same([opened(), pair.models.length, waits(pair)], [0, 0, 'Then the same models train on shift']);
    app.models[0].evaluated = true;
    app.emit('trained');
    while (!pair.models[0]?.evaluated) await settled();
    same([opened(), pool.sent.find(each => each.do === 'open').settings['task.name'], said.includes('Training the same models on shift: 0 %'),
        said.includes('Evaluating the same models on shift')], [1, 'shift', true, true]);
    const [trained] = pair.models;
    app.state.set({encodings: 'learned,rope'}); // one more: it waits, and keeps what it has
    app.models = [app.models[0], model('rope', 1, {evaluated: false})];
    app.emit('models');
    await settled();
    same([opened(), pair.models.length, pair.models[0] === trained], [1, 1, true]);
    app.models[1].evaluated = true;
    app.emit('trained');
    while (pair.models.length < 2) await settled();
    same([opened(), pair.models[0] === trained], [2, true]);
    app.state.set({encodings: 'learned,rope', width: '64'}); // the first has other models: these are of none of its settings
    app.models = app.models.map(each => ({...each, evaluated: false}));
    app.emit('models');
    same(pair.models.length, 0);
});

test('it trains while its chart is shown: not on another tab, and on from where it was on the return', async () => {
    const app = app_of([model('learned', 1)], '#encodings=learned&seeds=1&tab=sentence'), told = [];
    let step = 0;
    const pool = pool_of({train: () => ({step: ++step, done: step === 9, course: []})}), pair = make_pair(app, pool);
    app.on('pair', () => { if (step === 4 && !told[1]) app.state.set({tab: 'encodings'}); });
    app.emit('trained');
    await settled();
    told.push(pool.sent.length);
    app.state.set({tab: 'train'});
    while (step < 4) await settled();
    for (let i = 0; i < 20; i++) await settled();
    told.push(step);
    app.state.set({tab: 'train'});
    while (!pair.models[0].evaluated) await settled();
    same([...told, step, pool.next], [0, 4, 9, 1]); // one model was opened
});

test('it says how far it is, and what the engine refuses of it', async () => {
    const pair = pair_of(app_of([]), [model('learned', 1, {step: 300}), model('rope', 1, {step: 660})]);
    same(waits(pair), 'Training the same models on shift: 40 %'); // (300 + 660) of 2 times 1200
    const app = app_of([model('learned', 1)], '#encodings=learned&seeds=1'), refused = make_pair(app, pool_of({open: () => { throw new Error('too long'); }}));
    app.emit('trained');
    await settled();
    await settled();
    same([waits(refused), refused.models], ['shift cannot be trained with these settings: too long', []]);
});

test('models that fail are named with their reasons, those of the first comparison first', () => {
    const failed = (name, reason) => model(name, 1, {failed: `${name} seed 1: ${reason}`}), app = app_of([model('none', 1), failed('alibi', 'a'), failed('rope', 'b')]);
    same(failures(app, pair_of(app, [failed('alibi', 'c'), model('rope', 1)])), 'alibi seed 1: a\nrope seed 1: b\nshift: alibi seed 1: c');
});

const final = (...at) => ({extend: [15, 30, 60].map((words, i) => row(words, at[i])), clamp: [15, 30, 60].map(words => row(words, .3)),
    interpolate: [15, 30, 60].map((words, i) => row(words, at[i] / 2))});

// Both charts as a page has them; the engine finds nothing but `found`.
function shown(hash, models, other, found = () => ({findings: []})) {
    const app = app_of(models, hash, message => message.do === 'findings' ? found(message) : {svg: `<svg ${message.models[0].seeds[0].rows?.length}/>`,
        points: message.models.flatMap(one => (one.seeds[0].points || []).map(([x, y]) => ({from: x, x, mean: y, low: null, high: null, n: 1})))});
    const root = page.getElementById('stretch'), said = page.getElementById('said'), pair = pair_of(app, other);
    for (const id of ['title', 'pair-title']) Object.assign(page.getElementById(id), {children: []});
    root.children = [];
    said.children = [];
    stretch.mount(root, app, pair);
    table.mount(new Element('div'), app, pair);
    return {app, pair, root, text: id => (root.querySelector(id) || said.querySelector(id)).textContent, charts: () => app.asked.filter(message => message.at).slice(-2)};
}

test('one slider and one choice of policy act on both charts, each with its own numbers and its task', () => {
    const {app, root, charts} = shown('#length=2x&policy=interpolate', [model('rope', 1, {final: final(1, .9, .8)})], [model('rope', 1, {final: final(.7, .6, .5)})]);
    const told = () => charts().map(({at, models: [{seeds: [{rows}]}]}) => [at, ...rows.map(({policy, points}) => [policy, points.find(([x]) => x === at)])]);
    same(told(), [[30, ['extend', [30, .9]], ['interpolate', [30, .45]]], [30, ['extend', [30, .6]], ['interpolate', [30, .3]]]]);
    same(root.querySelectorAll('.task').map(task => task.textContent), ['order', 'shift']);
    app.state.set({length: '4x', policy: ''});
    same(told(), [[60, ['extend', [60, .8]]], [60, ['extend', [60, .5]]]]);
    same(['#length-chart', '#pair-chart'].map(id => root.querySelector(id).innerHTML), ['<svg 1/>', '<svg 1/>']);
});

test('until the second chart has findings its title says how far it is, paler; then what the engine says about what is shown, else the numbers', () => {
    const first = () => model('rope', 1, {final: final(1, .9, .8), question: 'q?'});
    const title = (other, hash = '', of = {title: 'It is so.'}) => {
        const {app} = shown(hash, [first()], other, () => ({findings: ['So.'], ...of})), asked = app.asked.findLast(message => message.do === 'findings');
        return [page.getElementById('pair-title').textContent, page.getElementById('pair-title').className, asked.under];
    };
    same([title([])[0], title([model('rope', 1, {step: 480, evaluated: false})]), title([first()]), title([first()], '#policy=interpolate', {title: ''}), title([first()], '', {findings: []})[0]],
        ['Then the same models train on shift', ['Training the same models on shift: 40 %', 'quiet', ''], ['It is so.', '', ''],
            ['At 60 words with interpolate: rope 40 %.', '', 'interpolate'], 'Evaluating the same models on shift']);
});

test('what to take is said for each comparison that is measured, and where both are what each choice is on the other', () => {
    const of = (...pairs) => pairs.map(([name, numbers]) => model(name, 1, {final: numbers, question: 'which word?'}));
    const {app, pair} = shown('', of(['learned', final(1, .9, .52)], ['rope', final(1, .9, .96)]), of(['learned', final(1, .9, .31)], ['rope', final(1, .9, .12)]));
    const first = {model: 'rope', policy: 'interpolate', name: 'rope with interpolate', text: 'rope with interpolate, 48 % at 60 words'};
    const other = {model: 'learned', policy: 'extend', name: 'learned without a fix', text: 'none of these holds'};
    same(taken(app, pair, undefined, undefined, 60), []);
    same(taken(app, pair, first, undefined, 60), [['For who-comes-first questions:', 'rope with interpolate, 48 % at 60 words.']]);
    same(taken(app, pair, first, other, 60).slice(1), [['For distances:', 'none of these holds.'], ['You do not know:', 'test at your length, on your questions. At 60 words ' +
        'rope with interpolate is at 48 % on order and at 6 % on shift; learned without a fix is at 52 % on order and at 31 % on shift.']]);
    same(taken(app, pair, first, first, 60)[2][1].split(';').length, 1); // one choice is said once
    const nothing = {text: 'none of these has learned the task'};
    same(taken(app, pair, first, nothing, 60).length, 3);
    same(taken(app, pair, nothing, nothing, 60).length, 2); // no choice is on both
    app.state.set({task: 'copy'});
    same(taken(app, pair, first, undefined, 60)[0][0], 'For questions like copy:');
    const says = 'The right chart: the same models on shift (which word?). It is always shift, or order where shift is chosen.';
    same([rule(app, pair), rule(app, pair_of(app)), app.state.set({met: '61'}), rule(app, pair)], [says, '', undefined, `${says} Models that met more positions are in the left one only.`]);
});

test('guesses without a model are drawn and explained where one asks for them, each once', () => {
    const guess = name => ({name, means: `as good as ${name}`, accuracy: .6}), rows = (...names) => [15, 30, 60].map(words => ({...row(words, .9), baselines: [{name: 'chance', accuracy: .5}, ...names.map(guess)]}));
    const one = (...names) => model('none', 1, {final: {extend: rows(...names)}, in_range: {accuracy: .9, baselines: rows(...names)[0].baselines}, question: 'q?'});
    const {app, root, text, charts} = shown('', [one('bag', 'blind')], [one('bag', 'far')]), button = root.querySelector('#levels');
    const state = () => [button.attributes['aria-pressed'], root.querySelector('#guesses').hidden, charts().map(({baselines}) => baselines.length)];
    same([button.hidden, ...state()], [false, 'false', true, [1, 1]]);
    button.click();
    same([app.state.get('levels'), ...state(), text('#guesses')], ['on', 'true', false, [3, 3], 'bag: as good as bag blind: as good as blind far: as good as far ']);
    button.click();
    same([app.state.hash(), ...state()], ['#', 'false', true, [1, 1]]);
    same(shown('#levels=on', [one()], []).root.querySelector('#levels').hidden, true); // there are none
});
