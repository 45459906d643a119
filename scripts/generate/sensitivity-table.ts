import { faults } from '../../reference/faults/index.ts';
import { requirements } from '../../tests/support/engine.ts';
import { mutationsOf } from '../../tests/support/mutations.ts';

/** How many faults of a requirement the table shows. */
const shownFaults = 4;

function cell(text: string): string {
  const visible = text.replaceAll(
    /[^\x20-\x7e]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return visible.replaceAll('|', '\\|').replaceAll('`', "'");
}

function code(text: string): string {
  return `\`${cell(text)}\``;
}

/** Which faults trip each requirement, in the derived tests and in the reference service. */
export function sensitivityTable(): string {
  const rows = requirements.map((requirement) => {
    const mutations = mutationsOf(requirement);
    const examples = mutations.slice(0, shownFaults).map(({ name }) => code(name));
    const consequences = [...new Set(mutations.flatMap((mutation) => mutation.consequences))].map(code);
    const named = faults.filter(({ trips }) => trips.includes(requirement.id)).map(({ name }) => code(name));
    return `| ${code(requirement.id)} | ${mutations.length} | ${examples.join(', ')} | ${consequences.join(', ')} | ${named.join(', ')} |`;
  });
  const total = requirements.reduce((sum, requirement) => sum + mutationsOf(requirement).length, 0);
  return [
    '# Sensitivity',
    '',
    `Written by \`npm run evidence\`. ${requirements.length} requirements, ${total} faulty answers: each makes its requirement`,
    'deviate, with the consequences named here and nothing else. `tests/unit/engine/sensitivity.test.ts` proves it, and fails when a',
    'requirement has no fault that trips it. `conformance serve --fault ID` answers with one of them for each requirement; the',
    'last column lists the faults that it offers by name.',
    '',
    '| requirement | faults | for example | consequences | faults of the reference service |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
