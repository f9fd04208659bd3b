// engine.js -- the engines of the page: one on this thread that draws, and those of models in a few workers.

import {refusal} from './said.js';
import {start_engine} from './wasi.js';

// Served first to last.
export const ASK = 0;
export const EVALUATE = 1;
export const TRAIN = 2;

// The module, from the text of the page.
export async function compile_module() {
    const packed = atob(document.getElementById('engine').textContent.trim());
    const bytes = new Uint8Array(packed.length);
    for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

// The engine on this thread: a function from a message to its answer, which throws what it refuses (said.js).
export async function local_engine(module) {
    const engine = await start_engine(module);
    return message => {
        const answer = engine.call(message);
        if (answer.error) throw refusal(answer);
        return answer;
    };
}

export function worker_count() {
    return Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));
}

// Workers, each with some of the models. A model is a number that open() gives; it stays in one worker.
export class Pool {
    constructor(count) {
        const address = URL.createObjectURL(new Blob([document.getElementById('worker').textContent],
            {type: 'text/javascript'}));
        this.workers = Array.from({length: count}, () => this.start(address));
        this.home = new Map();
        this.next = 0;
        this.promises = new Map();
    }

    start(address) {
        const worker = new Worker(address);
        worker.models = 0;
        worker.onmessage = ({data}) => this.receive(data);
        return worker;
    }

    module(module) {
        for (const worker of this.workers) worker.postMessage({module});
    }

    // A new model, in the worker that has the fewest.
    open() {
        const worker = this.workers.reduce((a, b) => b.models < a.models ? b : a);
        worker.models++;
        this.home.set(++this.next, worker);
        return this.next;
    }

    // What it was still asked is not answered any more.
    close(model) {
        const worker = this.home.get(model);
        if (!worker) return;
        worker.models--;
        worker.postMessage({close: model});
        this.home.delete(model);
        for (const [id, promise] of this.promises) if (promise.model === model) this.promises.delete(id);
    }

    // A promise of the answer.
    send(model, message, priority = ASK) {
        const worker = this.home.get(model);
        if (!worker) return Promise.reject(new Error('this model is closed'));
        const id = ++this.next;
        return new Promise((resolve, reject) => {
            this.promises.set(id, {model, resolve, reject});
            worker.postMessage({id, model, message, priority});
        });
    }

    receive({id, answer}) {
        const promise = this.promises.get(id);
        if (!promise) return;
        this.promises.delete(id);
        if (answer.error) promise.reject(refusal(answer));
        else promise.resolve(answer);
    }
}
