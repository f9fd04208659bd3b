// state.js -- what the page shows, as texts in location.hash, so that an address or a reload brings it back.
//
// #task=order&encodings=none,learned&seeds=1..3&length=4x&policy=clamp
// Settings have a short name (below) or that of the program (rope.base=100; encoding.base=100 for all that have it); met=65 adds
// each model once more, trained on positions 0..64 at random; the rest is the view. What is not there has its default. A
// report links to the page with such an address.

const SHORT = {
    __proto__: null,
    task: 'task.name', encodings: 'compare.members', seeds: 'compare.seeds', steps: 'train.steps',
    width: 'model.d_model', heads: 'model.heads', rate: 'train.learning_rate', met: 'met',
};
const SETTINGS = {__proto__: null, encodings: 'none,learned,sinusoidal,rope', seeds: '1..3'};
const VIEW = {
    __proto__: null,
    tab: 'train', length: '', policy: '', speed: 'full', model: '', a: '', b: '', other: '', why: '',
    encoding: '', positions: '', offset: '', options: '', tour: '', projector: '', levels: '',
};
const MOST_MODELS = 60;
export const TABS = ['train', 'sentence', 'encodings'];

const is_setting = key => key in SHORT || key.includes('.');
const short = key => Object.keys(SHORT).find(name => SHORT[name] === key) || key;
const initial = key => SETTINGS[key] ?? VIEW[key] ?? '';

// Legible where an address allows it.
const encode = text => encodeURIComponent(text).replace(/%(2C|2F|3A|2B|3D)/g, decodeURIComponent);

function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        throw new Error(`address: "${text}" is not valid: write % as %25`);
    }
}

// "none, rope" -> ["none", "rope"]
export const names_in = text => text.split(/[\s,]+/).filter(Boolean);

// "3" -> [1, 2, 3], "2..4" -> [2, 3, 4]: as the program reads them.
export function read_seeds(text) {
    const range = text.trim().match(/^(?:(\d{1,10})\.\.)?(\d{1,10})$/);
    const low = range && Number(range[1] ?? 1), high = range && Number(range[2]);
    if (!range || high < low || high > 2147483647)
        throw new Error(`seeds: "${text}" is neither a number of seeds nor a range: write 3 or 2..5`);
    if (high - low >= MOST_MODELS)
        throw new Error(`seeds: "${text}" are more than the page trains at once: write fewer`);
    return Array.from({length: high - low + 1}, (_, i) => low + i);
}

export class State {
    // `check` gives the values of an address that are good, and a line for each of the others (address.js).
    constructor(check = values => [values, []]) {
        this.check = check;
        this.values = {};
        this.listeners = [];
        this.timer = 0;
        addEventListener('hashchange', () => this.read());
    }

