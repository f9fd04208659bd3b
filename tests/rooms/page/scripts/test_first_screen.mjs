// test_first_screen.mjs -- what the page shows first: an example with the models' answers, and why longer texts are read
// differently.

import {same, test} from './tap.mjs';
import {Element, page} from './elements.mjs';
import {EVALUATE} from '../../../../src/rooms/page/engine.js';
import {app_of, model} from './app.mjs';
import * as example from '../../../../src/rooms/page/example.js';
import * as why from '../../../../src/rooms/page/why.js';

const settled = () => new Promise(resolve => setImmediate(resolve));

// Three models, of which learned answers "no" and the others "yes"; example `number` has the answer "no".
function shown() {
    const models = [model('none', 4), model('learned', 4), model('learned', 5), model('rope', 4)], root = new Element('div');
    for (const one of models) one.question = 'does X come before Y?';
    const app = app_of(models), sent = [];
    app.ask = async (one, message, priority) => {
        same(priority, EVALUATE); // or no curve would move for a while after it
        sent.push([one.name, message.do, message.number ?? message.text_b, message.policy]);
        if (message.do === 'sample') return {text_a: `w1 X w${message.number}`, text_b: 'Y w3 X', answer: 'no'};
        const rows = [['[CLS]', 0], ['Y', 1], ['w3', 1], ['X', 1], [message.text_a.split(' ')[2], 0]]; // B comes first
        return {rows: rows.map(([word, segment]) => ({word, segment})), targets: [{row: 0, answer: one.member === 'learned' ? 'no' : 'yes', probabilities: []}]};
    };
    example.mount(root, app);
    return {app, root, sent, find: what => root.querySelector(what)};
}

test('the example has its words, its question, the right answer, and the answer of the first seed of each member', async () => {
    const {app, sent, find} = shown();
    app.emit('models');
    await settled();
    same(sent, [['none seed 4', 'sample', 0, undefined], ['none seed 4', 'ask', 'Y w3 X', 'extend'],
        ['learned seed 4', 'ask', 'Y w3 X', 'extend'], ['rope seed 4', 'ask', 'Y w3 X', 'extend']]);
    same([find('.example-text').textContent.trim(), find('#question').textContent, find('#example-right').textContent],
        ['B: Y w3 X A: w0', 'Does X come before Y?', 'no']);
    same(find('.example-answers').children.map(one => [one.attributes.class, one.textContent]),
        [['wrong', 'none yes ✗'], ['right', 'learned no ✓'], ['wrong', 'rope yes ✗']]);
});

test('another example has the next number, and other models begin with the first one', async () => {
    const {app, sent, find} = shown(), numbers = () => sent.filter(one => one[1] === 'sample').map(one => one[2]);
    app.emit('models');
    await settled();
    find('#another').click();
    await settled();
    same([numbers(), find('.example-text').textContent.trim()], [[0, 1], 'B: Y w3 X A: w1']);
    app.emit('models');
    await settled();
    same(numbers(), [0, 1, 0]);
});

test('an answer that comes after another example was asked for is dropped', async () => {
    const {app, find} = shown(), usual = app.ask, late = [];
    app.ask = (one, message, priority) => message.do === 'ask' ? new Promise(resolve => late.push(() => usual(one, message, priority).then(resolve)))
        : usual(one, message, priority);
    app.emit('models');
    await settled();
    find('#another').click();
    await settled();
    same(late.length, 6);
    late.slice(0, 3).forEach(answer => answer());
    await settled();
    same(find('.example-answers').children, []);
    late.slice(3).forEach(answer => answer());
    await settled();
    same(find('.example-answers').children.length, 3);
});

// Of 60 words, four times 15, the fixture of a ruler: 45 unseen under extend.
const ruler = {numbers: {ruler: [{policy: 'extend', fact: '45 of 61 are new.', price: ''},
    {policy: 'interpolate', fact: 'None is new.', price: 'Steps shrink.'}]}, svg: ['<svg/>']};

