import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { conformance, folderWith } from '../support/cli.ts';
import { contract } from '../support/subject.ts';

/** What `export overlay` lays over OpenAPI: answers, where they belong. */

const { questions } = contract;

// biome-ignore lint/suspicious/noExplicitAny: JSON that another program reads
type Json = any;

let document: Json;
beforeAll(async () => {
  document = JSON.parse((await conformance(['export', 'openapi'])).stdout);
});

/** SHA-256 of canonical JSON (RFC 8785). */
function digestOf(value: unknown): string {
  const sorted = (_: string, one: unknown) =>
    one?.constructor === Object
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one;
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex');
}

describe('overlay', () => {
  const known = { seen: 3, since: '2026-11-24', contract: 'c'.repeat(64), requests: ['put-authorised'] };
  const typical = {
    choice: 'fails with 500',
    set: ['200'],
    bound: { largestAccepted: 1, smallestRefused: null },
    schema: { type: 'object' },
  };
  const answerTo = ({ form }: (typeof questions)[number]) => ({
    answer: typical[form.kind],
    basis: 'observed',
    contrary: 0,
    ...known,
  });
  const all = Object.fromEntries(questions.map((one) => [one.id, answerTo(one)]).sort());
  const overlay = async (found: object, declared: object = {}) => {
    const text = JSON.stringify({ formatVersion: 1, found, declared });
    const { stdout } = await conformance(['export', 'overlay'], {
      cwd: folderWith({ 'conformance.answers.json': text }),
    });
    return JSON.parse(stdout).actions as Json[];
  };

  test('has each answer at a place that is there, and adds nothing but x-observed and x-declared', async () => {
    const declared = Object.fromEntries(
      Object.entries(all).map(([id, one]) => [id, { ...(one as object), basis: 'declared' }]),
    );
    const [about, ...actions] = await overlay(all, declared);
    const digests = {
      'x-contract-sha256': document.info['x-contract-sha256'],
      'x-answers-sha256': digestOf({ found: all, declared }),
    };
    expect(about).toEqual({ target: "$['info']", update: digests });
    const lines = actions.flatMap(({ target, update }) => {
      expect(Object.keys(update)).toEqual(['x-observed', 'x-declared']);
      const keys = [...target.matchAll(/\['([^']*)'\]/g)].map(([, key]) => key);
      const at = keys.reduce((node, key) => node?.[key], document);
      expect(at, target).toBeTypeOf('object');
      expect(at, target).not.toHaveProperty('$ref');
      return Object.keys(update['x-observed']).map((id) => `${id} ${target}\n`);
    });
    expect(lines).toHaveLength(questions.length);
    await expect(lines.sort().join('')).toMatchFileSnapshot('../cases/golden/contract/overlay.txt');
  });

  test('has answers that differed, and nothing of what was never asked', async () => {
    const id = 'question.put.success-status';
    const answers = ['200', '201'].map((status) => ({ ...known, answer: [status] }));
    const differed = { answer: null, why: 'answers differed', answers };
    const never = { answer: null, why: 'never asked' };
    const [, ...actions] = await overlay({ [id]: differed, 'question.put.values': never });
    expect(actions.map(({ update }) => update)).toEqual([{ 'x-observed': { [id]: differed } }]);
    expect(await overlay({})).toHaveLength(1);
  });
});
