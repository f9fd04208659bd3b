// tour.js -- the guided tour: eight steps for ten minutes of class. A step sets the page, asks a question, then says what
// to look at, shows the numbers in question as they are now, and folds out what to say. Whoever leaves it gets back what
// the page showed before; the browser's Back does that, too.
import {accuracy, make, write} from './dom.js';
import {words_of} from './models.js';
import {task_of} from './pair.js';
import {STEPS} from './tour_steps.js';

const DRAWN = 250; // milliseconds after which a step's region has been drawn
// A step starts from the page's defaults: what is not in `set` gets these.
const PLAIN = {__proto__: null, seeds: '1..3', length: '', policy: '', speed: 'full', model: '', a: '', b: '', other: '', why: ''};
const STAYS = ['projector', 'tour', 'tab', 'encodings', 'encoding', 'positions', 'offset', 'options'];

const step_of = text => /^\d+$/.test(text) && STEPS[text - 1] ? text - 1 : -1;
// The number of the step that is shown, 0..; -1: none.
const now = app => step_of(app.state.get('tour'));

// The values of an address: one that names nothing but a step shows what the step speaks of.
export function of_address(values) {
    const names_more = Object.keys(values).some(key => !['tour', 'projector'].includes(key));
    return names_more ? values : {...STEPS[step_of(values.tour)]?.set, ...values};
}

function settled(app, number) {
    const all = {...PLAIN};
    for (const key of Object.keys(app.state.values)) if (!(key in PLAIN) && !STAYS.includes(key)) all[key] = '';
    return {...all, ...STEPS[number].set, tour: String(number + 1)};
}

// Scrolls to what the step is about, below the panel; to the top if it is on the screen there.
function reveal(app) {
    const number = now(app);
    if (number < 0) return;
    const region = document.getElementById(STEPS[number].at), {bottom} = region.getBoundingClientRect();
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const panel = document.getElementById('tour'), above = getComputedStyle(panel).position === 'sticky';
    const behavior = still ? 'auto' : 'smooth';
    if (!above && bottom + scrollY <= innerHeight) return scrollTo({top: 0, behavior});
    region.style.scrollMarginTop = (above ? panel.offsetHeight : 0) + 40 + 'px';
    region.scrollIntoView({block: 'start', behavior});
}

function go(p, app, number) {
    if (!STEPS[number]) return;
    if (now(app) < 0) {
        p.before = {...app.state.values};
        history.pushState(null, '', location.href);
    }
    app.state.set(settled(app, number));
    if (!app.control.playing) app.control.play();
    setTimeout(() => reveal(app), DRAWN);
    app.say(`Step ${number + 1} of ${STEPS.length}: ${STEPS[number].title}. ${STEPS[number].ask[0]}`);
}

// ---- Numbers: the mean over seeds of what is known now

function mean(p, app, [member, policy, times, other]) {
    const models = (other ? p.pair : app).models.filter(model => model.member === member);
    const found = models.map(model => {
        const rows = model.final[policy || model.policies[0]] || model.quick[policy || model.policies[0]] || [];
        return rows.find(row => row.words === words_of(`${times}x`, model.trained));
    }).filter(Boolean);
    return found.length && found.length === models.length
        ? accuracy(found.reduce((sum, row) => sum + row.accuracy, 0) / found.length) + ' %' : 'not yet';
}

function watched(p, app, step) {
    const how = policy => !policy ? '' : policy === 'extend' ? ', no fix,' : ` +${policy}`;
    return step.watch.map(row => `${row[0]}${how(row[1])} at ${row[2]}x${row[3] ? ` on ${task_of(p.pair)}` : ''}: ${mean(p, app, row)}`);
}

function numbers(p, app) {
    const at = now(app);
    if (at < 0) return;
    const lines = watched(p, app, STEPS[at]);
    if (p.watch.children.length !== lines.length) p.watch.replaceChildren(...lines.map(() => make('li', {})));
    lines.forEach((line, i) => write(p.watch.children[i], line));
}

// ---- The question of a step, whose answer shows the rest of it

function show_answer(p, app, step, chosen) {
    const [, answers, right] = step.ask;
    p.answer.hidden = false;
    write(p.verdict, `${chosen === right ? 'Right' : 'Not so'}: ${answers[right]}. `);
    p.choices.querySelectorAll('button').forEach((button, i) => button.setAttribute('aria-pressed', String(i === chosen)));
    app.say(p.verdict.textContent + step.look);
}

