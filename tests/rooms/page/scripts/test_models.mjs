// test_models.mjs -- the page's models: which messages they are sent and when, progress of training, lengths in words.

import {same, test} from './tap.mjs';
import {Element, page} from './elements.mjs';
import {app_of, list, model, pair_of, pool_of, row, state_of} from './app.mjs';
import {Models, words_of} from '../../../../src/rooms/page/models.js';
import * as train from '../../../../src/rooms/page/train.js';
import * as stretch from '../../../../src/rooms/page/stretch.js';

test('a length in words is rounded as in the engine, a half upwards', () => {
    const trained = {low: 4, high: 15};
    same(['1x', '1.5x', '1.1x', '2x', '0.5x', '40'].map(text => words_of(text, trained)), [15, 23, 17, 30, 8, 40]);
});

const models_of = (pool, hash = '#encodings=learned&seeds=1') => {
    const heard = [], state = state_of(hash), models = new Models(pool, list, state, (...what) => heard.push(what));
    models.playing = false;
    return {models, state, heard};
};

test('a model has the loss curve and the progress that its engine tells', async () => {
    const course = [[2, .6], [4, .45]], {models} = models_of(pool_of({train: () => ({step: 4, done: true, course})}));
    await models.update();
    const [one] = models.models;
    await models.train(one, {steps: 5});
    same([one.step, one.done, one.course], [4, true, course]);
});

test('an evaluation is a row per length, each with its own baselines', async () => {
    const pool = pool_of(), {models} = models_of(pool);
    await models.update();
    const [one] = models.models, few = await models.evaluate(one, 'clamp', ['1x', '24'], {examples: 200, in_range: false});
    same(few, [{words: 16, accuracy: .16, loss: .016, count: 17, baselines: [{name: 'chance', means: 'a guess', accuracy: .516}]},
        {words: 24, accuracy: .24, loss: .024, count: 25, baselines: [{name: 'chance', means: 'a guess', accuracy: .524}]}]);
    same(one.in_range, null);
    await models.evaluate(one, 'clamp', ['2x']);
    same(one.in_range, {count: 300, accuracy: .9, baselines: [{name: 'chance', means: 'a guess', accuracy: .4}]});
});

test('a trained model is evaluated under the selected policy, then its own, then the others', async () => {
    const pool = pool_of(), {models, heard} = models_of(pool, '#encodings=learned&seeds=1&policy=clamp&eval.lengths=1x,1.5x 2x 4x 8x 16x');
    await models.update();
    const [one] = models.models;
    pool.sent = [];
    await models.finish(one);
    const lists = ['1x 1.5x 2x 4x', '8x', '16x']; // at most 9 x 16 = 144 words each, except the last; the first has 136
    same(pool.sent.map(sent => [sent.policies[0], sent.lengths, sent.in_range, sent.priority]),
        [['clamp', 1], ['extend', 1], ['interpolate', 2]]
        .flatMap(([name, priority], i) => lists.map((text, k) => [name, text, i + k === 0, priority])));
    same(one.final.extend.map(each => each.words), [16, 24, 32, 64, 128, 256]);
    same([one.evaluated, heard.filter(([event]) => event === 'trained').length], [true, 1]);
});

test('training is over when every model is evaluated', async () => {
    const {models, heard} = models_of(pool_of(), '#encodings=learned&seeds=2'), over = [];
    await models.update();
    for (const one of models.models) {
        await models.finish(one);
        over.push(heard.filter(([event]) => event === 'trained').length);
    }
    same(over, [0, 1]);
});

test('a model that fails is done, and is named; one that was closed is asked nothing more', async () => {
    const driven = async answers => {
        const pool = pool_of(answers), {models, heard} = models_of(pool);
        await models.update();
        const [one] = models.models;
        answers.model = one;
        models.playing = true;
        await models.drive(one);
        return [one.done, one.evaluated, one.failed, pool.sent.filter(sent => sent.do === 'evaluate').length, heard.filter(([event]) => event === 'failed').length];
    };
    // if it was the last, training is over: table, sentences and progress are drawn again
    const {models, heard} = models_of(pool_of({train() { throw new Error('no memory'); }}), '#encodings=learned&seeds=2');
    await models.update();
    models.playing = true;
    await models.finish(models.models[0]);
    const before = heard.length;
    await models.drive(models.models[1]);
    same(heard.slice(before).map(([event]) => event), ['failed', 'numbers', 'step', 'trained']);
    const close = answers => { answers.model.alive = false; };
    same(await driven({train() { throw new Error('no memory'); }}), [true, true, 'learned seed 1: no memory', 0, 1]);
    same(await driven({train() { close(this); return {step: 1, done: true}; }}), [true, false, undefined, 0, 0]);
    same(await driven({train: () => ({step: 1, done: true}), evaluate() { close(this); }}),
        [true, false, undefined, 1, 0]);
});

