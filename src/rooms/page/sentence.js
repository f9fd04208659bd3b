// sentence.js -- one sentence: words to type, the model's answer beside chance, the same words in another order, and
// what the model does with them. Every key is sent at once; a reply to an older key is dropped.
import {ASK, EVALUATE} from './engine.js';
import {make, rested, write} from './dom.js';
import {chosen} from './numbers.js';
import {word_field} from './words.js';
import {draw_answer, draw_words, in_words, target_of, word_keys} from './answer.js';
import {can_swap, difference, other_order, right_answer} from './order.js';
import {ROWS_MOST, draw_heads, matrices, strips} from './inside.js';

const KEYS = ['a', 'b', 'model', 'policy', 'other'];
// A sentence to begin with that is short enough to be looked at; other tasks begin with the engine's example.
const START = {order: ['w1 X w2 Y', 'Y w3 X'], first: ['w1 X w2 Y']};
const PASSAGE = ['a', 'b'], QUIET = 700, AGAIN = 250, SAME = 1e-5;

// The model in question: the one named in the state, else the first with positions.
function model(app) {
    const models = app.models, named = models.find(m => m.name === app.state.get('model'));
    return named || models.find(m => m.encoding !== 'none') || models[0];
}

const policy_of = (app, m) => chosen(m, app.state.get('policy'));

// "swap" where X and Y are there, else the words backwards.
function how_of(app, texts) {
    const how = app.state.get('other');
    return how === 'reverse' || how.startsWith('shuffle') ? how : can_swap(texts) ? 'swap' : 'reverse';
}

// ---- Drawing

const WHY = 'Without positions a row is its word and its segment, nothing else. ' +
    'Attention adds up a set of rows, and a set has no order.';

const ordered = (app, m) => app.list.mixers.find(row => row.name === m.mixer).ordered;
// Whether nothing in the model depends on the order of rows.
const blind = (app, m) => m.encoding === 'none' && !ordered(app, m) && m.settings['model.causal'] !== 'yes';

const correct = (right, answer) => right && (answer === right ? ', right' : ', wrong');

// In a few words, and why where there is a reason to give.
function verdict(app, m, p, one, other) {
    const d = difference(one, other), most = Math.max(d.answers, d.weights || 0);
    const told = of => in_words(of, p.row) + correct(right_answer(task_of(app), of.rows), target_of(of, p.row).answer);
    const is_same = target_of(one, p.row).answer === target_of(other, p.row).answer;
    if (blind(app, m) && one.targets.length === 1 && most < SAME) return {
        is: 'Equal: the answer, and the weight of every word in every head.',
        why: WHY + (most ? ` (The rest, ${most.toExponential(0)}, is rounding: numbers are added in another order.)` : ''),
    };
    return {is: `${is_same ? 'The same' : 'Another'} answer in the other order: ${told(one)}; then ${told(other)}.`, why: ''};
}

function draw_other(p, app, m, answers) {
    const [one, other] = answers;
    p.other_box.hidden = !other.rows;
    write(p.other_error, other.error || '');
    if (!other.rows) return p.same.replaceChildren();
    draw_words(p.other_words, other, Math.min(p.row, other.rows.length - 1));
    draw_answer(p.other_answer, other, p.row);
    const {is, why} = verdict(app, m, p, one, other);
    return p.same.replaceChildren(make('strong', {}, is), ' ' + why);
}

const NO_ATTENTION = 'This model has no attention', IN_TURN = ': a recurrence reads the words one after another';

function draw_attention(p, one, other) {
    const there = Boolean(one.attention);
    p.heads.hidden = !there;
    p.other_heads.hidden = !there || !other.rows || p.row >= other.rows.length;
    if (there) draw_heads(p.heads, one, p.row);
    if (!p.other_heads.hidden) draw_heads(p.other_heads, other, p.row);
}

// Maps of all rows, where there are not too many of them to be seen.
function draw_maps(p, app, m, one) {
    const many = one.rows.length > ROWS_MOST;
    p.matrix.hidden = !one.attention || many;
    p.sums.hidden = many;
    write(p.note, many ? `Pictures are drawn of ${ROWS_MOST} rows at most; this text has ${one.rows.length}.`
        : one.attention ? '' : `${NO_ATTENTION}${ordered(app, m) ? IN_TURN : ''}.`);
    if (!p.matrix.hidden) p.matrices.draw(one);
    const of = app.list.encodings.find(row => row.name === m.encoding);
    if (!many) p.strips.draw({...one, about: of ? `${of.name}: ${of.summary}.` : ''});
}