function ask(p, app, step) {
    const [question, answers] = step.ask;
    p.answer.hidden = true;
    write(p.question, question);
    p.choices.replaceChildren(...answers.map((text, i) => make('button', {type: 'button', class: 'small',
        'aria-pressed': 'false', onclick: () => show_answer(p, app, step, i)}, text)));
}

// ---- The panel

function dots(p, app, at) {
    p.dots.forEach((dot, i) => dot[i === at ? 'setAttribute' : 'removeAttribute']('aria-current', 'step'));
    p.back.disabled = at <= 0;
    write(p.next, at === STEPS.length - 1 ? 'End' : 'Next');
}

function draw(p, app) {
    const at = now(app), step = STEPS[at];
    if (p.root.hidden !== !step) setTimeout(() => app.emit('resize')); // it is beside the pictures
    p.root.hidden = !step;
    for (const region of document.querySelectorAll('.toured')) region.classList.remove('toured');
    p.start.setAttribute('aria-pressed', String(Boolean(step)));
    if (!step) return void (p.before = null);
    document.getElementById(step.at).classList.add('toured');
    write(p.title, `${at + 1}. ${step.title}`);
    ask(p, app, step);
    write(p.look, step.look);
    p.say.replaceChildren(...step.say.map(text => make('p', {}, text)));
    p.watch.replaceChildren();
    numbers(p, app);
    dots(p, app, at);
}

// What the page showed before the tour; of a tour that an address began, its step.
function close(p, app) {
    app.state.replace(p.before || {...app.state.values, tour: ''});
    app.state.set({tour: ''});
    p.start.focus();
}

function step(p, app, by) {
    const to = now(app) + by;
    if (to >= STEPS.length) close(p, app);
    else go(p, app, to);
}

function panel(p, app) {
    p.title = make('h2', {});
    p.question = make('p', {class: 'look'});
    p.choices = make('div', {class: 'row tour-choices', role: 'group', 'aria-label': 'What do you expect?'});
    p.verdict = make('strong', {});
    p.look = make('span', {});
    p.watch = make('ul', {class: 'watch', 'aria-label': 'Accuracy now, mean of seeds'});
    p.say = make('div', {class: 'say'});
    p.back = make('button', {type: 'button', id: 'tour-back', onclick: () => step(p, app, -1)}, 'Back');
    p.next = make('button', {type: 'button', id: 'tour-next', class: 'main', onclick: () => step(p, app, 1)}, 'Next');
    p.dots = STEPS.map((each, i) => make('button', {type: 'button', class: 'dot', 'data-t': each.title,
        'aria-label': `Step ${i + 1}: ${each.title}`, onclick: () => go(p, app, i)}, String(i + 1)));
    const end = make('button', {type: 'button', id: 'tour-close', 'aria-label': 'Close the tour',
        onclick: () => close(p, app)}, 'Close');
    const aside = make('details', {}, make('summary', {}, 'What to say'), p.say);
    p.answer = make('div', {class: 'tour-answer'}, make('p', {class: 'look'}, p.verdict, p.look), p.watch, aside);
    p.root.replaceChildren(make('div', {class: 'tour-text'}, p.title, p.question, p.choices, p.answer),
        make('div', {class: 'tour-keys'}, make('div', {class: 'dots'}, ...p.dots), p.back, p.next, end));
}

// Arrow keys belong to fields, tabs and maps where these have the focus; Escape to a dialog.
const OWNERS = 'input,select,textarea,dialog,[role=tab],[role=radio],[role=application]';
const taken = target => Boolean(target.closest && target.closest(OWNERS));

function pressed(p, app, e) {
    if (now(app) < 0 || e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey) return;
    const by = taken(e.target) ? 0 : {ArrowLeft: -1, ArrowRight: 1}[e.key];
    if (e.key === 'Escape' && !document.querySelector('dialog[open],#menu[open]')) close(p, app);
    else if (by && (by > 0 || now(app) > 0)) step(p, app, by);
    else return;
    e.preventDefault();
}

export function mount(root, app, pair) {
    const p = {root, pair};
    p.start = make('button', {type: 'button', id: 'tour-start', 'aria-pressed': 'false',
        onclick: () => now(app) < 0 ? go(p, app, 0) : close(p, app)}, 'Guided tour');
    document.getElementById('tools').prepend(p.start);
    panel(p, app);
    document.addEventListener('keydown', e => pressed(p, app, e));
    app.on('state', keys => { if (keys.includes('tour')) draw(p, app); });
    if (now(app) >= 0) setTimeout(() => reveal(app), DRAWN); // an address that begins within the tour
    for (const event of ['models', 'numbers', 'trained', 'pair']) app.on(event, () => numbers(p, app));
    draw(p, app);
}
