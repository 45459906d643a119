import type { RequirementResult, ServiceProblem } from '../../schemas/types.ts';
import { contradicted } from '../contract/statements.ts';
import { groupBy } from '../model/group-by.ts';
import { known } from '../model/known.ts';
import { facets, requestPlace } from '../model/requirement.ts';
import { joined } from '../text/plural.ts';
import type { Unconcluded } from './basis.ts';
import {
  type Checked,
  causesBeside,
  type Deviation,
  deviationReader,
  parentOf,
  withChecks,
} from './diagnosis/deviation.ts';
import { otherForm } from './diagnosis/forms.ts';
import { missing } from './diagnosis/members.ts';
import {
  cureOf,
  type Diagnosis,
  type MistakeName,
  type Subject,
  send,
  titleOf,
} from './diagnosis/mistakes.ts';
import { inPlaceOfAnObject, isRefusal } from './diagnosis/responses.ts';
import { notGivenBack, otherLength, otherType, otherValue } from './diagnosis/values.ts';
import { causeOf, followsFrom, ownDeviations, seenOf } from './follows.ts';

/** Facets without which a reader of the response finds no value, or one of another type. */
const structural = new Set<RequirementResult['facet']>([
  'json',
  'byte-order-mark',
  'unique-keys',
  'presence',
  'absence',
  'type',
]);

/** The first is the most severe: security outranks types, types outrank forms, forms what is only shown. */
const severities = ['security', 'type', 'form', 'shown'] as const;

function severityOf({ facet, strength }: RequirementResult): ServiceProblem['severity'] {
  if (facet === 'authorization' || facet === 'made-up-token') return 'security';
  if (strength === 'shown') return 'shown';
  return structural.has(facet) ? 'type' : 'form';
}

type Diagnose = (deviation: Deviation) => Diagnosis | MistakeName | null;

/** How the mistake behind a deviation is recognised, by what the requirement looks at. */
const diagnoses: Readonly<Partial<Record<RequirementResult['facet'], Diagnose>>> = {
  authorization: (deviation) => (isRefusal(deviation) ? 'refused-with-a-record' : 'no-credentials-needed'),
  'made-up-token': (deviation) => (isRefusal(deviation) ? 'any-token-gets-a-record' : 'any-token'),
  json: (deviation) =>
    deviation.requirement.side === 'request' ? 'request-not-json' : inPlaceOfAnObject(deviation),
  'byte-order-mark': () => 'byte-order-mark',
  'unique-keys': () => 'key-twice',
  uniqueness: () => 'same-request-id',
  presence: missing,
  absence: ({ name }) => ({ cause: 'not-wanted', cure: `leave ${name} out of the response` }),
  type: otherType,
  format: otherForm,
  value: otherValue,
  echo: notGivenBack,
  count: otherLength,
  method: (deviation) => {
    const { expected } = deviation.evidence;
    return { cause: 'other-method', ...send(expected, '', deviation), key: expected, what: expected };
  },
  path: ({ evidence: { expected } }) => ({
    cause: 'other-path',
    cure: `send it to ${expected}`,
    key: expected,
  }),
  bearer: () => 'no-bearer-token',
  'content-type': ({ evidence: { expected } }) => ({
    cause: 'other-content-type',
    cure: `send "Content-Type: ${expected}"`,
    what: expected,
  }),
  body: () => 'unwanted-body',
};

/** What is wrong in one place, and how to change it; null where it is no mistake that is known. */
function diagnose(deviation: Deviation): Diagnosis | null {
  const found = diagnoses[deviation.requirement.facet]?.(deviation) ?? null;
  return typeof found === 'string' ? { cause: found } : found;
}

/** Everything that deviates in one place. The first facet is the cause: a value in a wrong form also fails its echo. */
interface DeviatingPlace {
  readonly requirements: readonly Checked[];
  readonly first: Deviation;
  /** Null where no mistake that is known fits. */
  readonly diagnosis: Diagnosis | null;
}

