import type { Contract } from '../contract/contract.ts';
import type { ServiceProblem } from '../model/conclusion.ts';
import type { RequirementResult } from '../model/report.ts';
import { facets, requestPlace } from '../model/requirement.ts';
import { type Severity, severities } from '../model/severity.ts';
import type { Unconcluded } from './conclude.ts';
import { answerMistakes } from './diagnosis/answers.ts';
import {
  type Checked,
  type Deviation,
  deviationReader,
  parentOf,
  withChecks,
} from './diagnosis/deviation.ts';
import { formMistakes } from './diagnosis/forms.ts';
import { type Diagnosis, joined, type Mistake, type Subject, titleOf } from './diagnosis/mistake.ts';
import { placeMistakes } from './diagnosis/places.ts';
import { typeMistakes } from './diagnosis/types.ts';
import { valueMistakes } from './diagnosis/values.ts';

type ProblemsInput = Pick<Unconcluded, 'requirements' | 'exchanges' | 'operations'>;

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

/** Every mistake that is known, in each kind the most specific first; a new one is one entry in its file. */
const mistakes: readonly Mistake[] = [
  ...answerMistakes,
  ...placeMistakes,
  ...typeMistakes,
  ...formMistakes,
  ...valueMistakes,
];

/** What is known of a mistake. */
interface Diagnosed {
  readonly mistake: Mistake;
  readonly found: Diagnosis;
}

/** What is wrong in one place, and how to change it; null where it is no mistake that is known. */
export function diagnose(deviation: Deviation): Diagnosed | null {
  for (const mistake of mistakes) {
    const found = mistake.facet === deviation.requirement.facet ? mistake.look(deviation) : null;
    if (found !== null) return { mistake, found };
  }
  return null;
}

/** Everything that deviates in one place. The first facet is the cause: a value in a wrong form also fails its echo. */
interface DeviatingPlace {
  readonly requirements: readonly Checked[];
  readonly first: Deviation;
  /** Null where no mistake that is known fits. */
  readonly diagnosis: Diagnosed | null;
}

function byPlace(requirements: readonly Checked[]): readonly (readonly Checked[])[] {
  const places = new Map<string, Checked[]>();
  for (const requirement of requirements) {
    const isWhole = requirement.place === null || requirement.place === requestPlace;
    const key = isWhole ? requirement.id : `${requirement.operation} ${requirement.place}`;
    places.set(key, [...(places.get(key) ?? []), requirement]);
  }
  const order = ({ facet }: Checked) => facets.indexOf(facet);
  return [...places.values()].map((all) => [...all].sort((left, right) => order(left) - order(right)));
}

const noEvidence = { exchange: '', pointer: '', expected: '', actual: '' };

/** A diagnosis holds for a requirement only where every piece of its evidence has the same. */
function spotOf(requirements: readonly Checked[], read: ReturnType<typeof deviationReader>): DeviatingPlace {
  const [leading] = requirements;
  if (leading === undefined) throw new Error('nothing deviates in this place');
  const [first = read(leading, noEvidence), ...others] = leading.evidence.map((one) => read(leading, one));
  // Only mistakes in answers are diagnosed.
  if (leading.side === 'request') return { requirements, first, diagnosis: null };
  const diagnosis = diagnose(first);
  const isSame = others.every((other) => {
    const also = diagnose(other);
    return also?.mistake === diagnosis?.mistake && also?.found.key === diagnosis?.found.key;
  });
  return { requirements, first, diagnosis: isSame ? diagnosis : null };
}

/** What holds a place: the same in all operations for the envelope, an object of one operation below it. */
function holderKey({ first: { requirement } }: DeviatingPlace): string {
  if (requirement.place === null) return '';
  const parent = parentOf(requirement.place);
  return parent === '' ? parent : `${requirement.operation} ${parent}`;
}