test('a model shows its final numbers, or else its quick ones; for a policy that does not fit, those of its own', async () => {
    const {models, state} = models_of(pool_of()),
        one = model('learned', 1, {quick: {extend: ['quick'], clamp: ['quick']}, final: {extend: ['final']}});
    same(['extend', 'clamp', 'interpolate'].map(name => models.numbers(one, name)), [['final'], ['quick'], []]);
    same(models.numbers({...one, failed: true}, 'extend'), []);
    same(models.policy(one), 'extend');
    state.set({policy: 'interpolate'});
    same([models.policy(one), models.policy(model('none', 1)), models.policy(model('t5', 1))], ['interpolate', 'extend', 'clamp']);
});

test('models that stay selected keep their training; others are opened and closed', async () => {
    const pool = pool_of(), {models, state} = models_of(pool, '#encodings=learned,rope&seeds=1..2');
    await models.update();
    same(models.models.map(({id, name}) => [id, name]),
        [[1, 'learned seed 1'], [2, 'learned seed 2'], [3, 'rope seed 1'], [4, 'rope seed 2']]);
    state.set({encodings: 'rope,none', seeds: '2..3'});
    await models.update();
    same(models.models.map(({id, name}) => [id, name]), [[4, 'rope seed 2'], [5, 'rope seed 3'], [6, 'none seed 2'], [7, 'none seed 3']]);
    same(pool.closed, [1, 2, 3]);
    await models.update({anew: true});
    same(models.models.map(({id}) => id), [8, 9, 10, 11]);
});

test('if one model cannot be opened, nothing changes', async () => {
    const pool = pool_of({open: ({settings}) => { if (settings['train.seed'] === '2') throw new Error('seed 2 is bad'); }});
    const {models, state} = models_of(pool);
    await models.update();
    state.set({encodings: 'learned,rope', seeds: '2..2'});
    let text = '';
    await models.update().catch(error => { text = error.message; });
    same([text, models.models.map(({name}) => name), pool.closed], ['seed 2 is bad', ['learned seed 1'], [2, 3]]);
});

test('a step advances each unfinished model by one; the last step evaluates', async () => {
    const pool = pool_of({train: (message, id) => ({step: 7, done: id === 2})});
    const {models} = models_of(pool, '#encodings=learned&seeds=3');
    await models.update();
    models.models[0].done = true;
    pool.sent = [];
    await models.step();
    const sent = pool.sent.map(({id, do: what, steps, examples}) => [id, what, steps ?? examples]).sort((a, b) => a[0] - b[0]);
    same(sent.filter(([, what]) => what === 'train'), [[2, 'train', 1], [3, 'train', 1]]);
    same(sent.filter(([, what]) => what === 'evaluate'),
        [[2, 'evaluate', undefined], [2, 'evaluate', undefined], [2, 'evaluate', undefined], [3, 'evaluate', 200]]);
});

test('at 100 steps per second a message trains five steps; at full speed, as many as fit in the time', async () => {
    const how = async speed => {
        const pool = pool_of(), {models} = models_of(pool, `#encodings=learned&seeds=1&speed=${speed}`);
        await models.update();
        const [one] = models.models;
        one.quick_at = performance.now() + 1e6;
        const sent = [], timer = globalThis.setTimeout;
        globalThis.setTimeout = (f, pause) => { sent.push(pause); f(); };
        for (one.step of [0, 1]) {
            pool.sent = [];
            await models.slice(one);
            sent.push(...pool.sent.map(({steps, milliseconds, priority}) => [steps, milliseconds, priority]));
        }
        globalThis.setTimeout = timer;
        return sent;
    };
    same(await how('full'), [[1, 15, 2], [undefined, 15, 2]]);
    same(await how('100'), [[1, 15, 2], 50, [5, 15, 2]]); // and at least 50 ms
    same(await how('20'), [[1, 15, 2], 50, [1, 15, 2]]);
});

