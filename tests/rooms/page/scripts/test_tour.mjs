// test_tour.mjs -- the guided tour, the findings, shortcut keys, and the engines and their order of work.

import {readFileSync, readdirSync} from 'node:fs';
import {same, test} from './tap.mjs';
import {Element, page} from './elements.mjs';
import {app_of, model, pair_of, row} from './app.mjs';
import {STEPS} from '../../../../src/rooms/page/tour_steps.js';
import * as tour from '../../../../src/rooms/page/tour.js';
import * as keys from '../../../../src/rooms/page/keys.js';
import * as projector from '../../../../src/rooms/page/projector.js';
import {find} from '../../../../src/rooms/page/findings.js';
import {Pool, worker_count} from '../../../../src/rooms/page/engine.js';
import {lines} from '../../../../src/rooms/page/wasi.js';

const words = [15, 23, 30, 60, 120, 240],
    final = high => ({extend: words.map((x, i) => row(x, +(high - .1 * i).toFixed(2))), clamp: words.map(x => row(x, .33)),
    interpolate: words.map((x, i) => row(x, +(.7 - .01 * i).toFixed(2)))});

const HELD = ['altKey', 'ctrlKey', 'metaKey']; // with one of these a key is not the page's

function toured(models, hash = '', pair = []) {
    const app = app_of(models, hash), root = page.getElementById('tour'), started = page.getElementById('tools');
    [root.children, started.children, page.listeners.keydown] = [[], [], []];
    tour.mount(root, app, pair_of(app, pair));
    const [watch] = root.querySelectorAll('.watch'), id = what => root.querySelector('#' + what);
    return {app, root, start: started.children[0], watched: () => watch.children.map(child => child.textContent),
        title: () => root.querySelector('h2').textContent,
        press: name => id('tour-' + name).click(), next: () => id('tour-next').textContent,
            key: (key, more) => page.fire('keydown', {key, ...more}).prevented};
}

test('a step of the tour sets what it needs, and resets everything else to the default', () => {
    const {app, start, press, title, next, root} = toured([],
        '#width=64&encodings=rope&seeds=7&policy=clamp&projector=on&model=x&rope.base=7');
    same(root.hidden, true);
    start.click();
    same([app.state.hash(), title(), next()], ['#encodings=none&length=1x&projector=on&tour=1', '1. A bag of words', 'Next']);
    for (let i = 0; i < 4; i++) press('next');
    same(root.querySelectorAll('.dot').flatMap((dot, i) => dot.attributes['aria-current'] ? [i + 1] : []), [5]);
    same(app.state.hash(), '#encodings=none,learned,sinusoidal&length=4x&policy=interpolate&projector=on&tour=5');
    press('back');
    same([app.state.get('policy'), app.state.get('tour'), app.state.get('length')], ['', '4', '2x']);
    app.state.set({tour: String(STEPS.length)});
    same([next(), root.hidden], ['End', false]);
    press('next');
    same([app.state.hash(), root.hidden, history.pushed], // all is as it was; the browser's Back leaves the tour, too
        ['#encodings=rope&model=x&policy=clamp&projector=on&rope.base=7&seeds=7&width=64', true, 1]);
    same(['0', '9', '1.0', 'x'].map(text => { app.state.set({tour: text}); return root.hidden; }), [true, true, true, true]);
});

test('a step scrolls to what it is about, below a panel that stays; to the top where all of it is on the screen', () => {
    const usual = {setTimeout, scrollTo, getComputedStyle}, later = [], moved = [], {start, press} = toured([]);
    Object.assign(globalThis, {setTimeout: f => later.push(f), scrollTo: ({top}) => moved.push(top)});
    const scrolled = (number, bottom, position) => {
        const region = page.getElementById(STEPS[number].at);
        globalThis.getComputedStyle = () => ({position, getPropertyValue: () => ''});
        Object.assign(region, {getBoundingClientRect: () => ({bottom}), scrollIntoView: () => moved.push(region.style.scrollMarginTop)});
        later.splice(0).forEach(f => f());
        return moved.splice(0);
    };
    page.getElementById('tour').offsetHeight = 70;
    start.click();
    same(scrolled(0, 901), ['40px']);
    press('next');
    same(scrolled(1, 900), [0]);
    press('next');
    same(scrolled(2, 900, 'sticky'), ['110px']);
    Object.assign(globalThis, usual);
});

