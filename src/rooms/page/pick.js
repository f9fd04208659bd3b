// pick.js -- what is compared: encodings, recurrences, task, steps, seeds, sizes; the line for a terminal.

import {copy_button, make, write} from './dom.js';
import {batch_of, task_of} from './pair.js';

const FIELDS = [
    ['steps', 'Steps', 'train.steps'], ['seeds', 'Seeds', null], ['width', 'Width', 'model.d_model'],
    ['heads', 'Heads', 'model.heads'], ['rate', 'Learning rate', 'train.learning_rate'],
];

const USUAL = ['none', 'learned', 'sinusoidal', 'rope', 'alibi']; // the others are folded until one is chosen

const defaults = (list, key) => (list.settings.find(row => row.key === key) || {}).default ?? '';

// Where the error of an engine belongs: the field whose setting it names.
export function field_of(text) {
    const named = FIELDS.find(([name, , key]) => (key && text.includes(key)) || text.startsWith(`${name}:`));
    if (named) return `field-${named[0]}`;
    if (/^task |task\.name/.test(text)) return 'field-task';
    if (/^(encodings:|encoding\.name|.*\bencoding\b)/.test(text)) return 'field-encodings';
    return 'field-other';
}

const members = app => app.state.member_names(app.list);

// A causal task needs models that look back only: the settings that make them so, or take that away again.
function looking_back(app, task, names) {
    const is_causal = name => app.list.tasks.some(row => row.name === name && row.causal);
    if (!is_causal(task) && !is_causal(app.state.get('task'))) return {};
    const recurrent = names.some(name => app.list.mixers.slice(1).some(row => row.name === name.split('/')[0]));
    return {'model.causal': is_causal(task) ? 'yes' : '',
        'recurrent.bidirectional': is_causal(task) && recurrent ? 'no' : ''};
}

// Members in the order of the list, those that are no single row of it last.
function toggle(app, name, is_on, order) {
    const now = members(app).filter(member => member !== name);
    if (is_on) now.push(name);
    const at = member => order.includes(member) ? order.indexOf(member) : order.length;
    now.sort((a, b) => at(a) - at(b));
    app.state.set({encodings: now.join(','), ...looking_back(app, app.state.get('task'), now)});
}

function pill(app, name, rows) {
    const row = rows.find(one => one.name === name), order = rows.map(one => one.name);
    const swatch = make('span', {class: row ? `swatch k${row.colour} d${row.dash}` : '', 'aria-hidden': 'true'});
    if (row) swatch.innerHTML = '<svg viewBox="0 0 16 4"><path class="line" d="M1 2H15"/></svg>';
    const means = row ? row.summary : 'several in one model, or a recurrence with positions';
    return make('label', {class: 'pill', 'data-t': means},
        make('input', {type: 'checkbox', value: name,
            onchange: event => toggle(app, name, event.target.checked, order)}),
        row ? swatch : null, name);
}

// Those in sight go to `root`, the others to `more`.
function pills(root, more, app) {
    const rows = [...app.list.encodings, ...app.list.mixers.slice(1)], order = rows.map(row => row.name);
    const box = make('div', {class: 'choice', id: 'members'}), rest = make('div', {class: 'choice'}), seen = new Set(USUAL);
    root.append(make('fieldset', {id: 'field-encodings'}, make('legend', {class: 'unseen'}, 'Encodings'), box));
    more.append(make('fieldset', {class: 'all'}, make('legend', {}, 'More encodings'), rest));
    let shown = '';
    return () => {
        const now = members(app), names = [...order, ...now.filter(name => !order.includes(name))];
        now.forEach(name => seen.add(name));
        const inputs = () => [...box.querySelectorAll('input'), ...rest.querySelectorAll('input')];
        if (shown !== String([names, seen.size])) {
            const held = document.activeElement.value;
            shown = String([names, seen.size]);
            box.replaceChildren(...names.filter(name => seen.has(name)).map(name => pill(app, name, rows)));
            rest.replaceChildren(...names.filter(name => !seen.has(name)).map(name => pill(app, name, rows)));
            inputs().find(input => input.value === held)?.focus();
        }
        for (const input of inputs()) input.checked = now.includes(input.value);
    };
}

