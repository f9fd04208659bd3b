// test_numbers.mjs -- numbers as text, the table of encodings and policies, and its notes.

import {readFileSync} from 'node:fs';
import {same, test} from './tap.mjs';
import {Element, rows_of} from './elements.mjs';
import {app_of, model, row} from './app.mjs';
import {accuracy, fixed, percent, seldom, thousands} from '../../../../src/rooms/page/dom.js';
import {curve_of, fill_table, marks_of, offered, sentence} from '../../../../src/rooms/page/numbers.js';

test('numbers are rounded as the program rounds them, ties to the even digit', () => {
    same([6.25, 6.35, 6.75, -6.25, 6.26].map(x => fixed(x, 1)), ['6.2', '6.3', '6.8', '-6.2', '6.3']);
    same([.5, 1.5, 2.5, -2.5, 2.51].map(x => fixed(x, 0)), ['0', '2', '2', '-2', '3']);
    same([.9123, .5, 1].map(percent), ['91.2', '50.0', '100.0']);
    same([.9123, .9962, .99, .9906, .9996, 1, .004, .01, 0].map(accuracy), ['91', '99.6', '99', '99.1', '100', '100', '0.4', '1', '0']);
    same([9346, 999.6, 12].map(thousands), ['9,346', '1,000', '12']);
});

test('calls that come too early become one, with the arguments of the last', () => {
    const [clock, timer] = [performance.now, globalThis.setTimeout], done = [];
    let now = 5000, wait = 0, later = null, answer = true;
    performance.now = () => now;
    globalThis.setTimeout = (f, milliseconds) => { later = f; wait = milliseconds; return 1; };
    try {
        const call = seldom(what => { done.push(what); return answer; }, 100);
        call('a');
        now += 30;
        call('b');
        call('c');
        same([done, wait], [['a'], 70]);
        now += 70;
        later();
        same(done, ['a', 'c']);
        now += 100;
        answer = false; // nothing was drawn, so the next call need not wait
        call('d');
        call('e');
        same(done, ['a', 'c', 'd', 'e']);
    } finally {
        [performance.now, globalThis.setTimeout] = [clock, timer];
    }
});

// Means by name of the curve: in range, and at 30 words.
const MEANS = {none: [.55, .5], learned: [.95, .6], 'learned +clamp': [.95, .62], 'learned +interpolate': [.95, .8],
    rope: [.9996, .81], 'rope +interpolate': [.9996, .81], t5: [.9, .82], 't5 +extend': [.9, .7]};

function engine({models: [{model, seeds}]}) {
    const [inside, there] = MEANS[model], n = seeds.length;
    return {points: [{from: 8, x: 15, mean: inside, low: inside - .03, high: inside + .004, n},
        {from: 15, x: 15, mean: .123, low: .1, high: .2, n}, {from: 30, x: 30, mean: there, low: there - .041, high: there + .06, n}]};
}

const rows = base => [row(15, base + .2, 300), row(30, base, 200)];
const seeds = (member, policies, count = 2) => Array.from({length: count}, (_, i) =>
    model(member, i + 1, {final: Object.fromEntries(policies.map((name, k) => [name, rows(.3 + .1 * i + .01 * k)]))}));

function table_of(models, hash) {
    const app = app_of(models, hash, engine), table = new Element('table');
    fill_table(table, app, 30);
    const looks = table.querySelectorAll('tr').map(tr => tr.children.slice(2).map(cell => cell.attributes.class || ''));
    return {app, table, texts: rows_of(table), looks};
}

function table_of_at(models, words) {
    const table = new Element('table');
    fill_table(table, app_of(models, '', engine), words);
    return table;
}

test('limits that the page and the program share are equal', () => {
    const read = path => readFileSync(new URL(`../../../../src/${path}`, import.meta.url), 'utf8');
    const limit = (path, name) => Number(read(path).match(new RegExp(`\\b${name} = (\\d+)`))[1]);
    same([limit('rooms/page/stretch.js', 'FEW'), limit('rooms/page/train.js', 'PANELS_FROM')],
        [limit('core/draw/chart.h', 'CHART_INTERVAL_FROM'), limit('core/draw/chart.h', 'CHART_PANELS_FROM')]);
});

test('the table has a row for each encoding and a column for each policy, with means and intervals at one length', () => {
    const models = [...seeds('none', ['extend']), ...seeds('learned', ['extend', 'clamp', 'interpolate']),
        ...seeds('rope', ['extend', 'interpolate'], 1)];
    const {table, texts, looks} = table_of(models, '#policy=interpolate');
    same(texts, [
        ['accuracy in %', 'in range', 'no fix', 'clamp', 'interpolate'],
        ['chance', '40', '50', '50', '50'], ['bag', '42', '51', '51', '51'],
        ['none', '55 [52-55]', '50 [46-56]', '–', '–'],
        ['learned', '95 [92-95]', '60 [56-66]', '62 [58-68]', '80 [76-86]'],
        ['rope', '100', '81', '–', '81'], // one seed has no interval; its policy changes nothing, so none is best
    ]);
    same(looks.slice(3).map(look => look.map(text => text.trim())), [
        ['', 'none', 'none chosen'], ['broke', 'broke', 'chosen broke'], ['broke', 'none', 'chosen broke']]);
    same(marks_of(table), 'Orange: 10 points or more below the trained lengths. –: this policy does not fit this encoding.');
    const shade = table.querySelectorAll('tr')[4].children.slice(1).map(cell => cell.attributes.style.match(/\/ ([\d.]+)\)/)[1]);
    same(rows_of(table_of_at(models, 15))[3], ['none', '55 [52-55]', '12 [10-20]', '–', '–']); // at the longest trained length, which is not the mean in range
    same(shade, ['0.180', '0.040', '0.048', '0.120']); // a fifth of the way from chance to 1
});

