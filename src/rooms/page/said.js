// said.js -- what the engine refuses, in the words of this page: there is no command line here, and what has a field is
// called as the field is.

const FIELDS = {'task.name': 'task', 'train.steps': 'steps', 'train.seed': 'seed', 'model.d_model': 'width',
    'model.heads': 'heads', 'train.learning_rate': 'learning rate', 'encoding.name': 'encodings'};

// Rules, in this order: what a clause with a command or an option says is left out.
const RULES = [
    [/^the page: /, ''],
    [/[;,] (so )?--view[^;]*(;.*)?$/, ''],
    [/[;,] [^;,`]*`poslab[^`]*`[^;,]*/g, ''],
    [/`poslab[^`]*`/g, 'the program'],
    [/encoding\.extrapolation \(or eval\.policies\) = /, ''],
    [/--(\w)/g, '$1'],
];

export function for_page(text) {
    const plain = RULES.reduce((now, [what, instead]) => now.replace(what, instead), text);
    return Object.entries(FIELDS).reduce((now, [key, name]) => now.replaceAll(key, name), plain);
}

// The error of an answer; `refused` has the engine's own words, which name settings by their keys.
export const refusal = ({error, code}) => Object.assign(new Error(for_page(error)), {code, refused: error});
