// encodings.js -- the encodings themselves, without a model: table, shift matrix, wavelengths, similarity by distance.
// The engine of this thread draws them; what is said below a picture are its sentences.
import {make, write} from './dom.js';

const VIEWS = [
    ['matrix', 'Its values, position by position'],
    ['similarity', 'Which positions are alike'],
    ['waves', 'Wavelengths'],
    ['shift', 'One matrix from every position to the one later by the offset'],
];
const POSITIONS = {low: 4, high: 256}, OFFSET = {low: 1, high: 64};

const kind_of = app => {
    const name = app.state.get('encoding');
    return app.list.encodings.find(row => row.name === name) || app.list.encodings.find(row => row.name === 'sinusoidal');
};

const options_of = (app, kind) => app.list.settings.filter(row => row.of === kind.name);

// "base=100,scale=1" in the state, as {"encoding.base": "100", ...}: those that the encoding has.
function given(app, kind) {
    const keys = options_of(app, kind).map(row => row.key), settings = {};
    for (const part of app.state.get('options').split(',').filter(Boolean)) {
        const at = part.indexOf('='), key = 'encoding.' + part.slice(0, at);
        if (keys.includes(key)) settings[key] = part.slice(at + 1);
    }
    return settings;
}

function set_option(app, kind, key, value) {
    const row = options_of(app, kind).find(each => each.key === key), all = {...given(app, kind), [key]: value.trim()};
    if (value.trim() === '' || value.trim() === String(row.default)) delete all[key];
    app.state.set({options: Object.entries(all).map(([k, v]) => `${k.slice('encoding.'.length)}=${v}`).join(',')});
}

// ---- Views

function whole(text, range, standard) {
    const x = Number(text);
    return text !== '' && Number.isInteger(x) && x >= range.low && x <= range.high ? x : standard;
}

function message(app, kind, view) {
    const positions = whole(app.state.get('positions'), POSITIONS, 0), offset = whole(app.state.get('offset'), OFFSET, 0);
    const settings = {'encoding.name': kind.name, ...given(app, kind)};
    // A table ends unless a policy says what comes after it.
    if (positions && kind.policies.length > 1) settings['encoding.extrapolation'] = kind.policies[0];
    return {do: 'encoding', settings, view, ...(positions && {positions}), ...(offset && view === 'shift' && {offset})};
}

function draw_view(card, app, kind, view) {
    try {
        const answer = app.local(message(app, kind, view));
        write(card.title, answer.title);
        card.pictures.innerHTML = answer.svg.map(svg => `<div class="scroll">${svg}</div>`).join('');
        card.text.replaceChildren(...answer.sentences.map(text => make('p', {}, text)));
        card.box.classList.remove('empty');
        return '';
    } catch (error) {
        write(card.title, VIEWS.find(row => row[0] === view)[1]);
        card.pictures.replaceChildren();
        card.text.replaceChildren(make('p', {class: 'hint'}, error.message));
        card.box.classList.add('empty');
        return error.message;
    }
}

function card(view, title) {
    const c = {title: make('h3', {}, title), pictures: make('div', {class: 'pictures'}), text: make('div', {class: 'sentences'})};
    c.box = make('section', {class: 'card', id: 'encoding-' + view}, c.title, c.text, c.pictures);
    return c;
}

// ---- Controls

function option_field(app, kind, row, value) {
    const id = 'option-' + row.key.replace(/\W/g, '-'), change = e => set_option(app, kind, row.key, e.target.value);
    const choices = row.choices && row.choices.length ? row.choices : null;
    const field = choices
        ? make('select', {id, onchange: change}, ...choices.map(name => make('option', {value: name, selected: name === value}, name)))
        : make('input', {id, type: 'text', inputmode: 'decimal', value, onchange: change, 'aria-describedby': id + '-about'});
    return make('div', {class: 'option'}, make('label', {for: id}, row.key.replace('encoding.', '')), field,
        make('small', {id: id + '-about'}, row.summary));
}

function draw_options(p, app, kind) {
    const rows = options_of(app, kind), settings = given(app, kind), focused = document.activeElement && document.activeElement.id;
    p.options.hidden = !rows.length;
    write(p.optionsName, `Options of ${kind.name}`);
    p.optionFields.replaceChildren(...rows.map(row => option_field(app, kind, row, settings[row.key] ?? String(row.default))));
    if (focused && focused.startsWith('option-') && document.getElementById(focused)) document.getElementById(focused).focus();
}

function number_field(app, key, label, range, standard) {
    const out = make('output', {}, '');
    const input = make('input', {id: 'encoding-' + key, type: 'range', min: range.low, max: range.high,
        oninput: e => app.state.set({[key]: e.target.value})});
    const show = () => {
        const x = whole(app.state.get(key), range, standard);
        input.value = x;
        write(out, String(x));
    };
    return {box: make('label', {}, label + ' ', input, ' ', out), show};
}

function draw_about(p, kind) {
    write(p.name, kind.name);
    write(p.summary, kind.summary);
    write(p.formula, kind.formula);
    write(p.weakness, kind.weakness);
}

function draw_all(p, app) {
    const kind = kind_of(app);
    p.pick.value = kind.name;
    draw_about(p, kind);
    draw_options(p, app, kind);
    p.positions.show();
    p.offset.show();
    for (const [view] of VIEWS) draw_view(p.cards[view], app, kind, view);
}

function about(p) {
    p.name = make('h3', {});
    p.summary = make('p', {});
    p.formula = make('pre', {class: 'formula', tabindex: 0, 'aria-label': 'Formula'});
    p.weakness = make('p', {});
    return make('div', {class: 'card', id: 'encoding-about'}, p.name, p.summary, p.formula,
        make('h4', {}, 'Its weakness'), p.weakness);
}

export function mount(root, app) {
    const p = {cards: {}};
    p.pick = make('select', {id: 'encoding-pick', onchange: e => app.state.set({encoding: e.target.value, options: ''})},
        ...app.list.encodings.map(row => make('option', {value: row.name}, row.name)));
    p.positions = number_field(app, 'positions', 'Positions', POSITIONS, 64);
    p.offset = number_field(app, 'offset', 'Offset of the shift', OFFSET, 5);
    p.optionsName = make('summary', {});
    p.optionFields = make('div', {class: 'options'});
    p.options = make('details', {}, p.optionsName, p.optionFields);
    for (const [view, title] of VIEWS) p.cards[view] = card(view, title);
    root.replaceChildren(make('h2', {}, 'The encodings themselves'),
        make('p', {class: 'hint'}, 'No model and no training: what an encoding adds to rows, rotates, or adds to scores.'),
        make('div', {class: 'row'}, make('label', {}, 'Encoding ', p.pick), p.positions.box, p.offset.box), p.options,
        about(p), make('div', {class: 'views'}, ...VIEWS.map(([view]) => p.cards[view].box)));
    const renew = () => { if (app.visible('encodings')) draw_all(p, app); };
    app.on('state', keys => {
        if (keys.some(key => ['encoding', 'positions', 'offset', 'options', 'tab'].includes(key))) renew();
    });
    app.on('resize', renew);
    renew();
}
