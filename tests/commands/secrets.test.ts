import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { operationNames, putAnswer } from '../support/conforming.ts';
import type { Script } from '../support/service.ts';
import { aimedAt, type Run, run, without, withService } from './targets.ts';

/** The token is in no output, whatever the service does with it. */

/** Says the token wherever a service can say something: header names and values, reason, keys, texts, errors. */
function echoing(token: string): Script {
  return (call, prepared, response) => {
    const told = call.headers.authorization === `Bearer ${token}` ? token : 'nobody';
    const headers = {
      'X-Echo': told,
      'Set-Cookie': `session=${told}`,
      Location: `/login?token=${encodeURIComponent(told)}`,
    };
    if (told === 'nobody') return void response.writeHead(401, headers).end('{"error":"who are you?"}');
    if (call.operation === 'delete')
      return void response.writeHead(403, `No ${told.replaceAll(/[^\w-]/g, '')}`, headers).end(
        JSON.stringify({
          error: {
            message: `Bearer ${told} may not`,
            [told]: true,
            url: `http://x/?t=${encodeURIComponent(told)}`,
          },
        }),
      );
    const data = {
      ...putAnswer.data,
      name: told,
      enabled: told,
      [told]: 1,
      conditions: [told, { value: told }],
    };
    response
      .writeHead(200, headers)
      .end(JSON.stringify({ ...prepared, ...putAnswer, requestId: told, data }));
  };
}

interface Sample {
  readonly name: string;
  readonly token: string;
  readonly settings: Readonly<Record<string, string>>;
}

const plain = 'plain-token-4711-abcdef';
const awkward = 'aw"k\\w<a>r&d/+=%-token';

const samples: readonly Sample[] = [
  { name: 'from the environment', token: plain, settings: { CONFORMANCE_ACCESS_TOKEN: plain } },
  { name: 'from a file', token: plain, settings: { CONFORMANCE_ACCESS_TOKEN_FILE: 'token.txt' } },
  {
    name: 'from a command',
    token: plain,
    settings: {
      CONFORMANCE_ACCESS_TOKEN_COMMAND: `printf %s ${plain.slice(0, 8)}; printf %s ${plain.slice(8)}`,
    },
  },
  { name: 'of characters that are escaped', token: awkward, settings: { CONFORMANCE_ACCESS_TOKEN: awkward } },
];

/** The token as it stands, and as JSON, URLs, XML and Markdown would write it. */
function spellings(token: string): readonly string[] {
  const json = JSON.stringify(token).slice(1, -1);
  const markup = token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    token,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(token),
    markup,
    markup.replaceAll('"', '&quot;'),
    Buffer.from(token).toString('base64'),
  ];
}

function outputs({ out, files, stdout, stderr }: Run): Readonly<Record<string, string>> {
  const written = (files ?? []).map((name) => [name, readFileSync(join(out, name), 'utf8')] as const);
  return { stdout, stderr, ...Object.fromEntries(written) };
}

describe.each(samples)('a token $name', ({ token, settings }) => {
  let ended: Run;

  beforeAll(async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'token.txt'), `${token}\n`);
    await withService(echoing(token), async (service) => {
      const env = { ...without(aimedAt(service), 'CONFORMANCE_ACCESS_TOKEN'), ...settings };
      ended = await run([], { cwd, env });
      const authorised = service.calls.filter(({ headers }) => headers.authorization === `Bearer ${token}`);
      expect(authorised).toHaveLength(operationNames.length);
    });
  });

  test('is in no file and in no stream', () => {
    expect(ended.code).toBe(1);
    expect(ended.files).toEqual(['exchanges.ndjson', 'junit.xml', 'report.html', 'report.json', 'report.md']);
    for (const [name, text] of Object.entries(outputs(ended)))
      for (const spelling of spellings(token))
        expect(text.includes(spelling), `${spelling} in ${name}`).toBe(false);
  });

  test('was masked where the service said it, and rows that it covers are not judged', () => {
    const { exchanges, requirements } = ended.report();
    const parts = new Set(exchanges.flatMap(({ masked }) => masked.map(({ part }) => part)));
    expect([...parts].sort()).toEqual(expect.arrayContaining(['body', 'header', 'request-header']));
    const verdictOf = (id: string) => requirements.find((row) => row.id === id)?.verdict;
    expect(verdictOf('put.data.name:echo')).toBe('not-exercised');
    expect(verdictOf('put.requestId:format')).toBe('not-exercised');
    expect(verdictOf('put.data.enabled:type')).toBe('deviates');
  });
});

test('other secrets of a request are in no output either', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'headers.txt'), 'X-Gateway-Key: gateway-secret-0815\n');
  const script: Script = (call, prepared, response) =>
    void response
      .writeHead(prepared.status, { 'X-Seen': String(call.headers['x-gateway-key']) })
      .end(prepared.body.replace('"JOURNAL"', '"gateway-secret-0815"'));
  await withService(script, async (service) => {
    const ended = await run(['--headers-file', 'headers.txt'], { cwd, env: aimedAt(service) });
    expect(ended.code).toBe(0);
    expect(service.calls[0]?.headers['x-gateway-key']).toBe('gateway-secret-0815');
    for (const [name, text] of Object.entries(outputs(ended)))
      expect(text.includes('gateway-secret-0815'), name).toBe(false);
  });
});

test('a token that cannot be used is not quoted', async () => {
  await withService(undefined, async (service) => {
    const env = { ...aimedAt(service), CONFORMANCE_ACCESS_TOKEN: 'Bearer real-token-99' };
    const { code, stderr } = await run([], { env });
    expect(code).toBe(2);
    expect(stderr).not.toContain('real-token-99');
    expect(service.calls).toEqual([]);
  });
});
