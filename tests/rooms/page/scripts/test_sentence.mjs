// test_sentence.mjs -- one sentence: its other word orders, its answers and how they compare, suggested words.

import {same, test} from './tap.mjs';
import {Element, page} from './elements.mjs';
import {app_of, model} from './app.mjs';
import {can_swap, difference, other_order, right_answer} from '../../../../src/rooms/page/order.js';
import {draw_answer, draw_words, in_words, target_of, word_keys} from '../../../../src/rooms/page/answer.js';
import {draw_heads, matrices, strips} from '../../../../src/rooms/page/inside.js';
import {word_field} from '../../../../src/rooms/page/words.js';
import * as sentence from '../../../../src/rooms/page/sentence.js';

const close = (got, want) => same(got.map(x => +x.toFixed(9)), want);

test('the other order swaps X and Y in the passage that is asked about, or reverses it', () => {
    same(other_order(['w1 X  w2 Y', 'Y w3 X'], 'swap'), ['w1 X  w2 Y', 'X w3 Y']);
    same(other_order(['[B] w1 X Y', 'Y w3 X'], 'swap'), ['[B] w1 Y X', 'Y w3 X']);
    same(other_order(['w1 X w2 Y'], 'swap'), ['w1 Y w2 X']);
    same(other_order(['[B] w1 X  w2', ' Y w3 X '], 'reverse'), ['[B] w2 X w1', 'X w3 Y']);
    same([can_swap(['X Y', 'w1 Y']), can_swap(['w1', 'X Y']), can_swap(['[B] X Y', 'w']), can_swap(['X']), can_swap(['Xx Y'])],
        [false, true, true, false, false]);
});

test('a shuffle has the same words, and depends on nothing but its number', () => {
    const text = 'a b c d e f g h', shuffle = number => other_order([text, '[B] x'], `shuffle${number}`);
    same(shuffle(1)[0].split(' ').sort().join(' '), text);
    same([shuffle(1), shuffle(1)[1]], [shuffle(1), '[B] x']);
    same(new Set([1, 2, 3, 4, 5].map(number => shuffle(number)[0])).size, 5);
    same(new Set(Array.from({length: 60}, (_, i) => other_order(['a b c'], `shuffle${i}`)[0])).size, 6); // all orders occur
});

// An answer to words of two passages ('1Y' is Y in the second), with the target's attention weights.
const answer = (words, weights, yes, more = {}) =>
    ({rows: words.map((word, i) => ({word: word.slice(1), segment: Number(word[0]), position: i + 3})),
    targets: [{row: 0, answer: yes > .5 ? 'yes' : 'no', probability: Math.max(yes, 1 - yes), 
        probabilities: [{answer: 'yes', probability: yes},
            {answer: 'no', probability: 1 - yes}].sort((a, b) => b.probability - a.probability)}],
    attention: [[weights]], ...more});

test('answers and weights are compared word by word and passage by passage', () => {
    const one = answer(['0C', '0X', '0Y', '1Y', '1X'], [.1, .2, .3, .15, .25], .7);
    const same_words = difference(one, answer(['0C', '0Y', '0X', '1X', '1Y'], [.1, .3, .2, .25, .15], .7));
    close([same_words.answers, same_words.weights], [0, 0]);
    const swapped = difference(one, answer(['0C', '0X', '0Y', '1Y', '1X'], [.1, .25, .3, .15, .2], .62)); // X of both passages swapped
    close([swapped.answers, swapped.weights], [.08, .05]);
    const twice = weights => answer(['0X', '0w', '0w'], weights, .7); // which of two equal words is which, nobody knows
    close([difference(twice([.1, .2, .7]), twice([.1, .7, .2])).weights], [0]);
    const falls = (more, less) => difference({...one, attention: [[[.1, ...more]]]}, {...one, attention: [[[.1, ...less]]]}).weights;
    close([falls([.1, .1, .4, .3], [.2, .2, .2, .3]), falls([.2, .2, .2, .3], [.1, .1, .4, .3])], [.2, .2]); // whether it rises or falls
    const heads = difference({...one, attention: [[one.attention[0][0]], [[.5, .1, .1, .2, .1]]]},
        {...one, attention: [[one.attention[0][0]], [[.4, .1, .1, .3, .1]]]});
    close([heads.answers, heads.weights], [0, .1]);
    same(difference({...one, attention: null}, {...one, attention: null}).weights, null);
    close([difference(one, {...one, targets: [{row: 0, probabilities: [{answer: 'no', probability: .3}]}]}).answers],
        [.7]); // an answer that is missing counts as 0
});

