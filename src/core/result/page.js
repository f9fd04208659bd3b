// The report's script: tables that sort, and large type. Numbers of pictures, and boxes that scroll: draw/reading.js.

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
    history.replaceState({projector: on}, '');
    show(on);
  };
  document.querySelector('header').append(button);
  show(Boolean(history.state && history.state.projector));
}
mount_projector();
