import { expect, test } from 'vitest';
import { conformingExchanges } from '../../support/conforming.ts';
import { asLine, readOf } from '../../support/traffic.ts';

const authorised = conformingExchanges().filter(({ credentials }) => credentials === 'authorised');
const lines = authorised.map(asLine);

/** A name of the same length, as the length of the body is in a header. */
function named(line: string, at: number): string {
  const name = (found: string) => `\\"name\\":\\"${String(at).padEnd(found.length - 13)}\\"`;
  return line.replaceAll(/\\"name\\":\\"[^"]*\\"/g, name);
}

/** Thirty of each, so that most are not read as they were written. */
const many = Array.from({ length: 30 }, (_, at) => lines.map((line) => named(line, at))).flat();

test('status codes are counted, not listed by exchange', async () => {
  const { judgement } = await readOf(many.join('\n'));
  const answers = new Map(judgement.observations.map(({ id, answer }) => [id, answer]));
  expect(answers.get('question.put.success-status')).toBe('200 (30 ×)');
  expect(answers.get('question.delete.success-status')).toBe('200 (30 ×)');
});

test('PUTs of other clients are not taken for one PUT that was sent again', async () => {
  const { judgement } = await readOf(many.join('\n'));
  expect(judgement.observations.map(({ id }) => id)).not.toContain('question.put.create-or-replace');
  expect(judgement.notAsked.map(({ id }) => id)).toContain('question.put.create-or-replace');
});

test('nobody knows of traffic whether a redirect was followed', async () => {
  const moved = lines.map((line) => {
    const entry = JSON.parse(line) as { response: Record<string, unknown> };
    return JSON.stringify({
      ...entry,
      response: { ...entry.response, status: 302, headers: { location: '/x' } },
    });
  });
  const { judgement } = await readOf(moved.join('\n'));
  const redirects = judgement.observations.find(({ id }) => id === 'question.response.redirects');
  expect(redirects?.answer).toBe(moved.map((_, at) => `traffic:${at + 1}: 302 to /x`).join('; '));
});
