// encodings.js -- the encodings themselves, without a model: table, shift matrix, wavelengths, similarity by distance.
// The engine of this thread draws them; what is said below a picture are its sentences.
import {make, write} from './dom.js';
import {picture_scale} from './chart.js';
import {mount_save} from './save.js';

const VIEWS = [
    ['matrix', 'Its values, position by position'],
    ['similarity', 'Similarity: which positions are alike'],
    ['waves', 'Wavelengths'],
    ['shift', 'Shift: one matrix from each position to a later one'],
];
export const POSITIONS = {low: 4, high: 256};
export const OFFSET = {low: 1, high: 64};
const WIDTH = {low: 320, high: 900};
const USUAL = {name: 'sinusoidal', positions: 64, offset: 5};

// The encoding of that name; without one, the usual.
export const kind_of = (name, list) => list.encodings.find(row => row.name === (name || USUAL.name));

const options_of = (app, kind) => app.list.settings.filter(row => row.of === kind.name);

// "base=100,scale=1" in the state, as {"rope.base": "100", ...}: those that the encoding has.
function given(app, kind) {
    const all = app.state.get('options').split(',').map(part => `${kind.name}.${part}`.split(/=(.*)/));
    return Object.fromEntries(all.filter(([key]) => options_of(app, kind).some(row => row.key === key)));
}

function set_option(app, kind, key, value) {
    const row = options_of(app, kind).find(each => each.key === key), all = {...given(app, kind), [key]: value.trim()};
    if (value.trim() === '' || value.trim() === String(row.default)) delete all[key];
    app.state.set({options: Object.entries(all).map(([k, v]) => `${k.slice(kind.name.length + 1)}=${v}`).join(',')});
}

// ---- Views

function whole(text, range, standard) {
    const x = Number(text);
    return text !== '' && Number.isInteger(x) && x >= range.low && x <= range.high ? x : standard;
}

// A fit needs many positions: a table that ends sooner is made longer for it.
function longer(app, kind, offset) {
    const key = 'learned.max_position_embeddings';
    const width = app.list.settings.find(row => row.key === 'model.d_model').default;
    return options_of(app, kind).some(row => row.key === key) ? {[key]: String(4 * width + offset)} : {};
}

function message(app, kind, view) {
    const positions = whole(app.state.get('positions'), POSITIONS, 0), offset = whole(app.state.get('offset'), OFFSET, USUAL.offset);
    const settings = {'encoding.name': kind.name, ...given(app, kind)};
    if (view === 'shift') return {do: 'encoding', view, offset, settings: {...longer(app, kind, offset), ...settings}};
    if (!positions) return {do: 'encoding', view, settings};
    // Positions beyond a table: as its own policy goes on.
    return {do: 'encoding', view, positions, settings: {'encoding.extrapolation': kind.policies[0], ...settings}};
}

function fill_card(card, answer) {
    const said = [answer.sees, ...answer.sentences.slice(1)].filter(Boolean);
    card.pictures.innerHTML = answer.svg.join('');
    card.text.replaceChildren(...said.map((text, i) => make('p', {class: i ? 'hint' : ''}, text)));
}

// Draws a view; the answer, or the error's text where the encoding has no such view.
function draw_view(card, app, kind, view) {
    card.box.hidden = false;
    const scale = picture_scale(card.box);
    const width = Math.max(WIDTH.low, Math.min(WIDTH.high, Math.round(card.text.clientWidth / scale)));
    try {
        const answer = app.local({...message(app, kind, view), width});
        fill_card(card, answer);
        return answer;
    } catch (error) {
        card.pictures.replaceChildren();
        card.text.replaceChildren(make('p', {class: 'hint'}, error.message));
        return error.message;
    }
}

function card(view, title) {
    const c = {title: make('h3', {}, title), pictures: make('div', {class: 'pictures'}), text: make('div')};
    c.box = make('section', {class: 'card', id: 'encoding-' + view}, c.title, c.text, c.pictures);
    return c;
}

// ---- Controls

