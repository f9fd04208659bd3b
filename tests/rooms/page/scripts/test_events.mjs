// test_events.mjs -- after any events, in any order, the page shows what a page opened in that state shows.

import {same, test} from './tap.mjs';
import {Element, rows_of} from './elements.mjs';
import {app_of, model, row} from './app.mjs';
import * as stretch from '../../../../src/rooms/page/stretch.js';
import * as table from '../../../../src/rooms/page/table.js';
import * as train from '../../../../src/rooms/page/train.js';

// Sentences and means that tell which message they answer.
const answer = message => ({svg: '<svg/>', findings: [JSON.stringify(message)], points: (message.models || []).flatMap(one =>
    (one.seeds[0].points || []).map(([x, y]) => ({from: x, x, mean: y, low: null, high: null, n: one.seeds.length})))});

function opened(models, hash, back) {
    const app = Object.assign(app_of(models, hash, answer), {back}), root = new Element('div'), player = new Element('div');
    root.parentElement = new Element('div');
    stretch.mount(root, app);
    table.mount(root, app);
    train.mount_player(player, app);
    root.querySelector('#numbers-fold').open = true;
    root.querySelector('#numbers-fold').fire('toggle');
    return {app, root, player};
}

function shown({app, root, player}) {
    const text = id => root.querySelector(id).textContent, {asked} = app;
    return [text('#length-words'), root.querySelector('#length').value, text('#examples'), text('#policy-means'),
        root.querySelectorAll('#policy').flatMap(one => one.querySelectorAll('input')).filter(one => one.checked).map(one => one.value).join(),
        asked.filter(message => message.kind === 'extrapolation' && message.at).pop(), rows_of(root.querySelector('#numbers')), text('#marks'),
        text('#findings'), player.querySelector('#progress').textContent, player.querySelector('progress').value,
        ...['play', 'step', 'reset', 'back'].map(id => player.querySelector('#' + id).hidden)];
}

// The same numbers each time: a test that fails once fails again.
function random_from(seed) {
    let x = seed;
    return most => (x = (x * 48271) % 2147483647) % most;
}

const words = [15, 23, 30, 60];

test('random events: what is shown is what a page opened in that state shows', () => {
    const now = performance.now;
    let time = 0;
    performance.now = () => time += 1000; // no event comes too early
    try {
        for (let seed = 1; seed <= 30; seed++) {
            const random = random_from(seed * 7919), pick = list => list[random(list.length)];
            const models = [model('none', 1), model('learned', 1), model('learned', 2), model('rope', 1)].slice(0, 1 + random(4));
            for (const one of models) Object.assign(one, {step: 0, done: false, evaluated: false});
            const old = opened(models, '', null), {app} = old;
            const ended = () => {
                app.emit('step');
                if (models.every(each => each.evaluated)) app.emit('trained');
            };
            const events = [
                () => app.state.set({length: pick(['', '1x', '1.5x', '2x', '4x'])}),
                () => app.state.set({policy: pick(['', 'clamp', 'interpolate', 'yarn'])}),
                () => { Object.assign(pick(models), {step: 100 * random(12)}); app.emit('step'); },
                () => { // first numbers, or better ones
                    const one = pick(models);
                    for (const policy of one.policies) one.quick[policy] = words.map(x => row(x, (40 + random(60)) / 100, 100 + random(200)));
                    app.emit('numbers');
                },
                () => { // one is trained
                    const one = pick(models);
                    for (const policy of one.policies) one.final[policy] = words.map(x => row(x, (40 + random(60)) / 100));
                    app.emit('numbers');
                    Object.assign(one, {step: one.steps, done: true, evaluated: true, past: [1]});
                    ended();
                },
                () => {
                    if (random(4)) return;
                    Object.assign(pick(models), {done: true, evaluated: true, failed: true});
                    app.emit('numbers');
                    ended();
                },
                () => { app.back = pick([null, 60, 240]); app.emit('numbers'); },
            ];
            for (let k = 0; k < 40; k++) {
                pick(events)();
                const anew = opened(models, app.state.hash(), app.back);
                same([seed, k, ...shown(old)], [seed, k, ...shown(anew)]);
            }
        }
    } finally {
        performance.now = now;
    }
});
