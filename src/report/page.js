// The report's script: tables that sort, and a page that renews itself. Numbers of pictures, and boxes that scroll: draw/reading.js.

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

// What a reload keeps.
const remember = more => history.replaceState({...history.state, ...more}, '');

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
  remember({renewal: {written, tries, open, sorted, view: view()}});
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
    if (stale) progress.querySelector('.age').append(' It has not been updated since, and will not be.');
  };
  tell();
  progress.classList.toggle('stale', stale);
  if (stale) return;
  setInterval(tell, 1000);
  setInterval(() => document.hidden || renew(written, tries), 1000 * seconds);
}

// Large type and thick lines for the back row of a class; a reload keeps them.
function mount_projector() {
  const button = document.createElement('button');
  const show = on => {
    document.documentElement.classList.toggle('projector', on);
    button.ariaPressed = String(on);
  };
  button.id = 'projector';
  button.type = 'button';
  button.textContent = 'Projector';
  button.onclick = () => {
    const on = button.ariaPressed !== 'true';
    remember({projector: on});
    show(on);
  };
  document.querySelector('header').append(button);
  show(Boolean(history.state && history.state.projector));
}
mount_projector();

// Once the page has its size.
const before = history.state && history.state.renewal;
if (before) {
  history.scrollRestoration = 'manual';
  remember({renewal: null});
  restore(before);
}
const progress = document.getElementById('progress');
if (progress) watch(progress, before);
