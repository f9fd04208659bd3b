// elements.mjs -- the little of a browser that the page's scripts need to run in node: elements that record what is done
// to them. Nothing is laid out or drawn.

const matches = (element, what) => what.split(',').some(one => {
    const [, tag, id, look] = /^([\w-]*)(?:#([\w-]+))?(?:\.([\w-]+))?$/.exec(one) || [];
    return (tag || id || look) && (!tag || element.tag === tag) && (!id || element.id === id) &&
        (!look || element.look.includes(look));
});

export class Element {
    constructor(tag) {
        Object.assign(this, {tag, attributes: {}, children: [], listeners: {}, dataset: {}, style: {setProperty() {}}, clientWidth: 700, offsetHeight: 0});
    }
    get look() { return (this.attributes.class || '').split(' '); }
    get classList() { return {add() {}, remove() {}, toggle() {}}; }
    get textContent() { return this.children.map(child => child.textContent ?? child).join(''); }
    set textContent(text) { this.children = [text]; }
    setAttribute(key, value) {
        this.attributes[key] = value;
        if (key.startsWith('data-')) this.dataset[key.slice(5)] = value;
        else if (key !== 'style') this[key] = value === '' ? true : value;
    }
    removeAttribute(key) { delete this.attributes[key]; }
    addEventListener(event, f) { (this.listeners[event] = this.listeners[event] || []).push(f); }
    // Fires an event; `given` has the properties of it that the page reads.
    fire(event, given = {}) {
        const e = {target: this, prevented: false, preventDefault() { e.prevented = true; }, stopPropagation() {}, ...given};
        for (const f of this.listeners[event] || []) f(e);
        return e;
    }
    dispatchEvent() { this.fire('input'); }
    click() { this.fire('click'); }
    append(...given) { this.children.push(...given); }
    prepend(...given) { this.children.unshift(...given); }
    replaceChildren(...given) { this.children = given; }
    get firstChild() { return this.children[0]; }
    get all() { return this.children.flatMap(child => child instanceof Element ? [child, ...child.all] : []); }
    querySelectorAll(what) { return this.all.filter(element => matches(element, what)); }
    querySelector(what) { return this.querySelectorAll(what)[0] || null; }
    contains() { return false; }
    closest(what) { return what === 'section' ? this : null; }
    getBoundingClientRect() { return {top: this.top ?? 0, bottom: 0, height: this.offsetHeight}; }
    focus() {}
    scrollIntoView() {}
    showModal() { this.open = true; }
    close() { this.open = false; }
}

// The texts of a table's cells, row by row.
export const rows_of = table => table.querySelectorAll('tr').map(row => row.children.map(cell => cell.textContent.trim()));

const named = {};
const by_id = id => named[id] = named[id] || Object.assign(new Element('div'), {id, parentElement: new Element('div')});

export const page = Object.assign(new Element('document'), {
    createElement: tag => new Element(tag), getElementById: by_id, body: new Element('body'),
    documentElement: new Element('html'), activeElement: new Element('body'),
});
page.activeElement.id = '';

Object.assign(globalThis, {
    document: page, location: {hash: ''}, innerHeight: 900, innerWidth: 1280, scrollY: 0, scrollTo() {}, addEventListener() {}, dispatchEvent() {},
    history: {pushed: 0, replaceState: (state, title, hash) => { location.hash = hash; }, pushState() { this.pushed++; }},
    getComputedStyle: () => ({getPropertyValue: () => ''}), matchMedia: () => ({matches: true}),
});

// A clock that tests can replace; older versions of node do not allow that for their own `performance`.
const clock = performance;
Object.defineProperty(globalThis, 'performance', {value: {now: () => clock.now()}, configurable: true, writable: true});
