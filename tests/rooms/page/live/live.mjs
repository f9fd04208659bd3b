// live.mjs -- the engine of the live page in WebAssembly, for tests: its answers held against those of the engine that was
// compiled for this processor. In node this file is also a program like build/live: `node live.mjs poslab.wasm`.

import {start_engine} from '../../../../src/rooms/page/wasi.js';

// The engine is given each message, and its answer is held against the one expected, byte by byte. What differs:
// [{message, expected, answer}, ...].
export async function replay(wasm, messages, expected) {
    const engine = await start_engine(await WebAssembly.compile(wasm)), wrong = [];
    messages.forEach((message, i) => {
        const answer = engine.text(message);
        if (answer !== expected[i]) wrong.push({message, expected: expected[i], answer});
    });
    return wrong;
}

async function main(wasm) {
    const {readFileSync} = await import('node:fs');
    const engine = await start_engine(await WebAssembly.compile(readFileSync(wasm)));
    for (const message of readFileSync(0, 'utf8').split('\n\n').filter(text => text)) console.log(engine.text(message));
}

if (typeof process !== 'undefined' && process.argv[1]?.endsWith('live.mjs')) await main(process.argv[2]);
