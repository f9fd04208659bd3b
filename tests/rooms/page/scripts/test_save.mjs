// test_save.mjs -- pictures as files: which picture, under which name, from the text that the engine gives.

import {same, test} from './tap.mjs';
import {Element, page} from './elements.mjs';
import {app_of, model} from './app.mjs';
import {mount_save} from '../../../../src/rooms/page/save.js';

// What is saved by a press of a button: name, type and text; a canvas has the size that it was given.
async function saved(app, pictures, k, form) {
    const files = [], usual = [page.createElement, globalThis.Image, URL.createObjectURL, globalThis.setTimeout], root = new Element('div');
    const drawn = {};
    page.createElement = tag => Object.assign(new Element(tag), tag === 'a' && {click() { files.push([this.download, ...blob]); }},
        tag === 'canvas' && {getContext: () => ({drawImage: (image, x, y, width, height) => Object.assign(drawn, {image, width, height})}),
            toBlob(done, type) { done({type, text: async () => [drawn.width, drawn.height, decodeURIComponent(drawn.image.src.split(',')[1])]}); }});
    globalThis.Image = class { async decode() { Object.assign(this, {width: 720, height: 300}); } };
    globalThis.setTimeout = () => 0;
    let blob, over;
    const done = new Promise(resolve => { over = resolve; });
    URL.createObjectURL = given => { blob = [given.type, given]; return 'blob:'; };
    app.say = app.fail = (...text) => over(text.at(-1));
    mount_save(root, app, pictures);
    root.querySelectorAll('button').filter(button => button.dataset.form === form)[k].click();
    const said = await done;
    [page.createElement, globalThis.Image, URL.createObjectURL, globalThis.setTimeout] = usual;
    return [said, ...await Promise.all(files.map(async ([name, type, file]) => [name, type, await file.text()]))];
}

test('a picture is saved as SVG and CSV as the engine writes them, and as PNG of that SVG with twice its pixels', async () => {
    const app = app_of([model('rope', 1)], '', message => message.do === 'chart' ? {file: `${message.kind} as ${message.as}`}
        : {file: [`${message.view} as ${message.as}`, 'another']});
    const pictures = [['Accuracy', 'accuracy', () => ({kind: 'extrapolation', at: 60})],
        ['Ruler', 'ruler', () => ({do: 'encoding', view: 'ruler'})], ['Loss', 'loss', () => null]];
    same(await saved(app, pictures, 0, 'csv'), ['Saved as accuracy.csv', ['accuracy.csv', 'text/csv', 'extrapolation as csv']]);
    same(app.asked.pop(), {do: 'chart', kind: 'extrapolation', at: 60, as: 'csv'});
    same(await saved(app, pictures, 1, 'svg'), ['Saved as ruler.svg', ['ruler.svg', 'image/svg+xml', 'ruler as svg']]);
    same(await saved(app, pictures, 0, 'png'), ['Saved as accuracy.png', ['accuracy.png', 'image/png', [1440, 600, 'extrapolation as svg']]]);
    same(await saved(app, pictures, 2, 'svg'), ['There is no Loss yet']);
    const [one] = app.models; // whose own engine draws it
    app.ask = async (model, message) => ({file: [`${message.view} of ${model.name} as ${message.as}, model ${'model' in message}`]});
    same(await saved(app, [['Table', 'table', () => ({do: 'encoding', view: 'matrix', model: one})]], 0, 'csv'),
        ['Saved as table.csv', ['table.csv', 'text/csv', 'matrix of rope seed 1 as csv, model false']]);
    app.local = () => { throw new Error('no such view'); };
    same(await saved(app, pictures, 1, 'csv'), ['no such view']);
});