function why_of(hash, models = [model('none', 1), model('learned', 1), model('rope', 1)], local = () => ruler) {
    const app = app_of(models, hash, local), root = new Element('div');
    why.mount(root, app);
    return {app, has: id => root.querySelector(id), says: () => root.querySelector('#why-says').textContent, pick: root.querySelector('#why-of')};
}

test('the ruler is that of the first encoding that a policy changes, at the length and under the policy that are shown', () => {
    const {app, says, pick} = why_of('#policy=interpolate&length=4x');
    same([pick.value, says()], ['learned', 'At 60 words: None is new. Steps shrink.']);
    same(app.asked[0], {do: 'encoding', view: 'ruler', length: 60, width: 700, height: 320,
        settings: {'encoding.extrapolation': 'interpolate'}});
    const {width, height, ...ruler_saved} = app.asked[0];
    same([why.saved_message(app, 'ruler'), why.saved_message(app_of([]), 'ruler')], [{...ruler_saved, model: null}, null]);
    same(why.saved_message(app, 'matrix'), {...ruler_saved, view: 'matrix', model: app.models[1]});
    app.state.set({policy: ''});
    same(says(), 'At 60 words: 45 of 61 are new.');
    app.state.set({policy: 'clamp', why: 'rope', length: '2x'}); // rope has no clamp here: its own policy is shown
    same([pick.value, says(), app.asked.pop().length], ['rope', 'At 30 words: 45 of 61 are new.', 30]);
    same(why_of('', [model('none', 1), model('rope', 1)]).pick.value, 'rope'); // one policy besides its own is enough
});

test('below the ruler is what the first seed of that encoding has there; a late answer about another one is dropped', async () => {
    const {app, has} = why_of('#policy=interpolate&length=4x', [model('learned', 6), model('learned', 7), model('t5', 6)]);
    const late = [], parts = () => ['#why-has', '#why-says'].map(id => has(id).textContent);
    app.ask = (one, message, priority) => new Promise(resolve => late.push([one.name, message, resolve, priority]));
    app.state.set({length: '2x'});
    app.state.set({why: 't5'});
    same(late.map(([name, {do: what, view, length}]) => [name, what, view, length]),
        [['learned seed 6', 'encoding', 'matrix', 30], ['t5 seed 6', 'encoding', 'matrix', 30]]);
    same([late[0][1].width, late[0][1].height, late[0][3]], [700, 400, EVALUATE]); // never as urgent as typing
    late[1][2]({svg: ['<svg id="b"/>'], sees: 'A bias.', trained: false});
    await settled();
    late[0][2]({svg: ['<svg id="a"/>'], sees: 'No pattern.', trained: true});
    await settled();
    same([...parts(), has('#why-positions').innerHTML], ['What t5 has at each of them', 'At 30 words: A bias.', '<svg id="b"/>']);
    app.ask = async () => ({svg: [], sees: 'No pattern.', trained: true});
    app.state.set({why: 'learned'});
    await settled();
    same(parts(), ['What learned has at each of them, seed 6', 'At 30 words: No pattern.']);
});

