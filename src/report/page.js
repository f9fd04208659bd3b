// The report's script: values under the pointer, and tables that sort.

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
