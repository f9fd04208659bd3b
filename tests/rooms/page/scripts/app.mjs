// app.mjs -- the `app` that a panel is given (src/rooms/page/start.js), made by hand: four encodings, two recurrences, and
// models in which no two numbers are equal.

import './elements.mjs';
import {words_of} from '../../../../src/rooms/page/models.js';
import {State} from '../../../../src/rooms/page/state.js';

export const list = {
    encodings: [{name: 'none', summary: 'no positions', policies: ['extend'], formula: 'x', weakness: 'w'},
        {name: 'learned', summary: 'a table', policies: ['extend', 'clamp', 'interpolate'], formula: 'P', weakness: 'w'},
        {name: 'rope', summary: 'a rotation', policies: ['extend', 'interpolate'], formula: 'R', weakness: 'w'},
        {name: 't5', summary: 'buckets', policies: ['clamp', 'extend'], formula: 'T', weakness: 'w'}],
    mixers: [{name: 'attention', ordered: false}, {name: 'gru', ordered: true, summary: 'gates'}, {name: 'lstm', ordered: true}],
    policies: ['extend', 'clamp', 'interpolate', 'window'].map(name => ({name, summary: `about ${name}`})),
    tasks: [{name: 'order', summary: 'X before Y', causal: false}, {name: 'next', summary: 'the next word', causal: true},
        {name: 'shift', summary: 'two before', many: true}, {name: 'copy', summary: 'once more; needs a restart', many: true, one_layer: 'task.restart=yes'}],
    settings: [{key: 'eval.lengths', default: '1x 1.5x 2x 4x', of: 'every run'},
        {key: 'task.name', default: 'order', of: 'every run'}, {key: 'train.steps', default: '800', of: 'every run'},
        {key: 'model.d_model', default: '32', of: 'every run'},
        {key: 'rope.base', default: '10000', of: 'rope', summary: 's', choices: []},
        {key: 'learned.max_position_embeddings', default: '0', of: 'learned', summary: 's', choices: []},
        {key: 'encoding.extrapolation', default: '', of: 'every run'},
        {key: 'attention.heads_of', default: 1, of: 'attention', summary: 's'},
        {key: 'recurrent.bidirectional', default: 'yes', of: 'recurrent', summary: 's'}],
};

export function state_of(hash) {
    location.hash = hash;
    const state = new State();
    state.read();
    return state;
}

// A row of numbers as models.js has them; chance differs by length.
export const row = (words, accuracy, count = 300, chance = words > 15 ? .5 : .45) =>
    ({words, accuracy, loss: 1, count, baselines: [{name: 'chance', accuracy: chance}, {name: 'bag', accuracy: chance + .01}]});

// A trained model; `more` overrides its properties.
export function model(member, seed, more = {}) {
    const encoding = member === 'gru' ? 'none' : member;
    return {name: `${member} seed ${seed}`, member, encoding, mixer: member === 'gru' ? 'gru' : 'attention', seed,
        policies: list.encodings.find(each => each.name === encoding)?.policies, trained: {low: 8, high: 15}, steps: 1200, step: 1200,
        done: true, evaluated: true, course: [], quick: {}, past: [], final: {}, settings: {}, texts: 2,
            words: ['w1', 'w2', 'w3', 'X', 'Y', 'tea', 'Tee'],
        in_range: {accuracy: .9, count: 310, baselines: [{name: 'chance', accuracy: .4}, {name: 'bag', accuracy: .42}]}, ...more};
}

// A pool whose engines answer at once: with answers(message), or else as a model of four steps.
export function pool_of(answers = {}) {
    const pool = {sent: [], closed: [], next: 0, open: () => ++pool.next, close: id => pool.closed.push(id),
        async send(id, message, priority) {
            pool.sent.push({id, priority, ...message});
            const answer = answers[message.do] && answers[message.do](message, id);
            if (answer) return answer;
            if (message.do === 'open') return {policies: ['extend', 'clamp', 'interpolate'], trained: {low: 8, high: 16},
                steps: 120, step: 0};
            if (message.do === 'train') return {step: 1, done: false, course: []};
            const lengths = message.lengths.split(' ').map(text => words_of(text, {high: 16}));
            return {lengths, in_range: {count: message.in_range === false ? 0 : 300, accuracy: .9},
                rows: [{accuracy: lengths.map(x => x / 100),
                loss: lengths.map(x => x / 1000), count: lengths.map(x => x + 1)}],
                baselines: [{name: 'chance', means: 'a guess', in_range: .4, at: lengths.map(x => .5 + x / 1000)}]};
        }};
    return pool;
}

// The second comparison of an app (src/rooms/page/pair.js), of these models.
export const pair_of = (app, models = []) => Object.create(app, {models: {value: models, writable: true}, back: {value: null},
    state: {value: Object.create(app.state, {values: {get: () => ({...app.state.values, task: 'shift'})}})}});

// `local` answers messages to the engine, which are recorded in app.asked.
export function app_of(models, hash = '', local = () => ({})) {
    const listeners = {}, state = state_of(hash);
    const app = {
        models, list, state, back: null, asked: [], said: [], failed: [],
        local: message => { app.asked.push(message); return local(message); },
        ask: () => new Promise(() => {}), // tests that need answers give them
        numbers: (one, policy) => one.final[policy] || one.quick[policy] || [],
        lengths: () => ['1x', '1.5x', '2x', '4x'],
        on: (event, f) => (listeners[event] = listeners[event] || []).push(f),
        emit: (event, ...what) => (listeners[event] || []).forEach(f => f(...what)),
        drawn: (id, pause, f) => f,
        say: text => app.said.push(text), fail: (at, text) => app.failed.push(text), look() {},
        control: {playing: true, play() {}, pause() {}, step() {}, reset() {}},
    };
    state.on(keys => app.emit('state', keys));
    return app;
}
