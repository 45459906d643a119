/**
 * What a page does in a browser: it searches and copies. It is embedded as the source text of the functions that are
 * exported here, so they use each other and the browser alone, and import nothing.
 */

/** Shows the rows that have all words and one of the chosen verdicts, and opens what they are folded in. */
export function search(form: HTMLFormElement): void {
  const chosen = new FormData(form);
  const words = String(chosen.get('words')).toLowerCase().split(/\s+/);
  const marks = chosen.getAll('mark');
  const rows = [...document.querySelectorAll<HTMLElement>('.row')];
  for (const row of rows) {
    const problem = row.closest('.problem')?.querySelector('header')?.textContent ?? '';
    const text = `${problem} ${row.textContent}`.toLowerCase();
    const isOfMark = marks.length === 0 || marks.includes(row.dataset['mark'] ?? '');
    row.hidden = !isOfMark || !words.every((word) => text.includes(word));
  }
  const shown = rows.filter(({ hidden }) => !hidden);
  const output = form.querySelector('output');
  if (output) output.value = `${shown.length} of ${rows.length}`;
  if (shown.length === rows.length) return;
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('.fold:has(.row)'))
    fold.open = shown.some((row) => fold.contains(row));
}

/** A browser opens what an address leads to; here it is shown though a search has hidden it. */
export function showAddressed(form: HTMLFormElement): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target === null || target.checkVisibility()) return;
  form.reset();
  setTimeout(() => target.scrollIntoView());
}

/** Where a browser keeps the clipboard from a file, the text is shown and selected instead. */
export async function copy(button: HTMLElement): Promise<void> {
  const source = document.getElementById(button.dataset['copy'] ?? '');
  if (source === null) return;
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    location.hash = source.id;
    getSelection()?.selectAllChildren(source);
    button.textContent = 'Selected';
  }
  setTimeout(() => Object.assign(button, { textContent: label }), 1500);
}

export function start(): void {
  document.documentElement.classList.add('script');
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-copy]');
    if (button) void copy(button);
  });
  const form = document.querySelector('form');
  if (form === null) return;
  form.addEventListener('input', () => search(form));
  form.addEventListener('reset', () => setTimeout(() => search(form)));
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', () => showAddressed(form));
}