// ---- The answer

const drawn = (given, row) => {
    const box = new Element('div'), style = look => box.querySelectorAll('.' + look).map(span => span.attributes.style);
    draw_answer(box, given, row);
    return {bars: style('full'), chance: style('chance'), texts: box.children.map(child => child.textContent),
        best: box.querySelectorAll('.best').length};
};

test('an answer is drawn as bars of its probabilities, with a line at chance', () => {
    same(drawn(answer(['0C'], [1], .7)), {bars: ['width:70%', 'width:30.000000000000004%'], chance: ['left:50%', 'left:50%'],
        texts: ['yes70.0 %', 'no30.0 %', 'Line: chance, 50.0 %.'], best: 1});
    const five = Array.from({length: 5}, (_, i) => ({answer: `w${i}`, probability: (5 - i) / 16})),
        target = {row: 1, answer: 'w0', probability: 5 / 16, probabilities: five};
    const two = {rows: [], targets: [{row: 4, answer: 'w9', probability: .25,
        probabilities: [{answer: 'w9', probability: .25}], chance: .125}, target]};
    same(drawn(two, 1).texts, ['w031.2 %', 'w125.0 %', 'w218.8 %', 'w312.5 %', 'Line: chance, 20.0 %.']); // four of five
    same([drawn(two, 4).chance, drawn(two, 7).texts.pop()], [['left:12.5%'], 'Line: chance, 12.5 %.']);
    same([in_words(two, 1), in_words(two, 0), target_of(two, 1).row, target_of(two).row], ['w0, 31.2 %', 'w9, 25.0 %', 1, 4]);
});

test('words are below the name of their passage, and one of them is selected', () => {
    const one = answer(['0C', '0X', '1Y'], [1, 0, 0], .7), box = new Element('div'), chosen = [];
    one.rows[1].position = null;
    draw_words(box, one, 1, row => chosen.push(row));
    const chips = box.querySelectorAll('button'), groups = box.children.map(group => group.children[0].textContent);
    same(groups, ['passage A', 'passage B']);
    same(chips.map(chip => chip.textContent), ['Cposition 3target', 'Xno position', 'Yposition 5']);
    same(chips.map(chip => [chip.attributes['aria-checked'], chip.attributes.tabindex]), [['false', -1], ['true', 0], ['false', -1]]);
    chips[2].click();
    same(chosen, [2]);
    draw_words(box, {...one, targets: [{row: 2, answer: 'w1'}, {row: 0, answer: 'w2'}]}, 1, () => 0);
    same(box.querySelectorAll('.target').map(small => small.textContent), ['\u2192 w2', '\u2192 w1']);
    draw_words(box, {...one, targets: [{row: 2, answer: 'w1'}, {row: 0, answer: 'w4'}]}, 1, () => 0); // another answer alone
    same(box.querySelectorAll('.target').map(small => small.textContent), ['\u2192 w4', '\u2192 w1']);
});

test('arrow keys go through the words and wrap around', () => {
    const box = new Element('div'), chosen = [];
    let at = 0;
    word_keys(box, row => chosen.push(at = row));
    box.querySelector = () => ({dataset: {row: String(at)}});
    box.querySelectorAll = () => [1, 2, 3];
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp', 'x']) box.fire('keydown', {key});
    same(chosen, [2, 0, 1, 0]);
});

// ---- Inside

