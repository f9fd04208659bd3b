// train.js -- training: play, pause, step, start over, speed, how far it is, and back to an earlier step; and the loss as
// it falls.

import {make, write, seldom, thousands} from './dom.js';
import {draw_chart} from './chart.js';

const SPEEDS = [['full', 'full speed'], ['100', '100 steps/s'], ['20', '20 steps/s'], ['5', '5 steps/s']];
const PANELS_FROM = 7; // so many curves are drawn in a panel each, which needs all of the width

// Models that differ by their seeds only, together: [{member, encoding, models: [...]}, ...].
export function by_member(models) {
    const groups = [];
    for (const model of models) {
        const group = groups.find(one => one.member === model.member);
        if (group) group.models.push(model);
        else groups.push({member: model.member, encoding: model.encoding, mixer: model.mixer, models: [model]});
    }
    return groups;
}

// What the engine needs for the picture; null before the first step.
export function message(app) {
    const seed_of = model => ({seed: model.seed, points: model.course});
    if (!app.models.some(model => model.course.length)) return null;
    return {kind: 'learning', steps: app.models[0].steps, at: app.back ?? 0, models: by_member(app.models)
        .map(({member, encoding, models}) => ({model: member, encoding, seeds: models.map(seed_of)}))};
}

export function mount(root, app) {
    const figure = make('figure', {class: 'chart-room', id: 'learning-chart'});
    const fold = make('details', {ontoggle: () => draw()}, make('summary', {}, 'Loss while learning'), figure);
    root.append(fold);
    app.on('models', () => root.parentElement.classList.toggle('many', by_member(app.models).length >= PANELS_FROM));
    const draw = app.drawn('train', 100, () => {
        const asked = fold.open && message(app);
        return asked ? draw_chart(figure, app, asked) : false;
    });
    for (const event of ['models', 'step', 'numbers', 'resize', 'state']) app.on(event, draw);
    draw();
}

// Where training is, in words.
function progress(app) {
    const models = app.models, step = Math.min(...models.map(model => model.step)), steps = models[0].steps;
    const count = `${models.length} model${models.length > 1 ? 's' : ''}`;
    const failed = models.filter(model => model.failed).length, all = models.every(model => model.evaluated);
    if (app.back !== null) return `${count}: as at step ${thousands(app.back)} of ${thousands(steps)}`;
    if (all && failed) return `${models.length - failed} of ${count} trained, ${failed} failed`;
    if (all) return `${count} trained, ${thousands(steps)} steps each`;
    if (models.every(model => model.done)) return `${count}: evaluating, ${thousands(steps)} steps done`;
    return `${count}: step ${thousands(step)} of ${thousands(steps)}`;
}

// The row of controls: those that can do something now. While nothing trains, the bar is a slider that goes back.
export function mount_player(root, app) {
    const {control} = app;
    const button = (id, means, onclick, text) => make('button', {id, 'data-t': means, onclick}, text);
    const play = make('button', {id: 'play', class: 'main',
        onclick: () => control.playing ? control.pause() : control.play()});
    const step = button('step', 'One step of each model', () => control.step(), 'Step');
    const reset = button('reset', 'New weights, from the first step', () => control.reset(), 'Start over');
    const speed = make('select', {id: 'speed', 'aria-label': 'Speed',
        onchange: () => app.state.set({speed: speed.value})},
        SPEEDS.map(([value, text]) => make('option', {value}, text)));
    const bar = make('progress', {max: 1, value: 0, 'aria-label': 'Training'});
    const text = make('span', {id: 'progress', class: 'quiet'});
    const back = make('input', {type: 'range', id: 'back', min: 1, 'aria-label': 'Back to an earlier step',
        'data-t': 'Back to an earlier step of training', oninput: () => app.look_back(Number(back.value))});
    root.append(make('div', {class: 'player'}, play, step, reset, speed, bar, back, text));

    const show = () => {
        const models = app.models, trained = models.length > 0 && models.every(model => model.done);
        write(play, control.playing && !trained ? 'Pause' : 'Play');
        play.hidden = play.disabled = speed.hidden = trained;
        step.hidden = step.disabled = trained || control.playing;
        reset.hidden = !trained && control.playing;
        back.hidden = reset.hidden || !models.some(model => model.past.length);
        bar.hidden = !back.hidden;
        speed.value = app.state.get('speed');
        if (!models.length) return;
        bar.value = models.reduce((sum, model) => sum + model.step / model.steps, 0) / models.length;
        back.max = Math.max(...models.map(model => model.step));
        back.value = app.back ?? back.max;
        back.setAttribute('aria-valuetext', progress(app));
        write(text, progress(app));
    };
    const draw = seldom(show, 100);
    for (const event of ['models', 'step', 'numbers', 'state', 'trained']) app.on(event, draw);
    app.on('trained', () => app.say(progress(app)));
    draw();
}
