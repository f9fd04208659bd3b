// test_first_screen.mjs -- what the page shows first: an example with the models' answers, and why longer texts are read
// differently.

import {same, test} from './tap.mjs';
import {Element, page} from './elements.mjs';
import {EVALUATE} from '../../../../src/rooms/page/engine.js';
import {app_of, model, row} from './app.mjs';
import * as example from '../../../../src/rooms/page/example.js';
import * as why from '../../../../src/rooms/page/why.js';

const settled = () => new Promise(resolve => setImmediate(resolve));

// Three models, trained to 15 words, at 60. Text 0 is right for all, text 1 for learned alone, text 2 for none, text 3 for all but rope.
// Its answer is "no"; the seed of a member that is asked is the first.
const RIGHT = {none: '1001', learned: '1101', rope: '1000'};
function shown(hash = '') {
    const at = accuracy => ({final: {extend: [row(60, accuracy)], interpolate: [row(60, accuracy)]}});
    const models = [model('none', 4, at(.51)), model('learned', 4, at(.6)), model('learned', 5, at(.6)), model('rope', 4, at(.53))], root = new Element('div');
    for (const one of models) one.question = 'does X come before Y?';
    const app = app_of(models, hash), sent = [];
    app.ask = async (one, {do: what, length, count, policy}, priority) => {
        same([what, priority], ['sample', EVALUATE]); // or no curve would move for a while after it
        sent.push([one.name, length, count, policy]);
        return {examples: [...RIGHT[one.member]].map((right, k) => ({words: ['[CLS]', `w${k}`, 'X', ...Array(length - 4).fill('w'), 'Y', 'w3'],
            segments: [0, 1, 1, ...Array(length - 4).fill(1), 0, 0], row: 0, targets: 1, answer: 'no', given: right === '1' ? 'no' : 'yes'}))};
    };
    example.mount(root, app);
    app.emit('models');
    const answers = () => root.querySelector('.example-answers').children.map(one => [one.attributes.class, one.textContent]);
    return {app, root, sent, answers, number: () => Number(root.querySelector('.example-text').attributes['aria-label'].match(/training: w(\d)/)[1])};
}

test('the example is as long as the slider says, marks the end of training, and is one that models differ about', async () => {
    const {sent, root, answers, number} = shown('#policy=interpolate');
    await settled();
    same(sent, [['none seed 4', 60, 20, 'extend'], ['learned seed 4', 60, 20, 'interpolate'], ['rope seed 4', 60, 20, 'interpolate']]);
    same(number(), 1);
    const text = root.querySelector('.example-text'), parts = text.children.map(one => [one.textContent, one.attributes.class]);
    same([parts[0], parts[2], parts.findIndex(([, look]) => look === 'trained-end'), parts.filter(([, look]) => look === 'beyond').length],
        [['B:', undefined], ['X', undefined], 16, 45]); // a name, 15 words, the mark; then 60 - 15 words
    same(answers(), [['wrong', 'none yes ✗ 2 of 4, a coin'], ['right', 'learned no ✓ 3 of 4'], ['wrong', 'rope yes ✗ 1 of 4']]);
});

test('a text that is repeated counts once: what follows [SEP] is compared with training from its own first word on', async () => {
    const {app, root} = shown(), shown_of = async (count, copied) => {
        const text = [...Array(count)].map((_, i) => `w${i}`), words = [...text, '[SEP]', ...text.slice(0, copied)];
        app.ask = async () => ({examples: [{words, segments: words.map(() => 0), row: count + copied, targets: count, answer: 'w', given: 'w'}]});
        app.state.set({length: `${count}`});
        await settled();
        const line = root.querySelector('.example-text');
        return [line.attributes['aria-label'].split(':')[0], line.children.map(one => [one.textContent, one.attributes.class])];
    };
    const [label, parts] = await shown_of(40, 20), ends = parts => parts.filter(([, look]) => look === 'trained-end').length;
    same([label, parts[15], ends(parts), parts[41], parts[42], parts[56], parts[57], parts[61]], ['Text of 40 words, 25 of them beyond training',
        ['training ended at 15 words', 'trained-end'], 1, ['[SEP]', undefined], ['w0', undefined], ['w14', undefined], ['w15', 'beyond'], ['w19', 'beyond']]);
    same(ends((await shown_of(10, 9))[1]), 0);
});

