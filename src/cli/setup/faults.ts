import { type Fault, failures, faults } from '../../../reference/faults.ts';
import type { ReferenceOptions } from '../../../reference/service.ts';
import type { Strength } from '../../../schemas/types.ts';
import type { ContractRequirement } from '../../contract/requirements.ts';
import { didYouMean } from '../../model/nearest.ts';
import { mutationsOf } from '../../mutations/mutations.ts';
import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import { padded, widthOf } from '../../text/layout.ts';

const suggestions = 3;

/** The named fault that makes a requirement deviate, and as few others as possible. */
export function faultFor(id: string): Fault | undefined {
  const tripping = faults.filter(({ trips }) => trips.includes(id));
  return tripping.sort((one, other) => one.trips.length - other.trips.length)[0];
}

/** Whether the document states one of the requirements that deviate. */
function strengthOf({ trips }: Fault): Strength {
  return trips.some((id) => contract.requirement(id)?.strength === 'stated') ? 'stated' : 'shown';
}

/** What `--fault` takes. */
export function faultNames(): readonly string[] {
  return [...[...faults, ...failures].map(({ name }) => name), ...contract.requirements.map(({ id }) => id)];
}

function refuseUnknown(asked: readonly string[]): void {
  const known = faultNames();
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new UsageError(
    `there is no fault ${unknown.join(', ')}.${didYouMean(unknown, known, suggestions)} All faults: conformance serve --fault list. The id of a requirement works too, and breaks that requirement: conformance explain lists the ids.`,
  );
}

/**
 * Fields before whole answers, inner fields before outer ones: each edit then finds the JSON that it needs. The
 * requirements list them the other way round.
 */
function editsFor(asked: readonly ContractRequirement[]): NonNullable<ReferenceOptions['edits']> {
  const last = contract.requirements.toReversed().filter((requirement) => asked.includes(requirement));
  return last.flatMap((requirement) => {
    const [mutation] = mutationsOf(requirement);
    return mutation === undefined ? [] : [{ operation: requirement.operation, edit: mutation.edit }];
  });
}

/**
 * What the reference service does wrong.
 * @param asked names of faults and ids of requirements; an id that no edit of one answer can break means the named
 *   fault that does
 * @throws UsageError for a name that is neither, with similar names
 */
export function faultsAskedFor(
  asked: readonly string[],
): Required<Pick<ReferenceOptions, 'faults' | 'edits'>> {
  refuseUnknown(asked);
  const ids = asked.flatMap((name) => contract.requirement(name) ?? []);
  const named = asked.filter((name) => contract.requirement(name) === undefined);
  const unsaid = ids.filter((requirement) => mutationsOf(requirement).length === 0);
  const instead = unsaid.flatMap(({ id }) => faultFor(id)?.name ?? []);
  return { faults: [...named, ...instead], edits: editsFor(ids) };
}

/** The named faults, what they do and which requirements they break, the failures, and what else can be asked for. */
export function faultList(command: string): string {
  const listed = [
    ...faults.map((fault) => ({ ...fault, kind: strengthOf(fault), result: fault.trips.join(' ') })),
    ...failures.map((failure) => ({
      ...failure,
      kind: 'failure',
      result: 'no requirement: a run is incomplete',
    })),
  ];
  const [width = 0, kindWidth = 0] = (['name', 'kind'] as const).map((column) =>
    Math.max(...listed.map((row) => widthOf(row[column]))),
  );
  const named = listed.map(
    ({ name, kind, description, result }) =>
      `${padded(name, width)}  ${padded(kind, kindWidth)}  ${description}\n${' '.repeat(width + kindWidth + 4)}${result}`,
  );
  return [
    ...named,
    '',
    'The id of any requirement works too: the responses then deviate from that requirement, and from those that depend on it.',
    `For example: ${command} serve --fault delete.data.createdAt:format`,
    `All ids: ${command} explain`,
  ].join('\n');
}
