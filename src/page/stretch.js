// stretch.js -- longer than in training: accuracy by length, the length, the extrapolation policy, who breaks and what
// mends it. Everything here chooses among numbers that models.js has: nothing is trained or evaluated by a slider.

import {make, write, seldom, percent} from './dom.js';
import {draw_chart} from './chart.js';
import {by_member} from './train.js';
import {LENGTHS} from './models.js';

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
        seed: model.seed, points: app.numbers(model, shown).map(row => [row.words, 100 * row.accuracy]),
    }))};
}

// What the engine needs for the picture, and for the means and intervals of the table.
function message(app, policy, words) {
    const first = app.models.find(model => app.numbers(model, chosen(model, policy)).length);
    if (!first) return null;
    return {
        kind: 'extrapolation', trained: first.trained, at: words,
        chance: app.numbers(first, chosen(first, policy)).map(row => [row.words, 100 * row.chance]),
        curves: by_member(app.models).map(group => curve_of(app, group, policy)),
    };
}

// Number k of the slider as words: the trained length times LENGTHS[k].
const words_at = (app, k) => Math.floor(app.models[0].trained.high * LENGTHS[k]);
const stop_of = app => Math.max(0, LENGTHS.indexOf(parseFloat(app.state.get('length') || '4x')));
const in_words = (app, k) => LENGTHS[k] === 1 ? `${words_at(app, k)} words, the longest trained`
    : `${words_at(app, k)} words, ${LENGTHS[k]} times the longest trained`;

// The interval of a mean as the program prints it.
const interval = point => point.n > 1 && point.low !== null ? `${Math.round(point.low)}..${Math.round(point.high)}` : '';

function slider(root, app) {
    const input = make('input', {type: 'range', id: 'length', min: 0, max: LENGTHS.length - 1, step: 1, 'aria-label': 'Length',
        list: 'lengths', oninput: () => app.state.set({length: `${LENGTHS[input.value]}x`})});
    const marks = make('div', {class: 'marks', 'aria-hidden': 'true'}, LENGTHS.map(times => make('span', {}, `${times}x`)));
    const text = make('output', {id: 'length-words', for: 'length'});
    root.append(make('div', {class: 'length'}, make('label', {for: 'length'}, 'Length: ', text), input, marks));
    return () => {
        const k = stop_of(app);
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
                name: 'policy', value: name, onchange: () => app.state.set({policy: name})}), name || 'none')));
        }
        for (const input of choice.querySelectorAll('input')) input.checked = input.value === policy;
        const row = app.list.policies.find(one => one.name === policy);
        write(why, row ? row.summary : 'without any fix: each encoding as it goes on by its formula or table');
    };
}

// ---- The table: a row an encoding, a column a policy, all at the length of the slider.

const mean = values => values.reduce((a, b) => a + b, 0) / values.length;

function cell(point, chance, is_chosen) {
    if (!point) return make('td', {class: is_chosen ? 'none chosen' : 'none', title: 'does not fit this encoding'}, '–');
    const above = Math.max(0, Math.min(1, (point.mean - chance) / (100 - chance)));
    return make('td', {class: is_chosen ? 'chosen' : null, style: `background: rgb(var(--deep) / ${(.33 * above).toFixed(3)})`},
        point.mean.toFixed(1), ' ', make('small', {}, interval(point)));
}

// Means and intervals of every policy, {policy: {member: point}}; the engine computes them as for the picture.
function means(app, names, words) {
    const found = {};
    for (const policy of names) {
        const asked = message(app, policy, words);
        if (!asked) continue;
        const points = app.local({do: 'chart', width: 400, height: 300, ...asked}).points.filter(point => point.x === words);
        found[policy] = {};
        by_member(app.models).forEach((group, k) => {
            if (policy !== OWN && !group.models[0].policies.includes(policy)) return;
            found[policy][group.member] = points.find(point => point.name === asked.curves[k].name);
        });
    }
    return found;
}

function in_range(models) {
    const values = models.map(model => model.in_range && model.in_range.accuracy).filter(Number.isFinite);
    return values.length ? percent(mean(values)) : '';
}

function fill_table(table, app, k) {
    const policy = app.state.get('policy'), names = [OWN, ...offered(app.models, app.list)], words = words_at(app, k);
    const found = means(app, names, words);
    const numbers = app.models.map(model => app.numbers(model, own(model)).find(row => row.words === words)).find(Boolean);
    const chance = numbers ? 100 * numbers.chance : 50, is_chosen = name => name === policy;
    const head = make('tr', {class: 'heads'}, make('th', {scope: 'col'}, `at ${words} words`), make('th', {scope: 'col'}, 'in range'),
        names.map(name => make('th', {scope: 'col', class: is_chosen(name) ? 'chosen' : null}, name || 'without any fix')));
    const rows = by_member(app.models).map(group => make('tr', {}, make('th', {scope: 'row'}, group.member),
        make('td', {}, in_range(group.models)),
        names.map(name => cell(found[name] && found[name][group.member], chance, is_chosen(name)))));
    const floor = make('tr', {class: 'chance'}, make('th', {scope: 'row'}, 'chance'), make('td', {}, ''),
        names.map(name => make('td', {class: is_chosen(name) ? 'chosen' : null}, chance.toFixed(1))));
    table.replaceChildren(make('thead', {}, head), make('tbody', {}, floor, rows));
    return found;
}

// What stands in the table's chosen column, as a sentence.
function sentence(app, found, k) {
    const policy = app.state.get('policy');
    const parts = by_member(app.models).map(({member}) => {
        const point = (found[policy] && found[policy][member]) || (found[OWN] && found[OWN][member]);
        return point ? `${member} ${point.mean.toFixed(1)} %` : `${member} not yet`;
    });
    return `At ${in_words(app, k)}, ${policy || 'without any fix'}: ${parts.join(', ')}.`;
}

export function mount(root, app) {
    const figure = make('figure', {class: 'chart-room', role: 'img', id: 'length-chart'});
    const note = make('span', {class: 'quiet', id: 'examples'});
    const controls = make('div', {class: 'stretch-controls'}), table = make('table', {id: 'numbers'});
    root.append(make('div', {}, make('h2', {}, 'Longer than in training ', note), figure), make('div', {class: 'below'}, controls,
        make('div', {class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Accuracy by policy'}, table)));
    const update = [slider(controls, app), policies(controls, app)];

    const draw = seldom(() => {
        if (!app.visible('train') || !app.models.length) return;
        update.forEach(f => f());
        const k = stop_of(app), asked = message(app, app.state.get('policy'), words_at(app, k));
        if (!asked) return;
        draw_chart(figure, app, asked);
        const found = fill_table(table, app, k);
        figure.setAttribute('aria-label', sentence(app, found, k));
        const final = app.models.every(model => model.evaluated);
        write(note, final ? '' : 'few examples while models train');
    }, 100);
    for (const event of ['models', 'numbers', 'trained', 'resize', 'state']) app.on(event, draw);
    app.on('state', keys => {
        if (keys.includes('policy')) app.look();
    });
    let heard = 0;
    app.on('state', keys => {
        if (!keys.includes('policy') && !keys.includes('length')) return;
        clearTimeout(heard);
        heard = setTimeout(() => app.say(figure.getAttribute('aria-label') || ''), 600);
    });
    draw();
}
