/**
 * What the page does in a browser. It is embedded as the source text of the functions listed at the end, so they may
 * use each other and the browser, nothing else of this module, and import nothing.
 */

/** A requirement's row, what is searched in it, and the cell that leads to it. */
interface Entry {
  readonly row: HTMLDetailsElement;
  readonly text: string;
  readonly cell: HTMLElement | null;
}

function all<E extends Element>(selector: string, within: ParentNode = document): E[] {
  return Array.from(within.querySelectorAll<E>(selector));
}

function entries(): Entry[] {
  return all<HTMLDetailsElement>('.row').map((row) => {
    const anchor = row.querySelector('summary + div')?.id ?? '';
    const text = `${anchor} ${row.querySelector('summary')?.textContent}`.toLowerCase();
    return { row, text, cell: document.querySelector<HTMLElement>(`.cell[href="#${anchor}"]`) };
  });
}

/** A group without a choice lets everything through. */
function passes(form: HTMLFormElement, { row, text }: Entry): boolean {
  const chosen = new FormData(form);
  const words = String(chosen.get('words')).toLowerCase().split(/\s+/);
  const groups = ['mark', 'strength', 'operation'].map((name) => ({ name, wanted: chosen.getAll(name) }));
  return (
    words.every((word) => text.includes(word)) &&
    groups.every(({ name, wanted }) => wanted.length === 0 || wanted.includes(row.dataset[name] ?? ''))
  );
}

function showMatching(form: HTMLFormElement, known: readonly Entry[]): void {
  let shown = 0;
  for (const entry of known) {
    const isShown = passes(form, entry);
    entry.row.hidden = !isShown;
    entry.cell?.classList.toggle('filtered', !isShown);
    if (isShown) shown += 1;
  }
  for (const line of all<HTMLElement>('.matrix tbody tr')) {
    const cells = all('.cell', line);
    line.hidden =
      shown < known.length &&
      cells.every((cell) => cell.classList.contains('filtered')) &&
      !keepsOthers(line);
  }
  for (const rows of all<HTMLElement>('.rows')) {
    const nothing = rows.querySelector<HTMLElement>('.nothing');
    if (nothing) nothing.hidden = all<HTMLElement>('.row', rows).some((row) => !row.hidden);
  }
  const output = form.querySelector('output');
  if (output) output.value = `${shown} of ${known.length}`;
}

/** Whether places below a line of the matrix have cells that are shown. */
function keepsOthers(line: HTMLElement): boolean {
  const place = `${line.dataset['place']}/`;
  return all<HTMLElement>('tr', line.parentElement ?? document).some(
    (other) =>
      other.dataset['place']?.startsWith(place) && other.querySelector('.cell:not(.filtered)') !== null,
  );
}

/** Opens what the address names and shows it, filtered out or not. */
function openAddressed(form: HTMLFormElement | null): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  if (form !== null && target.closest('[hidden]') !== null) {
    form.reset();
    form.dispatchEvent(new Event('input'));
  }
  for (let at: Element | null = target; at !== null; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  target.scrollIntoView();
}

/** Arrow keys move between the cells of a matrix, of which the tab key visits one. */
function moveInMatrix(event: KeyboardEvent): void {
  const cell = (event.target as Element).closest<HTMLElement>('.matrix .cell');
  const row = cell?.closest('tr');
  if (!cell || !row) return;
  const column = cell.closest('td')?.cellIndex ?? 0;
  const lines = all<HTMLTableRowElement>('tbody tr', row.closest('table') ?? document);
  const line = lines.indexOf(row);
  const inColumn = (candidates: HTMLTableRowElement[]) =>
    candidates.map((candidate) => candidate.cells[column]?.querySelector<HTMLElement>('.cell'));
  const inLine = all<HTMLElement>('.cell', row);
  const place = inLine.indexOf(cell);
  const ways: Record<string, (HTMLElement | null | undefined)[]> = {
    ArrowRight: inLine.slice(place + 1),
    ArrowLeft: inLine.slice(0, place).reverse(),
    ArrowDown: inColumn(lines.slice(line + 1)),
    ArrowUp: inColumn(lines.slice(0, line).reverse()),
  };
  const way = ways[event.key];
  if (way === undefined) return;
  event.preventDefault();
  const next = way.find((candidate) => candidate && candidate.offsetParent !== null);
  if (!next) return;
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'search';
}

function onKey(form: HTMLFormElement | null, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const search = form?.querySelector<HTMLInputElement>('input[type=search]');
  if (event.key === '/' && search && !isTyping(event.target)) {
    event.preventDefault();
    search.focus();
    search.select();
  } else moveInMatrix(event);
}

/** Where a browser keeps the clipboard from a file, the text is selected instead. */
async function copy(button: HTMLElement): Promise<void> {
  const source = document.getElementById(button.dataset['copy'] ?? '');
  if (source === null) return;
  const label = button.textContent;
  const said = await navigator.clipboard?.writeText(source.textContent ?? '').then(
    () => 'Copied',
    () => null,
  );
  if (!said) getSelection()?.selectAllChildren(source);
  button.textContent = said ?? 'Selected';
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}

function start(): void {
  document.documentElement.classList.add('script');
  const tools = document.querySelector<HTMLElement>('.tools');
  const form = document.querySelector('form');
  if (tools !== null && form !== null) {
    const known = entries();
    tools.hidden = false;
    const show = () => showMatching(form, known);
    form.addEventListener('input', show);
    form.addEventListener('reset', () => setTimeout(show));
    form.addEventListener('submit', (event) => event.preventDefault());
    show();
  }
  for (const table of all('.matrix')) {
    for (const [index, cell] of all<HTMLElement>('.cell', table).entries())
      cell.tabIndex = index === 0 ? 0 : -1;
  }
  document.addEventListener('keydown', (event) => onKey(form, event));
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-copy]');
    if (button) void copy(button);
  });
  addEventListener('hashchange', () => openAddressed(form));
  openAddressed(form);
}

const parts = [
  all,
  entries,
  passes,
  showMatching,
  keepsOthers,
  openAddressed,
  moveInMatrix,
  isTyping,
  onKey,
  copy,
  start,
];

/** The page's only script. */
export const script = `(() => {\n'use strict';\n${parts.map(String).join('\n')}\nstart();\n})();`;
