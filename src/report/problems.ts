import type { Problem } from '../model/conclusion.ts';
import type { RequirementResult } from '../model/report.ts';
import { facets, requestPlace } from '../model/requirement.ts';
import { type Severity, severities } from '../model/severity.ts';
import type { Unconcluded } from './conclude.ts';
import { type Deviation, deviationReader, parentOf } from './diagnosis/deviation.ts';
import { diagnose } from './diagnosis/index.ts';
import { type Diagnosis, joined, type Rule, type Subject } from './diagnosis/rule.ts';

type Given = Pick<Unconcluded, 'requirements' | 'exchanges' | 'operations'>;

/** Facets without which a reader of the answer finds no value, or one of another type. */
const structural = new Set<RequirementResult['facet']>([
  'json',
  'byte-order-mark',
  'unique-keys',
  'presence',
  'absence',
  'type',
]);

function severityOf({ facet, strength }: RequirementResult): Severity {
  if (facet === 'authorization' || facet === 'made-up-token') return 'security';
  if (strength === 'shown') return 'shown';
  return structural.has(facet) ? 'type' : 'form';
}

/** Everything that deviates in one place: a wrong form is not what was sent either. The first facet is the cause. */
interface Spot {
  readonly rows: readonly RequirementResult[];
  readonly first: Deviation;
  readonly rule: Rule | null;
  readonly found: Diagnosis | null;
}

function byPlace(rows: readonly RequirementResult[]): readonly (readonly RequirementResult[])[] {
  const places = new Map<string, RequirementResult[]>();
  for (const row of rows) {
    const isWhole = row.place === null || row.place === requestPlace;
    const key = isWhole ? row.id : `${row.operation} ${row.place}`;
    places.set(key, [...(places.get(key) ?? []), row]);
  }
  const order = ({ facet }: RequirementResult) => facets.indexOf(facet);
  return [...places.values()].map((all) => [...all].sort((left, right) => order(left) - order(right)));
}

const noEvidence = { exchange: '', pointer: '', expected: '', actual: '' };

/** A diagnosis holds for a requirement only where every piece of its evidence has the same. */
function spotOf(rows: readonly RequirementResult[], read: ReturnType<typeof deviationReader>): Spot {
  const [leading] = rows;
  if (leading === undefined) throw new Error('nothing deviates in this place');
  const [first = read(leading, noEvidence), ...others] = leading.evidence.map((one) => read(leading, one));
  // Diagnoses are of answers.
  if (leading.side === 'request') return { rows, first, rule: null, found: null };
  const diagnosis = diagnose(first);
  const isSame = others.every((other) => {
    const also = diagnose(other);
    return also?.rule === diagnosis?.rule && also?.found.key === diagnosis?.found.key;
  });
  return diagnosis === null || !isSame
    ? { rows, first, rule: null, found: null }
    : { rows, first, ...diagnosis };
}

/** What holds a place: the same in all operations for the envelope, an object of one operation below it. */
function holderKey({ first: { row } }: Spot): string {
  if (row.place === null) return '';
  const parent = parentOf(row.place);
  return parent === '' ? parent : `${row.operation} ${parent}`;
}