test('each head names the words attended to most; a cell of its matrix gives the weight in every head', () => {
    const one = {...answer(['0C', '0X', '1Y'], [], .7),
        attention: [[[1, 0, 0], [.2, .7, .1], [0, .3, .7]], [[.5, .5, 0], [.1, .1, .8], [0, 0, 1]]]}, box = new Element('div');
    draw_heads(box, one, 1);
    same(box.children.map(child => (child.querySelector('figcaption') || child).textContent), ['What X (row 1, A) takes from each word:',
        'X (row 1, A) 0.70, C (row 0, A) 0.20', 'Y (row 2, B) 0.80, C (row 0, A) 0.10']);
    same(box.querySelectorAll('h4').map(head => head.textContent), ['head 1', 'head 2']);
    const all = matrices(), [maps, out] = all.box.children;
    maps.cell = {row: 2, column: 1};
    maps.querySelector = () => ({dataset: {cells: '0 0 1 1 3 3'}, querySelector: () => new Element('rect')});
    all.draw(one);
    same(out.textContent, 'Y (row 2, B) takes from X (row 1, A): head 1 0.30, head 2 0.00');
});

test('the strips of an embedding share one colour scale, and name what is added', () => {
    const one = {...answer(['0C', '1Y'], [], .7), about: 'none: no positions.',
        parts: {token: [[.1, -.5], [.25, 0]], segment: [[0, .5], [0, .2]], position: [[0, 0], [0, 0]],
        sum: [[.1, 0], [.25, .2]]}};
    const all = strips(), [maps, out] = all.box.children;
    maps.cell = {row: 0, column: 1};
    maps.querySelector = () => ({dataset: {cells: '0 0 1 1 2 2'}, querySelector: () => new Element('rect')});
    all.draw(one);
    same(out.textContent, 'C (row 0, A), column 1: token \u22120.500 + segment 0.500 = sum 0.000');
    same(maps.querySelectorAll('figcaption').map(each => each.textContent), ['token', '+ segment', '+ position', '= sum']);
    same(maps.all.filter(each => each.attributes.class === 'nothing').map(each => each.textContent),
        ['Nothing is added. none: no positions.']);
    const pictures = maps.all.map(each => each.innerHTML).filter(Boolean);
    same(pictures.map(text => [...text.matchAll(/class="([mp]\d+)"/g)].map(match => match[1]).join(' ')),
        ['p2 m10 p5 p0', 'p0 p10 p4', 'p2 p0 p5 p4']);
    same(pictures.map(text => text.match(/scale\(([^)]*)\)/)[1]), ['6.5 17', '6.5 17', '6.5 17']);
    const wide = Array.from({length: 2}, () => Array(64).fill(1));
    all.draw({...one, parts: {...one.parts, sum: wide}});
    same(maps.all.map(each => each.innerHTML).filter(Boolean).pop().match(/scale\(([^)]*)\)/)[1], '3.25 17');
});

test('the sum is next to its parts on a page of 1280 pixels, where words are as long as w16', () => {
    const values = Array.from({length: 8}, () => Array(32).fill(.5)), all = strips(), [maps] = all.box.children;
    all.draw({...answer(['0[CLS]', ...Array(7).fill('1w16')], [], .7), parts: {token: values, segment: values, position: values, sum: values}});
    const widths = maps.all.map(each => each.innerHTML).filter(Boolean).map(text => Number(text.match(/--width:\s*([\d.]+)/)[1]));
    same([widths.length, widths.reduce((sum, width) => sum + width + 20, -20) <= 1280 - 2 * 24], [4, true]); // gaps and margins
});

// ---- The text field

test('a text field suggests words that begin like the one at the cursor', () => {
    const heard = [], {box, field} = word_field('sentence-a', 'A', () => ['tea', 'Tee', 'ten', '[CLS]', 'on'],
        text => heard.push(text)), list = box.querySelector('ul');
    field.setRangeText = function (text, start, end) {
        this.value = this.value.slice(0, start) + text + this.value.slice(end);
        this.selectionStart = start + text.length;
    };
    const type = (value, at) => {
        Object.assign(field, {value, selectionStart: at});
        page.activeElement = field;
        field.fire('input');
        return list.hidden ? null : list.children.map(one => one.textContent);
    }, key = name => field.fire('keydown', {key: name}).prevented,
        chosen = () => list.children.map(one => one.attributes['aria-selected'] === 'true');
    same([type('on te', 5), type('te on', 2), type('tea', 3), type('x', 1), type('[', 1)],
        [['tea', 'Tee', 'ten'], ['tea', 'Tee', 'ten'], null, null, null]);
    type('te on', 1);
    same([key('ArrowDown'), chosen()], [true, [true, false, false]]);
    key('ArrowDown');
    key('ArrowDown');
    key('ArrowDown');
    same(chosen(), [false, false, true]);
    key('ArrowUp');
    same([key('Enter'), field.value, field.selectionStart], [true, 'Tee on', 3]);
    type('te on', 1);
    ['ArrowDown', 'ArrowUp', 'ArrowUp'].forEach(name => key(name)); // back to what was typed
    same([chosen(), key('Enter'), field.value], [[false, false, false], false, 'te on']);
    type('on t', 4);
    key('ArrowDown');
    same([key('Enter'), field.value, heard.pop()], [true, 'on tea ', 'on tea ']); // with a blank at the end of the text
    type('on t', 4);
    same([key('Escape'), list.hidden, key('Escape')], [true, true, false]);
    page.activeElement = Object.assign(new Element('body'), {id: ''});
});