test('an address that names a step alone is that of the step; one that names more is left as it is', () => {
    const {tour: number, ...sets} = tour.of_address({tour: '5'});
    same([number, sets], ['5', STEPS[4].set]);
    same(tour.of_address({tour: '8', projector: 'on'}), {...STEPS[7].set, tour: '8', projector: 'on'});
    same(tour.of_address({tour: '3', length: '4x'}), {tour: '3', length: '4x'});
    same([tour.of_address({}), tour.of_address({tour: '9'})], [{}, {tour: '9'}]);
});

test('a step shows the means over seeds that it is about, at their length and under their policy', () => {
    const models = [model('learned', 1, {final: final(.94)}), model('learned', 2, {quick: final(.98)}),
        model('sinusoidal', 1, {encoding: 'rope', policies: ['extend'], final: final(.8)}), model('none', 1)];
    const {watched, press} = toured(models, '#tour=3');
    same(watched(), ['learned at 1x: 96 %', 'learned at 2x: 76 %', 'learned at 8x: 56 %']);
    press('next');
    press('next');
    same(watched(), ['learned, no fix, at 4x: 66 %', 'learned +interpolate at 4x: 67 %',
        'sinusoidal, no fix, at 4x: 50 %', 'sinusoidal +interpolate at 4x: 67 %', 'learned +clamp at 4x: 33 %']);
    press('next');
    same(watched().slice(0, 2), ['learned at 1.5x: 86 %', 'rope at 1.5x: not yet']);
    const four = [15, 30, 60, 120].map((x, i) => row(x, .9 - .1 * i)), rope = more => model('rope', 1, {final: {extend: four.map(each => ({...each, ...more})), interpolate: four}});
    same(toured([rope(), model('learned', 1)], '#tour=8', [rope({accuracy: .2})]).watched().slice(0, 4), // numbers are found by their length; `other` by the second chart
        ['rope, no fix, at 4x: 70 %', 'rope +interpolate at 4x: 70 %', 'rope, no fix, at 4x on shift: 20 %', 'rope +interpolate at 4x on shift: 70 %']);
    models[1].quick = {};
    same(toured(models, '#tour=3').watched()[0], 'learned at 1x: not yet'); // one seed has no number yet
});

test('a step asks first: its answer is hidden until one is chosen, and says whether that was right', () => {
    const {app, root, press} = toured([], '#tour=8'), find = what => root.querySelector(what), choices = () => find('.tour-choices').children;
    same([find('.tour-answer').hidden, choices().map(button => button.textContent)], [true, ['it helps there, too', 'nothing', 'it ruins it']]);
    choices()[0].click();
    same([find('.tour-answer').hidden, find('strong').textContent, choices().map(button => button.attributes['aria-pressed'])],
        [false, 'Not so: it ruins it. ', ['true', 'false', 'false']]);
    choices()[2].click();
    same([find('strong').textContent, app.said.pop().startsWith('Right: it ruins it. Without a fix rope')], ['Right: it ruins it. ', true]);
    press('back');
    same([find('.tour-answer').hidden, choices().length], [true, 3]);
});

test('each question of the tour has one right answer among several', () => {
    for (const {ask: [question, answers, right]} of STEPS)
        same([question.endsWith('?'), answers.length > 1, Boolean(answers[right])], [true, true, true]);
});

test('arrow keys go through the tour, but not in fields, and Escape ends it', () => {
    const {app, key} = toured([], '#tour=2'), at = () => app.state.get('tour'), field = {closest: () => true};
    same([key('ArrowRight'), at(), key('ArrowLeft'), key('ArrowLeft'), at(), key('ArrowLeft'), at()],
        [true, '3', true, true, '1', false, '1']);
    same(HELD.map(held => key('ArrowRight', {[held]: true})), [false, false, false]); // the browser's: Alt and an arrow go back
    same([key('ArrowRight', {target: field}), at(), key('Escape'), at(), key('ArrowRight'), at()], [false, '1', true, '', false, '']);
});

