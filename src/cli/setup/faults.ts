import { type Fault, failures, faults } from '../../../reference/faults.ts';
import type { ReferenceOptions } from '../../../reference/service.ts';
import { didYouMean } from '../../model/nearest.ts';
import { mutationsOf } from '../../mutations/mutations.ts';
import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import { padded, widthOf } from '../../text/layout.ts';

const suggestions = 3;

/** What `--fault` takes. */
export const faultNames: readonly string[] = [
  ...[...faults, ...failures].map(({ name }) => name),
  ...contract.requirements.map(({ id }) => id),
];

/** The named fault that makes a requirement deviate, and as few others as possible. */
function faultFor(id: string): Fault | undefined {
  const tripping = faults.filter(({ trips }) => trips.includes(id));
  return tripping.sort((one, other) => one.trips.length - other.trips.length)[0];
}

/**
 * What the reference service does wrong.
 * @param asked names of faults and ids of requirements; an id that no edit of one response can break means the named
 *   fault that does
 * @throws UsageError for a name that is neither, with similar names
 */
export function faultsAskedFor(
  asked: readonly string[],
): Required<Pick<ReferenceOptions, 'faults' | 'edits'>> {
  const unknown = asked.filter((name) => !faultNames.includes(name));
  if (unknown.length > 0)
    throw new UsageError(
      `there is no fault ${unknown.join(', ')}.${didYouMean(unknown, faultNames, suggestions)} All faults: conformance serve --fault list. The id of a requirement works too, and breaks that requirement: conformance explain lists the ids.`,
    );
  // Fields before whole responses, inner fields before outer ones: each edit then finds the JSON that it needs.
  const broken = contract.requirements.toReversed().filter(({ id }) => asked.includes(id));
  const edits = broken.flatMap((requirement) => {
    const [mutation] = mutationsOf(requirement);
    return mutation === undefined ? [] : [{ operation: requirement.operation, edit: mutation.edit }];
  });
  const named = asked.flatMap((name) => {
    const requirement = contract.requirement(name);
    if (requirement === undefined) return name;
    return mutationsOf(requirement).length === 0 ? (faultFor(name)?.name ?? []) : [];
  });
  return { faults: named, edits };
}

/** The named faults, what they do and which requirements they break, the failures, and what else can be asked for. */
export function faultList(command: string): string {
  const isStated = (id: string) => contract.requirement(id)?.strength === 'stated';
  const rows = [
    ...faults.map(({ name, description, trips }) => {
      return { name, kind: trips.some(isStated) ? 'stated' : 'shown', description, result: trips.join(' ') };
    }),
    ...failures.map(({ name, description }) => {
      return { name, kind: 'failure', description, result: 'no requirement: a run is incomplete' };
    }),
  ];
  const width = Math.max(...rows.map(({ name }) => widthOf(name)));
  const kindWidth = widthOf('failure');
  return [
    ...rows.map(
      ({ name, kind, description, result }) =>
        `${padded(name, width)}  ${padded(kind, kindWidth)}  ${description}\n${' '.repeat(width + kindWidth + 4)}${result}`,
    ),
    '',
    'The id of any requirement works too: the responses then deviate from that requirement, and from those that depend on it.',
    `For example: ${command} serve --fault delete.data.createdAt:format`,
    `All ids: ${command} explain`,
  ].join('\n');
}