test('a text counts its words beyond training: none up to the longest trained', async () => {
    const {app, root} = shown(), counts = [];
    app.lengths = () => ['0.5x', '1x', '1.5x', '4x'];
    for (const length of app.lengths()) {
        app.state.set({length});
        await settled();
        counts.push(root.querySelector('.example-text').attributes['aria-label'].match(/-?\d+/g).slice(0, 2).join());
    }
    same(counts, ['8,0', '15,0', '23,8', '60,45']);
});

test('while models train another text comes after five seconds, unless a length was just chosen, which begins anew', async () => {
    const {app, number} = shown(), {now} = performance;
    let time = 0;
    const then = async (after, before = () => {}) => { time += after; before(); app.emit('numbers'); await settled(); return number(); };
    try {
        performance.now = () => time;
        app.emit('models');
        await settled();
        same(await then(6000), 1); // nothing trains
        app.models[0].done = false;
        same([await then(-1000), await then(1), await then(5000), await then(1)], [1, 3, 3, 1]);
        same(await then(6000, () => app.state.set({length: '2x'})), 1);
        app.control.playing = false;
        same(await then(6000), 1);
    } finally {
        performance.now = now;
    }
});

test('another example is another one that models differ about; a policy leaves it, a length begins anew', async () => {
    const {app, root, number} = shown(), next = async f => { f(); await settled(); return number(); };
    await settled();
    const another = () => root.querySelector('#another').click();
    same([await next(another), await next(another), await next(another)], [3, 1, 3]);
    same([await next(() => app.state.set({policy: 'interpolate'})), await next(() => app.state.set({length: '2x'}))], [3, 1]);
});

test('answers that come after another example was asked for are dropped', async () => {
    const {app, root, answers} = shown(), usual = app.ask, late = [];
    await settled();
    app.ask = (one, message, priority) => new Promise(resolve => late.push(() => usual(one, message, priority).then(resolve)));
    root.querySelector('#another').click();
    const before = answers();
    root.querySelector('#another').click();
    late.slice(0, 3).forEach(answer => answer());
    await settled();
    same([answers(), root.querySelector('.example-text').attributes['aria-label'].includes('w1')], [before, true]);
    late.slice(3).forEach(answer => answer());
    await settled();
    same(root.querySelector('.example-text').attributes['aria-label'].includes('w3'), true);
});

// Of 60 words, four times 15, the fixture of a ruler: 45 unseen under extend.
const ruler = {numbers: {ruler: [{policy: 'extend', fact: '45 of 61 are new.', price: ''},
    {policy: 'interpolate', fact: 'None is new.', price: 'Steps shrink.'}]}, svg: ['<svg/>']};

function why_of(hash, models = [model('none', 1), model('learned', 1), model('rope', 1)], local = () => ruler) {
    const app = app_of(models, hash, local), root = new Element('div');
    why.mount(root, app);
    return {app, has: id => root.querySelector(id), says: () => root.querySelector('#why-says').textContent, pick: root.querySelector('#why-of')};
}

test('the map of positions is 190 pixels high at least, and 112 of its units where a projector enlarges it', async () => {
    const {getComputedStyle} = globalThis, heights = [];
    try {
        for (const scale of ['', '1.5', '2', '3']) {
            globalThis.getComputedStyle = () => ({getPropertyValue: () => scale});
            globalThis.innerHeight = 0; // no room
            const {app} = why_of('');
            app.ask = async (one, message) => { if (message.view === 'unseen') heights.push(message.height); };
            app.state.set({why: 'rope'});
            await settled();
        }
    } finally {
        Object.assign(globalThis, {getComputedStyle, innerHeight: 900});
    }
    same(heights, [190, 127, 112, 112]);
});

test('the ruler is that of the first encoding that a policy changes, at the length and under the policy that are shown', () => {
    const {app, says, pick} = why_of('#policy=interpolate&length=4x');
    same([pick.value, says()], ['learned', 'At 60 words: None is new. Steps shrink.']);
    same(app.asked[0], {do: 'encoding', view: 'ruler', length: 60, width: 700, height: 112,
        settings: {'encoding.extrapolation': 'interpolate'}});
    const {width, height, ...ruler_saved} = app.asked[0];
    same([why.saved_message(app, 'ruler'), why.saved_message(app_of([]), 'ruler')], [{...ruler_saved, model: null}, null]);
    same(why.saved_message(app, 'unseen'), {...ruler_saved, view: 'unseen', model: app.models[1]});
    app.state.set({policy: ''});
    same(says(), 'At 60 words: 45 of 61 are new.');
    app.state.set({policy: 'clamp', why: 'rope', length: '2x'}); // rope has no clamp here: its own policy is shown
    same([pick.value, says(), app.asked.pop().length], ['rope', 'At 30 words: 45 of 61 are new.', 30]);
    same(why_of('', [model('none', 1), model('rope', 1)]).pick.value, 'rope'); // one policy besides its own is enough
});

