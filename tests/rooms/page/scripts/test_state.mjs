// test_state.mjs -- the address, the settings and models in it, and the command that trains the same models.

import {refuses, same, test} from './tap.mjs';
import {Element, page} from './elements.mjs';
import {app_of, list, state_of, pair_of} from './app.mjs';
import {read_seeds} from '../../../../src/rooms/page/state.js';
import * as pick from '../../../../src/rooms/page/pick.js';

test('seeds are a number or a range', () => {
    same(read_seeds('3'), [1, 2, 3]);
    same(read_seeds(' 2..4 '), [2, 3, 4]);
    same(read_seeds('7..7'), [7]);
    same([read_seeds('60').length, read_seeds('5..64').length, read_seeds('2147483647..2147483647')], [60, 60, [2147483647]]);
    for (const text of ['', '0', '4..2', '2..', '1,2', 'x', '-1', '2147483648..2147483648']) refuses(() => read_seeds(text),
        'is neither a number of seeds nor a range');
    for (const text of ['61', '5..65']) refuses(() => read_seeds(text), 'more than the page trains');
});

test('an address is read; errors in it are reported, and the rest is used', () => {
    const state = state_of('#width=64&model.heads=4&encoding.base=1%2B2&length=2x&tour');
    same(['width', 'model.d_model', 'heads', 'encoding.base', 'length', 'tour', 'seeds', 'encodings', 'speed',
        'steps'].map(key => state.get(key)),
        ['64', '64', '4', '1+2', '2x', '', '1..3', 'none,learned,sinusoidal,rope', 'full', '']);
    same(state.problem, '');
    const wrong = state_of('#size=3&a=%E0%A4%A&b=w1%20X');
    same([wrong.problem, wrong.get('b')], ['address: "size" is not known\naddress: "%E0%A4%A" is not valid: write % as %25', 'w1 X']);
    same(state_of('#a=50%').problem, 'address: "50%" is not valid: write % as %25');
});

test('an address has only what differs from the defaults, sorted and readable', () => {
    const state = state_of('#seeds=1..3&width=64'), heard = [];
    state.on(keys => heard.push(keys.sort()));
    state.set({'train.steps': 90, a: 'w1 X/Y:+,=&%', length: '4x', speed: 'full'});
    same(state.hash(), '#a=w1%20X/Y:+,=%26%25&length=4x&steps=90&width=64');
    same(state_of(state.hash()).get('a'), 'w1 X/Y:+,=&%');
    state.set({length: '', steps: 90, seeds: '4'});
    same(state.hash(), '#a=w1%20X/Y:+,=%26%25&seeds=4&steps=90&width=64');
    same(heard, [['a', 'length', 'steps'], ['length', 'seeds']]);
    same(['length', 'seeds', 'train.steps'].map(key => state.is_view(key)), [true, false, false]);
    state.write();
    same(location.hash, state.hash());
});

test('models are the selected encodings and recurrences, with every seed and the settings that apply to them', () => {
    const state = state_of('#encodings=none rope,gru,gru/rope+learned,none&seeds=4..5&steps=90&rope.base=7&encoding.base=8&' +
        'attention.heads_of=2&recurrent.bidirectional=no&eval.lengths=1x&encoding.extrapolation=clamp');
    const models = state.members(list), every = {'train.products': 'portable', 'train.steps': '90', 'eval.lengths': '1x',
        'encoding.extrapolation': 'clamp'};
    same(models.map(({member, seed}) => `${member} ${seed}`),
        ['none', 'rope', 'gru', 'gru/rope+learned'].flatMap(name => [`${name} 4`, `${name} 5`]));
    same(models.filter(({seed}) => seed === 4).map(({encoding, mixer, settings}) => ({encoding, mixer, settings})), [
        {encoding: 'none', mixer: 'attention', settings: {'encoding.name': 'none', ...every, 'attention.heads_of': '2'}},
        {encoding: 'rope', mixer: 'attention', settings: {'encoding.name': 'rope', ...every, 'rope.base': '7',
            'encoding.base': '8', 'attention.heads_of': '2'}},
        {encoding: 'none', mixer: 'gru', settings: {'encoding.name': 'none', 'model.mixer': 'gru', ...every,
            'recurrent.bidirectional': 'no'}},
        {encoding: 'rope+learned', mixer: 'gru', settings: {'encoding.name': 'rope+learned', 'model.mixer': 'gru', ...every,
            'rope.base': '7', 'encoding.base': '8', 'recurrent.bidirectional': 'no'}}]);
    same(state_of('#encodings=all&seeds=1').members(list).map(({member}) => member), ['none', 'learned', 'rope', 't5', 'gru', 'lstm']);
    refuses(() => state_of('#encodings=,').members(list), 'at least one');
    refuses(() => state_of('#encodings=all&seeds=11').members(list), '66 models are more than the page trains (60)');
    same(state_of('#encodings=all&seeds=10').members(list).length, 60);
});

