// stretch.js -- longer than in training: accuracy by length, the length, the extrapolation policy, who breaks and what
// mends it. Everything here chooses among numbers that models.js has: nothing is trained or evaluated by a slider.

import {make, write, seldom, percent} from './dom.js';
import {draw_chart} from './chart.js';
import {by_member} from './train.js';
import {words_of} from './models.js';

const OWN = ''; // the policy of the state that stands for each encoding's own

const own = model => model.policies[0];
const chosen = (model, policy) => model.policies.includes(policy) ? policy : own(model);

// Policies that the page offers: those that are not the own one of every model that they fit.
export function offered(models, list) {
    return list.policies.map(row => row.name)
        .filter(name => models.some(model => model.policies.includes(name) && own(model) !== name));
}

function curve_of(app, {member, encoding, models}, policy) {
    const shown = chosen(models[0], policy), name = shown === policy ? `${member} +${policy}` : member;
    return {name, encoding, seeds: models.map(model => ({
        seed: model.seed, points: app.numbers(model, shown).map(row => [row.words, row.accuracy]),
        ...(model.in_range ? {in_range: model.in_range.accuracy} : {}),
    })).filter(seed => seed.points.length)};
}

// What the engine needs for the picture, and for the means and intervals of the table; null before the first number.
function message(app, policy) {
    const first = app.models.find(model => app.numbers(model, chosen(model, policy)).length);
    if (!first) return null;
    const rows = app.numbers(first, chosen(first, policy));
    return {
        kind: 'extrapolation', trained: first.trained, examples: rows[0].count,
        chance: rows.map(row => [row.words, row.chance]),
        curves: by_member(app.models).map(group => curve_of(app, group, policy)).filter(curve => curve.seeds.length),
    };
}

// Which of the lengths the slider is at; and length k, in words.
function stop_of(app) {
    const names = app.lengths(), at = names.indexOf(app.state.get('length') || '4x');
    return at < 0 ? names.length - 1 : at;
}

const words_at = (app, k) => words_of(app.lengths()[k], app.models[0].trained);

function in_words(app, k) {
    const words = words_at(app, k), times = words / app.models[0].trained.high;
    if (times === 1) return `${words} words, the longest trained`;
    return `${words} words, ${+times.toFixed(2)} times the longest trained`;
}

