// address.js -- which parts of an address are good: each wrong one is told, and the page begins without it.

import {TABS} from './state.js';
import {SPEEDS} from './models.js';

const names_in = text => text.split(/[\s,]+/).filter(Boolean);

// What a key of the view may have; undefined: any text.
function choices(key, values, list) {
    const names = rows => rows.map(row => row.name), policies = list.encodings.flatMap(row => row.policies);
    const lengths = values['eval.lengths'] || list.settings.find(row => row.key === 'eval.lengths').default;
    return {tab: TABS, speed: Object.keys(SPEEDS), policy: names(list.policies).filter(name => policies.includes(name)), encoding: names(list.encodings),
        length: names_in(lengths)}[key];
}

// What is wrong with a part of the view, or ''.
function wrong(key, value, values, list) {
    const all = choices(key, values, list), is_count = ['positions', 'offset', 'tour'].includes(key);
    if (all && value && !all.includes(value)) return `it is none of ${all.join(', ')}`;
    return is_count && !/^\d*$/.test(value) ? 'it is not a whole number' : '';
}

// Why the engine refuses the models of these values; '' if it takes them.
function refused(state, values, list, local) {
    try {
        const members = state.with(values).members(list).map(each => [each.member, each]); // seeds play no part
        for (const {settings} of new Map(members).values()) local({do: 'check', settings});
    } catch (error) {
        return error.message;
    }
    return '';
}

// The parts that are taken, and a line for each of the others.
export function check_address(state, values, list, local) {
    const good = {}, problems = [], settings = [], why = more => refused(state, {...good, ...more}, list, local);
    const tell = (part, text) => problems.push(`address: ${part}: ${text.replace(/^[\w. ]+: /, '')}`);
    const add = key => !why({[key]: values[key]}) && Object.assign(good, {[key]: values[key]});
    for (const [key, value] of Object.entries(values)) {
        const text = wrong(key, value, values, list);
        if (text) tell(`${key}=${value}`, text);
        else if (state.is_view(key)) good[key] = value;
        else settings.push(key);
    }
    const all = Object.fromEntries(settings.map(key => [key, values[key]]));
    if (!settings.length || !why(all)) return [{...good, ...all}, problems];
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
    return [good, problems];
}
