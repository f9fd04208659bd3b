// stretch.js -- longer than in training: accuracy by length of both comparisons next to each other, and below them one
// slider for the length and one choice of extrapolation policy for both. Everything here chooses among numbers that
// models.js has: nothing is trained or evaluated by a slider.

import {make, rested, thousands, write} from './dom.js';
import {chart_height, draw_chart} from './chart.js';
import {by_member} from './train.js';
import {words_of} from './models.js';
import {task_of} from './pair.js';
import {OWN, offered, rows_of, curves_of, inside_of, levels_of, sentence} from './numbers.js';

const shown_groups = app => by_member(app.models).filter(group => rows_of(app, group, OWN));

// The member of each curve of the chart, in its order.
export const drawn_groups = app => shown_groups(app).flatMap(group =>
    curves_of(app, group, app.state.get('policy')).seeds[0].rows.map(() => group));

// What the engine needs for the picture; null before the first number.
export function message(app) {
    const policy = app.state.get('policy'), groups = shown_groups(app);
    if (!groups.length) return null;
    const rows = groups.flatMap(group => rows_of(app, group, OWN));
    const inside = app.models.map(model => inside_of(app, model)).find(Boolean);
    return {
        kind: 'extrapolation', panels: true, trained: app.models[0].trained, examples: Math.min(...rows.map(one => one[0].count)),
        baselines: levels_of(inside, rows[0]).slice(0, app.state.get('levels') ? undefined : 1),
        models: groups.map(group => curves_of(app, group, policy)), at: words_now(app),
    };
}

// Which of the lengths the slider is at; and length k, in words.
function stop_of(app) {
    const names = app.lengths(), at = names.indexOf(app.state.get('length') || '4x');
    return at < 0 ? names.length - 1 : at;
}

const words_at = (app, k) => words_of(app.lengths()[k], app.models[0].trained);

// The length that the slider is at, in words.
export const words_now = app => words_at(app, stop_of(app));

function in_words(app, k) {
    const words = words_at(app, k), times = words / app.models[0].trained.high;
    if (times === 1) return `${words} words, the longest trained`;
    return `${words} words, ${+times.toFixed(2)} times the longest trained`;
}

function slider(root, app) {
    const input = make('input', {type: 'range', id: 'length', min: 0, step: 1,
        oninput: () => app.state.set({length: app.lengths()[input.value]})});
    const marks = make('div', {class: 'marks', 'aria-hidden': 'true'});
    const text = make('output', {id: 'length-words', for: 'length'});
    root.append(make('div', {class: 'length'}, make('label', {for: 'length'}, 'Length: ', text), input, marks));
    let names = '';
    return () => {
        const k = stop_of(app);
        if (names !== String(app.lengths())) {
            names = String(app.lengths());
            input.max = app.lengths().length - 1;
            marks.replaceChildren(...app.lengths().map(name => make('span', {}, name)));
        }
        input.value = k;
        input.setAttribute('aria-valuetext', in_words(app, k));
        write(text, in_words(app, k));
    };
}

const USUAL = [OWN, 'clamp', 'interpolate']; // the others are folded until one is chosen

function policies(root, app) {
    const choice = make('div', {class: 'choice'}), why = make('p', {class: 'quiet', id: 'policy-means'}), seen = new Set(USUAL);
    const legend = make('legend', {});
    root.append(make('fieldset', {id: 'policy'}, legend, choice, why));
    const pill = name => make('label', {class: 'pill'}, make('input', {type: 'radio', name: 'policy', value: name,
        onchange: () => app.state.set({policy: name})}), name || 'no fix');
    let shown = '';
    return () => {
        const names = [OWN, ...offered(app.models, app.list)], policy = app.state.get('policy');
        seen.add(policy);
        if (shown !== String([names, seen.size])) {
            const others = names.filter(name => !seen.has(name)).map(pill), held = choice.contains(document.activeElement);
            shown = String([names, seen.size]);
            choice.replaceChildren(...names.filter(name => seen.has(name)).map(pill), ...others.length
                ? [make('details', {id: 'more-policies'}, make('summary', {}, `${others.length} more`), make('div', {class: 'choice'}, others))] : []);
            if (held) [...choice.querySelectorAll('input')].find(input => input.value === policy)?.focus();
        }
        for (const input of choice.querySelectorAll('input')) input.checked = input.value === policy;
        write(legend, `What to do beyond ${app.models[0].trained.high} words`);
        const row = app.list.policies.find(one => one.name === policy);
        write(why, row ? row.summary : 'no fix: the formula as it is, or rows of the table that were never trained');
    };
}

const FEW = 5, AGREE = .1, LEARNED = .95; // fewest seeds with an interval; seeds this close agree; below this a seed has not learned

// Whether the seeds of each model agree at the length that is shown, with the policy and without.
const all_agree = (app, words) => by_member(app.models).every(group => [OWN, app.state.get('policy')].every(policy => {
    const at = (rows_of(app, group, policy) || []).map(rows => rows.find(row => row.words === words)?.accuracy);
    return at.length > 1 && Math.max(...at) - Math.min(...at) <= AGREE;
}));