test('the map is of what the first seed of that encoding has there; a late answer about another one is dropped', async () => {
    const {app, has} = why_of('#policy=interpolate&length=4x', [model('learned', 6), model('learned', 7), model('t5', 6)]);
    const late = [], parts = () => ['#why-has', '#why-says'].map(id => has(id).textContent);
    app.ask = (one, message, priority) => new Promise(resolve => late.push([one.name, message, resolve, priority]));
    app.state.set({length: '2x'});
    app.state.set({why: 't5'});
    same(late.map(([name, {do: what, view, length}]) => [name, what, view, length]),
        [['learned seed 6', 'encoding', 'unseen', 30], ['t5 seed 6', 'encoding', 'unseen', 30]]);
    same([late[0][1].width, late[0][1].height, late[0][3]], [700, 420, EVALUATE]); // never as urgent as typing
    late[1][2]({svg: ['<svg id="b"/>'], sees: 'A bias.', trained: false});
    await settled();
    late[0][2]({svg: ['<svg id="a"/>'], sees: 'No pattern.', trained: true});
    await settled();
    same([...parts(), has('#why-positions').innerHTML], ['', 'At 30 words: A bias.', '<svg id="b"/>']);
    app.ask = async () => ({svg: ['<svg/>'], sees: 'No pattern.', trained: true});
    app.state.set({why: 'learned'});
    await settled();
    same([...parts(), has('#why-positions').className], ['The map is of seed 6.', 'At 30 words: No pattern.', '']);
    app.ask = async () => ({svg: [], sees: 'It counts.', sentences: ['t5: buckets', 'There is no map.'], trained: true});
    app.state.set({why: 't5'});
    await settled();
    same([...parts(), has('#why-positions').innerHTML, has('#why-positions').className], ['There is no map.', 'At 30 words: It counts.', '', 'mapless']);
});

// The verdict comes with the first seed's weights once all models are evaluated; it goes with what it is about.
test('what was measured is said once all models are evaluated, with its sign, and of nothing else', async () => {
    const final = {extend: [15, 30, 60].map(words => ({words, accuracy: words / 100, count: 9, baselines: []})), clamp: [], interpolate: []};
    for (const policy of ['clamp', 'interpolate']) final[policy] = final.extend;
    const models = [model('learned', 6, {final, settings: {'task.name': 'first'}}), model('learned', 7, {final})];
    const {app, has} = why_of('#policy=interpolate&length=4x', models), sent = [], verdict = () => [has('#why-verdict').className, has('#why-verdict').textContent];
    let kind = 'holds', late = null;
    app.ask = async (one, message, priority) => {
        if (message.do !== 'findings') return {svg: ['<svg/>'], sees: 'A table.', trained: true};
        sent.push([one.name, message.why, message.under, message.settings, message.models.length, message.models[0].seeds[1].rows[2].points, priority]);
        if (late) await late;
        return {why: {kind, sentence: 'So it is.'}};
    };
    app.emit('trained');
    same(verdict(), ['', '']);
    await settled();
    same([...verdict(), sent], ['holds', '✓ So it is.', [['learned seed 6', 'learned', 'interpolate', {'task.name': 'first'}, 1, [60, .6], EVALUATE]]]);
    for (const [next, look, sign] of [['falls_by_new', 'falls', '✗ '], ['falls_by_policy', 'falls', '✗ '], ['falls', 'falls', '✗ '], ['open', 'open', '? '],
        ['not_learned', 'not', '']]) {
        kind = next;
        app.emit('trained'); // the same again: what stands there stays until the answer
        same(verdict()[1] === '', false);
        await settled();
        same(verdict(), [look, `${sign}So it is.`]);
    }
    let answer;
    late = new Promise(resolve => { answer = resolve; });
    app.state.set({policy: ''}); // of another policy nothing is known yet
    same(verdict(), ['', '']);
    answer();
    await settled();
    same([verdict()[1], sent.at(-1)[2]], ['So it is.', 'extend']);
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