// ---- The tab

async function asked(models, hash, answers) {
    const app = app_of(models, hash), root = new Element('div'), sent = [];
    app.ask = async (one, message, priority) => {
        const texts = [message.text_a, message.text_b].filter(text => text !== undefined);
        sent.push([one.name, texts, message.policy, priority]);
        return answers(texts, one);
    };
    sentence.mount(root, app);
    await new Promise(resolve => setImmediate(resolve));
    return {app, root, sent, said: root.querySelector('#sentence-same').textContent,
        text: id => root.querySelector('#sentence-' + id).value};
}

const by_order = texts => answer(['0C', '1X', '1Y'], [.2, .3, .5], /X.*Y/.test(texts[texts.length - 1]) ? .9 : .2);

test('the first model with positions is given the sentence as typed and in the other order', async () => {
    const models = [model('none', 1), model('learned', 1), model('learned', 2)], first = await asked(models, '', by_order);
    same(first.sent, [['learned seed 1', ['w1 X w2 Y', 'X w3 Y'], 'extend', 1], ['learned seed 1', ['w1 X w2 Y', 'Y w3 X'], 'extend', 1]]);
    same([first.said, first.text('a'), first.text('b')],
        ['Another answer in the other order: no, 80.0 %, wrong; then yes, 90.0 %, right. ', 'w1 X w2 Y', 'Y w3 X']);
    const second = await asked(models, '#model=learned seed 2&a=w1 tea&b=tea w2&policy=clamp', () => by_order(['X Y']));
    same(second.sent[0], ['learned seed 2', ['tea w1', 'w2 tea'], 'clamp', 1]); // reversed, since it has no X and Y
    same(second.said, 'The same answer in the other order: yes, 90.0 %, right; then yes, 90.0 %, right. ');
    same((await asked(models, '#b=X Y&other=reverse', by_order)).sent[0][1], ['Y w2 X w1', 'Y X']);
    same((await asked(models, '#a=w1&b=X w1 tea w2 Y&other=shuffle2', by_order)).sent[0][1],
        other_order(['w1', 'X w1 tea w2 Y'], 'shuffle2'));
    same((await asked(models, '#policy=window', by_order)).sent[0][2], 'extend');
    const selected = ({root}) => ['model', 'policy'].map(id => root.querySelector('#sentence-' + id).children.filter(one => one.selected)
        .map(one => one.textContent).join());
    same([first, second].map(selected), [['learned seed 1', 'no fix'], ['learned seed 2', 'clamp']]);
    const one_text = [model('learned', 1, {texts: 1, example: ['tea w1']})], example = await asked(one_text, '#task=next', by_order);
    same([example.sent[0][1], example.text('a'), example.root.querySelectorAll('label')[2].textContent], [['w1 tea'], 'tea w1', 'Text']);
    for (const [task, label] of [['order', 'Passage A'], ['sop', 'Passage A'], ['query', 'Text A']])
        same([task, (await asked(models, '#task=' + task, by_order)).root.querySelectorAll('label')[2].textContent], [task, label]);
    const others = [model('learned', 1, {words: ['w1', 'w2', 'X', 'Y', 'tea'], example: ['tea', 'tea tea']})];
    same((await asked(others, '', by_order)).text('b'), 'tea tea'); // the usual first sentence has unknown words
});