test('means are renewed when a seed comes or goes', () => {
    const models = seeds('learned', ['extend', 'clamp', 'interpolate'], 3), cell = () => table_of(app.models, '').texts.pop()[2];
    const app = {models: models.slice(0, 1)}, said = [cell()];
    app.models = models;
    said.push(cell());
    app.models = models.slice(1, 2);
    said.push(cell());
    same(said, ['60', '60 [56-66]', '60']); // one seed has no interval
});

test('the best policy is bold if the model does not break under it', () => {
    const usual = MEANS['learned +interpolate'];
    MEANS['learned +interpolate'] = [.95, .86]; // 9 points below, where .85 would be broken
    const {looks, table} = table_of(seeds('learned', ['extend', 'clamp', 'interpolate']), '#policy=clamp');
    MEANS['learned +interpolate'] = usual;
    same([looks.pop().map(text => text.trim()), marks_of(table)], [['broke', 'chosen broke', 'best'],
        'Bold: the best policy, where one is better than none. Orange: 10 points or more below the trained lengths.']);
});

test('an interval is omitted if both ends print like the mean, and shown if one differs', () => {
    const [inside, there] = MEANS.none, cell = (low, high) => {
        const app = app_of(seeds('none', ['extend']), '', () => ({points: [{from: 30, x: 30, mean: .5, low, high, n: 2}]}));
        const table = new Element('table');
        fill_table(table, app, 30);
        return rows_of(table).pop()[2];
    };
    same([inside, there], [.55, .5]);
    same([cell(.498, .502), cell(.49, .502), cell(.498, .51), cell(null, null)], ['50', '50 [49-50]', '50 [50-51]', '50']);
});

test('if the best policy is the encoding\'s own, none is highlighted', () => {
    same(table_of(seeds('t5', ['clamp', 'extend'])).looks.pop().map(text => text.trim()), ['chosen', 'broke']);
    const app = app_of(seeds('learned', ['extend', 'clamp', 'interpolate']), '', message => {
        const {points} = engine({models: [{...message.models[0], model: 'learned'}]});
        return {points};
    }), table = new Element('table');
    fill_table(table, app, 30); // all policies are as good as none
    same(table.querySelectorAll('.best'), []);
});

test('a member that lacks numbers for a seed is "not yet evaluated" or "failed"', () => {
    const [one, two] = seeds('learned', ['extend', 'clamp', 'interpolate']), none = seeds('none', ['extend']);
    delete two.final.clamp;
    none[1].failed = true;
    none[1].final = {};
    const {texts, table, app} = table_of([one, two, ...none]);
    same(texts.slice(3), [['learned', '95 [92-95]', '60 [56-66]', '…', '80 [76-86]'], ['none', 'failed', 'failed', '–', '–']]);
    same(marks_of(table), 'Orange: 10 points or more below the trained lengths. failed: training failed: see the line above. …: not evaluated yet. ' +
        '–: this policy does not fit this encoding.');
    same(sentence(app, 30), 'without a fix: learned 60 %, none not yet.');
    app.state.set({policy: 'interpolate'});
    same(sentence(app, 30), 'with interpolate: learned 80 %, none not yet.');
    app.state.set({policy: 'clamp'});
    same(sentence(app, 30), 'with clamp: learned not yet, none not yet.');
    const unfit = table_of([...seeds('learned', ['extend', 'interpolate']), ...seeds('none', ['extend'])]).app;
    unfit.state.set({policy: 'interpolate'});
    same(sentence(unfit, 30), 'with interpolate: learned 80 %, none 50 % as it is.'); // its number is without
});

test('a policy is offered unless it is the own policy of every model that it fits', () => {
    const {app} = table_of(seeds('none', ['extend']));
    same(offered(seeds('none', []), app.list), []);
    same(offered(seeds('learned', []), app.list), ['clamp', 'interpolate']);
    same(offered([...seeds('rope', []), ...seeds('t5', [])], app.list), ['extend', 'interpolate']);
});

test('the engine computes a mean from the numbers of each seed, and again only when they change', () => {
    const models = seeds('rope', ['extend', 'interpolate']), {app} = table_of(models);
    models[1].final.interpolate[0].count = 100;
    app.asked = [];
    fill_table(new Element('table'), app, 30);
    same(app.asked, []);
    models[1].final.interpolate = [row(15, .77, 40), row(30, .44)];
    fill_table(new Element('table'), app, 30);
    same(app.asked, [{do: 'chart', kind: 'extrapolation', trained: {low: 8, high: 15}, examples: 40, models: [
        {model: 'rope +interpolate', encoding: 'rope', seeds: [{seed: 1, points: [[15, .51], [30, .31]], in_range: .9},
            {seed: 2, points: [[15, .77], [30, .44]], in_range: .9}]}]}]);
    app.asked = [];
    models[1].in_range = {...models[1].in_range, accuracy: .8}; // the same rows, another number in range
    fill_table(new Element('table'), app, 30);
    same(app.asked.map(({models: [{model, seeds}]}) => [model, seeds[1].in_range]), [['rope', .8], ['rope +interpolate', .8]]);
    same(curve_of(app, {member: 't5', encoding: 't5', models: seeds('t5', ['clamp'], 1)}, 'window').model, 't5');
});