function slider(root, app) {
    const input = make('input', {type: 'range', id: 'length', min: 0, step: 1, oninput: () => app.state.set({length: app.lengths()[input.value]})});
    const marks = make('div', {class: 'marks', 'aria-hidden': 'true'}), text = make('output', {id: 'length-words', for: 'length'});
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

function policies(root, app) {
    const choice = make('div', {class: 'choice'}), why = make('p', {class: 'quiet', id: 'policy-means'});
    root.append(make('fieldset', {id: 'policy'}, make('legend', {}, 'Extrapolation policy'), choice, why));
    let names = null;
    return () => {
        const now = [OWN, ...offered(app.models, app.list)], policy = app.state.get('policy');
        if (String(now) !== String(names)) {
            names = now;
            choice.replaceChildren(...now.map(name => make('label', {class: 'pill'}, make('input', {type: 'radio',
                name: 'policy', value: name, onchange: () => app.state.set({policy: name})}), name || 'without any fix')));
        }
        for (const input of choice.querySelectorAll('input')) input.checked = input.value === policy;
        const row = app.list.policies.find(one => one.name === policy);
        write(why, row ? row.summary : 'each encoding as it is: its formula, or rows of its table that were never trained');
    };
}

// ---- The table: a row an encoding, a column a policy, all at the length of the slider.

// Means and intervals at every length, {policy: [point, ...]}: those of the picture, computed by the engine. A point has
// the member it is of.
function all_points(app) {
    const found = {};
    for (const policy of [OWN, ...offered(app.models, app.list)]) {
        const asked = message(app, policy), groups = by_member(app.models);
        if (!asked) continue;
        const member = Object.fromEntries(groups.map(group => [curve_of(app, group, policy).name, group.member]));
        const fits = groups.filter(group => policy === OWN || group.models[0].policies.includes(policy)).map(group => group.member);
        found[policy] = app.local({do: 'chart', width: 400, height: 300, ...asked}).points
            .map(point => ({...point, member: member[point.name]})).filter(point => fits.includes(point.member));
    }
    return found;
}

const at_words = (points, member, words) => (points || []).find(point => point.member === member && point.from === point.x && point.x === words);
const in_range = (points, member) => (points || []).find(point => point.member === member && point.from < point.x);

// The interval of a mean in percent, as short as it can be said.
function interval({mean, low, high, n}) {
    if (n < 2 || low === null) return '';
    const [m, l, h] = [mean, low, high].map(share => 100 * share);
    if (l >= 99) return `≥${(Math.floor(10 * l) / 10).toFixed(1)}`;
    return Math.abs(h + l - 2 * m) < .1 ? `±${((h - l) / 2).toFixed(1)}` : `${Math.round(l)}..${Math.round(h)}`;
}

function cell(point, chance, look, instead) {
    if (!point) return make('td', {class: `none ${look}`, title: instead === '–' ? 'does not fit this encoding' : 'not evaluated yet'}, instead);
    const above = Math.max(0, Math.min(1, (point.mean - chance) / (1 - chance)));
    return make('td', {class: look, style: `background: rgb(var(--deep) / ${(.33 * above).toFixed(3)})`},
        percent(point.mean), ' ', make('small', {}, interval(point)));
}

function fill_table(table, app, found, k) {
    const policy = app.state.get('policy'), names = [OWN, ...offered(app.models, app.list)], words = words_at(app, k);
    const row = app.models.flatMap(model => app.numbers(model, own(model))).find(row => row.words === words);
    const chance = row ? row.chance : 0, look = name => name === policy ? 'chosen' : '';
    const head = make('tr', {}, make('th', {scope: 'col'}, `accuracy in %`), make('th', {scope: 'col'}, 'in range'),
        names.map(name => make('th', {scope: 'col', class: look(name)}, name || 'without any fix')));
    const rows = by_member(app.models).map(({member, models}) => make('tr', {}, make('th', {scope: 'row'}, member),
        cell(in_range(found[OWN], member), chance, '', '…'),
        names.map(name => cell(at_words(found[name], member, words), chance, look(name),
            name === OWN || models[0].policies.includes(name) ? '…' : '–'))));
    const floor = make('tr', {class: 'chance'}, make('th', {scope: 'row'}, 'chance'), make('td'),
        names.map(name => make('td', {class: look(name)}, percent(chance), ' ', make('small'))));
    table.replaceChildren(make('thead', {}, head), make('tbody', {}, floor, rows));
}

// What stands in the table's chosen column, as a sentence.
function sentence(app, found, k) {
    const policy = app.state.get('policy'), words = words_at(app, k);
    const parts = by_member(app.models).map(({member}) => {
        const point = at_words(found[policy], member, words) || at_words(found[OWN], member, words);
        return point ? `${member} ${percent(point.mean)} %` : `${member} not yet`;
    });
    return `At ${in_words(app, k)}, ${policy || 'without any fix'}: ${parts.join(', ')}.`;
}

export function mount(root, app) {
    const figure = make('figure', {class: 'chart-room', id: 'length-chart'});
    const note = make('span', {class: 'quiet', id: 'examples'});
    const controls = make('div', {class: 'stretch-controls'}), table = make('table', {id: 'numbers'});
    root.append(make('div', {}, make('h2', {}, 'Longer than in training ', note), figure), make('div', {class: 'below'}, controls,
        make('div', {class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Accuracy by policy'}, table)));
    const update = [slider(controls, app), policies(controls, app)];

    let found = null; // means and intervals, until there are other numbers
    const draw = seldom(() => {
        if (!app.visible('train') || !app.models.length) return false;
        update.forEach(f => f());
        const k = stop_of(app), asked = message(app, app.state.get('policy'));
        if (!asked) return false;
        draw_chart(figure, app, {...asked, at: words_at(app, k)});
        found = found || all_points(app);
        fill_table(table, app, found, k);
        write(note, app.models.every(model => model.evaluated) ? '' : 'few examples while models train');
        return true;
    }, 100);
    for (const event of ['models', 'numbers', 'trained']) app.on(event, () => {
        found = null;
        draw();
    });
    for (const event of ['resize', 'state']) app.on(event, draw);

    let heard = 0;
    app.on('state', keys => {
        if (keys.includes('policy')) app.look();
        if (!keys.includes('policy') && !keys.includes('length')) return;
        clearTimeout(heard);
        heard = setTimeout(() => found && app.say(sentence(app, found, stop_of(app))), 600);
    });
    draw();
}
