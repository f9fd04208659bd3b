// address.js -- which parts of an address are good: each wrong one is told, and the page begins without it.

import {TABS, names_in} from './state.js';
import {SPEEDS} from './models.js';
import {OFFSET, POSITIONS, kind_of} from './encodings.js';
import {STEPS} from './tour_steps.js';

const COUNTS = {__proto__: null, positions: POSITIONS, offset: OFFSET, tour: {low: 1, high: STEPS.length}};

// What a key of the view may have; undefined: any text.
function choices(key, values, list) {
    const names = rows => rows.map(row => row.name), policies = list.encodings.flatMap(row => row.policies);
    const lengths = values['eval.lengths'] || list.settings.find(row => row.key === 'eval.lengths').default;
    return {tab: TABS, speed: Object.keys(SPEEDS), policy: names(list.policies).filter(name => policies.includes(name)), encoding: names(list.encodings),
        length: names_in(lengths), projector: ['on'], levels: ['on']}[key];
}

// What is wrong with a part of the view, or ''.
function wrong(key, value, values, list) {
    const all = choices(key, values, list), range = COUNTS[key];
    if (all && value && !all.includes(value)) return all.length > 1 ? `it is none of ${all.join(', ')}` : `it can only be ${all}`;
    if (key === 'other' && !/^(swap|reverse|shuffle\d*)?$/.test(value)) return 'it is none of swap, reverse, shuffle1, shuffle2, ...';
    if (range && value && !(/^\d+$/.test(value) && value >= range.low && value <= range.high))
        return `it is not a whole number from ${range.low} to ${range.high}`;
    return '';
}

// Whether a part names one of the models of these values: "rope", or for `model` one of its seeds, "rope seed 2".
const names_model = (key, value, state, values, list) =>
    state.with(values).members(list).some(({member, seed}) => value === (key === 'why' ? member : `${member} seed ${seed}`));

// What the error of f() says; '' if it has none.
function error_of(f) {
    try {
        f();
    } catch (error) {
        return error.message;
    }
    return '';
}

// Why the engine refuses the models of these values; '' if it takes them.
const refused = (state, values, list, local) => error_of(() => {
    const members = state.with(values).members(list).map(each => [each.member, each]); // seeds play no part
    for (const {settings} of new Map(members).values()) local({do: 'check', settings});
});

// What is wrong with an option of an encoding, also of one that is not shown; '' if it is none of such.
function wrong_option(key, value, list, local) {
    const name = key.split('.')[0], of = list.encodings.some(row => row.name === name);
    if (!of) return '';
    if (!list.settings.some(row => row.key === key)) return `${name} has no such option`;
    return error_of(() => local({do: 'check', settings: {'encoding.name': name, [key]: value}}));
}

// The settings that are good together; each of the others is told.
function take_settings(good, all_settings, state, values, list, local, tell) {
    const settings = all_settings.filter(key => {
        const text = wrong_option(key, values[key], list, local);
        if (text) tell(`${key}=${values[key]}`, text);
        return !text;
    });
    const why = more => refused(state, {...good, ...more}, list, local);
    const add = key => !why({[key]: values[key]}) && Object.assign(good, {[key]: values[key]});
    const all = Object.fromEntries(settings.map(key => [key, values[key]]));
    if (!settings.length || !why(all)) return Object.assign(good, all);
    if (all.encodings) { // one by one
        const known = names_in(all.encodings).filter(name => {
            const text = refused(state, {encodings: name}, list, local);
            if (text) tell('encodings', text);
            return !text;
        });
        if (known.length) good.encodings = known.join(',');
    }
    const others = settings.filter(key => key !== 'encodings' || !all.encodings);
    const again = others.filter(key => !add(key)).filter(key => !add(key)); // one may need another that comes later
    for (const key of again) tell(`${key}=${values[key]}`, why({[key]: values[key]}));
}

// Of "base=100,scale=1" what the encoding that is looked at takes.
function take_options(good, text, list, local, tell) {
    const name = kind_of(good.encoding, list).name;
    return text.split(',').filter(part => {
        const [key, value = ''] = part.split(/=(.*)/), wrong = wrong_option(`${name}.${key}`, value, list, local);
        if (wrong) tell(`options: ${part}`, wrong);
        return !wrong;
    }).join(',');
}

const OF_OTHERS = ['model', 'why', 'options']; // parts that are about what other parts choose

// The parts that are taken, and a line for each of the others.
export function check_address(state, values, list, local) {
    const good = {}, problems = [];
    const tell = (part, text) => problems.push(`address: ${part}: ${text.replace(/^[\w. ]+: /, '')}`);
    const settings = Object.keys(values).filter(key => !state.is_view(key));
    for (const [key, value] of Object.entries(values).filter(([key]) => state.is_view(key) && !OF_OTHERS.includes(key))) {
        const text = wrong(key, value, values, list);
        if (text) tell(`${key}=${value}`, text);
        else good[key] = value;
    }
    take_settings(good, settings, state, values, list, local, tell);
    for (const key of ['model', 'why'].filter(key => values[key]))
        if (names_model(key, values[key], state, good, list)) good[key] = values[key];
        else tell(`${key}=${values[key]}`, 'no such model is shown');
    if (values.options) good.options = take_options(good, values.options, list, local, tell);
    return [good, problems];
}