function draw(p, app, m, answers) {
    const [one, other] = answers;
    p.answers = answers;
    if (p.chosen !== null && p.chosen >= one.rows.length) p.chosen = null;
    p.row = p.chosen ?? target_of(one).row;
    p.choose = row => {
        p.chosen = row;
        draw(p, app, m, p.answers);
    };
    draw_words(p.words, one, p.row, row => p.choose(row));
    draw_answer(p.answer, one, p.row);
    draw_other(p, app, m, answers);
    draw_attention(p, one, other);
    draw_maps(p, app, m, one);
}

// ---- Asking

// The answer to the text before stays, paler: half a word is no reason to take the page apart.
function failed(p, error) {
    write(p.error, error.message);
    p.result.classList.add('stale');
    p.spoken(error.message);
}

function answered(p, app, m, answers, spoken) {
    write(p.error, '');
    p.result.hidden = false;
    p.result.classList.remove('stale');
    draw(p, app, m, answers);
    if (spoken) p.spoken(`Answer: ${in_words(answers[0], p.row)}. ${p.same.textContent}`);
}

// A line that a screen reader hears when typing has paused.
function speaker(app) {
    let last = '';
    return rested(text => {
        if (text && text !== last) app.say(text);
        last = text;
    }, QUIET);
}

async function ask(p, app, spoken) {
    const m = model(app), number = ++p.asked;
    if (!m) return;
    const texts = p.fields.slice(0, m.texts).map(f => f.field.value), policy = policy_of(app, m);
    const send = ([text_a, text_b]) => app.ask(m, {do: 'ask', text_a, text_b, policy}, spoken ? ASK : EVALUATE);
    const how = how_of(app, texts), other = other_order(texts, how);
    draw_orders(p, how, can_swap(texts));
    const later = send(other).catch(error => ({error: error.message})), is_late = () => number < p.shown || !(p.shown = number);
    p.open++;
    p.step = m.step;
    try {
        const answers = [await send(texts), await later];
        if (!is_late()) answered(p, app, m, answers, spoken);
    } catch (error) {
        if (!is_late()) failed(p, error);
    } finally {
        p.open--;
        p.learned(); // it may have trained meanwhile
    }
}

// ---- Controls

function option(value, text, chosen) {
    return make('option', {value, selected: value === chosen}, text);
}

function draw_controls(p, app) {
    const m = model(app);
    if (!m) return;
    p.model.replaceChildren(...app.models.map(each => option(each.name, each.name, m.name)));
    const own = m.policies[0], policy = policy_of(app, m);
    p.policy.replaceChildren(...m.policies.map(name => name === own
        ? option('', 'no fix', policy === own ? '' : null) : option(name, name, policy)));
    p.fields[1].box.hidden = m.texts < 2;
    const name = ['order', 'sop'].includes(task_of(app)) ? 'Passage' : 'Text';
    write(p.fields[0].label, m.texts < 2 ? name : `${name} A`);
    write(p.fields[1].label, `${name} B`);
    write(p.question, m.question ? `Question: ${m.question}` : '');
}

const task_of = app => app.state.get('task') || 'order';

function start_of(app, m) {
    const texts = START[task_of(app)] || [], known = text => text.split(' ').every(word => m.words.includes(word));
    return texts.length && texts.every(known) ? texts : m.example || [];
}

// What the state says goes into the fields; nothing there: a sentence to begin with.
function fill(p, app) {
    const m = model(app);
    if (!m) return;
    const start = start_of(app, m);
    p.fields.forEach((f, i) => {
        const text = app.state.get(PASSAGE[i]) || start[i] || '';
        if (f.field.value !== text) f.field.value = text;
    });
}

function typed(p, app, i, text) {
    p.own = true;
    app.state.set({[PASSAGE[i]]: text});
    p.own = false;
    ask(p, app, true);
}

const ORDERS = [['swap', 'Swap X and Y'], ['reverse', 'Backwards'], ['shuffle', 'Shuffle']];

