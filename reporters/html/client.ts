/**
 * What the page does in a browser. It is embedded as the source text of the functions listed at the end, so they may
 * use each other and the browser, nothing else of this module, and import nothing.
 */

/** A requirement, what is searched in it, what filters ask for, and the cell that leads to it. */
interface Findable {
  readonly row: HTMLElement;
  readonly text: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly cell: HTMLElement | null;
}

function all<E extends Element>(selector: string, within: ParentNode = document): E[] {
  return Array.from(within.querySelectorAll<E>(selector));
}

function entries(): Findable[] {
  return all<HTMLElement>('.row').map((row) => {
    const id = row.id || (row.querySelector('[id]')?.id ?? '');
    const title = row.closest('.problem')?.querySelector('header')?.textContent ?? '';
    const fact = (name: string) => row.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? '';
    return {
      row,
      text: `${title} ${row.textContent}`.toLowerCase(),
      facts: { mark: fact('mark'), strength: fact('strength'), operation: fact('operation') },
      cell: document.querySelector<HTMLElement>(`.cell[href="#${id}"]`),
    };
  });
}

/** What is chosen in the form, as the address has it; empty for nothing. */
function stateOf(form: HTMLFormElement): string {
  const chosen = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (value !== '' && value !== 'severity') chosen.append(name, String(value));
  return chosen.toString();
}

/** The address names a place of the page, or what is chosen: `#?words=createdAt&mark=deviates`. */
function takeState(form: HTMLFormElement): void {
  const chosen = new URLSearchParams(location.hash.slice(2));
  for (const field of Array.from(form.elements)) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox')
      field.checked = chosen.getAll(field.name).includes(field.value);
    else if (field instanceof HTMLInputElement) field.value = chosen.get(field.name) ?? '';
    else if (field instanceof HTMLSelectElement) field.value = chosen.get(field.name) ?? 'severity';
  }
}

/** A group without a choice lets everything through. */
function passes(form: HTMLFormElement, { text, facts }: Findable): boolean {
  const chosen = new FormData(form);
  const words = String(chosen.get('words')).toLowerCase().split(/\s+/);
  return (
    words.every((word) => text.includes(word)) &&
    Object.entries(facts).every(([name, fact]) => {
      const wanted = chosen.getAll(name);
      return wanted.length === 0 || wanted.includes(fact);
    })
  );
}

function showMatching(form: HTMLFormElement, known: readonly Findable[]): void {
  for (const entry of known) {
    entry.row.hidden = !passes(form, entry);
    entry.cell?.classList.toggle('filtered', entry.row.hidden);
  }
  const shown = known.filter(({ row }) => !row.hidden).length;
  const isNarrowed = shown < known.length;
  const hasShown = (within: Element) => all<HTMLElement>('.row', within).some((row) => !row.hidden);
  for (const problem of all<HTMLElement>('.problem')) problem.hidden = !hasShown(problem);
  for (const fold of all<HTMLDetailsElement>('.fold:has(.row)')) {
    fold.hidden = !hasShown(fold);
    if (isNarrowed) fold.open = !fold.hidden;
    else if (form.dataset['narrowed'] === 'true') fold.open = false;
  }
  form.dataset['narrowed'] = String(isNarrowed);
  for (const line of all<HTMLElement>('.matrix tbody tr'))
    line.hidden = isNarrowed && line.querySelector('.cell:not(.filtered)') === null && !keepsOthers(line);
  // A section is hidden with its heading, but for the one that says that nothing matches.
  for (const section of all<HTMLElement>('main > section:not(#deviations):has(.row)'))
    section.hidden = isNarrowed && !hasShown(section);
  const nothing = document.querySelector<HTMLElement>('.nothing');
  if (nothing) nothing.hidden = all<HTMLElement>('.problem').some((problem) => !problem.hidden);
  countShown(isNarrowed);
  const output = form.querySelector('output');
  if (output) output.value = `${shown} of ${known.length}`;
  sortProblems(String(new FormData(form).get('sort')));
}

/** While not all are shown, headings and contents with a count say `3 of 12`, and folds ` (3 shown)`. */
function countShown(isNarrowed: boolean): void {
  const say = (place: Element | null, words: string) => {
    if (!(place instanceof HTMLElement)) return;
    place.dataset['all'] ??= place.textContent ?? '';
    place.textContent = isNarrowed ? words : place.dataset['all'];
  };
  for (const part of all('main > section:has(.row), .fold:has(.row)')) {
    const problems = all<HTMLElement>('.problem', part);
    const counted = problems.length > 0 ? problems : all<HTMLElement>('.row', part);
    const shown = counted.filter((one) => !one.hidden).length;
    const words = `${shown} of ${counted.length}`;
    say(part.querySelector(':scope > h2 > .count'), ` (${words})`);
    say(part.querySelector(':scope > summary > .count'), ` (${shown} shown)`);
    say(document.querySelector(`.contents a[href="#${CSS.escape(part.id)}"] > .count`), words);
  }
}

