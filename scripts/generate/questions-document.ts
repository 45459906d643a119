import { readFileSync } from 'node:fs';
import { type Asking, askings } from '../../src/model/question.ts';
import { contract } from '../../src/operations/index.ts';

/** The questions of docs/questions.md, made from the declarations; the text before them is written by hand. */

const path = new URL('../../docs/questions.md', import.meta.url);
const heading = '## All questions';

const headings: Readonly<Record<Asking, string>> = {
  passive: 'Read off the exchanges of a run',
  refusal: 'Asked with `refusal`',
  write: 'Asked with `write`',
  delete: 'Asked with `delete`',
  never: 'Never asked',
};

/** Of each field whether it is required: one line for all. */
const ofEachField = /^(question\.put\.required)\..*/;

function lineOf({ id, question }: { readonly id: string; readonly question: string }): string {
  const [, start] = ofEachField.exec(id) ?? [];
  if (start === undefined) return `- \`${id}\`: ${question}`;
  const name = id.slice(start.length + 1);
  return `- \`${start}.FIELD\`: ${question.replace(name, 'FIELD')}`;
}

function section(asking: Asking): string {
  const lines = contract.questions.filter(({ asks }) => asks === asking).map(lineOf);
  return `### ${headings[asking]}\n\n${[...new Set(lines)].join('\n')}\n`;
}

export function questionsDocument(): string {
  const [before = ''] = readFileSync(path, 'utf8').split(heading);
  return `${before}${heading}\n\nWritten by \`npm run docs\`.\n\n${askings.map(section).join('\n')}`;
}
