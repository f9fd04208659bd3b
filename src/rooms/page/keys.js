// keys.js -- the page without a mouse: a link past the header, a few single keys, and the list of all keys on `?`; and
// the button that copies the address. Its buttons are in the menu of the header.
import {copy_button, make} from './dom.js';

const press = id => document.getElementById(id).click();

function sentence(app) {
    app.state.set({tab: 'sentence'});
    document.getElementById('sentence-a').focus();
}

// The name of a key, what it does, and, if it is handled here, the function for it.
const LIST = [
    ['Tab, Shift Tab', 'the next control, the one before'],
    ['Space', 'play or pause, when no control has the focus', () => press('play')],
    ['S', 'one step of each model', () => press('step')],
    ['T', 'start or end the guided tour', () => press('tour-start')],
    ['\u2190 \u2192', 'in the tour: back, next; in tabs, sliders, words and maps: move'],
    ['\u2191 \u2193', 'in a text field: known words; in maps: move'],
    ['/', 'to the field of the sentence', sentence],
    ['P', 'projector: large type and thick lines', () => press('projector')],
    ['Esc', 'close what is open: words, this list, the tour'],
    ['?', 'this list'],
];
const act_of = key => LIST.find(([name]) => name === (key === ' ' ? 'Space' : key.toUpperCase()))?.[2];

function build(p) {
    p.off = make('input', {type: 'checkbox', id: 'keys-off'});
    const rows = LIST.map(([key, text]) => make('tr', {},
        make('th', {scope: 'row'}, make('kbd', {}, key)), make('td', {}, text)));
    const close = make('button', {type: 'button', class: 'main', onclick: () => p.dialog.close()}, 'Close');
    p.dialog = make('dialog', {id: 'keys', 'aria-labelledby': 'keys-title'}, make('h2', {id: 'keys-title'}, 'Keys'),
        make('table', {}, make('tbody', {}, ...rows)),
        make('p', {}, make('label', {}, p.off, ' Turn single-key shortcuts off (except ?)')), close);
    document.body.append(p.dialog);
}

// A link past the header; it must not touch the address, which holds the page's state.
function skip() {
    const main = document.querySelector('main');
    main.tabIndex = -1;
    document.body.prepend(make('a', {class: 'skip', href: '#', onclick: e => {
        e.preventDefault();
        main.focus();
        main.scrollIntoView();
    }}, 'Skip to the models'));
}

const within = (target, selector) => Boolean(target.closest && target.closest(selector));
// Letters belong to what is typed or chosen; space presses what has the focus.
const typing = target => within(target, 'input[type=text],select,textarea,dialog');
const pressable = target => within(target, 'button,a,summary,input,[role=application]');

function pressed(p, app, e) {
    if (e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey || typing(e.target)) return;
    const act = act_of(e.key);
    if (e.key === '?') p.dialog.showModal();
    else if (act && !p.off.checked && !(e.key === ' ' && pressable(e.target))) act(app);
    else return;
    e.preventDefault();
}

// The menu closes behind whoever looks or goes elsewhere; Share stays, to say that it copied.
function close_menu(menu) {
    document.addEventListener('click', e => { if (!within(e.target, '#menu > summary, #share')) menu.open = false; });
    menu.addEventListener('keydown', e => { if (e.key === 'Escape') menu.open = false; });
}

export function mount(root, app) {
    const p = {};
    close_menu(document.getElementById('menu'));
    build(p);
    skip();
    const address = make('span', {class: 'unseen'});
    root.append(copy_button(app, 'share', 'Share', () => location.href.replace(/#.*/, '') + app.state.hash(), address), address);
    root.append(make('button', {type: 'button', id: 'keys-open', onclick: () => p.dialog.showModal()}, 'Keys'));
    document.addEventListener('keydown', e => pressed(p, app, e));
}
