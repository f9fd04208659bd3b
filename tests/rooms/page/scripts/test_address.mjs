// test_address.mjs -- addresses that are wrong, part by part; and what the engine refuses, in words for a page.

import {refuses, same, test} from './tap.mjs';
import {list, state_of} from './app.mjs';
import {check_address} from '../../../../src/rooms/page/address.js';
import {for_page, refusal} from '../../../../src/rooms/page/said.js';
import {State, read_seeds} from '../../../../src/rooms/page/state.js';

// An engine that knows two tasks, whole steps, and heads that divide the width.
function engine(asked) {
    return ({settings}) => {
        asked.push(settings);
        const given = {'model.d_model': 32, 'model.heads': 4, ...settings}, refuse = text => { throw new Error(text); };
        if (!list.encodings.some(row => row.name === given['encoding.name'])) refuse(`encoding.name: there is no '${given['encoding.name']}'`);
        if (given['model.d_model'] % given['model.heads']) refuse('model.heads does not divide');
        if (/\D/.test(given['train.steps'] || '')) refuse(`steps: '${given['train.steps']}' is not a whole number`);
        if ('train.stpes' in given) refuse('train.stpes: unknown key');
        if (/\D/.test(given['rope.base'] || '')) refuse(`rope.base: '${given['rope.base']}' is not a number`);
    };
}

function address(hash, asked = [], of = list) {
    location.hash = hash;
    const state = new State(values => check_address(state, values, of, engine(asked)));
    state.read();
    return [state.hash(), state.problem.split('\n')];
}

test('each wrong part of an address is told in a line of its own, and the good parts are used', () => {
    same(address('#steps=many&encodings=none,lerned,rope&width=48&tab=trian&policy=refuse&length=9x&size=3&speed=7&train.stpes=4&' +
        'a=%E0&encoding=roap&tour=two&b=w1&seeds=2..1'), ['#b=w1&encodings=none,rope&width=48', [
        'address: "size" is not known',
        'address: "%E0" is not valid: write % as %25',
        'address: tab=trian: it is none of train, sentence, encodings',
        'address: policy=refuse: it is none of extend, clamp, interpolate',
        'address: length=9x: it is none of 1x, 1.5x, 2x, 4x',
        'address: speed=7: it is none of 5, 20, 100, full',
        'address: encoding=roap: it is none of none, learned, rope, t5',
        'address: tour=two: it is not a whole number from 1 to 8',
        'address: encodings: there is no \'lerned\'',
        'address: steps=many: \'many\' is not a whole number',
        'address: train.stpes=4: unknown key',
        'address: seeds=2..1: "2..1" is neither a number of seeds nor a range: write 3 or 2..5']]);
});

test('options of an encoding are checked, shown or not; what is wrong leaves the address', () => {
    same(address('#encodings=none&rope.bse=100&rope.base=ten&t5.base=9'), ['#encodings=none', ['address: rope.bse=100: rope has no such option',
        'address: rope.base=ten: \'ten\' is not a number', 'address: t5.base=9: t5 has no such option']]);
    const left = history.replaceState, written = [];
    history.replaceState = (...given) => written.push(given[2]);
    same([address('#encodings=none&rope.base=9')[0], written], ['#encodings=none&rope.base=9', []]);
    address('#encodings=none&size=3');
    history.replaceState = left;
    same(written, ['#encodings=none']);
});

