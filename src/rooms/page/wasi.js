// wasi.js -- an engine: one instance of the WebAssembly module, spoken to in messages (live/live.h).
//
// The module is compiled for WASI. Of a system it needs a clock and somewhere to write a last word; there are no files,
// so every other call is answered by "not supported".

const BAD_DESCRIPTOR = 8, NOT_SUPPORTED = 52;

function system(memory, written) {
    const view = () => new DataView(memory().buffer);
    return {
        clock_time_get(clock, precision, at) {
            view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        },
        random_get(at, size) {
            crypto.getRandomValues(new Uint8Array(memory().buffer, at, size));
            return 0;
        },
        fd_write(descriptor, parts, count, at) {
            let size = 0;
            for (let i = 0; i < count; i++) {
                const from = view().getUint32(parts + 8 * i, true), length = view().getUint32(parts + 8 * i + 4, true);
                written(new TextDecoder().decode(new Uint8Array(memory().buffer, from, length)));
                size += length;
            }
            view().setUint32(at, size, true);
            return 0;
        },
        environ_sizes_get: (count, size) => none(view(), count, size),
        args_sizes_get: (count, size) => none(view(), count, size),
        environ_get: () => 0,
        args_get: () => 0,
        sched_yield: () => 0,
        fd_close: () => BAD_DESCRIPTOR,
        fd_fdstat_get: () => BAD_DESCRIPTOR,
        fd_prestat_get: () => BAD_DESCRIPTOR,
        proc_exit(code) {
            throw new Error(`the engine ended with code ${code}`);
        },
    };
}

function none(view, count, size) {
    view.setUint32(count, 0, true);
    view.setUint32(size, 0, true);
    return 0;
}

// What the module imports: calls that are known, and an answer for each that is not.
function imports(module, known) {
    const given = {};
    for (const {module: from, name, kind} of WebAssembly.Module.imports(module)) {
        if (kind !== 'function') continue;
        given[from] = given[from] || {};
        given[from][name] = known[name] || (() => NOT_SUPPORTED);
    }
    return given;
}

// A message as the engine reads it: "key = value" lines. A list is one line; of an object, and of each object of a list,
// all lines; a range {low, high} is low..high. What is not known is left out.
export function lines(message) {
    const line = (key, value) => {
        if (Array.isArray(value) && value.every(one => one?.constructor === Object)) return value.flatMap(lines);
        if (value.constructor !== Object) return `${key} = ${String(value).replace(/\s/g, ' ')}`;
        return 'low' in value ? `${key} = ${value.low}..${value.high}` : lines(value);
    };
    return Object.entries(message).filter(([, value]) => value !== null && value !== undefined)
        .flatMap(([key, value]) => line(key, value));
}

// A promise of an engine: {call(message), text(lines)}.
export async function start_engine(module) {
    let exported = null, word = '', dead = '';
    const known = system(() => exported.memory, text => word = (word + text).slice(-400));
    exported = (await WebAssembly.instantiate(module, imports(module, known))).exports;
    if (exported._initialize) exported._initialize();

    // An engine that stopped in the middle of something cannot go on: it has said why, or the error does.
    function alive(act) {
        try {
            if (!dead) return act();
        } catch (error) {
            dead = word.trim() || `the engine stopped: ${error.message}`;
        }
        return JSON.stringify({error: dead, code: 70});
    }

    // The answer to the lines of a message as a text, and to a message as an object.
    const text = message => alive(() => {
        const bytes = new TextEncoder().encode(message);
        const room = exported.live_alloc(bytes.length);
        new Uint8Array(exported.memory.buffer, room, bytes.length).set(bytes);
        const at = exported.live_call(room, bytes.length);
        const memory = new Uint8Array(exported.memory.buffer);
        return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
    });
    const call = message => JSON.parse(text(lines(message).join('\n')));
    return {call, text};
}
