// The report's script: values under the pointer, tables that sort, and a page that renews itself.

const tip = document.getElementById('tip');

// Shows a text beside the pointer, within the window; none hides it.
function say(text, e) {
  tip.hidden = !text;
  if (!text) return;
  tip.textContent = text;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(e.clientX + 14, innerWidth - box.width - 4)) + 'px';
  tip.style.top = (e.clientY + 18 + box.height > innerHeight ? e.clientY - box.height - 10 : e.clientY + 18) + 'px';
}

// A heat map's cell under the pointer, in words: "head 2, word: 0.31".
function cell(svg, e) {
  const d = svg.dataset, [x, y, w, h, rows, columns] = d.box.split(' ').map(Number);
  const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const c = Math.floor((p.x - x) / w), r = Math.floor((p.y - y) / h);
  if (c < 0 || r < 0 || c >= columns || r >= rows) return '';
  svg.values = svg.values || d.v.split(' ');
  return d.rows.split('\n')[r] + ', ' + d.columns.split('\n')[c] + ': ' + svg.values[r * columns + c];
}

document.addEventListener('pointermove', e => {
  const a = e.target.closest && e.target.closest('[data-t],svg.heat');
  say(a ? a.dataset.t || cell(a, e) : '', e);
});

// What a row is sorted by: its data-k, a number where it is one, else its text.
function key(row, i) {
  const c = row.cells[i], k = c.dataset.k;
  return k === undefined ? c.textContent : isNaN(k) ? k : Number(k);
}

// Numbers largest first, texts as they are read; the other way round the next time.
function sort(th) {
  const table = th.closest('table'), i = th.cellIndex, rows = [...table.tBodies[0].rows];
  const number = typeof key(rows[0], i) === 'number';
  const up = th.ariaSort ? th.ariaSort === 'descending' : !number;
  rows.sort((a, b) => {
    const x = key(a, i), y = key(b, i);
    return (number ? x - y : x.localeCompare(y)) * (up ? 1 : -1);
  });
  table.tBodies[0].append(...rows);
  for (const other of th.parentNode.cells) other.ariaSort = null;
  th.ariaSort = up ? 'ascending' : 'descending';
}

for (const th of document.querySelectorAll('.sort .heads th')) {
  th.tabIndex = 0;
  th.onclick = () => sort(th);
  th.onkeydown = e => {
    if (e.key === 'Enter' || e.key === ' ') {
      e.preventDefault();
      sort(th);
    }
  };
}

// ---- A page about models that train is written again and again. It renews itself, and what was opened, sorted and in
// view stays so; where nobody writes it any more it says so and stops.

const RENEWALS = 20; // that change nothing, until it stops
const folds = () => [...document.querySelectorAll('details')];
const heads = () => [...document.querySelectorAll('.sort .heads th')];
// What a fold or a head is called, whatever else comes into the page.
const called = (e, all) => {
  const section = e.closest('[id]'), text = (e.querySelector('summary') || e).textContent;
  return [section ? section.id : '', text, all.filter(o => o.closest('[id]') === section).indexOf(e)].join('\n');
};
// The section at the top of the window, and how far from it.
const view = () => {
  const at = [...document.querySelectorAll('section[id]')].filter(s => s.getBoundingClientRect().top <= 1).pop();
  return at ? [at.id, at.getBoundingClientRect().top] : ['', -scrollY];
};

function renew(written, tries) {
  const open = {}, sorted = [];
  folds().forEach((d, i, all) => (open[called(d, all)] = d.open));
  heads().forEach((th, i, all) => th.ariaSort && sorted.push([called(th, all), th.ariaSort]));
  history.replaceState({renewal: {written, tries, open, sorted, view: view()}}, '');
  location.reload();
}

function restore(was) {
  folds().forEach((d, i, all) => (d.open = was.open[called(d, all)] ?? d.open));
  heads().forEach((th, i, all) => {
    const order = was.sorted.find(s => s[0] === called(th, all));
    for (let turn = 0; order && th.ariaSort !== order[1] && turn < 2; turn++) sort(th);
  });
  const at = document.getElementById(was.view[0]);
  scrollTo(scrollX, at ? at.getBoundingClientRect().top + scrollY - was.view[1] : -was.view[1]);
}

function watch(progress, was) {
  const {written, seconds} = progress.dataset, age = progress.querySelector('.age span');
  const tries = was && was.written === written ? was.tries + 1 : 0, stale = tries >= RENEWALS;
  const tell = () => {
    const ago = Math.max(0, Math.round(Date.now() / 1000 - written));
    age.textContent = ago < 120 ? ', ' + ago + ' s ago' : ', ' + Math.round(ago / 60) + ' min ago';
    if (stale) progress.querySelector('.age').append(' Nobody has written it since: it renews itself no more.');
  };
  tell();
  progress.classList.toggle('stale', stale);
  if (stale) return;
  setInterval(tell, 1000);
  setInterval(() => document.hidden || renew(written, tries), 1000 * seconds);
}

const before = history.state && history.state.renewal;
if (before) {
  history.scrollRestoration = 'manual';
  history.replaceState(null, '');
  restore(before);
}
const progress = document.getElementById('progress');
if (progress) watch(progress, before);