test('parts about the models and the encoding that other parts choose are told, too', () => {
    const models = '#encodings=learned,rope&seeds=2..3';
    same(address(`${models}&model=rope%20seed%203&why=learned&other=shuffle12&positions=256&tour=8&projector=on&encoding=rope&options=base=50`),
        ['#encoding=rope&encodings=learned,rope&model=rope%20seed%203&options=base=50&other=shuffle12&positions=256&' +
            'projector=on&seeds=2..3&tour=8&why=learned', ['']]);
    same(address(`${models}&model=rope%20seed%201&why=none&other=shuffled&positions=257&offset=0&tour=9&projector=yes&view=waves&` +
        'encoding=rope&options=base=ten,scale=2,base=7'), ['#encoding=rope&encodings=learned,rope&options=base=7&seeds=2..3', [
        'address: "view" is not known',
        'address: other=shuffled: it is none of swap, reverse, shuffle1, shuffle2, ...',
        'address: positions=257: it is not a whole number from 4 to 256',
        'address: offset=0: it is not a whole number from 1 to 64',
        'address: tour=9: it is not a whole number from 1 to 8',
        'address: projector=yes: it can only be on',
        'address: model=rope seed 1: no such model is shown',
        'address: why=none: no such model is shown',
        'address: options: base=ten: \'ten\' is not a number',
        'address: options: scale=2: rope has no such option']]);
    same(address('#why=sinusoidal&model=none%20seed%203')[1], ['']); // of the usual models
    for (const good of ['other=swap', 'other=reverse', 'other=shuffle', 'positions=4', 'offset=1', 'offset=64', 'tour=1', 'speed=5', 'tab=encodings'])
        same([good, ...address('#' + good)[1]], [good, '']);
});

test('settings that are good together only are taken together, in any order', () => {
    same(address('#encodings=none&heads=6&width=48&steps=x'), ['#encodings=none&heads=6&width=48', ['address: steps=x: \'x\' is not a whole number']]);
    same(address('#encodings=none&heads=5&width=48'), ['#encodings=none&width=48', ['address: heads=5: model.heads does not divide']]);
    same(address('#encodings=lerned'), ['#', ['address: encodings: there is no \'lerned\'']]);
});

test('a good address is asked about once for each encoding, and one without settings not at all', () => {
    const asked = [];
    same(address('#encodings=none,rope&seeds=3&steps=60&length=2x', asked), ['#encodings=none,rope&length=2x&seeds=3&steps=60', ['']]);
    same(asked.map(settings => settings['encoding.name']), ['none', 'rope']);
    asked.length = 0;
    same([address('#tab=sentence&a=w1%20X', asked), asked], [['#a=w1%20X&tab=sentence', ['']], []]);
});

test('what the engine refuses names no command, no option of one, and fields by their names', () => {
    const same_as = (engine, page) => same(for_page(engine), page);
    same_as("'Z' is not a word of task order; `poslab show task` shows its words", "'Z' is not a word of task order");
    same_as("'x' is not a word of task order (did you mean X?)", "'x' is not a word of task order (did you mean X?)");
    same_as('the page: train.stpes: unknown key; `poslab help settings --all` has all', 'train.stpes: unknown key');
    same_as("encoding.name: there is no 'foo'; see `poslab help encodings`", "encodings: there is no 'foo'");
    same_as('an option of comparisons, not of runs; use it with `poslab compare`', 'an option of comparisons, not of runs');
    same_as('the texts are longer than 2000 bytes; `poslab predict` takes more', 'the texts are longer than 2000 bytes');
    same_as('model.heads = 5 does not divide model.d_model = 32', 'heads = 5 does not divide width = 32');
    same_as('encoding alibi has no position vectors, only biases on scores by distance, so --view waves does not apply; see --view matrix or similarity',
        'encoding alibi has no position vectors, only biases on scores by distance');
    same_as('position 17 is beyond the position table of 17 rows; choose an extrapolation policy: encoding.extrapolation (or eval.policies) = extend, clamp',
        'position 17 is beyond the position table of 17 rows; choose an extrapolation policy: extend, clamp');
    const {message, refused, code} = refusal({error: 'model.heads = 5 is odd', code: 2});
    same([message, refused, code], ['heads = 5 is odd', 'model.heads = 5 is odd', 2]);
});

