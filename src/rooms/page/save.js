// save.js -- a picture as a file: SVG and CSV as the program writes them, PNG of the SVG with twice its pixels.

import {make} from './dom.js';

const PNG_SCALE = 2;

// Gives the browser a file to save.
function download(name, blob) {
    const address = URL.createObjectURL(blob);
    make('a', {href: address, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}

async function png_of(svg) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'),
        {width: PNG_SCALE * image.width, height: PNG_SCALE * image.height});
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise(resolve => canvas.toBlob(resolve, 'image/png'));
}

// The file NAME.form of the picture that a message draws, asked of its `model` if it has one; where a view has several,
// of the first.
async function save(app, name, message, form) {
    const {model, ...asked} = {do: 'chart', ...message, as: form === 'csv' ? 'csv' : 'svg'};
    const {file} = await (model ? app.ask(model, asked) : app.local(asked)), text = [file].flat()[0];
    const types = {csv: 'text/csv', svg: 'image/svg+xml'};
    download(`${name}.${form}`, form === 'png' ? await png_of(text) : new Blob([text], {type: types[form]}));
    app.say(`Saved as ${name}.${form}`);
}

// A fold with a row of buttons for each picture: [[title, name of its file, f], ...]; f() gives the message that draws
// it, or null where there is nothing to draw yet.
export function mount_save(root, app, pictures) {
    const row = ([title, name, message]) => make('li', {}, make('span', {}, title), ['png', 'svg', 'csv'].map(form =>
        make('button', {type: 'button', class: 'small', 'data-form': form, 'aria-label': `${title} as ${form.toUpperCase()}`, onclick: event => {
            const asked = message();
            if (asked) return save(app, name, asked, form).catch(error => app.fail(event.target, error.message));
            app.say(`There is no ${title} yet`);
        }}, form.toUpperCase())));
    root.append(make('details', {class: 'save'}, make('summary', {}, 'Save the pictures'), make('ul', {}, pictures.map(row))));
}
