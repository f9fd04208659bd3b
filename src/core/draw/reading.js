// reading.js -- reading what is drawn, with a mouse, a finger or keys: numbers of pictures, and boxes that scroll. The
// report and the live page share it.
//
// #tip holds one text: what an element says of itself in data-t, or a heat map's cell. A mouse shows it by resting
// there, a finger by a tap, keys by Tab to a picture and arrows within it. A tap elsewhere, Escape or going on with Tab
// takes it away. What is read is marked by the class `on`, and so is its curve.

(() => {
    const NEAR = 22; // pixels that a finger may miss by: half of a target of 44
    const PICTURES = 'svg.chart,svg.heat', BOXES = '.wide,.scroll,pre,.command code';
    let shown = null; // the element whose text is in #tip

    // ---- The text and the mark

    function mark(element) {
        for (const old of document.querySelectorAll('.on')) old.classList.remove('on');
        if (element) element.classList.add('on');
        const curve = element && element.closest('.curve');
        if (curve) curve.classList.add('on');
    }

    // Beside x, y of the window and within it; it stays there when the page scrolls. No text hides it.
    function show(text, x, y, element) {
        const tip = document.getElementById('tip');
        mark(text ? element : null);
        shown = text ? element : null;
        tip.hidden = !text;
        if (!text) return;
        tip.textContent = text;
        const {width, height} = tip.getBoundingClientRect(), below = y + 18 + height <= innerHeight;
        tip.style.left = scrollX + Math.max(4, Math.min(x + 14, innerWidth - width - 4)) + 'px';
        tip.style.top = scrollY + Math.max(4, below ? y + 18 : y - height - 10) + 'px';
    }

    const hide = () => show('');

    function show_at(element, text = element.dataset.t) {
        const box = element.getBoundingClientRect();
        show(text, box.left + box.width / 2, Math.min(box.top + box.height / 2, innerHeight - 60), element);
    }

    // ---- Heat maps: cell i in words, "head 2, word: 0.31"

    function grid_of(svg) {
        const [x, y, width, height, rows, columns] = svg.dataset.box.split(' ').map(Number);
        return {x, y, width, height, rows, columns};
    }

    function cell_text(svg, i) {
        const {rows, columns, v} = svg.dataset, row = Math.floor(i / grid_of(svg).columns), column = i % grid_of(svg).columns;
        return `${rows.split('\n')[row]}, ${columns.split('\n')[column]}: ${v.split(' ')[i]}`;
    }

    // The cell at a point of the window; -1: none.
    function cell_at(svg, x, y) {
        const g = grid_of(svg), p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
        const column = Math.floor((p.x - g.x) / g.width), row = Math.floor((p.y - g.y) / g.height);
        return column < 0 || row < 0 || column >= g.columns || row >= g.rows ? -1 : row * g.columns + column;
    }

    function show_cell(svg, i) {
        const g = grid_of(svg), row = Math.floor(i / g.columns), column = i % g.columns;
        const p = new DOMPoint(g.x + (column + .5) * g.width, g.y + (row + .5) * g.height).matrixTransform(svg.getScreenCTM());
        show(cell_text(svg, i), p.x, p.y, svg);
    }

    // ---- Pointers

    // Shows what is said at a point; false: nothing is.
    function read(target, x, y) {
        const element = target.closest && target.closest('[data-t],svg.heat');
        if (!element) return false;
        const i = element.matches('svg.heat') ? cell_at(element, x, y) : -1;
        const text = element.dataset.t || (i < 0 ? '' : cell_text(element, i));
        show(text, x, y, element);
        return Boolean(text);
    }

    function distance(element, x, y) {
        const box = element.getBoundingClientRect();
        return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    }

    const points_of = svg => [...svg.querySelectorAll('[data-t]:not(.thin)')];

    // The point that a tap meant; or the curve whose name or line it met.
    function tapped(target, x, y) {
        const svg = target.closest && target.closest('svg.chart'), curve = target.closest && target.closest('.curve');
        const all = svg ? points_of(svg).map(element => ({element, far: distance(element, x, y)})) : [];
        const best = all.reduce((a, b) => b.far < a.far ? b : a, {element: null, far: NEAR});
        if (curve && (target.matches('text') || !best.element)) {
            const name = curve.querySelector('.name');
            show(name ? name.textContent : '', x, y, target);
        } else if (best.element) show(best.element.dataset.t, x, y, best.element);
        else hide();
    }

    document.addEventListener('pointermove', e => {
        if (e.pointerType !== 'touch' && !read(e.target, e.clientX, e.clientY)) hide();
    });
    document.addEventListener('click', e => {
        if (e.detail && !read(e.target, e.clientX, e.clientY)) tapped(e.target, e.clientX, e.clientY);
    });

    // ---- Keys

    const STEPS = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [1, 1], ArrowUp: [-1, 1]};
    const size_of = svg => svg.matches('.heat') ? grid_of(svg).rows * grid_of(svg).columns : points_of(svg).length;

    // The next place in a figure's pictures: number of the picture and of its cell or point.
    function next(svgs, at, [by, down]) {
        const wide = svgs[at.k].matches('.heat') && down ? grid_of(svgs[at.k]).columns : 1, i = at.i + by * wide;
        if (i >= 0 && i < size_of(svgs[at.k])) return {k: at.k, i};
        const k = at.k + by;
        return k < 0 || k >= svgs.length ? at : {k, i: by > 0 ? 0 : size_of(svgs[k]) - 1};
    }

    function step(host, by) {
        const svgs = [...host.querySelectorAll(PICTURES)].filter(svg => svg.checkVisibility() && size_of(svg));
        if (!svgs.length) return;
        const old = host.reading, there = old && svgs[old.k] && old.i < size_of(svgs[old.k]);
        const at = host.reading = there ? next(svgs, old, by) : {k: 0, i: 0}, svg = svgs[at.k];
        const point = svg.matches('.heat') ? svg : points_of(svg)[at.i];
        point.scrollIntoView({block: 'nearest'});
        if (point === svg) show_cell(svg, at.i);
        else show_at(point);
    }

    document.addEventListener('keydown', e => {
        const by = STEPS[e.key], host = e.target.closest && e.target.closest('.reading');
        const plain = !e.altKey && !e.ctrlKey && !e.metaKey;
        if (e.key === 'Escape' && shown) hide();
        else if (by && plain && host === e.target) step(host, by);
        else return;
        e.preventDefault();
        e.stopPropagation();
    }, true);
    document.addEventListener('focusin', e => {
        const element = e.target.closest && e.target.closest('[data-t]');
        if (e.target.matches('.reading:focus-visible')) show_at(e.target, 'Arrow keys read the numbers.');
        else if (element && e.target.matches(':focus-visible')) show_at(element);
        else if (shown && !shown.contains(e.target)) hide();
    });
    document.addEventListener('focusout', hide);

    // ---- Boxes that scroll: reached by Tab where they do, with a shadow where there is more

    function label_of(box) {
        const before = box.previousElementSibling, section = box.closest('section,article,details');
        const head = section && section.querySelector('h2,h3,summary');
        return before && before.matches('p') && before.textContent.slice(0, 80) || head && head.textContent || 'Table';
    }

    function edges(box) {
        const scrolls = box.scrollWidth > box.clientWidth + 1, left = box.scrollLeft > 1;
        const right = box.scrollLeft + box.clientWidth < box.scrollWidth - 1;
        box.dataset.more = scrolls ? (left ? 'left ' : '') + (right ? 'right' : '') : '';
        if (scrolls && box.tabIndex < 0) {
            box.tabIndex = 0;
            box.setAttribute('role', 'region');
            if (!box.hasAttribute('aria-label')) box.setAttribute('aria-label', label_of(box));
        } else if (!scrolls && box.tabIndex >= 0) box.removeAttribute('tabindex');
    }

    const sizes = new ResizeObserver(all => {
        for (const {target} of all) edges(target.closest(BOXES) || target);
    });
    document.addEventListener('scroll', e => {
        if (e.target.matches && e.target.matches(BOXES)) edges(e.target);
    }, true);

    // What is new on the page: its pictures can be reached, its boxes are watched.
    function prepare() {
        for (const svg of document.querySelectorAll(PICTURES)) {
            const host = svg.closest('figure,.pictures') || svg;
            if (host.classList.contains('reading')) continue;
            host.classList.add('reading');
            host.tabIndex = 0;
        }
        for (const box of document.querySelectorAll(BOXES)) {
            if (box.watched) continue;
            box.watched = true;
            sizes.observe(box);
            if (box.firstElementChild) sizes.observe(box.firstElementChild);
        }
    }

    new MutationObserver(prepare).observe(document.body, {childList: true, subtree: true});
    prepare();
})();