// Each press of the last is another shuffle.
function order_buttons(p, app) {
    let shuffles = 0;
    const press = how => app.state.set({other: how === 'shuffle' ? how + ++shuffles : how});
    p.orders = ORDERS.map(([how, text]) => make('button', {type: 'button', class: 'small', 'data-how': how,
        onclick: () => press(how)}, text));
    return make('div', {class: 'row orders', role: 'group', 'aria-label': 'The other order'}, p.orders);
}

function draw_orders(p, how, can_be_swapped) {
    for (const button of p.orders) button.setAttribute('aria-pressed', String(how.startsWith(button.dataset.how)));
    p.orders[0].hidden = !can_be_swapped;
}

function controls(p, app) {
    p.model = make('select', {id: 'sentence-model', onchange: e => app.state.set({model: e.target.value})});
    p.policy = make('select', {id: 'sentence-policy', onchange: e => app.state.set({policy: e.target.value})});
    const known = () => (model(app) || {words: []}).words;
    p.fields = PASSAGE.map((key, i) =>
        word_field('sentence-' + key, '', known, text => typed(p, app, i, text)));
    p.question = make('p', {class: 'question', id: 'sentence-question'});
    p.error = make('p', {id: 'sentence-error', class: 'error'});
    const example = make('button', {type: 'button', class: 'small', id: 'sentence-example', onclick: () => {
        const [a = '', b = ''] = (model(app) || {}).example || [];
        app.state.set({a, b});
    }}, 'Example');
    return make('div', {class: 'ask'},
        make('div', {class: 'row'}, make('label', {}, 'Model ', p.model),
            make('label', {}, 'Extrapolation policy ', p.policy)),
        p.question, make('div', {class: 'fields'}, ...p.fields.map(f => f.box), example), p.error);
}

const card = (head, ...inside) => make('div', {class: 'card'}, make('div', {class: 'row'}, ...head), ...inside);

function result(p, app) {
    p.words = make('div', {class: 'chips', role: 'radiogroup', 'aria-label': 'The word whose attention is shown'});
    word_keys(p.words, row => p.choose(row));
    p.other_words = make('ul', {class: 'chips', 'aria-label': 'The words in the other order'});
    p.answer = make('div', {id: 'sentence-answer'});
    p.other_answer = make('div', {id: 'sentence-other'});
    p.heads = make('div', {class: 'heads'});
    p.other_heads = make('div', {class: 'heads'});
    p.other_box = make('div', {}, p.other_words, p.other_answer, p.other_heads);
    p.other_error = make('p', {class: 'error'});
    p.same = make('p', {class: 'same', id: 'sentence-same'});
    p.note = make('p', {class: 'hint'});
    p.matrices = matrices();
    p.strips = strips();
    p.matrix = make('div', {}, make('h3', {}, 'Attention of all words, as a matrix'),
        make('p', {class: 'hint'}, 'A row is a word; its columns are what it takes from each word, and add up to 1.'),
        p.matrices.box);
    p.sums = make('div', {}, make('h3', {}, 'What each row is: token + segment + position'),
        make('p', {class: 'hint'}, 'A row is a word, a column a number of its vector. The model sees the sum alone.'),
        p.strips.box);
    return make('div', {class: 'result'}, p.same,
        make('div', {class: 'two'},
            card([make('h3', {}, 'As typed')], p.words, p.answer, p.heads),
            card([make('h3', {}, 'Same words, other order'), order_buttons(p, app)], p.other_box, p.other_error)),
        p.note, p.matrix, p.sums);
}

export function mount(root, app) {
    const p = {asked: 0, shown: 0, open: 0, chosen: null, row: 0, own: false, choose: () => {}, spoken: speaker(app)};
    const form = controls(p, app);
    p.result = result(p, app);
    p.result.hidden = true;
    root.replaceChildren(make('h2', {}, 'One sentence'), form, p.result);
    const renew = app.drawn('sentence', 0, spoken => {
        draw_controls(p, app);
        ask(p, app, spoken);
    });
    p.learned = app.drawn('sentence', AGAIN, () => {
        const m = model(app);
        if (m && !p.open && p.step !== m.step) ask(p, app, false);
    });
    app.on('models', () => { fill(p, app); renew(false); });
    for (const event of ['step', 'trained']) app.on(event, p.learned);
    app.on('state', keys => {
        if (p.own) return;
        if (keys.some(key => PASSAGE.includes(key))) fill(p, app);
        if (keys.some(key => KEYS.includes(key))) renew(true);
    });
    fill(p, app);
    renew(false);
}