// Which models have not learned their task at the trained lengths, and a button to change that: with the setting that one
// layer needs, else with more steps. A model that sees no order cannot learn it.
function longer_line(app, set) {
    let change = {};
    const text = make('span', {}), go = make('button', {type: 'button', class: 'small longer', onclick: () => set(change)});
    const box = make('p', {class: 'unlearned', hidden: true}, text, ' ', go);
    return {box, draw() {
        const done = app.back === null && app.models.every(model => model.evaluated && !model.failed), steps = app.models[0]?.steps;
        const names = !done ? [] : by_member(app.models).filter(({encoding, mixer, models}) => (encoding !== 'none' || mixer !== 'attention')
            && models.some(model => model.in_range.accuracy < LEARNED)).map(group => group.member);
        const {summary, one_layer} = app.list.tasks.find(row => row.name === task_of(app)) || {}, [key, value] = one_layer?.split('=') || [];
        const lacks = one_layer && app.state.get(key) !== value;
        change = lacks ? {[key]: value} : {steps: 2 * steps};
        box.hidden = !names.length;
        write(text, `Not learned at trained lengths, so longer texts say little: ${names.join(', ')}.${one_layer ? ` The task: ${summary}.` : ''}`);
        write(go, lacks ? `Set ${one_layer}` : `Train longer: ${thousands(2 * steps)} steps`);
    }};
}

// What a line of the chart is, and how much its numbers say.
function what_lines_are(app) {
    const seeds = Math.max(...by_member(app.models).map(group => group.models.length));
    const lines = seeds === 1 ? '' : all_agree(app, words_now(app)) ? `${seeds === 2 ? "both" : `all ${seeds}`} seeds agree` : seeds < FEW ? `${seeds} seeds and their mean` : `mean of ${seeds} seeds, 95 % interval`;
    if (app.back !== null) return `step ${thousands(app.back)}, few examples`;
    return app.models.every(model => model.evaluated) ? lines : 'few examples so far';
}

const MOTION = 300; // milliseconds in which the curves of a fix leave those without it

// The dashed lines, `gone` milliseconds after a policy was chosen: from the solid line of their panel to where they belong.
export function move(figure, app, gone) {
    if (gone >= MOTION || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const of = drawn_groups(app), line = [...figure.querySelectorAll('.curve')].map(curve => curve.querySelector('.line'));
    of.forEach((group, i) => {
        if (group !== of[i - 1] || !line[i] || !line[i - 1]) return;
        const [from, to] = [line[i - 1], line[i]].map(each => ({d: `path("${each.getAttribute('d')}")`}));
        line[i].animate([from, to], MOTION).currentTime = gone;
    });
}

// A comparison: its task, what is found, its chart, under these names; `set` changes the state of the page.
function side(app, set, chart, title, examples) {
    const figure = make('figure', {class: 'chart-room', ...chart}), longer = longer_line(app, set);
    const task = make('b', {class: 'task'}), note = make('span', {class: 'quiet', ...examples});
    return {box: make('div', {}, make('h2', {}, task, ' ', make('span', title), ' ', note), longer.box, figure), figure,
        draw(height, gone) {
            const asked = app.models.length > 0 && message(app);
            write(task, task_of(app));
            write(note, asked ? what_lines_are(app) : '');
            longer.draw();
            if (!asked) return figure.replaceChildren();
            draw_chart(figure, app, {height, ...asked});
            move(figure, app, gone);
        }};
}

// The guesses without a model that are drawn at most: the button that asks for them, at the line that says what is drawn,
// and what each of them means.
function guesses(box, below, both) {
    const [app] = both, text = make('p', {class: 'quiet', id: 'guesses'}), is_on = () => app.state.get('levels') !== '';
    const button = make('button', {type: 'button', class: 'small', id: 'levels', onclick: () => app.state.set({levels: is_on() ? '' : 'on'})}, 'Other guesses');
    box.append(button);
    below.append(text);
    return () => {
        const rows = both.map(one => one.models.map(model => one.numbers(model, model.policies[0])[0]).find(Boolean));
        const all = rows.flatMap(row => row ? row.baselines.slice(1) : []), each = all.filter(({name}, i) => all.findIndex(other => other.name === name) === i);
        button.hidden = !each.length;
        button.setAttribute('aria-pressed', String(is_on()));
        button.dataset.t = `What is right without a model: ${each.map(({name}) => name).join(', ')}`;
        text.hidden = !is_on() || !each.length;
        text.replaceChildren(...each.flatMap(({name, means}) => [make('b', {}, `${name}: `), `${means} `]));
    };
}

export function mount(root, app, pair) {
    let moved = -MOTION; // when a policy was chosen
    const both = [app, pair], set = changes => app.state.set(changes);
    const sides = [side(app, set, {id: 'length-chart'}, {id: 'title'}, {id: 'examples'}),
        side(pair, set, {id: 'pair-chart'}, {id: 'pair-title'}, {id: 'pair-examples'})];
    const controls = make('div', {class: 'stretch-controls'});
    root.append(make('div', {class: 'sides'}, ...sides.map(one => one.box)), controls);
    const update = [slider(controls, app), policies(controls, app), guesses(sides[1].box, controls, both)];

    app.on('state', keys => { if (keys.includes('policy')) moved = performance.now(); });
    const draw = app.drawn('train', 100, () => {
        if (!app.models.length) return false;
        update.forEach(f => f());
        const height = chart_height(sides[0].figure);
        for (const one of sides) one.draw(height, performance.now() - moved);
        return message(app) !== null;
    });
    for (const event of ['models', 'numbers', 'trained', 'resize', 'state', 'pair']) app.on(event, draw);

    const tell = rested(() => {
        const said = both.filter(one => one.models.length).map(one => `on ${task_of(one)} ${sentence(one, words_now(one))}`);
        if (app.models.length) app.say(`At ${in_words(app, stop_of(app))}, ${said.join(' ')}`);
    }, 600);
    app.on('state', keys => {
        if (keys.includes('policy')) app.look();
        if (keys.includes('policy') || keys.includes('length')) tell();
    });
    draw();
}
