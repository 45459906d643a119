import type { RequirementResult } from '../../src/model/report.ts';
import type { Facet } from '../../src/model/requirement.ts';
import { fieldTable } from './field-table.ts';

/** Fields of one object, or requirements about the whole answer, by name. */
export interface FieldGroup {
  /** Where they are: `answer` for the root, `data`, and below it `action`, `conditions[]`. */
  readonly label: string;
  readonly names: readonly string[];
}

const wholeNames: Partial<Record<Facet, string>> = {
  json: 'JSON',
  'byte-order-mark': 'no byte order mark',
  'unique-keys': 'no key twice',
  authorization: 'token needed',
  'made-up-token': 'made-up token refused',
};

/** How much of an operation conforms; what was not checked is not counted as a failure. */
export function conformingShare(rows: readonly RequirementResult[]): string {
  if (rows.every(({ verdict }) => verdict === 'not-exercised'))
    return `none of ${rows.length} requirements was checked`;
  const conforming = rows.filter(({ verdict }) => verdict === 'conforms').length;
  return `${conforming} of ${rows.length} requirements conform`;
}

/** What conforms in every respect: each of its requirements was checked and conforms. In document order. */
export function conformingFields(rows: readonly RequirementResult[]): readonly FieldGroup[] {
  const { whole, places } = fieldTable(rows);
  const holds = ({ verdict }: RequirementResult) => verdict === 'conforms';
  const groups = new Map<string, string[]>([
    ['response', whole.filter(holds).map(({ facet }) => wholeNames[facet] ?? facet)],
  ]);
  for (const { place, label, cells } of places) {
    const isElement = place.endsWith('/*');
    const group = isElement ? nameOf(place) : nameOf(place.slice(0, place.lastIndexOf('/')));
    const names = groups.get(group) ?? [];
    groups.set(group, names);
    if (cells.size === 0 || ![...cells.values()].every(holds)) continue;
    names.push(isElement ? 'itself' : cells.has('absence') ? `no ${label}` : label);
  }
  return [...groups].flatMap(([label, names]) => (names.length === 0 ? [] : [{ label, names }]));
}

/** `/data/conditions/∗` is `conditions[]`, `/request/action` is `request.action`. */
function nameOf(place: string): string {
  if (place === '') return 'response';
  const [first = '', ...steps] = place.slice(1).split('/');
  const named = first === 'data' && steps.length > 0 ? steps : [first, ...steps];
  return named.join('.').replaceAll('.*', '[]');
}
