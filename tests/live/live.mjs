// live.mjs -- the engine of the live page in WebAssembly, for tests: its answers held against those of the engine that was
// compiled for this processor. In node this file is also a program like build/live: `node live.mjs poslab.wasm [FILE]`.

import {start_engine} from '../../src/page/wasi.js';

const lasting = answer => answer.replace(/"steps_per_second":[^,]*,/, '');

// The engine is given each message, and its answer is held against the one expected, byte by byte. What differs:
// [{message, expected, answer}, ...]; bytes go from save to load.
export async function replay(wasm, messages, expected) {
    const engine = await start_engine(await WebAssembly.compile(wasm)), wrong = [];
    messages.forEach((message, i) => {
        const answer = lasting(engine.text(message));
        if (answer !== lasting(expected[i] ?? '')) wrong.push({message, expected: expected[i], answer});
    });
    return wrong;
}

async function main(wasm, file) {
    const {readFileSync, writeFileSync, existsSync} = await import('node:fs');
    const engine = await start_engine(await WebAssembly.compile(readFileSync(wasm)));
    if (file && existsSync(file)) engine.give(readFileSync(file));
    for (const line of readFileSync(0, 'utf8').split('\n').filter(text => text)) {
        console.log(engine.text(line));
        if (file && engine.bytes().length) writeFileSync(file, engine.bytes());
    }
}

if (typeof process !== 'undefined' && process.argv[1]?.endsWith('live.mjs')) await main(process.argv[2], process.argv[3]);
