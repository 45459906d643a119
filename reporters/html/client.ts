/**
 * What a page does in a browser. It is embedded as the source text of the functions that are exported here, so they may
 * use each other and the browser, nothing else of this module, and import nothing. What a search leaves nothing of is
 * hidden by the style sheet.
 */

/** A requirement, what is searched in it, and the cell that leads to it. */
interface Findable {
  readonly row: HTMLElement;
  readonly text: string;
  readonly cell: HTMLElement | null;
}

export function all<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E[] {
  return Array.from(within.querySelectorAll<E>(selector));
}

export function entries(): Findable[] {
  return all('.row').map((row) => {
    const id = row.id || (row.querySelector('[id]')?.id ?? '');
    const title = row.closest('.problem')?.querySelector('header')?.textContent ?? '';
    const text = `${title} ${row.textContent}`.toLowerCase();
    return { row, text, cell: document.querySelector<HTMLElement>(`.cell[href="#${id}"]`) };
  });
}

/** What is chosen in the form, as the address has it; empty for nothing. */
export function stateOf(form: HTMLFormElement): string {
  const chosen = Array.from(new FormData(form), ([name, value]) => [name, String(value)]);
  return new URLSearchParams(chosen.filter(([, value]) => value !== '')).toString();
}

/** The address names a place of the page, or what is chosen: `#?words=createdAt&mark=deviates`. */
export function takeState(form: HTMLFormElement): void {
  const chosen = new URLSearchParams(location.hash.slice(2));
  for (const field of all<HTMLInputElement>('input', form)) {
    const own = chosen.getAll(field.name);
    if (field.type === 'checkbox') field.checked = own.includes(field.value);
    else field.value = own[0] ?? '';
  }
}

/** A group without a choice lets everything through. */
export function passes(form: HTMLFormElement, { row, text }: Findable): boolean {
  const chosen = new FormData(form);
  const words = String(chosen.get('words')).toLowerCase().split(/\s+/);
  return (
    words.every((word) => text.includes(word)) &&
    ['mark', 'strength', 'operation'].every((name) => {
      const own = row.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? '';
      return !chosen.has(name) || chosen.getAll(name).includes(own);
    })
  );
}

export function showMatching(form: HTMLFormElement, known: readonly Findable[]): void {
  for (const entry of known) {
    entry.row.hidden = !passes(form, entry);
    entry.cell?.classList.toggle('filtered', entry.row.hidden);
  }
  const shown = known.filter(({ row }) => !row.hidden).length;
  const isNarrowed = shown < known.length;
  for (const fold of all<HTMLDetailsElement>('.fold:has(.row)'))
    if (isNarrowed || form.dataset['narrowed'] === 'true')
      fold.open = isNarrowed && fold.querySelector('.row:not([hidden])') !== null;
  form.dataset['narrowed'] = String(isNarrowed);
  for (const line of all('.matrix tbody tr'))
    line.hidden = isNarrowed && line.querySelector('.cell:not(.filtered)') === null && !keepsOthers(line);
  countShown(isNarrowed);
  const output = form.querySelector('output');
  if (output) output.value = `${shown} of ${known.length}`;
}

/** While not all are shown, headings and contents with a count say `3 of 12`, and folds ` (3 shown)`. */
export function countShown(isNarrowed: boolean): void {
  const say = (place: HTMLElement | null, words: string) => {
    if (place === null) return;
    place.dataset['all'] ??= place.textContent ?? '';
    place.textContent = isNarrowed ? words : place.dataset['all'];
  };
  for (const part of all('main > section:has(.row), .fold:has(.row)')) {
    const counted = all(part.querySelector('.problem') === null ? '.row' : '.problem', part);
    const shown = counted.filter((one) => one.matches('.row:not([hidden]), :has(.row:not([hidden]))')).length;
    const words = `${shown} of ${counted.length}`;
    say(part.querySelector(':scope > h2 > .count'), ` (${words})`);
    say(part.querySelector(':scope > summary > .count'), ` (${shown} shown)`);
    say(document.querySelector(`.contents a[href="#${CSS.escape(part.id)}"] > .count`), words);
  }
}