    // The address. What is wrong in it goes to this.problem, a line for each part; the rest is used.
    read() {
        const values = {}, problems = [];
        for (const part of location.hash.replace(/^#/, '').split('&').filter(Boolean)) {
            const at = part.indexOf('='), name = part.slice(0, at < 0 ? undefined : at), key = short(name);
            try {
                if (!is_setting(key) && !(key in VIEW))
                    throw new Error(`address: "${name}" is not known`);
                values[key] = decode(at < 0 ? '' : part.slice(at + 1));
            } catch (error) {
                problems.push(error.message);
            }
        }
        const [good, others] = this.check(values);
        this.problem = [...problems, ...others].join('\n');
        this.replace(good);
        if (this.problem) this.write(); // a reload or a copy of the address would say it again
    }

    // What is wrong with these settings, a line for each; then nothing is changed.
    try_set(changes) {
        const given = Object.entries({...this.values, ...changes}).filter(([, value]) => value !== ''); // others are as if not there
        const [, problems] = this.check(Object.fromEntries(given));
        if (!problems.length) this.set(changes);
        return problems.join('\n').replaceAll('address: ', '');
    }

    // The same with other values, for who asks what they would be.
    with(values) {
        return Object.assign(Object.create(State.prototype), {values});
    }

    get(key) {
        return this.values[short(key)] ?? initial(short(key));
    }

    set(changes) {
        const values = {...this.values};
        for (const [key, value] of Object.entries(changes)) values[short(key)] = String(value);
        this.replace(values);
        if (!this.timer) this.timer = setTimeout(() => this.write(), 250);
    }

    replace(values) {
        for (const key of Object.keys(values)) if (values[key] === initial(key)) delete values[key];
        const keys = [...new Set([...Object.keys(values), ...Object.keys(this.values)])]
            .filter(key => values[key] !== this.values[key]);
        this.values = values;
        if (keys.length) for (const listener of this.listeners) listener(keys);
    }

    hash() {
        const parts = Object.entries(this.values).sort().map(([key, value]) => `${key}=${encode(value)}`);
        return '#' + parts.join('&');
    }

    write() {
        this.timer = 0;
        if (location.hash !== this.hash()) history.replaceState(null, '', this.hash());
    }

    is_view(key) {
        return key in VIEW;
    }

    on(listener) {
        this.listeners.push(listener);
    }

    // The settings that differ from the program's, {key of the program: value}, without members and seeds.
    settings() {
        const given = {};
        for (const [key, value] of Object.entries(this.values))
            if (is_setting(key) && !['encodings', 'seeds', 'met'].includes(key)) given[SHORT[key] ?? key] = value;
        return given;
    }

    // The models, in the order of the comparison: [{member, encoding, mixer, seed, settings}, ...].
    members(list) {
        const seeds = read_seeds(this.get('seeds')), members = [...this.member_names(list).map(member => this.one(member, list)), ...this.met(list)];
        if (!members.length) throw new Error('encodings: there must be at least one');
        const count = seeds.length * members.length;
        if (count > MOST_MODELS)
            throw new Error(`seeds: ${count} models are more than the page trains (${MOST_MODELS}): write fewer`);
        return members.flatMap(member => seeds.map(seed => ({...member, seed})));
    }

    // Those with positions once more, each with the same lengths and more positions, drawn at random.
    met(list) {
        const more = {'train.positions': 'random', 'train.max_position': this.get('met'), 'eval.positions': 'ordered'};
        return !this.get('met') ? [] : this.member_names(list).map(member => this.one(member, list)).filter(one => one.encoding !== 'none')
            .map(one => ({...one, of: one.member, member: `${one.member} (met)`, settings: {...one.settings, ...more}}));
    }

    member_names(list) {
        const names = names_in(this.get('encodings')), all = [...list.encodings, ...list.mixers.slice(1)].map(row => row.name);
        return String(names) === 'all' ? all : [...new Set(names)];
    }

    // rope -> attention with rope; gru -> gru without positions; gru/rope -> both.
    one(member, list) {
        const parts = member.split('/'), alone = list.mixers.some(row => row.name === member);
        const mixer = parts.length > 1 ? parts[0] : alone ? member : 'attention';
        const encoding = parts.length > 1 ? parts[1] : alone ? 'none' : member;
        const settings = {'encoding.name': encoding, 'train.products': 'portable'};
        if (mixer !== 'attention') settings['model.mixer'] = mixer;
        return {member, encoding, mixer, settings: {...settings, ...this.settings_of(encoding, mixer, list)}};
    }

    // The settings that hold for a member: of every run, of its task, of its encoding and mixer.
    settings_of(encoding, mixer, list) {
        const kinds = [...encoding.split('+'), mixer === 'attention' ? 'attention' : 'recurrent'];
        return Object.fromEntries(Object.entries(this.settings()).filter(([key]) => this.fits(key, kinds, list)));
    }

    // Whether a setting is of one of these kinds, or of none that others could be: then the engine says what it thinks.
    fits(key, kinds, list) {
        const [section, name] = key.split('.'), has = row => row.key === key || (section === 'encoding' && row.key === `${row.of}.${name}`);
        if (list.encodings.some(row => row.name === section)) return kinds.includes(section);
        const rows = ['encoding', 'attention', 'recurrent'].includes(section)
            ? list.settings.filter(row => row.of !== 'every run' && has(row)) : [];
        return !rows.length || rows.some(row => kinds.includes(row.of));
    }

    // The line for a terminal that trains and evaluates the same models to the same bits.
    command(list) {
        const quote = text => /^[\w.,:+/=-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
        const met = this.met(list).map(({of}) => `,${of} positions=random max_position=${this.get('met')} eval.positions=ordered`);
        const members = met.length ? this.member_names(list).join(',') : this.get('encodings').replace(/[\s,]+/g, ',');
        const words = [`compare.members=${members}${met.join('')}`,
            `compare.seeds=${this.get('seeds').trim()}`];
        for (const [key, value] of Object.entries(this.settings()))
            if (key !== 'train.products') words.push(`${key}=${value}`);
        return ['poslab', 'compare', ...words, 'train.products=portable'].map(quote).join(' ');
    }
}
