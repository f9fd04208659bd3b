// numbers.js -- who breaks, and what mends it: a table with a row for each encoding and a column for each policy, all
// at one length. Means and intervals are the engine's, as in the picture.

import {accuracy, make} from './dom.js';
import {by_member} from './train.js';

export const OWN = ''; // the policy of the state that stands for each encoding's own
const BREAKS = .1;     // so much less than in range

const own = model => model.policies[0];
export const chosen = (model, policy) => model.policies.includes(policy) ? policy : own(model);

// Policies that the page offers: those that are not the own one of every model that they fit.
export function offered(models, list) {
    return list.policies.map(row => row.name)
        .filter(name => models.some(model => model.policies.includes(name) && own(model) !== name));
}

// The numbers of all models of a member, each its own array; null where one has none yet, so that no seed is left out.
export function rows_of(app, {models}, policy) {
    const rows = models.map(model => app.numbers(model, chosen(model, policy)));
    return rows.every(one => one.length) ? rows : null;
}

// A model's number at the trained lengths; none while one looks back at an earlier step.
export const inside_of = (app, model) => app.back === null ? model.in_range : null;

// What can be had without positions, chance first: in range and in each of these rows, as the engine reads it.
export const levels_of = (inside, rows) => rows[0].baselines.map(({name}, k) => ({baseline: name,
    in_range: inside && inside.baselines[k].accuracy, points: rows.map(row => [row.words, row.baselines[k].accuracy])}));

const points = rows => rows.map(row => [row.words, row.accuracy]);
const seed_of = (app, model) => ({seed: model.seed, ...inside_of(app, model) ? {in_range: model.in_range.accuracy} : {}});

export function curve_of(app, {member, encoding, models}, policy) {
    const shown = chosen(models[0], policy), rows = rows_of(app, {models}, policy);
    return {model: shown === policy ? `${member} +${policy}` : member, encoding,
        seeds: models.map((model, i) => ({...seed_of(app, model), points: points(rows[i])}))};
}

// The same with its own policy first, then the chosen one where it is another and has numbers.
export function curves_of(app, group, policy) {
    const {member, encoding, mixer, models} = group, shown = chosen(models[0], policy), solid = rows_of(app, group, OWN);
    const dashed = shown === own(models[0]) ? null : rows_of(app, group, policy);
    return {model: member, encoding, mixer, seeds: models.map((model, i) => ({...seed_of(app, model),
        rows: [{policy: own(model), points: points(solid[i])}, ...dashed ? [{policy, points: points(dashed[i])}] : []]}))};
}

// ---- Means over seeds

const known = new WeakMap(); // of the first model of a member, of a policy: the numbers they are the means of, and the points

// The points of a member under a policy: [{from, x, mean, low, high, n}, ...]; from < x is in range. null: not yet.
function means(app, group, policy) {
    const rows = rows_of(app, group, policy), of_policies = known.get(group.models[0]) || {}, old = of_policies[policy];
    if (!rows) return null;
    const of = [...rows, ...group.models.map(model => inside_of(app, model))];
    if (old && old.of.length === of.length && old.of.every((one, i) => one === of[i])) return old.points;
    const examples = Math.min(...rows.map(one => one[0].count));
    const points = app.local({do: 'chart', kind: 'extrapolation', trained: group.models[0].trained, examples,
        models: [curve_of(app, group, policy)]}).points;
    known.set(group.models[0], {...of_policies, [policy]: {of, points}});
    return points;
}

const fits = (group, policy) => policy === OWN || group.models[0].policies.includes(policy);

// The mean at a length, or in range where `words` is 0; null: none, or not yet.
export function mean_at(app, group, policy, words) {
    const points = fits(group, policy) ? means(app, group, policy) : null;
    const is_it = point => words ? point.from === point.x && point.x === words : point.from < point.x;
    return points && points.find(is_it) || null;
}

// The interval of a mean as the program prints it; empty where both ends print as the mean does.
function interval({mean, low, high, n}) {
    const [at, from, to] = [mean, low, high].map(accuracy);
    return n < 2 || low === null || (from === at && to === at) ? '' : `[${from}-${to}]`;
}

