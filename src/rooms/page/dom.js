// dom.js -- elements made in one line, and small things that all panels need.

// make('button', {class: 'tool', onclick: f, 'aria-pressed': 'true'}, 'Play'): an element. A key that begins with "on"
// is a listener; true is an attribute without a value; false, null and undefined are left out.
export function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === false || value === null || value === undefined) continue;
        if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
        else element.setAttribute(key, value === true ? '' : value);
    }
    element.append(...children.flat().filter(child => child !== null && child !== undefined));
    return element;
}

// Sets a text only where it differs, so that nothing is laid out or read aloud again.
export function write(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

// A button that copies text(). Where the browser refuses, the text of `shown` is selected, for the user to copy.
export function copy_button(app, id, label, text, shown) {
    const button = make('button', {type: 'button', id, onclick: async () => {
        let copied = 'Copied';
        try {
            await navigator.clipboard.writeText(text());
        } catch {
            write(shown, text());
            getSelection().selectAllChildren(shown);
            copied = document.execCommand('copy') ? 'Copied' : 'Press Ctrl-C';
        }
        write(button, copied);
        app.say(`${copied}: ${text()}`);
        setTimeout(() => write(button, label), 1500);
    }}, label);
    return button;
}

// f at most every `pause` milliseconds: at once, and once more after calls that came too early, as the last of them
// was made. Where f returns false it had nothing to do, and the next call need not wait.
export function seldom(f, pause) {
    let last = -Infinity, timer = 0, given = [];
    const run = () => {
        timer = 0;
        if (f(...given) !== false) last = performance.now();
    };
    return (...latest) => {
        given = latest;
        if (timer) return;
        const wait = last + pause - performance.now();
        if (wait <= 0) run();
        else timer = setTimeout(run, wait);
    };
}

// Calls f once no call has come for `pause` milliseconds, with what the last call was given.
export function rested(f, pause) {
    let timer = 0;
    return (...given) => {
        clearTimeout(timer);
        timer = setTimeout(f, pause, ...given);
    };
}

// As the program prints it: of two numbers that are as near, the one that ends in an even digit. 6.25 -> "6.2".
export function fixed(x, digits) {
    const text = x.toFixed(digits), tie = Math.abs(x * 2 ** (digits + 1) % 2) === 1;
    return tie && text.slice(-1) % 2 ? (x - Math.sign(x) * 0.1 ** digits / 4).toFixed(digits) : text;
}

// 0.9123 -> "91.2"
export const percent = share => fixed(100 * share, 1);

// As the program's tables print it: 0.9123 -> "91", 0.9962 -> "99.6", 1 -> "100".
export function accuracy(share) {
    const x = 100 * share, text = fixed(x, x > 99 || x < 1 ? 1 : 0);
    return text.replace(/^(100|0)\.0$/, '$1');
}

// 9346 -> "9,346"
export const thousands = number => Math.round(number).toLocaleString('en');