test('a model is evaluated after its first step, so that there is a curve at once', async () => {
    const pool = pool_of(), {models} = models_of(pool);
    await models.update();
    pool.sent = [];
    await models.slice(models.models[0]);
    await models.slice(models.models[0]);
    same(pool.sent.map(sent => sent.do), ['train', 'evaluate', 'train']);
});

test('quick evaluations are at least 400 ms apart, and take at most a fifth of the time', async () => {
    const pool = pool_of(), {models} = models_of(pool), clock = performance.now;
    await models.update();
    const [one] = models.models, asked = async now => {
        Object.assign(one, {step: 1, quick_at: 1000, quick_time: 50});
        pool.sent = [];
        performance.now = () => now;
        await models.slice(one);
        performance.now = clock;
        return pool.sent.map(sent => sent.do);
    };
    same([await asked(1600), await asked(1601)], [['train'], ['train', 'evaluate']]);
});

// ---- An earlier step

test('numbers are kept with their step, a few dozen of a model, and shown again for who looks back', async () => {
    let step = 0;
    const pool = pool_of({evaluate: ({lengths}) => ({lengths: [16], in_range: {count: 0}, baselines: [],
        rows: [{accuracy: [step / 1000], loss: [1], count: [200]}]})});
    const {models, heard, state} = models_of(pool, '#encodings=learned&seeds=1&policy=clamp');
    await models.update();
    const [one] = models.models, at = policy => models.numbers(one, policy).map(({accuracy}) => accuracy);
    for (step = 1; step <= 50; step++) {
        one.step = step;
        await models.glance(one);
    }
    step = 900;
    one.step = 120;
    await models.finish(one);
    same([at('clamp'), at('interpolate')], [[.9], [.9]]);
    models.look_back(7);
    same([at('clamp'), at('extend'), at('interpolate'), heard.at(-1)], [[.007], [.007], [], ['numbers']]); // its own, too
    models.look_back(119);
    same(at('clamp'), [.05]); // the last that was evaluated then
    state.set({policy: 'extend'});
    models.look(); // known from then, too
    same([models.back, at('extend')], [119, [.05]]);
    state.set({policy: 'clamp'});
    state.set({policy: 'interpolate'});
    models.look(); // nothing is known of it from then: the numbers of now
    same([models.back, at('interpolate')], [null, [.9]]);
    models.look_back(7);
    same([state.get('policy'), models.back, at('extend')], ['', 7, [.007]]); // the other way: a policy that is known
    models.look_back(120);
    same([models.back, at('extend')], [null, [.9]]);
    const asked = pool.sent.length;
    models.models.push({...one, step: 0, final: {}, quick: {}}); // nothing is asked of a model before its first step
    models.look();
    models.models.pop();
    same(pool.sent.length, asked);
    for (step = 1; step <= 1000; step++) {
        one.step = step;
        await models.glance(one);
    }
    const steps = one.past.map(kept => kept.step);
    same([steps[0], one.past.length <= 60, one.past.length >= 30, steps.at(-1) > 900, String(steps) === String([...steps].sort((a, b) => a - b))],
        [1, true, true, true, true]); // the first is never dropped
    models.look_back(7);
    models.models.push({...one, step: 8}); // another model that is behind
    models.look_back(9);
    same(models.back, 9);
    models.look_back(1000);
    same(models.back, null);
    models.models.pop();
    models.look_back(7);
    models.play();
    same(models.back, null);
});

// ---- Progress of training, and its curves

function player(models) {
    const app = app_of(models), root = new Element('div');
    train.mount_player(root, app);
    return {text: root.querySelector('#progress').textContent, bar: root.querySelector('progress').value,
        play: root.querySelector('#play').textContent, off: root.querySelector('#play').disabled};
}

