// words.js -- a text field that suggests the words a model knows: arrow down, Enter, or a tap takes one.
import {make} from './dom.js';

const MOST = 24;

// The word at the cursor: its beginning up to there, and where it starts and ends.
function word_at(field) {
    const at = field.selectionStart, start = field.value.lastIndexOf(' ', at - 1) + 1;
    const next = field.value.indexOf(' ', at), end = next < 0 ? field.value.length : next;
    return {begun: field.value.slice(start, at), start, end};
}

function fitting(words, begun) {
    const small = begun.toLowerCase();
    const found = words.filter(word => word.toLowerCase().startsWith(small) && !/^\[/.test(word) && word !== begun);
    return found.slice(0, MOST);
}

function choose(list, field, now) {
    [...list.children].forEach((option, i) => option.setAttribute('aria-selected', String(i === now)));
    if (now < 0) field.removeAttribute('aria-activedescendant');
    else {
        field.setAttribute('aria-activedescendant', list.children[now].id);
        list.children[now].scrollIntoView({block: 'nearest'});
    }
    list.now = now;
}

function close(list, field) {
    list.hidden = true;
    field.setAttribute('aria-expanded', 'false');
    choose(list, field, -1);
}

function take(list, field, word) {
    const {start, end} = word_at(field);
    field.setRangeText(word + (end === field.value.length ? ' ' : ''), start, end, 'end');
    close(list, field);
    field.dispatchEvent(new Event('input'));
    field.focus();
}

function suggest(list, field, words) {
    const found = fitting(words, word_at(field).begun);
    list.replaceChildren(...found.map((word, i) => make('li', {role: 'option', id: `${list.id}-${i}`,
        onpointerdown: e => {
            e.preventDefault();
            take(list, field, word);
        }}, word)));
    list.hidden = !found.length;
    field.setAttribute('aria-expanded', String(!list.hidden));
    choose(list, field, -1);
}

function pressed(list, field, known, e) {
    const open = !list.hidden, count = list.children.length;
    if (open && (e.key === 'ArrowDown' || e.key === 'ArrowUp'))
        choose(list, field, e.key === 'ArrowDown' ? Math.min(count - 1, list.now + 1) : Math.max(-1, list.now - 1));
    else if (open && e.key === 'Enter' && list.now >= 0) take(list, field, list.children[list.now].textContent);
    else if (open && e.key === 'Escape') close(list, field);
    else if (e.key === 'ArrowDown') suggest(list, field, known);
    else return;
    e.preventDefault();
    e.stopPropagation();
}

// A labelled field; `known()` are the words, `changed(text)` hears every key.
export function word_field(id, label, known, changed) {
    const list = make('ul', {id: id + '-words', class: 'words', role: 'listbox', hidden: true,
        'aria-label': 'Known words'});
    const field = make('input', {id, type: 'text', role: 'combobox', autocomplete: 'off', autocapitalize: 'off',
        spellcheck: 'false', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': list.id,
        'aria-describedby': 'sentence-error'});
    list.now = -1;
    field.addEventListener('input', () => {
        changed(field.value);
        if (document.activeElement === field) suggest(list, field, known());
    });
    field.addEventListener('keydown', e => pressed(list, field, known(), e));
    field.addEventListener('blur', () => close(list, field));
    const box = make('div', {class: 'field'}, make('label', {for: id}, label),
        make('div', {class: 'typed'}, field, list));
    return {box, field, label: box.firstChild};
}
