// table.js -- what the chart by length says, in sentences; and folded, all of its numbers at one length.

import {make, write} from './dom.js';
import {fill_findings, title_of} from './findings.js';
import {fill_table, marks_of} from './numbers.js';
import {words_now} from './stretch.js';

export function mount(root, app) {
    const table = make('table', {id: 'numbers'}), marks = make('p', {class: 'quiet', id: 'marks'});
    const found = make('ol', {id: 'findings'});
    const fold = make('details', {id: 'numbers-fold', ontoggle: () => draw()}, make('summary', {}, 'Numbers of all policies'),
        make('div', {class: 'wide', 'aria-label': 'Accuracy by policy'}, table), marks);
    root.append(found, fold);
    const draw = app.drawn('train', 100, () => {
        if (!app.models.length) return false;
        const title = title_of(app, fill_findings(found, app, words_now(app)), words_now(app)), head = document.getElementById('title');
        const {offsetHeight: before} = head;
        write(head, title);
        if (head.offsetHeight !== before) setTimeout(() => app.emit('resize')); // it takes more lines, or fewer
        if (fold.open) fill_table(table, app, words_now(app));
        write(marks, marks_of(table));
        return true;
    });
    for (const event of ['models', 'numbers', 'trained', 'state']) app.on(event, draw);
    draw();
}
