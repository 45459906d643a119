import { describe, expect, test } from 'vitest';
import { conformance } from '../support/cli.ts';
import { contract, requirements } from '../support/engine.ts';

/** `explain`: what the suite asks, and where the document says so. */

const ids = requirements.map(({ id }) => id);

/** On lines of 100 columns. */
const wide = (...args: readonly string[]) => conformance(args, { io: { columns: 100 } });

describe.concurrent('explain without an id', () => {
  test('as text: one line each, and the sum', async () => {
    const { code, stdout, stderr } = await conformance(['explain']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines.slice(0, ids.length).map((line) => line.split(' ')[0])).toEqual(ids);
    expect(stdout).toMatch(new RegExp(`^${ids.length} requirements: \\d+ stated, \\d+ shown\\.`, 'm'));
  });

  test('as JSON: the records as reports carry them', async () => {
    const { code, stdout } = await conformance(['explain', '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(
      requirements.map(({ id, operation, place, facet, strength, section, statement }) => ({
        id,
        operation,
        place,
        facet,
        strength,
        section,
        statement,
      })),
    );
  });

  test('as Markdown: a table with a row each', async () => {
    const { code, stdout } = await conformance(['explain', '--format', 'markdown']);
    expect(code).toBe(0);
    const [head, rule, ...rows] = stdout.trimEnd().split('\n');
    expect([head, rule]).toEqual(['| id | strength | section | statement |', '|---|---|---|---|']);
    expect(rows.map((line) => line.split('`')[1])).toEqual(ids);
    for (const line of rows) expect(line.replaceAll('\\|', '').split('|'), line).toHaveLength(6);
  });

  test('of one operation', async () => {
    const { stdout } = await conformance(['explain', '--format', 'json', '--operation', 'delete']);
    expect((JSON.parse(stdout) as { id: string }[]).map(({ id }) => id)).toEqual(
      ids.filter((id) => /^delete[.:]/.test(id)),
    );
  });
});

describe.concurrent('requirements of a side', () => {
  const requests = contract.requestRequirements.map(({ id }) => id);
  const idsIn = (out: string) => (JSON.parse(out) as readonly { id: string }[]).map(({ id }) => id);

  test.each([
    ['response', ids],
    ['request', requests],
    ['both', [...ids, ...requests]],
  ])('%s', async (side, expected) => {
    const { code, stdout: out } = await wide('explain', '--side', side, '--format', 'json');
    expect({ code, ids: idsIn(out) }).toEqual({ code: 0, ids: expected });
  });

  test('of one operation, with the side in JSON', async () => {
    const { stdout: out } = await wide(
      'explain',
      '--side',
      'request',
      '--operation',
      'delete',
      '--format',
      'json',
    );
    expect(JSON.parse(out)[0]).toEqual({
      id: 'delete.request:method',
      operation: 'delete',
      side: 'request',
      place: '/request',
      facet: 'method',
      strength: 'stated',
      section: '4.2',
      statement: 'the method of the request is DELETE',
    });
  });
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

  test('in a process of its own', async () => {
    const { code, stdout, stderr } = await conformance(['explain', 'delete.data.createdAt:format']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Document: section 2.3');
    expect(stdout).toContain('Schema: schemas/automation-rule-record.schema.json#/$defs/dateTime');
  });

  test.each([
    { typed: 'put.data.nme:presence', meant: 'put.data.name:presence' },
    { typed: 'delete.data.createdat:format', meant: 'delete.data.createdAt:format' },
    { typed: 'put.data.action.amount', meant: 'put.data.action.amount:type' },
    { typed: 'delete.data.integrationid', meant: 'delete.data.integrationId:format' },
    { typed: 'put.request.nme:type', meant: 'put.request.name:type' },
    { typed: 'createdAt', meant: 'put.data.createdAt:type' },
  ])('$typed is unknown; $meant is suggested', async ({ typed, meant }) => {
    const { code, stdout: out, stderr: err } = await wide('explain', typed);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`there is no requirement ${typed}`);
    expect(err).toContain(meant);
  });
});