test('whatever the steps of the tour refer to exists', () => {
    const scripts = readdirSync(new URL('../../../../src/rooms/page/', import.meta.url)).filter(name => /\.(js|html)$/.test(name))
        .map(name => readFileSync(new URL('../../../../src/rooms/page/' + name, import.meta.url), 'utf8')).join('');
    for (const {at, set, watch} of STEPS) {
        same([at, /id[=:] ?['"]/.test(scripts) && scripts.includes(`id="${at}"`) || scripts.includes(`id: '${at}'`)], [at, true]);
        for (const [member, , times] of watch) same([member,
            (set.encodings || 'none,learned,sinusoidal,rope').split(',').includes(member), [1, 1.5, 2, 4, 8, 16].includes(times)],
            [member, true, true]);
    }
});

test('findings are computed once all models are evaluated, without those that failed', () => {
    const app = app_of([], '', () => ({findings: ['first', 'second']})), said = models => {
        app.models = models;
        app.asked = [];
        return find(app, 30).findings;
    };
    const models = [model('none', 1, {failed: true}), model('learned', 4, {final: final(.94)}),
        model('gru', 1, {policies: ['extend'], final: final(.8)}), model('learned', 5, {final: final(.98)})];
    models[1].in_range.accuracy = .97;
    const under = (...accuracy) => accuracy.map((y, k) => ({policy: ['extend', 'clamp', 'interpolate'][k], points: [30, y]}));
    same(said(models), ['first', 'second']);
    same(app.asked, [{do: 'findings', trained: {low: 8, high: 15}, examples: 300,
        baselines: [{baseline: 'chance', in_range: .4, points: [[30, .5]]}, {baseline: 'bag', in_range: .42, points: [[30, .51]]}],
        models: [
        {model: 'learned', encoding: 'learned', mixer: 'attention',
            seeds: [{seed: 4, in_range: .97, rows: under(.74, .33, .68)}, {seed: 5, in_range: .9, rows: under(.78, .33, .68)}]},
        {model: 'gru', encoding: 'none', mixer: 'gru', seeds: [{seed: 1, in_range: .9, rows: under(.6)}]}], under: ''}]);
    same([said([...models, model('rope', 1, {evaluated: false})]), said([models[0]]), said([])], [[], [], []]);
    app.back = 60; // an earlier step has no findings
    same(said(models), []);
});

test('shortcut keys press their buttons, but not in text fields or when switched off', () => {
    page.listeners.keydown = [];
    const pressed = [], app = app_of([]);
    for (const id of ['play', 'step', 'tour-start', 'projector']) page.getElementById(id).listeners.click = [() => pressed.push(id)];
    page.querySelector = what => what === 'main' ? new Element('main') : null;
    keys.mount(new Element('div'), app);
    const dialog = page.body.children.find(each => each.id === 'keys'), off = dialog.querySelector('#keys-off');
    const press = (key, on = 'body', more = {}) => page.fire('keydown',
        {key, target: {closest: what => what.split(/[,[]/).includes(on)}, ...more}).prevented;
    same([press(' '), press('s'), press('T'), press('p'), press('/'), press('x')], [true, true, true, true, true, false]);
    same([pressed, app.state.get('tab')], [['play', 'step', 'tour-start', 'projector'], 'sentence']);
    same(HELD.map(held => press('s', 'body', {[held]: true})), [false, false, false]);
    same([press(' ', 'button'), press('s', 'button'), press('s', 'select'), pressed.slice(4)], [false, true, false, ['step']]);
    const listed = dialog.querySelectorAll('kbd').map(each => each.textContent).filter(key => key.length === 1);
    same([listed.length > 3, listed.filter(key => !press(key))], [true, []]); // the list names no key that does nothing
    off.checked = true;
    same([press('s'), press('?'), dialog.open], [false, true, true]);
});

// ---- Engines

test('a model is opened in the worker with the fewest models, and stays there', async () => {
    const workers = [], answer = (k, id, given) => workers[k].onmessage({data: {id, ...given}});
    globalThis.Worker = class {
        constructor() { this.sent = []; workers.push(this); }
        postMessage(message) { this.sent.push(message); }
    };
    URL.createObjectURL = () => 'blob:';
    const pool = new Pool(2), [a, b, c] = [pool.open(), pool.open(), pool.open()];
    const lost = pool.send(a, {do: 'list'}), kept = pool.send(b, {do: 'list'}), number = k => workers[k].sent[0].id;
    pool.close(a);
    answer(0, number(0), {answer: {}});
    answer(1, number(1), {answer: {tasks: 3}});
    same([await Promise.race([lost, Promise.resolve('nothing')]), await kept], ['nothing', {tasks: 3}]);
    workers.forEach(worker => worker.sent.splice(0, 1));
    const d = pool.open(), told = [pool.send(a, {do: 'ask'}), pool.send(b, {do: 'train'}, 2), pool.send(c, {do: 'save'}),
        pool.send(d, {do: 'open'}, 1)];
    same(workers.map(worker => worker.sent.map(sent => sent.close ?? [sent.model, sent.message.do, sent.priority])),
        [[a, [c, 'save', 0], [d, 'open', 1]], [[b, 'train', 2]]]);
    const id = (k, what) => workers[k].sent.find(sent => sent.message && sent.message.do === what).id;
    answer(1, id(1, 'train'), {answer: {error: 'no', code: 65}});
    answer(0, id(0, 'save'), {answer: {size: 3}});
    answer(0, id(0, 'open'), {answer: {steps: 9}});
    answer(0, 999, {answer: {}});
    same((await Promise.allSettled(told)).map(({value, reason}) => value || [reason.message, reason.code]),
        [['this model is closed', undefined], ['no', 65], {size: 3}, {steps: 9}]);
});

test('there is one worker fewer than processors, but at least one and at most four', () => {
    const count = processors => {
        Object.defineProperty(globalThis, 'navigator', {value: {hardwareConcurrency: processors}, configurable: true});
        return worker_count();
    };
    same([1, 2, 3, 5, 64, undefined].map(count), [1, 1, 2, 4, 4, 1]);
});

test('a message is a line for each value, and what is in objects and in lists of objects', () => {
    same(lines({do: 'open', settings: {'task.words': '4..9', 'encoding.name': 'rope'}, head: undefined, in_range: false}),
        ['do = open', 'task.words = 4..9', 'encoding.name = rope', 'in_range = false']);
    same(lines({trained: {low: 8, high: 15}, models: [{model: 'a b', seeds: [{seed: 1, points: [[2, .5], [3, 1e-7]]}, {seed: 2}]},
        {model: 'c', seeds: []}]}), ['trained = 8..15', 'model = a b', 'seed = 1', 'points = 2,0.5,3,1e-7', 'seed = 2', 'model = c']);
    same(lines({text_a: 'w1 X\ndo = save', text_b: ''}), ['text_a = w1 X do = save', 'text_b = ']);
    same(lines({policies: ['extend', 'ntk'], points: []}), ['policies = extend,ntk']);
});

// A module without any answer: the engine stops at once, which is an answer too.
const EMPTY = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));

test('a worker first does what the user waits for, and starts no evaluation soon after', async () => {
    const [clock, timer] = [performance.now, globalThis.setTimeout], later = [], answered = [];
    let now = 1000, heard = () => 0;
    performance.now = () => now;
    globalThis.setTimeout = (f, pause) => later.push([f, pause]);
    Object.assign(globalThis, {onmessage: null, postMessage: ({id}) => { answered.push(id); heard(); }});
    const until = count => new Promise(resolve =>
        { heard = () => answered.length >= count && setImmediate(() => setImmediate(resolve)); heard(); });
    try {
        await import('../../../../src/rooms/page/worker.js');
        const send = (id, priority, what, model = 1) => globalThis.onmessage({data: {id, model, priority, message: {do: what}}});
        [send(1, 2, 'train'), send(2, 1, 'evaluate'), send(3, 0, 'ask'), send(4, 1, 'open'), send(5, 1, 'evaluate', 2),
            send(6, 2, 'train', 2)];
        globalThis.onmessage({data: {close: 2}});
        globalThis.onmessage({data: {module: EMPTY}});
        await until(3);
        same([answered, later.map(([, pause]) => pause)], [[3, 4, 1], [300]]); // model 2 is gone; the evaluation waits
        now += 300;
        later[0][0]();
        await until(4);
        same(answered, [3, 4, 1, 2]);
    } finally {
        [performance.now, globalThis.setTimeout] = [clock, timer];
    }
});

test('projector mode is switched on and off, and is kept in the address', () => {
    const app = app_of([]), root = new Element('div');
    projector.mount(root, app);
    const button = root.querySelector('#projector'), press = () => {
        button.click();
        return [app.state.get('projector'), button.attributes['aria-pressed']];
    };
    same([press(), press()], [['on', 'true'], ['', 'false']]);
});