/** Whether places below a line of the matrix have cells that are shown. */
export function keepsOthers(line: HTMLElement): boolean {
  for (let at = line.nextElementSibling; at instanceof HTMLElement; at = at.nextElementSibling) {
    if (Number(at.dataset['depth']) <= Number(line.dataset['depth'])) return false;
    if (at.querySelector('.cell:not(.filtered)') !== null) return true;
  }
  return false;
}

export function openAround(target: Element): void {
  for (let at: Element | null = target; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
}

/** Opens what the address names and shows it, filtered out or not. */
export function openAddressed(form: HTMLFormElement | null): void {
  if (form !== null && location.hash.startsWith('#?')) {
    takeState(form);
    form.dispatchEvent(new Event('input'));
    return;
  }
  const target = document.getElementById(location.hash.slice(1));
  if (target === null) return;
  openAround(target);
  if (!target.checkVisibility()) form?.reset();
  setTimeout(() => target.scrollIntoView());
}

/** Arrow keys move between the cells of a matrix or of a strip, of which the tab key visits one. */
export function moveInMatrix(event: KeyboardEvent): void {
  const cell = (event.target as Element).closest<HTMLElement>('.matrix .cell, .runs .cell');
  const line = cell?.closest('tr, .runs');
  const way = /^Arrow(Left|Right|Up|Down)$/.exec(event.key)?.[1] ?? '';
  if (!cell || !line || way === '') return;
  event.preventDefault();
  const column = (cell.closest('td')?.cellIndex ?? 0) + 1;
  const cells = /Left|Right/.test(way)
    ? all('.cell', line)
    : all(`td:nth-child(${column}) > .cell`, line.closest('table') ?? line);
  const at = cells.indexOf(cell);
  const ahead = /Left|Up/.test(way) ? cells.slice(0, at).reverse() : cells.slice(at + 1);
  const next = ahead.find((candidate) => candidate.offsetParent !== null);
  if (!next) return;
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

export function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const search = document.querySelector<HTMLInputElement>('input[type=search]');
  if (event.key === '/' && search && event.target !== search) {
    event.preventDefault();
    search.focus();
    search.select();
  } else moveInMatrix(event);
}

/** Where a browser keeps the clipboard from a file, the text is selected instead. */
export async function copy(button: HTMLElement): Promise<void> {
  const source = document.getElementById(button.dataset['copy'] ?? '');
  if (source === null) return;
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    openAround(source);
    getSelection()?.selectAllChildren(source);
    button.textContent = 'Selected';
  }
  setTimeout(() => Object.assign(button, { textContent: label }), 1500);
}

/** Search and filters of a report. */
export function startTools(form: HTMLFormElement): void {
  const known = entries();
  for (const summary of all('.fold:has(.row) > summary'))
    summary.append(Object.assign(document.createElement('span'), { className: 'count' }));
  for (const tools of all('.tools')) tools.hidden = false;
  const show = () => {
    const state = stateOf(form);
    // An address of a place stays until something is chosen.
    if (state !== '' || location.hash.startsWith('#?'))
      history.replaceState(null, '', state === '' ? '#' : `#?${state}`);
    showMatching(form, known);
  };
  form.addEventListener('input', show);
  form.addEventListener('reset', () => setTimeout(show));
  form.addEventListener('submit', (event) => event.preventDefault());
  if (!location.hash.startsWith('#?')) show();
}

export function start(): void {
  document.documentElement.classList.add('script');
  const form = document.querySelector('form');
  if (form !== null) startTools(form);
  // The tab key visits one cell: the first of a table, the latest of a strip.
  for (const table of all('.matrix, .runs')) {
    const cells = all('.cell', table);
    const only = cells.at(table.matches('.runs') ? -1 : 0);
    for (const cell of cells) cell.tabIndex = cell === only ? 0 : -1;
  }
  document.addEventListener('keydown', onKey);
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-copy]');
    if (button) void copy(button);
  });
  addEventListener('hashchange', () => openAddressed(form));
  openAddressed(form);
}