test('the text gives the progress of the slowest model, the bar the mean', () => {
    const at = (seed, step, more) => model('rope', seed, {step, done: step === 1200, evaluated: false, ...more});
    same(player([at(1, 300), at(2, 1200), at(3, 900)]), {text: '3 models: step 300 of 1,200', bar: 2 / 3, play: 'Pause', off: false});
    same(player([at(1, 1200), at(2, 1200, {evaluated: true})]),
        {text: '2 models: evaluating, 1,200 steps done', bar: 1, play: 'Play', off: true});
    same(player([model('rope', 1)]).text, '1 model trained, 1,200 steps each');
    same(player([at(1, 40, {done: true, evaluated: true, failed: true}), model('rope', 2), model('rope', 3)]).text,
        '2 of 3 models trained, 1 failed');
    same(player([at(1, 40, {done: true, evaluated: true, failed: true}), at(2, 300)]).text, '2 models: step 40 of 1,200'); // not all
});

test('controls that can do nothing are not there, and the bar becomes a way back when nothing trains', () => {
    const shown = (models, playing, back = null) => {
        const app = Object.assign(app_of(models), {back}), root = new Element('div');
        app.control.playing = playing;
        app.look_back = step => { app.back = step; app.emit('numbers'); };
        train.mount_player(root, app);
        for (const key of ['play', 'step']) same([key, root.querySelector('#' + key).hidden], [key, root.querySelector('#' + key).disabled]); // keys press them
        return {app, root, there: root.children[0].children.filter(each => each.id && !each.hidden).map(each => each.id)};
    };
    const past = [{step: 1}, {step: 9}], half = () => [model('rope', 1, {step: 600, done: false, evaluated: false, past})];
    same([shown(half(), true).there, shown(half(), false).there, shown([model('rope', 1, {past})], true).there],
        [['play', 'speed', 'progress'], ['play', 'step', 'reset', 'speed', 'back', 'progress'], ['reset', 'back', 'progress']]);
    const {app, root} = shown([model('rope', 1, {past})], true), slider = root.querySelector('#back');
    same([slider.max, slider.value], [1200, 1200]);
    same(shown([model('rope', 1, {past, step: 40}), model('none', 1, {past, step: 70})], false).root.querySelector('#back').max, 70);
    slider.value = '9';
    slider.fire('input');
    same(app.back, 9);
    const there = shown([model('rope', 1, {past})], true, 9).root, text = '1 model: as at step 9 of 1,200';
    same([there.querySelector('#progress').textContent, there.querySelector('#back').attributes['aria-valuetext']], [text, text]);
});

const svg = () => ({svg: '<svg/>', findings: [], points: [{from: 30, x: 30, mean: .6, low: null, high: null, n: 1}]});

test('the loss is asked for as a curve per encoding and a line per seed', () => {
    const course = [[2, .6], [3, .4]];
    const app = app_of([model('none', 4, {course}), model('gru', 4), model('none', 5)], '', svg), root = new Element('div');
    root.parentElement = new Element('div');
    train.mount(root, app);
    same(app.asked, []); // folded
    root.querySelector('details').open = true;
    root.querySelector('details').fire('toggle');
    const {width, height, ...message} = app.asked[0];
    same([width, height], [700, 400]); // the most
    same(message, {do: 'chart', kind: 'learning', steps: 1200, at: 0, models: [
        {model: 'none', encoding: 'none', seeds: [{seed: 4, points: course}, {seed: 5, points: []}]},
        {model: 'gru', encoding: 'none', seeds: [{seed: 4, points: []}]}]});
});

// ---- Longer than in training

function stretched(models, hash, more = {}, pair = []) {
    const app = Object.assign(app_of(models, hash, svg), more), root = page.getElementById('stretch'),
        find = what => root.querySelector(what);
    root.children = [];
    stretch.mount(root, app, pair_of(app, pair));
    return {app, find, words: find('#length-words').textContent, chart: app.asked.find(message => message.at)};
}

const final = (...counts) => ({extend: [row(15, .91, counts[0]), row(23, .7), row(30, .6), row(60, .52)],
    clamp: [row(15, .9, counts[1]), row(23, .8), row(30, .65), row(60, .55)],
    interpolate: [row(15, .9), row(23, .8), row(30, .65), row(60, .55)]});