// ---- The table

// A number, shaded by how far it lies above chance; `look` is its class.
function cell(point, chance, look) {
    const above = Math.max(0, Math.min(1, (point.mean - chance) / (1 - chance)));
    return make('td', {class: look, style: `background: rgb(var(--deep) / ${(.2 * above).toFixed(3)})`},
        accuracy(point.mean), ' ', make('small', {}, interval(point)));
}

// What stands in place of a number, and what it means.
const MARKS = {failed: 'training failed: see the line above', '…': 'not evaluated yet',
    '–': 'this policy does not fit this encoding'};
const none = (mark, look) => make('td', {class: `none ${look}`}, mark);
const waiting = (group, look) => none(group.models.some(model => model.failed) ? 'failed' : '…', look);
const unfit = look => none('–', look);

// What the looks of its numbers mean, each told where a number has it.
const LOOKS = {best: 'Bold: the best policy, where one is better than none', broke: 'Orange: 10 points or more below the trained lengths'};

// The looks and marks that a table has, in words.
export function marks_of(table) {
    const there = [...table.querySelectorAll('.none')].map(cell => cell.textContent);
    const looks = Object.keys(LOOKS).filter(look => table.querySelector('.' + look)).map(look => `${LOOKS[look]}.`);
    const shade = table.querySelector('td small') ? ['Shade: how far above chance.'] : [];
    return [...shade, ...looks,
        ...Object.keys(MARKS).filter(mark => there.includes(mark)).map(mark => `${mark}: ${MARKS[mark]}.`)].join(' ');
}

function row(app, group, names, words, chance) {
    const policy = app.state.get('policy'), inside = mean_at(app, group, OWN, 0);
    const points = names.map(name => mean_at(app, group, name, words)), without = points[0];
    const best = Math.max(...points.map(point => point ? point.mean : 0));
    return make('tr', {}, make('th', {scope: 'row'}, group.member),
        inside ? cell(inside, chance, '') : waiting(group, ''),
        names.map((name, i) => {
            const point = points[i], look = [name === policy ? 'chosen' : ''];
            if (!fits(group, name)) return unfit(look[0]);
            if (!point) return waiting(group, look[0]);
            if (inside && inside.mean - point.mean > BREAKS) look.push('broke');
            else if (point.mean === best && without && best > without.mean) look.push('best');
            return cell(point, chance, look.join(' '));
        }));
}

export function fill_table(table, app, words) {
    const policy = app.state.get('policy'), names = [OWN, ...offered(app.models, app.list)];
    const look = name => name === policy ? 'chosen' : '';
    const all = app.models.flatMap(model => app.numbers(model, chosen(model, policy)));
    const here = all.find(one => one.words === words), baselines = here ? here.baselines : [];
    const inside = app.models.map(model => inside_of(app, model)).find(Boolean);
    const chance = here ? baselines[0].accuracy : 0;
    const head = make('tr', {}, make('th', {scope: 'col'}, 'accuracy in %'), make('th', {scope: 'col'}, 'in range'),
        names.map(name => make('th', {scope: 'col', class: look(name)}, name || 'no fix')));
    const first = baselines.map((one, k) => make('tr', {class: 'chance'}, make('th', {scope: 'row'}, one.name),
        make('td', {}, inside ? accuracy(inside.baselines[k].accuracy) : '', ' ', make('small')),
        names.map(name => make('td', {class: look(name)}, accuracy(one.accuracy), ' ', make('small')))));
    table.replaceChildren(make('thead', {}, head), make('tbody', {}, first,
        by_member(app.models).map(group => row(app, group, names, words, chance))));
}

// What stands in the table's chosen column, as a sentence.
export function sentence(app, words) {
    const policy = app.state.get('policy');
    const parts = by_member(app.models).map(group => {
        const fit = fits(group, policy), point = mean_at(app, group, fit ? policy : OWN, words);
        return `${group.member} ${point ? `${accuracy(point.mean)} %${fit ? '' : ' as it is'}` : 'not yet'}`;
    });
    return `${policy ? `with ${policy}` : 'without a fix'}: ${parts.join(', ')}.`;
}
