import type { Answered } from '../../../reference/service.ts';
import { contract } from '../../operations/index.ts';
import { andMore } from '../../text/more.ts';

/** Further problems with a body are counted only. */
const mostProblems = 10;

function carriedOut({ method }: Answered): string {
  if (method === 'OPTIONS') return 'the document says nothing about OPTIONS';
  const operation = contract.operations.find((one) => one.method === method);
  return operation === undefined ? 'as asked' : `section ${operation.section}: ${operation.object}`;
}

/** One request, its answer, and what the document says about it. @param broken names of the faults in the answer */
export function logLines(answered: Answered, broken: readonly string[]): string {
  const { method, path, status, refusal } = answered;
  const said = refusal === null ? carriedOut(answered) : refusal.document;
  const faults =
    refusal === null && method !== 'OPTIONS' && broken.length > 0 ? `, with ${broken.join(', ')}` : '';
  const problems = refusal?.problems ?? [];
  const listed = problems.slice(0, mostProblems).map(({ pointer, message }) => `  ${pointer}: ${message}`);
  const left = problems.length - listed.length;
  const lines = [
    `${method} ${path} → ${status ?? 'no response'}${faults} (${said})`,
    ...listed,
    ...(left > 0 ? [`  ${andMore(left)}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