test('the length is shown in words and as a multiple of the longest trained length', () => {
    const models = [model('learned', 1, {final: final(300, 250)})];
    same(['', '#length=1.5x', '#length=1x', '#length=2x', '#length=9x'].map(hash => stretched(models, hash).words),
        ['60 words, 4 times the longest trained',
        '23 words, 1.53 times the longest trained', '15 words, the longest trained', '30 words, 2 times the longest trained',
            '60 words, 4 times the longest trained']);
    Object.assign(models[0], {trained: {low: 8, high: 16}, evaluated: false});
    same(stretched(models, '#length=1.5x').words, '24 words, 1.5 times the longest trained');
    same(stretched(models, '#length=.5x', {lengths: () => ['.5x', '1x']}).words, '8 words, 0.5 times the longest trained');
});

test('the chart shows the models that have numbers, with their baselines, at the chosen length', () => {
    const models = [model('none', 1, {final: {extend: final(290).extend}}), model('rope', 1, {evaluated: false}),
        model('learned', 1, {final: final(300, 250)}),
        model('learned', 2, {final: final(280, 270)})];
    const {width, height, ...message} = stretched(models, '#policy=clamp&length=2x').chart,
        points = rows => rows.map(one => [one.words, one.accuracy]);
    same({...message, models: message.models.map(curve => [curve.model,
        curve.seeds.map(seed => [seed.seed, seed.in_range, ...seed.rows.flatMap(row => [row.policy, row.points])])])}, {
        do: 'chart', kind: 'extrapolation', panels: true, at: 30, trained: {low: 8, high: 15}, examples: 280,
        baselines: [{baseline: 'chance', in_range: .4, points: [[15, .45], [23, .5], [30, .5], [60, .5]]}],
        models: [['none', [[1, .9, 'extend', points(final().extend)]]],
            ['learned', [1, 2].map(seed => [seed, .9, 'extend', points(final().extend), 'clamp', points(final().clamp)])]]});
    same(stretched(models, '#levels=on').chart.baselines[1],
        {baseline: 'bag', in_range: .42, points: [[15, .46], [23, .51], [30, .51], [60, .51]]}); // what sees no order, where asked for
    const own = stretched([model('t5', 1, {final: {clamp: final().clamp, extend: final().extend}})], '#policy=clamp').chart.models[0];
    same(own.seeds[0].rows.map(row => row.policy), ['clamp']); // its own policy is drawn once
});

test('a task that is not learned has a button that trains twice as long; what sees no order is not blamed', () => {
    const line = (models, hash) => { const {app, find} = stretched(models, hash); return {app, box: find('.unlearned'), go: find('.longer')}; };
    const at = (accuracy, name, more) => model(name, 1, {final: final(300), in_range: {accuracy, count: 9, baselines: [{name: 'chance', accuracy: .5}, {name: 'bag', accuracy: .5}]}, ...more});
    const {app, box, go} = line([at(.5, 'none'), at(.949, 'learned'), at(.96, 'rope')]);
    same([box.hidden, /learned\./.test(box.textContent), /none|rope/.test(box.textContent), go.textContent], [false, true, false, 'Train longer: 2,400 steps']);
    go.click();
    same(app.state.get('steps'), '2400');
    same([line([at(.5, 'none'), at(.95, 'learned')]), line([at(.5, 'learned', {evaluated: false})]), line([at(.5, 'learned', {failed: true})])]
        .map(one => one.box.hidden), [true, true, true]);
    const copy = line([at(.5, 'rope')], '#task=copy&steps=60'); // which one layer cannot learn as it is, however long it trains
    same([copy.go.textContent, copy.box.textContent.includes('once more; needs a restart')], ['Set task.restart=yes', true]);
    copy.go.click();
    same(copy.app.state.hash(), '#steps=60&task=copy&task.restart=yes');
    same(line([at(.5, 'rope')], '#task=copy&task.restart=yes').go.textContent, 'Train longer: 2,400 steps');
});