/** Spots with one cause, in the order of their first. */
function byCause(
  spots: readonly DeviatingPlace[],
): readonly (readonly [DeviatingPlace, ...DeviatingPlace[]])[] {
  const groups = new Map<string, [DeviatingPlace, ...DeviatingPlace[]]>();
  for (const spot of spots) {
    const { diagnosis, first } = spot;
    const own =
      diagnosis === null ? first.requirement.id : `${diagnosis.mistake.cause} ${diagnosis.found.key ?? ''}`;
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

function subjectOf(group: readonly DeviatingPlace[], { operations }: ProblemsInput): Subject {
  const own = new Set(group.map(({ first }) => first.requirement.operation));
  const methods = operations.filter(({ name }) => own.has(name)).map(({ method }) => method);
  const places = [...new Set(group.map(({ first }) => first.requirement.place ?? ''))];
  return {
    methods: joined([...new Set(methods)]),
    names: places.map(nameOf),
    holder: holderOf(places[0] ?? ''),
  };
}

/** In how many answers: of each operation the requirement that deviates most often. */
function seenIn(requirements: readonly RequirementResult[]): ServiceProblem['seen'] {
  const most = new Map<string, ServiceProblem['seen']>();
  for (const { operation, counts } of requirements) {
    const seen = { deviates: counts.deviates, judged: counts.conforms + counts.deviates };
    if (seen.deviates > (most.get(operation)?.deviates ?? -1)) most.set(operation, seen);
  }
  return [...most.values()].reduce(
    (sum, { deviates, judged }) => ({ deviates: sum.deviates + deviates, judged: sum.judged + judged }),
    { deviates: 0, judged: 0 },
  );
}

/** Ids of what could not be checked because of others, however far below. */
function blockedBy(ids: readonly string[], { requirements }: ProblemsInput): ReadonlySet<string> {
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

function cureOf(group: readonly [DeviatingPlace, ...DeviatingPlace[]]): string | null {
  const [{ diagnosis }] = group;
  if (diagnosis === null) return null;
  const { mistake, found } = diagnosis;
  const isOne = group.every((spot) => spot.diagnosis?.found.cure === found.cure);
  return isOne ? found.cure : (mistake.together ?? found.cure);
}

function problemOf(
  group: readonly [DeviatingPlace, ...DeviatingPlace[]],
  given: ProblemsInput,
): ServiceProblem {
  const [{ diagnosis, first }] = group;
  const ids = new Set(group.flatMap(({ requirements }) => requirements.map(({ id }) => id)));
  const requirements = given.requirements.filter(({ id }) => ids.has(id));
  const severity =
    severities.find((one) => requirements.some((requirement) => severityOf(requirement) === one)) ?? 'shown';
  const subject = subjectOf(group, given);
  const { side } = first.requirement;
  const title =
    diagnosis === null
      ? `${subject.methods}${side === undefined ? '' : ' requests'}: it is not true that ${first.requirement.statement}`
      : titleOf(diagnosis.mistake, subject, diagnosis.found, first);
  return {
    title,
    cause: diagnosis?.mistake.cause ?? null,
    severity,
    ...(side === undefined ? {} : { side }),
    cure: cureOf(group),
    requirements: requirements.map(({ id }) => id),
    seen: seenIn(requirements),
    blocks: blockedBy(
      requirements.map(({ id }) => id),
      given,
    ).size,
  };
}

/** What is wrong with the service, or its clients, the gravest first; of the same gravity in document order. */
export function problemsOf(
  given: ProblemsInput,
  contract: Pick<Contract, 'requirement'>,
): readonly ServiceProblem[] {
  const results = withChecks(given.requirements, contract);
  const read = deviationReader(given.exchanges, results);
  const deviating = results.filter(({ verdict }) => verdict === 'deviates');
  const groups = byCause(byPlace(deviating).map((requirements) => spotOf(requirements, read)));
  const problems = groups.map((group) => problemOf(group, given));
  const rank = ({ severity }: ServiceProblem) => severities.indexOf(severity);
  return problems.sort((left, right) => rank(left) - rank(right));
}
