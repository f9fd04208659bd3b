// chart.js -- pictures that the engine draws, put into the page. How they are read: draw/reading.js.

// How much a projector enlarges pictures in an element (panels.css); they are laid out for as much less.
export const picture_scale = element => Number(getComputedStyle(element).getPropertyValue('--picture-scale')) || 1;

// Draws a chart as wide as `figure` is; false where the figure is not on the screen.
export function draw_chart(figure, app, message) {
    const scale = picture_scale(figure);
    const width = Math.round(figure.clientWidth / scale);
    if (!width) return false;
    const usual = Math.max(300, Math.min(520, innerHeight - 490)); // slider and policies in view
    const room = figure.closest('.many') ? 0 : scale > 1 && innerWidth < 1600 ? Math.max(usual, .6 * innerHeight) : usual;
    const height = Math.round(room / scale);
    figure.innerHTML = app.local({do: 'chart', width, height, ...message}).svg;
    return true;
}
