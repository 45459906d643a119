import { beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../../src/cli/program.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { requestCount } from '../../support/conforming.ts';
import { requirements } from '../../support/engine.ts';
import { type FakeIo, fakeIo } from '../../support/io.ts';

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
});

async function start(...args: readonly string[]): Promise<FakeIo & { readonly code: number }> {
  const io = fakeIo();
  return { ...io, code: await main({ args, environment: {}, cwd, io }) };
}

describe('conformance', () => {
  test('--help and --version end well and print to standard output', async () => {
    const help = await start('--help');
    expect([help.code, help.errors()]).toEqual([0, '']);
    expect(help.printed()).toContain('Exit codes:');
    expect((await start('--version')).printed()).toMatch(/^\d+\.\d+\.\d+\n$/);
    const run = await start('run', '--help');
    expect(run.printed()).toContain('CONFORMANCE_BASE_URL');
    expect(run.printed()).not.toContain('CONFORMANCE_ACCESS_TOKEN');
  });

  test.each([
    [['runn'], /unknown command 'runn'/],
    [['run', '--stict'], /Did you mean --strict/],
    [[], /Usage: conformance/],
    [['explain'], /missing required argument/],
  ])('%j is a usage error', async (args, message) => {
    const { code, errors, printed } = await start(...args);
    expect([code, printed()]).toEqual([2, '']);
    expect(errors()).toMatch(message);
  });

  test('run without a target names every problem and sends nothing', async () => {
    const { code, errors, printed } = await start('run');
    expect([code, printed()]).toEqual([2, '']);
    for (const name of [
      'CONFORMANCE_BASE_URL',
      'CONFORMANCE_ACCESS_TOKEN',
      'CONFORMANCE_ENTITY_ID',
      'CONFORMANCE_BUSINESS_DATA_TYPE_ID',
      'nothing was sent',
    ]) {
      expect(errors()).toContain(name);
    }
  });

  test('run --reference --plan prints the requests of an ordinary run', async () => {
    const { code, printed } = await start('run', '--reference', '--plan');
    expect(code).toBe(0);
    expect(printed().match(/^ {2}\d\. /gm)).toHaveLength(requestCount);
  });
});

describe('requirements', () => {
  test('lists all as text, JSON and Markdown', async () => {
    expect((await start('requirements')).printed()).toContain(`${requirements.length} requirements: `);
    const json = JSON.parse((await start('requirements', '--format', 'json')).printed()) as unknown[];
    expect(json).toHaveLength(requirements.length);
    expect(json[0]).toEqual({
      id: 'put:json',
      operation: 'put',
      place: null,
      facet: 'json',
      strength: 'stated',
      section: '1',
      statement: requirements[0]?.statement,
    });
    const markdown = (await start('requirements', '--format', 'markdown', '--operation', 'delete')).printed();
    expect(markdown.split('\n')).toHaveLength(
      requirements.filter(({ operation }) => operation === 'delete').length + 3,
    );
  });

  test.each([
    [['--format', 'xml'], /--format must be text, json or markdown, not "xml"/],
    [['--operation', 'post'], /--operation must be put or delete, not "post"/],
  ])('refuses %j', async (args, message) => {
    const { code, errors } = await start('requirements', ...args);
    expect(code).toBe(2);
    expect(errors()).toMatch(message);
  });
});

describe('explain', () => {
  test.each(requirements.map(({ id, section }) => [id, section] as const))('%s', async (id, section) => {
    const { code, printed } = await start('explain', id);
    expect(code).toBe(0);
    expect(printed()).toContain(`Document: section ${section}\n`);
    const examples = /Conforms: (.+)\nDeviates: (.+)\n/.exec(printed());
    expect(examples?.[1]).not.toBe(examples?.[2]);
  });

  test('shows the schema', async () => {
    const { printed } = await start('explain', 'delete.data.createdAt:format');
    expect(printed()).toContain('schemas/automation-rule-record.schema.json#/$defs/dateTime');
    expect(printed()).toContain('Conforms: {"createdAt":"2025-01-05 10:20:30"}');
    expect(printed()).toContain('Deviates: {"createdAt":"2025-01-05T10:20:30Z"}');
    expect(printed()).toContain('createdAt of the record (automation rule), in the response to the DELETE');
  });

  test('suggests ids that come near', async () => {
    const { code, errors } = await start('explain', 'delete.data.createdAt:fromat');
    expect(code).toBe(2);
    expect(errors()).toContain('Did you mean delete.data.createdAt:format');
  });
});

describe('serve', () => {
  test('--list-faults names them with what they trip', async () => {
    const { code, printed } = await start('serve', '--list-faults');
    expect(code).toBe(0);
    expect(printed()).toMatch(/^put-open +stated +.+\n +put:authorization$/m);
  });

  test.each([
    [['--fault', 'no-such'], /there is no fault no-such/],
    [['--port', 'x'], /--port must be an integer from 0 to 65535, not "x"/],
    [['--port', '70000'], /from 0 to 65535/],
    [['--seed-rules', '-1', '--port', '0'], /--seed-rules must be an integer from 0 to 100000, not "-1"/],
    [['--base-path', 'x', '--port', '0'], /basePath/],
  ])('refuses %j', async (args, message) => {
    const { code, errors } = await start('serve', ...args);
    expect(code).toBe(2);
    expect(errors()).toMatch(message);
  });

  test('prints a .env for whoever aims at it, and ends on a signal', async () => {
    const io = fakeIo();
    const serving = main({ args: ['serve', '--port', '0', '--seed-rules', '2'], environment: {}, cwd, io });
    while (!io.errors().includes('listens on')) await new Promise((resolve) => setTimeout(resolve, 5));
    const env = Object.fromEntries(
      io
        .printed()
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    );
    expect(env['CONFORMANCE_AUTOMATION_RULE_ID']?.split(',')).toHaveLength(2);
    expect((await fetch(env['CONFORMANCE_BASE_URL'] ?? '')).status).toBe(404);
    process.emit('SIGTERM');
    expect(await serving).toBe(0);
  });
});