test('both ends of each range are good, and one beyond is told', () => {
    for (const [key, low, high] of [['positions', 4, 256], ['offset', 1, 64], ['tour', 1, 8]])
        for (const [value, good] of [[low - 1, false], [low, true], [high, true], [high + 1, false]])
            same(address(`#${key}=${value}`), good ? [`#${key}=${value}`, ['']] :
                ['#', [`address: ${key}=${value}: it is not a whole number from ${low} to ${high}`]]);
    for (const [seeds, count] of [['60', 60], ['2147483588..2147483647', 60], ['7..7', 1]]) same(read_seeds(seeds).length, count);
    for (const [seeds, why] of [['61', 'more than'], ['2147483648', 'neither'], ['3..2', 'neither'], ['', 'neither']]) refuses(() => read_seeds(seeds), why);
});

// What every object has by itself is no key and no value of ours.
const FOREIGN = ['toString', 'constructor', 'valueOf', 'hasOwnProperty', '__proto__', 'isPrototypeOf'];

test('a word that every object has is not known as a key, and is no value', () => {
    for (const name of FOREIGN) {
        same(address(`#${name}=1&tab=sentence`), ['#tab=sentence', [`address: "${name}" is not known`]]);
        same(address(`#tab=${name}`)[0], '#');
        same(address(`#speed=${name}`)[0], '#');
        same(address(`#options=${name}=1&encoding=rope`), ['#encoding=rope', [`address: options: ${name}=1: rope has no such option`]]);
    }
});

// Numbers below n, the same ones each time.
function dice(seed) {
    let x = seed;
    return n => (x = (x * 48271) % 2147483647) % n;
}

const KEYS = ['task', 'encodings', 'seeds', 'steps', 'width', 'heads', 'rate', 'tab', 'length', 'policy', 'speed', 'model', 'a', 'b', 'other',
    'why', 'encoding', 'positions', 'offset', 'options', 'tour', 'projector', 'encoding.base', 'train.steps', '.', 'a.b', '', ' ', ...FOREIGN];
const VALUES = ['', '0', '1', '4', '8', '64', '256', '1e9', '-1', 'none', 'rope', 'learned,rope', 'sentence', 'full', '2x', 'clamp', 'rope seed 2', 'on',
    'base=5', 'swap', 'shuffle3', '2..3', '%', '%E0', '%00', '=', '\u20ac', 'w1 X', ...FOREIGN];

test('4,000 random addresses: none stops the page, and what is taken is written as it is read again', () => {
    const all = {...list, encodings: [...list.encodings, {name: 'sinusoidal', policies: ['extend']}]};
    const roll = dice(46), pick = of => of[roll(of.length)];
    let taken = 0;
    for (let i = 0; i < 4000; i++) {
        const parts = Array.from({length: roll(7)}, () => pick(KEYS) + pick(['=', '=', '=', '']) + pick(VALUES));
        const [hash, problems] = address('#' + parts.join(pick(['&', '&', '&&', '#'])), [], all);
        same(problems.filter(text => text && !text.startsWith('address: ')), []);
        same(address(hash, [], all), [hash, ['']]);
        taken += hash !== '#';
    }
    same(taken > 0 && taken < 4000, true);
});

test('a state that was changed many times is the one of its address', () => {
    const roll = dice(7), pick = of => of[roll(of.length)];
    const values = {tab: ['train', 'sentence'], length: ['', '2x'], policy: ['', 'clamp'], speed: ['full', '5'], a: ['', 'w1'], encodings:
        ['none,learned,sinusoidal', 'rope'], seeds: ['1..3', '2'], tour: ['', '3'], other: ['', 'swap']};
    const state = state_of('#'), told = [];
    state.on(keys => told.push(...keys));
    for (let i = 0; i < 400; i++) {
        const key = pick(Object.keys(values)), value = pick(values[key]), before = state.get(key);
        told.length = 0;
        state.set({[key]: value});
        same(told, value === before ? [] : [key]);
        const again = state_of(state.hash());
        for (const one of Object.keys(values)) same(again.get(one), state.get(one));
    }
});
