import { describe, expect, test } from 'vitest';
import { conformance } from '../support/cli.ts';
import { contract, requirements } from '../support/engine.ts';
import type { Requirement } from '../support/subject.ts';

/** `explain`: what the suite asks, and where the document says so. */

const ids = requirements.map(({ id }) => id);

/** On lines of 100 columns. */
const wide = (...args: readonly string[]) => conformance(args, { io: { columns: 100 } });

test('as text: one line each, and the sum', async () => {
  const { code, stdout, stderr } = await conformance(['explain']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines.slice(0, ids.length).map((line) => line.split(' ')[0])).toEqual(ids);
  expect(stdout).toMatch(new RegExp(`^${ids.length} requirements: \\d+ stated, \\d+ shown\\.`, 'm'));
});

test('as Markdown: a table with a row each', async () => {
  const { code, stdout } = await conformance(['explain', '--format', 'markdown']);
  expect(code).toBe(0);
  const [head, rule, ...rows] = stdout.trimEnd().split('\n');
  expect([head, rule]).toEqual(['| id | strength | section | statement |', '|---|---|---|---|']);
  expect(rows.map((line) => line.split('`')[1])).toEqual(ids);
  for (const line of rows) expect(line.replaceAll('\\|', '').split('|'), line).toHaveLength(6);
});

const asked = contract.requestRequirements;
const ofDelete = (list: readonly Requirement[]) => list.filter(({ operation }) => operation === 'delete');

test.each<[flags: string, of: readonly Requirement[]]>([
  ['', requirements],
  ['--operation delete', ofDelete(requirements)],
  ['--side response', requirements],
  ['--side request', asked],
  ['--side both', [...requirements, ...asked]],
  ['--side request --operation delete', ofDelete(asked)],
])('as JSON, the records as reports carry them: %s', async (flags, of) => {
  const words = flags === '' ? [] : flags.split(' ');
  const { code, stdout } = await conformance(['explain', '--format', 'json', ...words]);
  const records = of.map((one) => {
    const { id, operation, place, facet, strength, section, statement } = one;
    const side = asked.includes(one as (typeof asked)[number]) ? { side: 'request' } : {};
    return { id, operation, ...side, place, facet, strength, section, statement };
  });
  expect([code, JSON.parse(stdout)]).toEqual([0, records]);
});

describe.concurrent('explain', () => {
  test.each([
    ['put.request:path', 'the path as the document writes it'],
    ['put.request:bearer', 'Authorization: Bearer TOKEN'],
    ['delete.request:body', 'no body'],
    ['put.request:type', '{}'],
    ['put.request.name:type', '{"name":"text"}'],
  ])('%s: shows a request that conforms', async (id, conforming) =>
    expect((await wide('explain', id)).stdout).toContain(`Conforms: ${conforming}\n`),
  );

  test('every requirement: its sentence, section, strength, schema and two examples', async () => {
    for (const { id, statement, section, strength } of [...requirements, ...contract.requestRequirements]) {
      const { code, stdout: out, stderr: err } = await wide('explain', id);
      expect({ code, err }, id).toEqual({ code: 0, err: '' });
      expect(out.startsWith(`${id}\n  ${statement}\n`), id).toBe(true);
      expect(out).toContain(`Document: section ${section}\n`);
      expect(out).toContain(
        strength === 'stated' ? '\nRequired by the document: ' : '\nOnly suggested by the document: ',
      );
      expect(out, id).toMatch(/^Schema: (schemas\/[a-z-]+\.schema\.json#|none, )/m);
      const [, conforming] = /^Conforms: (.+)$/m.exec(out) ?? [];
      const [, deviating] = /^Deviates: (.+)$/m.exec(out) ?? [];
      expect(conforming, id).toBeTruthy();
      expect(deviating, id).toBeTruthy();
      expect(conforming, id).not.toBe(deviating);
      expect(out, id).not.toMatch(/undefined|\[object /);
    }
  });

  test.each([
    ['put.data.nme:presence', 'put.data.name:presence'],
    ['delete.data.createdat:format', 'delete.data.createdAt:format'],
    ['put.data.action.amount', 'put.data.action.amount:type'],
    ['put.request.nme:type', 'put.request.name:type'],
    ['createdAt', 'put.data.createdAt:type'],
  ])('%s is unknown; %s is suggested', async (typed, meant) => {
    const { code, stdout: out, stderr: err } = await wide('explain', typed);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`there is no requirement ${typed}`);
    expect(err).toContain(meant);
  });
});
