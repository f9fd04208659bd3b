// worker.js -- the engines of some models on a thread of their own, served by priority.
//
// It is sent {module} first, then {id, model, priority, message} and {close: model}; it answers {id, answer}. Between
// two messages it looks whether a more urgent one came: who asks never waits for more than one slice. For a moment after
// the most urgent no evaluation begins, which are the longest: who types is answered at once.

import {start_engine} from './wasi.js';

const QUIET = 300; // milliseconds
const engines = new Map();
const waiting = [[], [], []];
const pause = new MessageChannel();
let module = null, busy = false, proceed = null, asked = -QUIET;

pause.port1.onmessage = () => proceed();
const breathe = () => new Promise(resolve => {
    proceed = resolve;
    pause.port2.postMessage(0);
});

async function answer({id, model, message}) {
    if (!engines.has(model)) engines.set(model, await start_engine(module));
    postMessage({id, answer: engines.get(model).call(message)});
}

// The next message, which is taken from its list.
function next() {
    const quiet = performance.now() - asked < QUIET;
    for (const list of waiting) {
        const at = list.findIndex(job => !quiet || job.message.do !== 'evaluate');
        if (at >= 0) return list.splice(at, 1)[0];
    }
    return null;
}

async function serve() {
    busy = true;
    for (let job = next(); job; job = next()) {
        try {
            await answer(job);
        } catch (error) {
            postMessage({id: job.id, answer: {error: error.message, code: 70}});
        }
        if (!job.priority) asked = performance.now();
        await breathe();
    }
    busy = false;
    if (waiting.some(list => list.length)) setTimeout(() => busy || serve(), QUIET);
}

function close(model) {
    engines.delete(model);
    waiting.forEach((list, i) => waiting[i] = list.filter(job => job.model !== model));
}

onmessage = ({data}) => {
    if (data.module) module = data.module;
    else if (data.close !== undefined) close(data.close);
    else waiting[data.priority].push(data);
    if (module && !busy) serve();
};