test('the command has only what differs from the program\'s defaults, quoted for a shell', () => {
    same(state_of('').command(list), 'poslab compare compare.members=none,learned,sinusoidal,rope compare.seeds=1..3 train.products=portable');
    same(state_of('#encodings=rope, gru&seeds= 2..4 &width=64&tab=sentence&train.products=fast&task.text=it\'s $here&task.x=').command(list),
        'poslab compare compare.members=rope,gru compare.seeds=2..4 model.d_model=64 \'task.text=it\'\\\'\'s $here\' train.products=portable');
});

test('with met, those that have positions come once more, trained on more of them; the program has them as members of its own', () => {
    const state = state_of('#encodings=none,rope, gru&seeds=2&met=65'), more = {'train.positions': 'random', 'train.max_position': '65', 'eval.positions': 'ordered'};
    const [none, rope, gru] = state.with({encodings: 'none,rope,gru', seeds: '1'}).members(list);
    same(state.members(list).map(one => [one.member, one.seed]), ['none', 'rope', 'gru', 'rope (met)'].flatMap(member => [1, 2].map(seed => [member, seed])));
    same(state.members(list).filter(one => one.seed === 1).map(({encoding, mixer, settings}) => [encoding, mixer, settings]),
        [none, rope, gru].map(one => [one.encoding, one.mixer, one.settings]).concat([['rope', 'attention', {...rope.settings, ...more}]]));
    same(state.command(list), "poslab compare 'compare.members=none,rope,gru,rope positions=random max_position=65 eval.positions=ordered' compare.seeds=2 train.products=portable");
    same(state_of('#encodings=none&met=65').members(list).length, 3);
    refuses(() => state_of('#encodings=rope&seeds=31&met=65').members(list), '62 models are more than the page trains (60)');
});

test('an error belongs to the field whose setting it names', () => {
    same(['train.steps must be positive', 'seeds: "x"', 'model.heads=3 does not divide', 'task is not known', 'bad task.name',
        'encodings: there must be', 'no such encoding here', 'eval.lengths is empty', 'widths: 3'].map(pick.field_of),
    ['field-steps', 'field-seeds', 'field-heads', 'field-task', 'field-task', 'field-encodings', 'field-encodings',
        'field-other', 'field-other']);
});

function picked(hash) {
    const app = app_of([], hash), root = new Element('div');
    pick.mount(root, app);
    const box = name => root.querySelectorAll('input').find(input => input.value === name && input.type === 'checkbox');
    const choose = (id, value) => {
        const input = root.querySelector('#' + id);
        input.value = value;
        input.fire('change');
    };
    return {app, root, choose, press: (name, is_on) => box(name).fire('change', {target: {checked: is_on}}),
        checked: () => root.querySelectorAll('input').filter(input => input.checked).map(input => input.value)};
}

test('encodings are sorted as in the list; those that are not in it come last', () => {
    const {app, press, checked} = picked('#encodings=gru/rope,rope');
    same(checked(), ['rope', 'gru/rope']);
    press('gru', true);
    press('learned', true);
    same(app.state.get('encodings'), 'learned,rope,gru,gru/rope');
    press('rope', false);
    same(app.state.get('encodings'), 'learned,gru,gru/rope');
    app.state.set({encodings: 'all'});
    press('t5', false);
    same(app.state.get('encodings'), 'none,learned,rope,gru,lstm');
});

