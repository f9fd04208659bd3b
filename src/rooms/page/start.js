// start.js -- puts the page together: the engine on this thread, the models in their workers, one panel a region.
//
// A panel is a module that exports mount(root, app): it fills the element `root` once and then draws what changed. It
// is mounted after the first curve is on the screen. What it draws in a tab it draws by a function of app.drawn.
// assemble.sh makes each file a scope of its own: names need not differ between files. Imports are one line each,
// `import {a, b} from './x.js';`, exports stand before a function, const or class.
//
//   app.state          settings and view (state.js): state.get(key), state.set({key: value, ...}). All are texts and in
//                      location.hash. Of the view: tab (train, sentence, encodings), length ("4x"), policy ("" is each
//                      encoding's own), model ("learned" seed 1: see models), a, b (the sentence), what a panel adds
//   app.models         the models that are shown: [{id, name, member, encoding, mixer, seed, settings, and what `open`
//                      says of them; step, done, evaluated}, ...]; replaced as a whole
//   app.ask(model, m, priority)  a promise of the answer to message m of the engine that has `model`; rejected with
//                      Error(text). Served first, or with a priority of engine.js.
//   app.local(m)       the answer of the engine on this thread, at once: list, encoding, chart; throws Error(text)
//   app.list           the answer to `list`
//   app.on(event, f)   'models': others are shown. 'step': they have trained. 'numbers': one was evaluated. 'trained':
//                      all are trained and evaluated. 'pair': any of it in the second comparison. 'state', f(keys): these
//                      keys changed. 'resize'
//   app.drawn(id, pause, f)  a function that calls f while region `id` is shown, at most every `pause` ms. A call that
//                      comes while it is hidden is made when it is shown again: no picture is older than its numbers.
//   app.say(text)      what a screen reader hears, politely
//   app.fail(at, text) one line of error at the element `at`; an empty text takes it away
//   app.back           null, or the step of training whose numbers are shown; look_back(step) sets it
//   app.control        play(), pause(), step(), reset(), playing: for the tour

import {make, write, seldom} from './dom.js';
import {State, TABS} from './state.js';
import {check_address} from './address.js';
import {Pool, compile_module, local_engine, worker_count} from './engine.js';
import {Models} from './models.js';
import {failures, make_pair} from './pair.js';
import * as train from './train.js';
import * as stretch from './stretch.js';
import * as table from './table.js';
import {mount_save} from './save.js';
import * as why from './why.js';
import * as example from './example.js';
import * as pick from './pick.js';
import * as sentence from './sentence.js';
import * as encodings from './encodings.js';
import * as tour from './tour.js';
import * as keys from './keys.js';
import * as projector from './projector.js';

const at = id => document.getElementById(id);

// What panels are given; see the top of this file.
function make_app(state, local, list, pool) {
    const listeners = {}, missed = new Map(); // calls of what draws in hidden regions
    const emit = (event, ...what) => (listeners[event] || []).forEach(f => f(...what));
    const models = new Models(pool, list, state, emit);
    const app = {
        state, local, list, emit, fail, say,
        get models() { return models.models; },
        ask: (model, message, priority) => models.send(model, message, priority),
        numbers: (model, policy) => models.numbers(model, policy),
        look: () => models.look(),
        lengths: () => models.lengths(),
        get back() { return models.back; },
        look_back: step => models.look_back(step),
        on: (event, f) => (listeners[event] = listeners[event] || []).push(f),
        drawn: (id, pause, f) => seldom((...given) => at(id).hidden ? missed.set(f, {id, given}) : f(...given), pause),
        control: {
            play: () => models.play(), pause: () => models.pause(), step: () => models.step(),
            reset: () => update(app, models, {anew: true}),
            get playing() { return models.playing; },
        },
    };
    state.on(keys => {
        if (keys.some(key => key.includes('.') || !state.is_view(key))) update(app, models);
        emit('state', keys);
        show_tab(state, missed);
    });
    show_tab(state, missed);
    return {app, models};
}

