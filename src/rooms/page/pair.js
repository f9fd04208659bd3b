// pair.js -- the second comparison: the same models on another task, where the other thing counts, trained when the first
// is done, so that it delays nothing, and while its chart is shown. What draws the first draws it as well: it is an app that
// has these models.

import {Models} from './models.js';

// Texts per step where the user sets none; '': the program's default. Where a text has a question at every word, eight are
// enough: on shift they teach ten of ten seeds of learned, sinusoidal, rope and t5, as 64 do in seven times as long, and to the
// same numbers at four times the length; on copy and reverse, where one layer can learn them, three of three in a fifth of the
// time.
export const batch_of = (list, task) => list.tasks.find(row => row.name === task)?.many ? '8' : '';

// In words: rule in take.js.
export const task_beside = task => task === 'shift' ? 'order' : 'shift';

export const task_of = app => app.state.get('task') || app.list.settings.find(row => row.key === 'task.name').default;

// What it is trained with. Options of the first task are not those of the other, but for the lengths.
function values_beside(app) {
    const of = task_of(app), task = task_beside(of), batch = batch_of(app.list, task), own = batch_of(app.list, of);
    const kept = Object.entries(app.state.values).filter(([key, value]) => key === 'train.batch' ? value !== own : !key.startsWith('task.') || key === 'task.words');
    return {...batch && {'train.batch': batch}, ...Object.fromEntries(kept), task, met: '', speed: ''};
}

export function make_pair(app, pool) {
    const state = Object.create(app.state, {values: {get: () => values_beside(app)}});
    const models = new Models(pool, app.list, state, event => app.emit(event === 'failed' ? event : 'pair'));
    const pair = Object.create(app, {models: {get: () => models.models}, state: {value: state}, back: {value: null},
        numbers: {value: (model, policy) => models.numbers(model, policy)}, refused: {value: '', writable: true}});
    const turn = () => {
        models.playing = app.state.get('tab') === 'train' && app.models.length > 0 && app.models.every(model => model.evaluated);
        pair.refused = '';
        if (!models.playing) return models.wait();
        return models.update().catch(error => {
            pair.refused = error.message;
            models.wait();
        });
    };
    for (const event of ['models', 'trained']) app.on(event, turn);
    app.on('state', keys => {
        if (keys.includes('tab')) turn();
        if (keys.includes('policy')) models.look();
    });
    return pair;
}

// Which models of both failed, and why: a line each, those of the first comparison first.
export const failures = (app, pair) => [...app.models, ...pair.models].filter(model => model.failed)
    .map(model => pair.models.includes(model) ? `${task_of(pair)}: ${model.failed}` : model.failed).join('\n');

// What is said of it while there is no finding.
export function waits(pair) {
    const {models, refused} = pair, task = task_of(pair), share = models.reduce((sum, {step, steps}) => sum + step / steps, 0) / models.length;
    if (refused) return `${task} cannot be trained with these settings: ${refused}`;
    if (!models.length) return `Then the same models train on ${task}`;
    return share < 1 ? `Training the same models on ${task}: ${Math.floor(100 * share)} %` : `Evaluating the same models on ${task}`;
}
