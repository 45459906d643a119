import type { ContractRequirement } from '../../src/contract/requirements.ts';
import type { ServiceProblem } from '../../src/model/conclusion.ts';
import type { Report } from '../../src/model/report.ts';
import { recordingOf } from '../../tests/support/conforming.ts';
import { reportOf, requirements } from '../../tests/support/engine.ts';
import { type Mutation, mutationsOf } from '../../tests/support/mutations.ts';

/** How many cures of a requirement the table shows. */
const shownCures = 5;

export interface Diagnosed {
  readonly mutation: Mutation;
  readonly report: Report;
  /** The problem that has the requirement of the mutation. */
  readonly problem: ServiceProblem;
}

/** What a report says of one faulty answer. @throws Error when it has no problem of the requirement */
export function diagnosed(mutation: Mutation): Diagnosed {
  const report = reportOf(recordingOf(mutation.exchanges));
  const problem = report.problems.find((one) => one.requirements.includes(mutation.requirement));
  if (problem === undefined) throw new Error(`${mutation.requirement}: no problem for ${mutation.name}`);
  return { mutation, report, problem };
}

function cell(text: string): string {
  const visible = text.replaceAll(
    /[^\x20-\x7e…]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return visible.replaceAll('|', '\\|').replaceAll('`', "'").replaceAll('<', '&lt;');
}

/** What reports say of every faulty answer of a requirement. */
export function problemsFor(requirement: ContractRequirement): readonly ServiceProblem[] {
  return mutationsOf(requirement).map((mutation) => diagnosed(mutation).problem);
}

/** What a report says is wrong, and the cure that it gives, for every faulty answer of the tests. */
export function diagnosisTable(problemsOf = problemsFor): string {
  let [all, without] = [0, 0];
  const rows = requirements.map((requirement) => {
    const problems = problemsOf(requirement);
    const none = problems.filter(({ cure }) => cure === null).length;
    all += problems.length;
    without += none;
    const cures = [
      ...new Set(problems.flatMap(({ title, cure }) => (cure === null ? [] : [`${title}: ${cure}`]))),
    ];
    const more = cures.length - shownCures;
    const shown = cures.slice(0, shownCures).map(cell);
    const list = [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('<br>');
    return `| \`${requirement.id}\` | ${problems.length} | ${none} | ${list} |`;
  });
  return [
    '# Diagnosis',
    '',
    'Written by `npm run evidence`. Reports put deviations of one cause together, name the cause and give a short cure. The rules',
    'stand in `src/report/diagnosis/`. This table has what they say of every faulty answer of the tests; where a cure names a',
    'value, `tests/unit/engine/sensitivity.test.ts` puts that value into the answer and shows that it then conforms.',
    '',
    `${all} faulty answers; ${all - without} have a cure, ${without} have none.`,
    '',
    '| requirement | faulty answers | without a cure | what the report says, and the cure |',
    '|---|--:|--:|---|',
    ...rows,
    '',
  ].join('\n');
}
