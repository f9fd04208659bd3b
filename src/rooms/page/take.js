// take.js -- which encoding to take, for each of two kinds of question and for one that nobody knows: what was measured at
// the length that is shown, in the engine's words. Of what was not measured nothing is said.

import {accuracy} from './dom.js';
import {mean_at} from './numbers.js';
import {task_of} from './pair.js';
import {by_member} from './train.js';

const ORDER = 'who-comes-first questions', KINDS = {order: ORDER, first: ORDER, flip: ORDER, query: ORDER, shift: 'distances'};

// Which task the other chart is of, what it asks, and who is not in it.
export const rule = (app, pair) => !pair.models.length ? ''
    : `The right chart: the same models on ${task_of(pair)} (${pair.models[0].question}). It is always shift, or order where shift is chosen.`
        + (app.state.get('met') ? ' Models that met more positions are in the left one only.' : '');

// "sinusoidal with interpolate is at 97 % on order and at 7 % on shift": what is taken for one task, on both.
function on_both(takes, apps, words) {
    const numbers = apps.map(app => [task_of(app), mean_at(app, by_member(app.models).find(group => group.member === takes.model), takes.policy, words)]);
    return `${takes.name} is ${numbers.map(([task, point]) => `at ${accuracy(point.mean)} % on ${task}`).join(' and ')}`;
}

// [who it is for, what to take]: a line for each comparison that is measured, and one for both.
export function taken(app, pair, first, other, words) {
    const apps = [app, pair], takes = [first, other];
    const lines = apps.flatMap((one, i) => takes[i] ? [[`For ${KINDS[task_of(one)] || `questions like ${task_of(one)}`}:`, `${takes[i].text}.`]] : []);
    const named = takes.filter((each, i) => each?.model && takes.findIndex(other => other?.name === each.name) === i);
    if (!first || !other || !named.length) return lines;
    return [...lines, ['You do not know:', `test at your length, on your questions. At ${words} words ${named.map(each => on_both(each, apps, words)).join('; ')}.`]];
}
