// chart.js -- pictures that the engine draws, put into the page; and the number under the pointer.

const tip = () => document.getElementById('tip');

// A text beside the pointer, within the window; none hides it.
function show(text, event) {
    const box = tip();
    box.hidden = !text;
    if (!text) return;
    box.textContent = text;
    const {width, height} = box.getBoundingClientRect();
    const below = event.clientY + 18 + height <= innerHeight;
    box.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - width - 4)) + 'px';
    box.style.top = (below ? event.clientY + 18 : event.clientY - height - 10) + 'px';
}

// A heat map's cell under the pointer, in words: "head 2, word: 0.31".
function cell(svg, event) {
    const {box, v, rows: row_names, columns: column_names} = svg.dataset;
    const [x, y, width, height, rows, columns] = box.split(' ').map(Number);
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const column = Math.floor((point.x - x) / width), row = Math.floor((point.y - y) / height);
    if (column < 0 || row < 0 || column >= columns || row >= rows) return '';
    const value = v.split(' ')[row * columns + column];
    return `${row_names.split('\n')[row]}, ${column_names.split('\n')[column]}: ${value}`;
}

export function follow_pointer() {
    const follow = event => {
        const at = event.target.closest && event.target.closest('[data-t],svg.heat');
        show(at ? at.dataset.t || cell(at, event) : '', event);
    };
    document.addEventListener('pointermove', follow);
    document.addEventListener('pointerdown', follow); // a finger does not hover
}

// Draws a chart as wide as `figure` is; false where the figure is not on the screen. A projector
// enlarges all of it (panels.css).
export function draw_chart(figure, app, message) {
    const scale = Number(getComputedStyle(figure).getPropertyValue('--picture-scale')) || 1;
    const width = Math.round(figure.clientWidth / scale);
    if (!width) return false;
    const room = figure.closest('.many') ? 0 : Math.max(300, Math.min(520, innerHeight - 490)); // slider and table in view
    const height = Math.round(room / scale);
    figure.innerHTML = app.local({do: 'chart', width, height, ...message}).svg;
    return true;
}