function task(root, app) {
    const usual = defaults(app.list, 'task.name');
    const select = make('select', {id: 'task', onchange: () => {
        const task = select.value === usual ? '' : select.value, batch = app.state.get('train.batch');
        const own = batch === batch_of(app.list, task_of(app)) ? batch_of(app.list, select.value) : batch;
        app.state.set({task, a: '', b: '', 'train.batch': own, ...looking_back(app, select.value, members(app))});
    }},
        app.list.tasks.map(row => make('option', {value: row.name}, row.name)));
    root.append(make('div', {class: 'field', id: 'field-task'}, make('label', {for: 'task'}, 'Task'), select));
    return () => {
        select.value = app.state.get('task') || usual;
        const row = app.list.tasks.find(one => one.name === select.value);
        select.dataset.t = row ? row.summary : '';
    };
}

// A text that is put into the state when it is finished; `change` does that.
function text_field(root, name, label, attributes, change) {
    const input = make('input', {id: name, type: 'text', autocomplete: 'off', spellcheck: 'false', ...attributes,
        onchange: () => change(input.value.trim(), input)});
    root.append(make('div', {class: 'field', id: `field-${name}`}, make('label', {for: name}, label), input));
    return text => {
        if (input !== document.activeElement) input.value = text;
    };
}

function field(root, app, [name, label, key]) {
    const initial = key ? defaults(app.list, key) : '', size = key === 'train.learning_rate' || !key ? 6 : 4;
    const show = text_field(root, name, label, {size, inputmode: key ? 'decimal' : 'text'},
        (text, input) => app.fail(input, app.state.try_set({[name]: text === initial ? '' : text})));
    const runs = () => name === 'heads' && app.models[0]?.heads; // fewer where they would not divide the width
    return () => show(app.state.get(name) || String(runs() || initial));
}

// Settings without a field of their own, as on the command line: "task.words=4..8 rope.base=100".
function others(root, app) {
    const own = ['task.name', ...FIELDS.map(row => row[2])];
    const rest = () => Object.entries(app.state.settings()).filter(([key]) => !own.includes(key));
    const change = (text, input) => {
        const words = text.split(/\s+/).filter(Boolean), wrong = words.find(word => !/^[\w-]+\.[^=]+=/.test(word));
        if (wrong) return app.fail(input, `"${wrong}" is not section.key=value, as in task.words=4..8 or rope.base=100`);
        const given = words.map(word => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
        app.fail(input, app.state.try_set({...Object.fromEntries(rest().filter(([key]) => !given.some(each => each[0] === key)).map(([key]) => [key, ''])),
            ...Object.fromEntries(given)}));
    };
    const show = text_field(root, 'other', 'Other settings', {placeholder: 'task.words=4..8 rope.base=100'}, change);
    return () => show(rest().map(([key, value]) => `${key}=${value}`).join(' '));
}

// "Copy the command", and the command itself for those who only read.
export function mount_command(root, app, pair) {
    const other = make('code', {}), line = make('code', {id: 'command'});
    const button = copy_button(app, 'copy', 'Copy the command', () => app.state.command(app.list), line);
    root.append(make('details', {class: 'command-fold'}, make('summary', {}, 'The same in a terminal'),
        make('div', {class: 'command'}, button, line), make('div', {class: 'command'}, other)));
    const show = () => {
        write(line, app.state.command(app.list));
        write(other, pair.state.command(app.list));
    };
    app.on('state', show);
    show();
}

export function mount(root, app) {
    const first = make('div', {class: 'picks'}), more = make('div', {class: 'picks'});
    root.prepend(first);
    const update = [pills(first, more, app), task(more, app), ...FIELDS.map(row => field(more, app, row)),
        others(more, app)];
    first.append(make('details', {id: 'more'}, make('summary', {}, 'More encodings, tasks'), more));
    const show = () => update.forEach(f => f());
    for (const event of ['state', 'models']) app.on(event, show);
    show();
}
