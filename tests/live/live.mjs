// live.mjs -- the engine of the live page in WebAssembly, for tests. `engine(bytes)` works wherever WebAssembly does;
// in node this file is also a program like build/live: `node live.mjs poslab.wasm [FILE]`.

const errno = { badf: 8, nosys: 52 };

// What the module asks of its system: a clock, and a place for its last line.
export function system(memory, say) {
    const view = () => new DataView(memory().buffer);
    const text = new TextDecoder();
    return {
        clock_time_get(id, precision, at) {
            view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        },
        fd_write(fd, list, count, written) {
            let size = 0;
            for (let i = 0; i < count; i++) {
                const start = view().getUint32(list + 8 * i, true), length = view().getUint32(list + 8 * i + 4, true);
                say(text.decode(new Uint8Array(memory().buffer, start, length)));
                size += length;
            }
            view().setUint32(written, size, true);
            return 0;
        },
        fd_close: () => errno.badf,
        fd_seek: () => errno.badf,
        proc_exit(code) {
            throw new Error(`the engine ended with code ${code}`);
        },
    };
}

// An engine: message(text) is its answer as a text, bytes() what save left, give(bytes) what load reads.
export async function engine(wasm, say = (line) => console.error(line)) {
    let exports;
    const imports = { wasi_snapshot_preview1: system(() => exports.memory, say) };
    const made = await WebAssembly.instantiate(wasm, imports);
    exports = (made.instance ?? made).exports;
    exports._initialize();
    const whole = () => new Uint8Array(exports.memory.buffer);
    return {
        message(text) {
            const bytes = new TextEncoder().encode(text);
            const at = exports.live_alloc(bytes.length);
            whole().set(bytes, at);
            const answer = exports.live_call(at, bytes.length);
            return new TextDecoder().decode(whole().subarray(answer, whole().indexOf(0, answer)));
        },
        bytes() {
            const at = exports.live_bytes_at();
            return whole().slice(at, at + exports.live_bytes_size());
        },
        room: (size) => exports.live_bytes_alloc(size),
        give(bytes) {
            const at = exports.live_bytes_alloc(bytes.length);
            whole().set(bytes, at);
        },
    };
}

const lasting = (answer) => answer.replace(/"steps_per_second":[^,]*,/, '');

// The engine is given each message, and its answer is held against the one expected, byte by byte. What differs:
// [{message, expected, answer}, ...]; bytes go from save to load.
export async function replay(wasm, messages, expected) {
    const live = await engine(wasm, () => {}), wrong = [];
    messages.forEach((message, i) => {
        const answer = lasting(live.message(message));
        if (answer !== lasting(expected[i] ?? ''))
            wrong.push({ message, expected: expected[i], answer });
    });
    return wrong;
}

async function main(wasm, file) {
    const { readFileSync, writeFileSync, existsSync } = await import('node:fs');
    const live = await engine(readFileSync(wasm));
    if (file && existsSync(file))
        live.give(readFileSync(file));
    for (const line of readFileSync(0, 'utf8').split('\n').filter((text) => text)) {
        console.log(live.message(line));
        if (file && live.bytes().length)
            writeFileSync(file, live.bytes());
    }
}

if (typeof process !== 'undefined' && process.argv[1]?.endsWith('live.mjs'))
    await main(process.argv[2], process.argv[3]);