test('the slider steps through the lengths, and the selected policy is explained', () => {
    const {app, find} = stretched([model('learned', 1, {final: final(300, 250)})], '#length=1.5x'), slider = find('#length');
    same([slider.value, slider.max, find('.marks').children.map(mark => mark.textContent)], [1, 3, ['1x', '1.5x', '2x', '4x']]);
    slider.value = 0;
    slider.fire('input');
    same([app.state.get('length'), find('#length-words').textContent], ['1x', '15 words, the longest trained']);
    same(find('#policy').querySelectorAll('input').map(input => input.value),
        [true, 'clamp', 'interpolate']); // true: the empty value, each model's own policy
    find('#policy').querySelectorAll('input')[1].fire('change');
    same([app.state.get('policy'), find('#policy-means').textContent], ['clamp', 'about clamp']);
    same(find('#policy').querySelectorAll('input').map(input => input.checked), [false, true, false]);
    same(find('#examples').textContent, ''); // one seed has nothing to explain
    const {final: all} = app.models[0], note = (count, off = 0) => { // the last seed is off by that much at 15 words
        app.models = Array.from({length: count}, (_, k) => model('learned', k, {final: k < count - 1 ? all : {...all, extend: [row(15, .91 - off)]}}));
        app.emit('models');
        return find('#examples').textContent;
    };
    same([note(3, .11), note(5, .11), note(3, .09), note(5, .09)],
        ['3 seeds and their mean', 'mean of 5 seeds, 95 % interval', 'all 3 seeds agree', 'all 5 seeds agree']);
    // other models, other lengths
    app.lengths = () => ['1x', '3x'];
    app.models = [model('learned', 1, {final: final(300, 250)}), model('rope', 1, {evaluated: false, final: final(300)})];
    app.models[0].policies = ['extend', 'interpolate'];
    app.emit('models');
    same([slider.max, find('.marks').textContent, find('#policy').querySelectorAll('label').map(label => label.textContent)],
        [1, '1x3x', ['no fix', 'interpolate']]);
    same(find('#examples').textContent, 'few examples so far');
    app.back = 1200;
    app.emit('numbers');
    same([find('#examples').textContent, app.asked.pop().models[0].seeds[0].in_range], ['step 1,200, few examples', undefined]);
});

test('when a policy is chosen its dashed line leaves the solid one within 300 milliseconds; no motion where none is wanted', () => {
    const models = [model('none', 1, {final: {extend: final(9).extend}}), model('learned', 1, {final: final(9)})], app = app_of(models, '#policy=clamp');
    const moves = [], curves = ['N', 'S', 'D'].map(d => ({querySelector: () => ({getAttribute: () => d, animate: (steps, time) => { moves.push([d, steps, time]); return moves.at(-1); }})}));
    const figure = {querySelectorAll: () => curves}, usual = globalThis.matchMedia;
    stretch.move(figure, app, 40); // reduced motion is what these tests have
    globalThis.matchMedia = () => ({matches: false});
    stretch.move(figure, app, 300); // too late
    same(moves, []);
    stretch.move(figure, app, 40);
    same([moves.length, moves[0].slice(0, 3), moves[0].currentTime], [1, ['D', [{d: 'path("S")'}, {d: 'path("D")'}], 300], 40]);
    curves.push(curves.shift()); // those of the first model, too
    stretch.move(figure, app_of([models[1], models[0]], '#policy=clamp'), 40);
    globalThis.matchMedia = usual;
    same(moves.map(([d]) => d), ['D', 'D']);
});

test('two policies are in sight, the others folded; one that is chosen is in sight, too', () => {
    const models = [model('learned', 1, {policies: ['extend', 'window', 'clamp', 'interpolate']})];
    const names = (find, where) => (find(where)?.querySelectorAll('label') || []).map(label => label.textContent);
    const folded = hash => { const {find} = stretched(models, hash); return [names(find, '#more-policies'), find('summary')?.textContent]; };
    same([folded(''), folded('#policy=clamp'), folded('#policy=window')], [[['window'], '1 more'], [['window'], '1 more'], [[], undefined]]);
});

test('a moment after the slider rests its length is read aloud', () => {
    const {app, find} = stretched([model('learned', 1, {final: final(300, 250)})], '#length=4x'), slider = find('#length');
    const timer = globalThis.setTimeout, later = [];
    globalThis.setTimeout = f => later.push(f);
    slider.value = 1;
    slider.fire('input');
    app.state.set({speed: '5'});
    globalThis.setTimeout = timer;
    later.forEach(f => f());
    same([app.said.length, app.said[0].split(', ').slice(0, 2)], [1, ['At 23 words', '1.53 times the longest trained']]);
});