test('five encodings are in sight, the others folded; one that was chosen stays in sight', () => {
    const {root, press} = picked('#encodings=none,gru');
    const names = box => box.querySelectorAll('input').filter(input => input.type === 'checkbox').map(input => input.value);
    const both = () => [names(root.querySelector('#members')), names(root.querySelector('.all'))];
    same(both(), [['none', 'learned', 'rope', 'gru'], ['t5', 'lstm']]);
    press('t5', true);
    press('gru', false);
    same(both(), [['none', 'learned', 'rope', 't5', 'gru'], ['lstm']]);
});

test('with no encoding chosen the page says that there must be one, and has a command all the same', () => {
    const state = state_of('#encodings=&met=61');
    let said = '';
    try { state.members(list); } catch ({message}) { said = message; }
    same([said, /compare.members= /.test(state.command(list))], ['encodings: there must be at least one', true]);
});

test('a task with a question at every word is trained on eight texts a step, unless others are asked for', () => {
    const {app, choose} = picked('#encodings=rope'), batch = task => { choose('task', task); return app.state.get('train.batch'); };
    same(['shift', 'copy', 'order'].map(batch), ['8', '8', '']);
    app.state.set({'train.batch': '16'});
    same(['shift', 'order'].map(batch), ['16', '16']);
});

test('a causal task makes models causal, and another task undoes that', () => {
    const {app, choose, press} = picked('#encodings=none,gru/rope&a=X%20Y&b=Y'),
        causal = () => ['model.causal', 'recurrent.bidirectional', 'task'].map(key => app.state.get(key));
    choose('task', 'next');
    same([...causal(), app.state.get('a'), app.state.get('b')], ['yes', 'no', 'next', '', '']); // texts are of the task before
    press('gru/rope', false);
    same(causal(), ['yes', '', 'next']);
    press('lstm', true);
    same(causal(), ['yes', 'no', 'next']);
    choose('task', 'order');
    same(causal(), ['', '', '']);
    app.state.set({'model.causal': 'yes'}); // set by the user
    press('gru', true);
    same(causal(), ['yes', '', '']);
});

test('fields show settings or their defaults; the last field shows settings without one', () => {
    const {app, root, choose} = picked('#width=64&rope.base=7&task.words=4..8'), shown = id => root.querySelector('#' + id).value;
    same(['steps', 'seeds', 'width', 'other', 'task'].map(shown), ['800', '1..3', '64', 'rope.base=7 task.words=4..8', 'order']);
    choose('width', '32');
    choose('steps', ' 90 ');
    choose('other', 'task.words=5  eval.lengths=1x=');
    same(app.state.hash(), '#eval.lengths=1x=&steps=90&task.words=5');
    for (const text of ['task.words=6 encodings=rope', 'base=100', 'a.b']) choose('other', text); // these have fields, or mean nothing
    same(app.failed.filter(Boolean).map(text => text.match(/^"([^"]*)"/)[1]), ['encodings=rope', 'base=100', 'a.b']);
    app.state.check = values => [values, values['rope.bse'] || values.width === '33' || values.width === '' ? ['address: no'] : []];
    choose('other', 'rope.bse=100');
    choose('width', '33');
    choose('width', '32'); // the default, which is no value in the address
    same([app.failed.slice(-3), app.state.hash()], [['no', 'no', ''], '#eval.lengths=1x=&steps=90&task.words=5']);
    app.models = [{heads: 3}];
    app.emit('models');
    same(shown('heads'), '3'); // what runs, where none is set
    const line = new Element('div');
    pick.mount_command(line, app, pair_of(app));
    same(line.querySelector('#command').textContent, app.state.command(list));
    app.state.set({steps: ''});
    same(line.querySelector('#command').textContent.includes('steps'), false);
    same(page.activeElement.id, '');
});