function byPlace(requirements: readonly Checked[]): readonly (readonly Checked[])[] {
  const places = groupBy(requirements, ({ id, operation, place }) =>
    place === null || place === requestPlace ? id : `${operation} ${place}`,
  );
  const order = ({ facet }: Checked) => facets.indexOf(facet);
  return [...places.values()].map((all) => [...all].sort((left, right) => order(left) - order(right)));
}

const noEvidence = { exchange: '', pointer: '', expected: '', actual: '' };

/** A diagnosis holds for a requirement only where every piece of its evidence has the same. */
function placeOf(requirements: readonly Checked[], read: ReturnType<typeof deviationReader>): DeviatingPlace {
  const [leading] = requirements;
  if (leading === undefined) throw new Error('nothing deviates in this place');
  const [first = read(leading, noEvidence), ...others] = leading.evidence.map((one) => read(leading, one));
  const diagnosis = diagnose(first);
  const isSame = others.every((other) => {
    const also = diagnose(other);
    return also?.cause === diagnosis?.cause && also?.key === diagnosis?.key;
  });
  return { requirements, first, diagnosis: isSame ? diagnosis : null };
}

/** What holds a place: the same in all operations for the envelope, an object of one operation below it. */
function holderKey({ first: { requirement } }: DeviatingPlace): string {
  if (requirement.place === null) return '';
  const parent = parentOf(requirement.place);
  return parent === '' ? parent : `${requirement.operation} ${parent}`;
}

/** Places with one cause. */
type Group = readonly [DeviatingPlace, ...DeviatingPlace[]];

/** The same for places with one cause. */
function causeKey(place: DeviatingPlace): string {
  const { diagnosis, first } = place;
  const own = diagnosis === null ? first.requirement.id : `${diagnosis.cause} ${diagnosis.key ?? ''}`;
  return `${own} ${holderKey(place)}`;
}

/**
 * `/data/conditions/∗/column` → `column of the conditions`; `/data/action/amount` → `action.amount`; `/data/status` is named
 * whole, as the response has a `status` of its own.
 * @param known all places with requirements
 */
function nameOf(place: string, known: ReadonlySet<string | null>): string {
  if (place === requestPlace) return 'the body';
  const [holder, name] = place.split('/*/');
  const path = (text: string) => {
    const short = text.replace(/^\/(?:data|request)(?=\/)/, '');
    return (known.has(short) ? text : short).slice(1).replaceAll('/', '.');
  };
  if (name !== undefined) return `${name} of the ${path(holder ?? '')}`;
  return place.endsWith('/*') ? `an element of ${path(place.slice(0, -2))}` : path(place);
}

function holderOf(place: string): string {
  const parent = parentOf(place).replace(/\/\*$/, '');
  if (parent === '') return place === requestPlace ? 'the request' : 'the response';
  if (parent === requestPlace) return 'the request';
  return parent === '/data' ? 'the record' : parent.slice(parent.lastIndexOf('/') + 1);
}

function subjectOf(group: Group, { operations, requirements }: Unconcluded): Subject {
  const known = new Set(requirements.map(({ place }) => place));
  const own = new Set(group.map(({ first }) => first.requirement.operation));
  const methods = operations.filter(({ name }) => own.has(name)).map(({ method }) => method);
  const places = [...new Set(group.map(({ first }) => first.requirement.place ?? ''))];
  return {
    methods: `${joined([...new Set(methods)])}${group[0].first.requirement.side === undefined ? '' : ' requests'}`,
    names: places.map((place) => nameOf(place, known)),
    holder: holderOf(places[0] ?? ''),
  };
}

