// why.js -- why a longer text is read differently: which trained position each of its positions is read as, under the
// policy that is shown. The engine of this thread works it out from the encoding alone, without a model.

import {make, write} from './dom.js';
import {picture_scale} from './chart.js';
import {by_member} from './train.js';
import {chosen} from './numbers.js';
import {words_now} from './stretch.js';

// Of the models that are shown, the encoding that is pointed at; else the first that a policy can change.
function group_of(app) {
    const groups = by_member(app.models), named = groups.find(group => group.member === app.state.get('why'));
    return named || groups.find(group => group.models[0].policies.length > 1) || groups[0];
}

function choose(p, app, shown) {
    const names = by_member(app.models).map(group => group.member);
    if (String(names) !== p.names) {
        p.names = String(names);
        p.pick.replaceChildren(...names.map(value => make('option', {value}, value)));
    }
    p.pick.value = shown.member;
}

function draw(p, app) {
    const group = group_of(app), [model] = group.models, words = words_now(app), policy = chosen(model, app.state.get('policy'));
    const width = Math.round(p.figure.clientWidth / picture_scale(p.figure));
    choose(p, app, group);
    if (!width) return false;
    try {
        const answer = app.local({do: 'encoding', view: 'ruler', length: words, width,
            settings: {...model.settings, 'encoding.extrapolation': policy}});
        const row = answer.numbers.ruler.find(one => one.policy === policy);
        write(p.says, `At ${words} words ${row.says}.`);
        p.figure.innerHTML = answer.svg.join('');
    } catch (error) {
        write(p.says, error.message.replace(/^encoding none.*/, 'Without positions there is nothing to extend: the model sees a set of words at every length.'));
        p.figure.replaceChildren();
    }
    return true;
}

export function mount(root, app) {
    const p = {names: ''};
    p.pick = make('select', {id: 'why-of', 'aria-label': 'Encoding', onchange: () => app.state.set({why: p.pick.value})});
    p.says = make('p', {id: 'why-says'});
    p.figure = make('figure', {class: 'chart-room', id: 'why-ruler'});
    root.append(make('h2', {}, 'Why: the positions of ', p.pick), p.says, p.figure);
    const again = app.drawn('train', 0, () => app.models.length > 0 && draw(p, app));
    for (const event of ['models', 'state', 'resize']) app.on(event, again);
    again();
}