// Opens the models that the state asks for; what an engine refuses is said at the control that caused it.
async function update(app, models, how) {
    for (const line of document.querySelectorAll('.failure')) line.remove();
    if (app.state.problem) fail(at('controls'), app.state.problem);
    try {
        await models.update(how);
    } catch (error) {
        fail(at(pick.field_of(error.refused || error.message)) || at('controls'), error.message);
    }
}

function fail(where, text) {
    const box = where.closest('.field, fieldset, section') || where;
    let line = box.querySelector(':scope > .failure');
    if (!text) return line && line.remove();
    if (where.closest('details')) where.closest('details').open = true;
    if (!line) box.append(line = make('p', {class: 'failure', role: 'alert'}));
    write(line, text);
}

function say(text) {
    write(at('heard'), text);
}

// Shows the tab that the state asks for, and draws what was missed there while it was hidden.
function show_tab(state, missed) {
    const shown = TABS.includes(state.get('tab')) ? state.get('tab') : 'train';
    for (const name of TABS) {
        const tab = at(`tab-${name}`);
        at(name).hidden = name !== shown;
        tab.setAttribute('aria-selected', name === shown);
        tab.tabIndex = name === shown ? 0 : -1;
    }
    for (const id of ['asks', 'example']) at(id).hidden = shown !== 'train';
    at('controls').classList.toggle('idle', shown === 'encodings'); // which needs no training
    for (const [f, {id, given}] of missed)
        if (!at(id).hidden && missed.delete(f)) f(...given);
}

function follow_tabs(app) {
    at('tabs').addEventListener('click', event => {
        const tab = event.target.closest('[role=tab]');
        if (tab) app.state.set({tab: tab.id.slice(4)});
    });
    at('tabs').addEventListener('keydown', event => {
        const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
        if (!step) return;
        const now = TABS.findIndex(name => at(`tab-${name}`) === document.activeElement);
        const next = TABS[(now + step + TABS.length) % TABS.length];
        app.state.set({tab: next});
        at(`tab-${next}`).focus();
        event.preventDefault();
    });
}

// f once, soon after the first such event.
function after_first(app, event, f) {
    let waiting = true;
    app.on(event, () => {
        if (waiting) setTimeout(f);
        waiting = false;
    });
}

// Lets the browser draw, and keeps tasks short.
const breathe = () => new Promise(resolve => setTimeout(resolve));

async function start() {
    const compiled = compile_module(), pool = new Pool(worker_count()), module = await compiled;
    pool.module(module);
    const local = await local_engine(module), list = local({do: 'list'});
    await breathe();
    const state = new State(values => check_address(state, tour.of_address(values), list, local));
    state.read();
    const {app, models} = make_app(state, local, list, pool), pair = make_pair(app, pool);
    projector.mount(at('menu-items'), app);
    train.mount_player(at('controls'), app);
    stretch.mount(at('stretch'), app, pair);
    why.mount(at('why'), app);
    table.mount(at('table'), app, pair);
    train.mount(at('learning'), app);
    example.mount(at('example'), app);
    app.on('failed', () => fail(at('controls'), failures(app, pair)));
    await breathe();
    after_first(app, 'step', () => sentence.mount(at('sentence'), app));
    after_first(app, 'step', () => encodings.mount(at('encodings'), app));
    update(app, models);
    pick.mount(at('controls'), app);
    pick.mount_command(at('train'), app, pair);
    mount_save(at('train'), app, [['Accuracy by length', 'accuracy-by-length', () => stretch.message(app)],
        ['The same on the other task', 'accuracy-by-length-other', () => pair.models.length ? stretch.message(pair) : null],
        ['How positions are read', 'positions', () => why.saved_message(app, 'ruler')],
        ['What the model has at them', 'what-the-model-has', () => why.saved_message(app, 'unseen')],
        ['Loss while learning', 'loss', () => train.message(app)]]);
    tour.mount(at('tour'), app, pair);
    keys.mount(at('menu-items'), app);
    at('footer').append('Everything runs in this page: nothing is loaded, nothing is sent. Its engine is that of the '
        + 'program poslab, and gives the same numbers.');
    follow_tabs(app);
    addEventListener('resize', () => app.emit('resize'));
    addEventListener('hashchange', () => fail(at('controls'), state.problem));
}

start().catch(error => fail(at('controls'), `This browser cannot run the engine: ${error.message}`));