/** In how many responses: of each operation the requirement that deviates most often. */
function seenIn(requirements: readonly RequirementResult[]): ServiceProblem['seen'] {
  const rows = [...groupBy(requirements, ({ operation }) => operation).values()];
  const most = rows.map((own) =>
    own.map(seenOf).reduce((one, other) => (other.deviates > one.deviates ? other : one)),
  );
  const sum = (name: keyof ServiceProblem['seen']) => most.reduce((all, seen) => all + seen[name], 0);
  return { deviates: sum('deviates'), judged: sum('judged') };
}

/** How many requirements could not be checked because of others, however far below. */
function blockedBy(ids: readonly string[], { requirements }: Unconcluded): number {
  const causes = new Set(ids);
  for (let before = 0; before !== causes.size; ) {
    before = causes.size;
    for (const { id, because } of requirements)
      if (because !== undefined && causes.has(because)) causes.add(id);
  }
  return causes.size - ids.length;
}

/** Of each operation, where other fields of it are meant. */
function titleFor(group: Group, given: Unconcluded): string {
  const [{ diagnosis, first }] = group;
  const operations = [...groupBy(group, ({ first: { requirement } }) => requirement.operation).values()];
  const fields = operations.map((own) => own.map(({ first: { requirement } }) => requirement.place).join());
  if (new Set(fields).size > 1) return operations.map((own) => titleFor(own, given)).join('; ');
  const subject = subjectOf(group, given);
  if (diagnosis !== null) return titleOf(diagnosis, subject, first);
  return `${subject.methods}: ${contradicted(first.requirement.statement)}`;
}

/** What is said of one field of several. */
function fieldOf(place: DeviatingPlace, given: Unconcluded): NonNullable<ServiceProblem['fields']>[number] {
  const requirements = place.requirements.map(({ id }) => id);
  return {
    title: titleFor([place], given),
    cure: cureOf(place.diagnosis === null ? [] : [place.diagnosis]),
    requirements,
  };
}

function problemOf(group: Group, given: Unconcluded): ServiceProblem {
  const [{ diagnosis, first }] = group;
  const own = new Set(group.flatMap(({ requirements }) => requirements.map(({ id }) => id)));
  const deviating = given.requirements.filter(({ verdict }) => verdict === 'deviates');
  const follows = deviating.filter((row) => followsFrom(row, own));
  const ownRows = deviating.filter(({ id }) => own.has(id));
  const requirements = [...ownRows, ...follows.filter((row) => ownDeviations(row) === 0)];
  const ids = requirements.map(({ id }) => id);
  const found = new Set(requirements.map(severityOf));
  const { side } = first.requirement;
  return {
    title: titleFor(group, given),
    cause: diagnosis?.cause ?? null,
    severity: severities.find((one) => found.has(one)) ?? 'shown',
    ...known({ side }),
    cure: cureOf(group.flatMap((place) => place.diagnosis ?? [])),
    requirements: ids,
    ...(group.length === 1 ? {} : { fields: group.map((place) => fieldOf(place, given)) }),
    ...(follows.length === 0 ? {} : { follows: follows.map(({ id }) => id) }),
    seen: seenIn(ownRows.length === 0 ? requirements : ownRows),
    blocks: blockedBy(ids, given),
  };
}

/** What is wrong with the service, or its clients, the most severe first; of the same severity in document order. */
export function problemsOf(given: Unconcluded): readonly ServiceProblem[] {
  const results = withChecks(given.requirements);
  const read = deviationReader(given.exchanges, results);
  const deviating = results.filter(({ verdict }) => verdict === 'deviates');
  const own = deviating
    .filter((row) => ownDeviations(row) > 0)
    .map((row) => ({ ...row, evidence: row.evidence.filter((one) => causeOf(row, one) === undefined) }));
  const places = byPlace([...own, ...causesBeside(deviating, results)]).map((requirements) =>
    placeOf(requirements, read),
  );
  const problems = [...groupBy(places, causeKey).values()].map((group) => problemOf(group, given));
  const rank = ({ severity }: ServiceProblem) => severities.indexOf(severity);
  return problems.sort((left, right) => rank(left) - rank(right));
}
