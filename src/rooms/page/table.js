// table.js -- what both charts by length say, in sentences; which encoding to take; and folded, all numbers of the first.

import {make, write} from './dom.js';
import {find, title_of} from './findings.js';
import {fill_table, marks_of} from './numbers.js';
import {waits} from './pair.js';
import {words_now} from './stretch.js';
import {rule, taken} from './take.js';

const at = id => document.getElementById(id);

export function mount(root, app, pair) {
    const table = make('table', {id: 'numbers'}), marks = make('p', {class: 'quiet', id: 'marks'});
    const list = make('ol', {id: 'findings'}), take = make('ul', {id: 'take'}), beside = make('p', {class: 'quiet', id: 'rule'});
    const which = make('div', {}, make('h3', {}, 'Which should I take?'), take);
    const fold = make('details', {id: 'numbers-fold', ontoggle: () => draw()}, make('summary', {}, 'Numbers of all policies'),
        make('div', {class: 'wide', 'aria-label': 'Accuracy by policy'}, table), marks);
    at('said').append(list, which, beside);
    root.append(fold);
    const draw = app.drawn('train', 100, () => {
        if (!app.models.length) return false;
        const words = words_now(app), titles = [at('title'), at('pair-title')], high = () => titles.map(each => each.offsetHeight).join(), before = high();
        const [first, other] = [app, pair].map(one => one.models.length ? find(one, words_now(one)) : {findings: []});
        list.replaceChildren(...first.findings.map(text => make('li', {}, text)));
        take.replaceChildren(...taken(app, pair, first.take, other.take, words).map(([who, text]) => make('li', {}, make('b', {}, who), ' ', text)));
        which.hidden = !take.children.length;
        write(beside, rule(app, pair));
        write(titles[0], title_of(app, first, words));
        write(titles[1], other.findings.length ? title_of(pair, other, words) : waits(pair));
        titles[1].className = other.findings.length ? '' : 'quiet';
        if (high() !== before) setTimeout(() => app.emit('resize')); // they take more lines, or fewer
        if (fold.open) fill_table(table, app, words);
        write(marks, marks_of(table));
        return true;
    });
    for (const event of ['models', 'numbers', 'trained', 'state', 'pair']) app.on(event, draw);
    draw();
}
