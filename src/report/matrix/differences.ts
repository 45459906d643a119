import type { Cell, Difference, MatrixRow } from '../../model/matrix.ts';

/** A requirement in all runs, and in those that have a column. */
export interface Compared {
  readonly id: string;
  readonly cells: readonly Cell[];
  readonly columns: readonly Cell[];
}

/** A requirement that was out of scope, or did not exist, does not count as different. */
function isComparable({ verdict }: Cell): boolean {
  return verdict !== 'out-of-scope' && verdict !== 'unknown';
}

function differ(cells: readonly Cell[]): boolean {
  return new Set(cells.filter(isComparable).map(({ verdict }) => verdict)).size > 1;
}

/** Whether a requirement conforms wherever it was checked, and was not checked elsewhere because of one that differs. */
function isConsequence({ cells }: Compared, differing: ReadonlySet<string>): boolean {
  const isCaused = ({ verdict, because }: Cell) =>
    verdict === 'not-exercised' && because !== undefined && differing.has(because);
  const others = cells.filter((cell) => isComparable(cell) && !isCaused(cell));
  return others.every(({ verdict }) => verdict === 'conforms');
}

/** How each requirement differs, by its id; a comparison is of two runs. */
export function differencesOf(all: readonly Compared[]): ReadonlyMap<string, Difference> {
  const differing = new Set(all.filter(({ cells }) => differ(cells)).map(({ id }) => id));
  return new Map(
    all.map((one) => {
      if (!differing.has(one.id)) return [one.id, 'none'];
      if (isConsequence(one, differing)) return [one.id, 'consequence'];
      return [one.id, differ(one.columns) ? 'columns' : 'time'];
    }),
  );
}

const order: Readonly<Record<Difference, number>> = { columns: 0, time: 0, consequence: 1, none: 2 };

/** First requirements that deviate in the last column, then in any column; stated ones before shown ones. */
function rank({ difference, cells, strength }: MatrixRow): number {
  const deviates = cells.map(({ verdict }) => verdict === 'deviates');
  const where = deviates.at(-1) ? 0 : deviates.includes(true) ? 1 : 2;
  return order[difference] * 10 + where * 2 + (strength === 'stated' ? 0 : 1);
}

/** Requirements that differ first; equal ones keep their order. */
export function inOrder(rows: readonly MatrixRow[]): readonly MatrixRow[] {
  return [...rows].sort((left, right) => rank(left) - rank(right));
}
