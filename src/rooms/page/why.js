// why.js -- what is new in a longer text, under the policy that is shown, and what was measured there: in the engine's
// sentences, and as a map of what the model has there, with what training never had struck out. Below it, folded, the
// ruler: which trained position each position is read as.

import {EVALUATE} from './engine.js';
import {make, write} from './dom.js';
import {picture_scale, room_for} from './chart.js';
import {findings_message} from './findings.js';
import {by_member} from './train.js';
import {chosen} from './numbers.js';
import {drawn_groups, words_now} from './stretch.js';

let panel = {};     // what it has
const PAUSE = 200;  // milliseconds between pictures while models train

// Of the models that are shown, the encoding that is pointed at or chosen; else the first that a policy can change.
function group_of(p, app) {
    const groups = by_member(app.models), find = name => groups.find(group => group.member === name);
    return find(p.pointed) || find(app.state.get('why')) || groups.find(group => group.models[0].policies.length > 1) || groups[0];
}

// The member whose curve or button this element belongs to.
function member_at(app, element) {
    const curve = element.closest('#length-chart .curve'), button = element.closest('.pill');
    if (curve) return drawn_groups(app)[[...curve.parentNode.querySelectorAll('.curve')].indexOf(curve)]?.member;
    return button?.querySelector('input[type=checkbox]')?.value;
}

function choose(p, app, shown) {
    const names = by_member(app.models).map(group => group.member);
    if (String(names) !== p.names) {
        p.names = String(names);
        p.pick.replaceChildren(...names.map(value => make('option', {value}, value)));
    }
    p.pick.value = shown.member;
}

const MET = ['order', 'first', 'flip']; // tasks of which word comes first, where that was measured to mend it

// The button that trains the same models once more, on the positions of this length, too.
function offer(p, app, model, words) {
    const task = model.settings['task.name'] || app.list.settings.find(row => row.key === 'task.name').default;
    const all = String(words + 1), is_met = app.state.get('met') === all;
    p.meet.hidden = !is_met && (words <= model.trained.high || !MET.includes(task) || 'train.positions' in app.state.settings());
    p.meet.value = is_met ? '' : all;
    write(p.meet, is_met ? 'Leave out the models that met these positions' : 'Let training meet these positions');
}

// Width and height of the map, so that the first screen has it: in pixels 190 at least, in its units 112.
function size_of(p) {
    const scale = picture_scale(p.has), room = room_for(p.root, [p.has]);
    return {width: Math.round(p.has.clientWidth / scale), height: Math.round(Math.max(190, 112 * scale, Math.min(420, room)) / scale)};
}

const message = (model, policy, words) => ({do: 'encoding', length: words, settings: {...model.settings, 'encoding.extrapolation': policy}});

const says = (words, text) => `At ${words} words: ${text}`.trim();

const SIGNS = {holds: '\u2713 ', falls: '\u2717 ', falls_by_new: '\u2717 ', falls_by_policy: '\u2717 ', open: '? '};

// What was measured there: nothing while that is not known. It holds for what is shown until something else is.
function put_verdict(p, shown, why) {
    if (!why && p.judged === shown) return;
    p.judged = shown;
    p.verdict.className = why ? why.kind.split('_')[0] : '';
    write(p.verdict, why?.sentence ? `${SIGNS[why.kind] || ''}${why.sentence}` : '');
}

// What the first seed has for each position or distance, as its own engine knows: a table, waves, biases; as high as what
// was measured leaves room for it.
async function draw_map(p, app, model, policy, asks) {
    const asked = p.asked = {}; // a later one makes this one late
    const measured = findings_message(app, asks.length), ask = message => app.ask(model, message, EVALUATE).catch(() => null);
    put_verdict(p, measured && String([model.name, policy, asks.length]), null);
    const found = measured && await ask({...measured, why: model.member, under: policy, settings: model.settings});
    if (asked !== p.asked) return;
    if (found) put_verdict(p, p.judged, found.why);
    const answer = await ask({...asks, ...size_of(p), view: 'unseen'});
    if (asked !== p.asked) return;
    write(p.caption, !answer ? '' : !answer.svg.length ? answer.sentences.at(-1) : answer.trained ? `The map is of seed ${model.seed}.` : '');
    if (answer) write(p.says, says(asks.length, answer.sees)); // of its weights
    p.has.innerHTML = answer ? answer.svg.join('') : '';
    p.has.className = answer?.svg.length === 0 ? 'mapless' : '';
}

function draw(p, app) {
    const group = group_of(p, app), [model] = group.models, words = words_now(app), policy = chosen(model, app.state.get('policy'));
    choose(p, app, group);
    offer(p, app, model, words);
    if (!p.has.clientWidth) return false;
    const asks = message(model, policy, words);
    try {
        const answer = app.local({...asks, width: size_of(p).width, height: 112, view: 'ruler'});
        const row = answer.numbers.ruler.find(one => one.policy === policy);
        write(p.says, says(words, `${row.fact} ${row.price}`));
        p.figure.innerHTML = answer.svg.join('');
    } catch (error) {
        write(p.says, error.message);
        p.figure.replaceChildren();
    }
    draw_map(p, app, model, policy, asks);
    return true;
}

// The ruler of the chosen encoding, or what its first seed has there, for who saves it; null where there is no model.
export function saved_message(app, view) {
    if (!app.models.length) return null;
    const [model] = group_of(panel, app).models, policy = chosen(model, app.state.get('policy'));
    return {...message(model, policy, words_now(app)), view, model: view === 'ruler' ? null : model};
}

export function mount(root, app) {
    const p = panel = {root, names: ''};
    p.pick = make('select', {id: 'why-of', 'aria-label': 'Encoding', onchange: () => {
        p.pointed = null;
        app.state.set({why: p.pick.value});
    }});
    p.says = make('p', {id: 'why-says'});
    p.verdict = make('p', {id: 'why-verdict'});
    p.meet = make('button', {id: 'meet', type: 'button', hidden: true, onclick: () => app.state.set({met: p.meet.value})});
    p.figure = make('figure', {id: 'why-ruler'});
    p.caption = make('p', {id: 'why-has', class: 'quiet'});
    p.has = make('figure', {id: 'why-positions'});
    root.append(make('h2', {}, 'Beyond training: the positions of ', p.pick), p.says, p.verdict, p.meet, p.has, p.caption,
        make('details', {}, make('summary', {}, 'How positions are read'), p.figure));
    const again = app.drawn('train', PAUSE, () => app.models.length > 0 && draw(p, app));
    for (const event of ['models', 'state', 'resize', 'step', 'trained']) app.on(event, again);
    document.addEventListener('pointerover', ({target}) => {
        const member = member_at(app, target);
        if (!member || member === p.pointed || !app.models.some(model => model.member === member)) return;
        p.pointed = member;
        again();
    });
    again();
}