/** Spots with one cause, in the order of their first. */
function byCause(spots: readonly Spot[]): readonly (readonly [Spot, ...Spot[]])[] {
  const groups = new Map<string, [Spot, ...Spot[]]>();
  for (const spot of spots) {
    const { rule, found, first } = spot;
    const own = rule === null ? first.row.id : `${rule.cause} ${found?.key ?? ''}`;
    const key = `${own} ${holderKey(spot)}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [spot]);
    else known.push(spot);
  }
  return [...groups.values()];
}

/** `/data/conditions/∗/column` → `column of the conditions`; `/data/action/amount` → `action.amount`. */
function nameOf(place: string): string {
  const [holder, name] = place.split('/*/');
  const path = (text: string) =>
    text
      .replace(/^\/data(?=\/)/, '')
      .slice(1)
      .replaceAll('/', '.');
  if (name !== undefined) return `${name} of the ${path(holder ?? '')}`;
  return place.endsWith('/*') ? `each of the ${path(place.slice(0, -2))}` : path(place);
}

function holderOf(place: string): string {
  const parent = parentOf(place).replace(/\/\*$/, '');
  if (parent === '') return 'the answer';
  return parent === '/data' ? 'the record' : parent.slice(parent.lastIndexOf('/') + 1);
}

function subjectOf(group: readonly Spot[], { operations }: Given): Subject {
  const own = new Set(group.map(({ first }) => first.row.operation));
  const methods = operations.filter(({ name }) => own.has(name)).map(({ method }) => method);
  const places = [...new Set(group.map(({ first }) => first.row.place ?? ''))];
  return {
    methods: joined([...new Set(methods)]),
    names: places.map(nameOf),
    holder: holderOf(places[0] ?? ''),
  };
}

/** In how many answers: of each operation the requirement that deviates most often. */
function seenIn(rows: readonly RequirementResult[]): Problem['seen'] {
  const most = new Map<string, Problem['seen']>();
  for (const { operation, counts } of rows) {
    const seen = { deviates: counts.deviates, judged: counts.conforms + counts.deviates };
    if (seen.deviates > (most.get(operation)?.deviates ?? -1)) most.set(operation, seen);
  }
  return [...most.values()].reduce(
    (sum, { deviates, judged }) => ({ deviates: sum.deviates + deviates, judged: sum.judged + judged }),
    { deviates: 0, judged: 0 },
  );
}

/** Ids of what could not be checked because of others, however far below. */
function blockedBy(ids: readonly string[], { requirements }: Given): ReadonlySet<string> {
  const causes = new Set(ids);
  const blocked = new Set<string>();
  for (let before = -1; before !== blocked.size; ) {
    before = blocked.size;
    for (const { id, verdict, because } of requirements)
      if (verdict === 'not-exercised' && because !== undefined && causes.has(because)) {
        causes.add(id);
        blocked.add(id);
      }
  }
  return blocked;
}

function cureOf(group: readonly [Spot, ...Spot[]]): string | null {
  const [{ rule, found }] = group;
  const cures = new Set(group.map((spot) => spot.found?.cure));
  return cures.size === 1 ? (found?.cure ?? null) : (rule?.together ?? found?.cure ?? null);
}

function problemOf(group: readonly [Spot, ...Spot[]], given: Given): Problem {
  const [{ rule, first }] = group;
  const ids = new Set(group.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const rows = given.requirements.filter(({ id }) => ids.has(id));
  const severity = severities.find((one) => rows.some((row) => severityOf(row) === one)) ?? 'shown';
  const subject = subjectOf(group, given);
  const { side } = first.row;
  const what = side === undefined ? 'not as it should be' : 'requests are not as they should be';
  const title =
    rule === null ? `${subject.methods}: ${what}: ${first.row.statement}` : rule.title(subject, first);
  return {
    title,
    cause: rule?.cause ?? null,
    severity,
    ...(side === undefined ? {} : { side }),
    cure: cureOf(group),
    requirements: rows.map(({ id }) => id),
    seen: seenIn(rows),
    blocks: blockedBy(
      rows.map(({ id }) => id),
      given,
    ).size,
  };
}

/** What is wrong with the service, or its clients, the gravest first; of the same gravity in document order. */
export function problemsOf(given: Given): readonly Problem[] {
  const read = deviationReader(given.exchanges, given.requirements);
  const deviating = given.requirements.filter(({ verdict }) => verdict === 'deviates');
  const groups = byCause(byPlace(deviating).map((rows) => spotOf(rows, read)));
  const problems = groups.map((group) => problemOf(group, given));
  const rank = ({ severity }: Problem) => severities.indexOf(severity);
  return problems.sort((left, right) => rank(left) - rank(right));
}
