// chart.js -- pictures that the engine draws, put into the page. How they are read: draw/reading.js.

// How much a projector enlarges pictures in an element (panels.css); they are laid out for as much less.
export const picture_scale = element => Number(getComputedStyle(element).getPropertyValue('--picture-scale')) || 1;

const MARGIN = 6, LEAST = 200, MOST = 400, SAID = 200; // the last: for what both charts say and why, below them

// Pixels that the first screen has for the pictures of a section next to all else that is in it; none where it begins
// below.
export function room_for(section, pictures) {
    const {top, height} = section.getBoundingClientRect();
    return innerHeight - MARGIN - (top + scrollY) - pictures.reduce((rest, picture) => rest - picture.offsetHeight, height);
}

// How high a chart is in a figure, in the units of its width; 0: as high as its panels need.
export function chart_height(figure) {
    const scale = picture_scale(figure);
    const room = scale > 1 && innerWidth < 1600 ? .6 * innerHeight : room_for(figure.closest('section'), [figure]) - SAID;
    return figure.closest('.many') ? 0 : Math.round(Math.max(LEAST, Math.min(MOST * scale, room)) / scale);
}

// Draws a chart as wide as `figure` is; false where the figure is not on the screen.
export function draw_chart(figure, app, message) {
    const width = Math.round(figure.clientWidth / picture_scale(figure));
    if (!width) return false;
    figure.innerHTML = app.local({do: 'chart', width, height: chart_height(figure), ...message}).svg;
    return true;
}