// The verdict comes with the first seed's weights once all models are evaluated; it goes with what it is about.
test('what was measured is said once all models are evaluated, with its sign, and of nothing else', async () => {
    const final = {extend: [15, 30, 60].map(words => ({words, accuracy: words / 100, count: 9, baselines: []})), clamp: [], interpolate: []};
    for (const policy of ['clamp', 'interpolate']) final[policy] = final.extend;
    const models = [model('learned', 6, {final, settings: {'task.name': 'first'}}), model('learned', 7, {final})];
    const {app, has} = why_of('#policy=interpolate&length=4x', models), sent = [], verdict = () => [has('#why-verdict').className, has('#why-verdict').textContent];
    let kind = 'holds', late = null;
    app.ask = async (one, message, priority) => {
        if (message.do !== 'findings') return {svg: [], sees: 'A table.', trained: true};
        sent.push([one.name, message.why, message.under, message.settings, message.models.length, message.models[0].seeds[1].rows[2].points, priority]);
        if (late) await late;
        return {why: {kind, sentence: 'So it is.'}};
    };
    app.emit('trained');
    same(verdict(), ['', '']);
    await settled();
    same([...verdict(), sent], ['holds', '✓ So it is.', [['learned seed 6', 'learned', 'interpolate', {'task.name': 'first'}, 1, [60, .6], EVALUATE]]]);
    for (const [next, look, sign] of [['falls_by_new', 'falls', '✗'], ['falls_by_policy', 'falls', '✗'], ['falls', 'falls', '✗'], ['open', 'open', '?'],
        ['not_learned', 'not', '?']]) {
        kind = next;
        app.emit('trained'); // the same again: what stands there stays until the answer
        same(verdict()[1] === '', false);
        await settled();
        same(verdict(), [look, `${sign} So it is.`]);
    }
    let answer;
    late = new Promise(resolve => { answer = resolve; });
    app.state.set({policy: ''}); // of another policy nothing is known yet
    same(verdict(), ['', '']);
    answer();
    await settled();
    same([verdict()[1], sent.at(-1)[2]], ['? So it is.', 'extend']);
    models[1].evaluated = false; // training goes on
    app.emit('step');
    same(verdict(), ['', '']);
    await settled();
    same(verdict(), ['', '']);
});

test('models may meet the positions of the length, once more: beyond training, in tasks where that was measured', () => {
    const task = name => [model('learned', 1, {settings: {'task.name': name}})];
    const {app, has} = why_of('#length=4x', [model('learned', 1)]), meet = has('#meet'), hidden = (hash, models) => why_of(hash, models).has('#meet').hidden;
    same([meet.hidden, meet.textContent], [false, 'Let training meet these positions']);
    meet.click();
    same([app.state.hash(), meet.textContent], ['#length=4x&met=61', 'Leave out the models that met these positions']);
    app.state.set({length: '2x'}); // of another length there are more to meet, or fewer
    same(meet.textContent, 'Let training meet these positions');
    meet.click();
    same(app.state.get('met'), '31');
    meet.click();
    same(app.state.hash(), '#length=2x');
    same([hidden('#length=1x', task('order')), hidden('', task('first')), hidden('', task('flip')), hidden('', task('shift')), hidden('#train.positions=random', task('order'))],
        [true, false, false, true, true]);
});

test('the encoding is the one whose curve or button the pointer is at, until another is chosen', () => {
    const numbers = {final: {extend: [{words: 15, accuracy: 1, count: 9, baselines: []}], clamp: []}};
    const {app, pick} = why_of('', [model('none', 1), model('learned', 1, numbers), model('rope', 1, numbers)]);
    const over = found => page.fire('pointerover', {target: {closest: what => found[what] || null}});
    const curves = [1, 2].map(() => ({}));
    for (const curve of curves) curve.parentNode = {querySelectorAll: () => curves};
    over({'#length-chart .curve': curves[1]}); // none has no number, so no curve
    same(pick.value, 'rope');
    over({'.pill': {querySelector: () => ({value: 'none'})}});
    same(pick.value, 'none');
    over({'.pill': {querySelector: () => ({value: 't5'})}}); // is not shown
    over({});
    same(pick.value, 'none');
    pick.value = 'learned';
    pick.fire('change');
    same(pick.value, 'learned');
});

test('an encoding without positions has a sentence and no ruler; what the engine refuses is shown', () => {
    const none = {numbers: {ruler: [{policy: 'extend', fact: 'No positions.', price: ''}]}, svg: []};
    const {says, has} = why_of('', [model('none', 1)], () => none);
    same([says(), has('#why-ruler').innerHTML], ['At 60 words: No positions.', '']);
    same(why_of('', [model('none', 1)], () => { throw new Error('too many'); }).says(), 'too many');
});