function option_field(app, kind, row, value) {
    const id = 'option-' + row.key.replace(/\W/g, '-');
    const told = {id, 'aria-describedby': id + '-about', onchange: e => set_option(app, kind, row.key, e.target.value)};
    const choice = name => make('option', {value: name, selected: name === value}, name);
    const field = row.choices && row.choices.length ? make('select', told, row.choices.map(choice))
        : make('input', {type: 'text', inputmode: 'decimal', value, ...told});
    return make('div', {class: 'option'}, make('label', {for: id}, row.key.split('.')[1]), field,
        make('small', {id: id + '-about'}, row.summary));
}

function draw_options(p, app, kind) {
    const rows = options_of(app, kind), settings = given(app, kind), focused = document.activeElement.id;
    p.options.hidden = !rows.length;
    write(p.options_name, `Options of ${kind.name}`);
    const value = row => settings[row.key] ?? String(row.default);
    p.fields.replaceChildren(...rows.map(row => option_field(app, kind, row, value(row))));
    if (focused.startsWith('option-')) document.getElementById(focused)?.focus();
}

function number_field(app, key, label, range) {
    const out = make('output', {}, '');
    const input = make('input', {id: 'encoding-' + key, type: 'range', min: range.low, max: range.high,
        oninput: e => app.state.set({[key]: e.target.value})});
    const show = standard => write(out, String(input.value = whole(app.state.get(key), range, standard)));
    return {box: make('label', {}, label + ' ', input, ' ', out), show};
}

// The formula is that of its options; none, which has no view, has no options.
function draw_about(p, app, kind, first) {
    write(p.name, kind.name);
    write(p.summary, kind.summary);
    write(p.formula, first.formula ?? (options_of(app, kind).length ? '' : kind.formula));
    write(p.weakness, kind.weakness);
}

function draw_all(p, app) {
    const kind = kind_of(app.state.get('encoding'), app.list);
    p.pick.value = kind.name;
    draw_options(p, app, kind);
    const answers = VIEWS.map(([view]) => draw_view(p.cards[view], app, kind, view));
    const first = answers[0], nothing = answers.every(answer => answer === first);
    draw_about(p, app, kind, first);
    for (const [view] of VIEWS) p.cards[view].box.hidden = nothing;
    write(p.nothing, nothing ? first : '');
    write(p.facts, nothing ? '' : (first.sentences || [])[0] || '');
    p.positions.show(first.numbers ? first.numbers.positions : USUAL.positions);
    p.offset.show(USUAL.offset);
}

function about(p) {
    p.name = make('h3', {});
    p.summary = make('p', {});
    p.formula = make('pre', {class: 'formula', tabindex: 0, 'aria-label': 'Formula'});
    p.weakness = make('p', {});
    p.facts = make('p', {class: 'hint'});
    p.nothing = make('p', {});
    p.options.append(p.facts);
    return make('div', {class: 'card', id: 'encoding-about'}, p.name, p.summary, p.formula, p.nothing,
        make('h4', {}, 'Its weakness'), p.weakness);
}

export function mount(root, app) {
    const p = {cards: {}};
    const picked = e => app.state.set({encoding: e.target.value, options: ''});
    p.pick = make('select', {id: 'encoding-pick', onchange: picked},
        ...app.list.encodings.map(row => make('option', {value: row.name}, row.name)));
    p.positions = number_field(app, 'positions', 'Positions', POSITIONS);
    p.offset = number_field(app, 'offset', 'Offset of the shift', OFFSET);
    p.options_name = make('summary', {});
    p.fields = make('div', {class: 'options'});
    p.options = make('details', {}, p.options_name, p.fields);
    for (const [view, title] of VIEWS) p.cards[view] = card(view, title);
    root.replaceChildren(make('h2', {}, 'The encodings themselves'),
        make('p', {class: 'hint'}, 'No model, no training: what an encoding adds to rows, rotates, or adds to scores.'),
        make('div', {class: 'row'}, make('label', {}, 'Encoding ', p.pick), p.positions.box, p.offset.box), p.options,
        about(p), make('div', {class: 'views'}, ...VIEWS.map(([view]) => p.cards[view].box)));
    mount_save(root, app, VIEWS.map(([view, title]) => [title, `encoding-${view}`, () => message(app, kind_of(app.state.get('encoding'), app.list), view)]));
    const renew = app.drawn('encodings', 0, () => draw_all(p, app));
    app.on('state', keys => {
        if (keys.some(key => ['encoding', 'positions', 'offset', 'options'].includes(key))) renew();
    });
    app.on('resize', renew);
    renew();
}