function sortProblems(by: string): void {
  const list = document.querySelector('.problems');
  if (list === null) return;
  const problems = all<HTMLElement>('.problem', list);
  const number = (problem: HTMLElement) => Number(problem.id.split('.')[1]);
  problems.sort((one, other) => {
    const [left = '', right = ''] = [one.dataset[by], other.dataset[by]];
    const order = by === 'since' ? right.localeCompare(left) : left.localeCompare(right);
    return order || number(one) - number(other);
  });
  if (problems.some((problem, at) => list.children[at] !== problem)) list.append(...problems);
}

/** Whether places below a line of the matrix have cells that are shown. */
function keepsOthers(line: HTMLElement): boolean {
  for (let at = line.nextElementSibling; at instanceof HTMLElement; at = at.nextElementSibling) {
    if (Number(at.dataset['depth']) <= Number(line.dataset['depth'])) return false;
    if (at.querySelector('.cell:not(.filtered)') !== null) return true;
  }
  return false;
}

/** Marks the cells that differ from those of one column; without a choice those that the page came with. */
function compareWith(table: Element, column: string): void {
  table.classList.toggle('chosen', column !== '');
  for (const cell of all('.cell', table)) {
    const beside = cell.closest('tr')?.cells[Number(column) + 1]?.querySelector('.cell');
    const [own, other] = [cell, beside].map((one) =>
      /conforms|(shown-)?deviates|waived/.exec(one?.className ?? '')?.at(0),
    );
    cell.classList.toggle('other', own !== other && !!own && !!other);
  }
}

function openAround(target: Element): void {
  for (let at: Element | null = target; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
}

/** Opens what the address names and shows it, filtered out or not. */
function openAddressed(form: HTMLFormElement | null): void {
  if (form !== null && location.hash.startsWith('#?')) {
    takeState(form);
    form.dispatchEvent(new Event('input'));
    return;
  }
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  if (form !== null && target.closest('[hidden]') !== null) form.reset();
  openAround(target);
  setTimeout(() => target.scrollIntoView());
}

/** Arrow keys move between the cells of a matrix or of a strip, of which the tab key visits one. */
function moveInMatrix(event: KeyboardEvent): void {
  const cell = (event.target as Element).closest<HTMLElement>('.matrix .cell, .runs .cell');
  const row = cell?.closest<HTMLTableRowElement>('tr, .runs');
  if (!cell || !row) return;
  const column = cell.closest('td')?.cellIndex ?? 0;
  const lines = all<HTMLTableRowElement>('tbody tr', row.closest('table') ?? row);
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

function onKey(form: HTMLFormElement | null, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const search = form?.querySelector<HTMLInputElement>('input[type=search]');
  if (event.key === '/' && search && event.target !== search) {
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

/** Search, filters and sorting of a report. */
function startTools(form: HTMLFormElement, tools: HTMLElement): void {
  const known = entries();
  for (const summary of all('.fold:has(.row) > summary'))
    summary.append(Object.assign(document.createElement('span'), { className: 'count' }));
  tools.hidden = false;
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

function start(): void {
  document.documentElement.classList.add('script');
  const tools = document.querySelector<HTMLElement>('.tools');
  const form = document.querySelector('form');
  if (tools !== null && form !== null) startTools(form, tools);
  // The column with which others are compared.
  for (const choice of all<HTMLSelectElement>('[data-baseline]')) {
    const table = choice.closest('section')?.querySelector('.across');
    if (table) choice.addEventListener('change', () => compareWith(table, choice.value));
  }
  // The tab key visits one cell: the first of a table, the latest of a strip.
  for (const table of all('.matrix, .runs')) {
    const cells = all<HTMLElement>('.cell', table);
    for (const cell of cells) cell.tabIndex = -1;
    const first = table.matches('.runs') ? cells.at(-1) : cells[0];
    if (first) first.tabIndex = 0;
  }
  document.addEventListener('keydown', (event) => onKey(form, event));
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-copy]');
    if (button) void copy(button);
  });
  addEventListener('hashchange', () => openAddressed(form));
  openAddressed(form);
}

type Embedded = (...given: never[]) => unknown;

/** What only the page of a report calls, as it has a form. */
const ofReport: readonly Embedded[] = [
  entries,
  stateOf,
  takeState,
  passes,
  showMatching,
  countShown,
  sortProblems,
  keepsOthers,
  startTools,
];
const ofAll: readonly Embedded[] = [all, openAround, openAddressed, moveInMatrix, onKey, copy, start];

/** A page's only script, its lines without indentation. */
function embedded(parts: readonly Embedded[]): string {
  const text = [...ofAll, ...parts].map(String).join('\n');
  return `(() => {\n'use strict';\n${text}\nstart();\n})();`.replaceAll(/\n\s+/g, '\n');
}

export const scriptOfReport = embedded(ofReport);

/** Of a page about several reports. */
export const scriptAcross = embedded([compareWith]);