test('the page says that a model without positions cannot tell the orders apart, if that is so', async () => {
    const said = async (one, shift) => (await asked([one], '',
        texts => answer(['0C', '1X', '1Y'], [.2, .3, .5], texts[1] === 'Y w3 X' ? .6 : .6 + shift))).said;
    const equal = /^Equal: the answer, and the weight of every word in every head\. Without positions/;
    same(equal.test(await said(model('none', 1), 0)), true);
    same((await said(model('none', 1), 2e-6)).match(/\(The rest, ([^,]*),/)[1], '2e-6');
    for (const [one, shift] of [[model('none', 1), 2e-5], [model('none', 1, {settings: {'model.causal': 'yes'}}), 0],
        [model('gru', 1), 0], [model('learned', 1), 0]])
        same((await said(one, shift)).startsWith('The same answer in the other order: yes, 60.0 %, right; then'), true);
});

test('the right answer is known where words alone decide it', () => {
    const rows = text => text.split(' ').map(one => ({segment: Number(one[0]), word: one.slice(1)}));
    same([right_answer('order', rows('0C 0X 0Y 1Y 1w 1X')), right_answer('order', rows('0C 1X 1Y 0Y 0X')),
        right_answer('first', rows('0C 0Y 0w 0X')), right_answer('order', rows('0X 0Y 1X')), right_answer('shift', rows('1X 1Y')),
        right_answer('flip', rows('0w1 0B 0w2 0A 0w3 0[CLS]')), right_answer('flip', rows('0w1 0[CLS]')), right_answer('find', rows('0[CLS] 0w1 0D 0w2'))],
        ['no', 'yes', 'no', '', '', 'A', '', 'D']);
});

test('a text of 64 rows has pictures; a longer one has a line that says why it has none', async () => {
    const of = count => answer(Array.from({length: count}, (_, i) => `0w${i}`), Array(count).fill(1 / count), .7);
    const shown = async count => {
        const {root} = await asked([model('learned', 1)], '', () => of(count));
        const [, , note, matrix] = root.querySelector('.result').children;
        return [note.textContent, matrix.hidden, root.querySelector('.heads').querySelectorAll('.scroll').length];
    };
    same(await shown(64), ['', false, 1]); // and the arcs of a head
    same(await shown(65), ['Pictures are drawn of 64 rows at most; this text has 65.', true, 0]);
});

test('if the engine refuses a sentence, the page says why and keeps the last answer', async () => {
    const {app, root, said} = await asked([model('learned', 1)], '', texts => {
        if (texts[0].includes('zzz')) throw new Error('unknown word "zzz"');
        return by_order(texts);
    });
    app.state.set({a: 'zzz'});
    await new Promise(resolve => setImmediate(resolve));
    same([root.querySelector('#sentence-error').textContent, root.querySelector('#sentence-same').textContent],
        ['unknown word "zzz"', said]);
});

test('the answer to the last sentence stays, in whatever order the answers come', async () => {
    const waiting = [], {app, root} = await asked([model('learned', 1)], '#other=reverse',
        texts => texts[1] === 'Y w3 X' || texts[1] === 'X w3 Y' ? by_order(texts)
        : new Promise((resolve, reject) => waiting.push([texts[0], () => texts[0].includes('zzz') ? reject(new Error('unknown word')) : resolve({...by_order(texts), parts: {}})])));
    const says = async (text) => {
        waiting.filter(([first]) => first.split(' ').includes(text)).forEach(([, done]) => done());
        await new Promise(resolve => setImmediate(resolve));
        return root.querySelector('#sentence-answer').children.find(bar => bar.look.includes('best')).textContent;
    };
    app.state.set({a: 'w1', b: 'X Y'});
    app.state.set({a: 'w2', b: 'Y X'});
    same([await says('w2'), await says('w1')], ['no80.0 %', 'no80.0 %']);
    app.state.set({a: 'w1 zzz'}); // which the engine refuses, but late
    app.state.set({a: 'w2'});
    await says('w2');
    await says('zzz');
    same(root.querySelector('#sentence-error').textContent, '');
});
