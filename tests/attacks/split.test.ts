import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Run, run } from '../commands/targets.ts';
import { temporaryFolder } from '../support/cli.ts';
import { entityId } from '../support/conforming.ts';
import { gateTakesAFifth, sampleOf } from '../support/properties.ts';
import type { Script } from '../support/service.ts';
import { startService } from '../support/service.ts';
import { type SplitAnswer, splitsOf } from '../support/split-secrets.ts';
import { aimedAt } from './aimed-at.ts';
import { everythingOf, problemsLeftBy } from './left-behind.ts';

/** A service that takes a secret apart, so that only what is made of its answer puts it together again. */

/** Each PUT is answered with the next; in two pieces, so that chunks have no say in it. */
function answering(answers: readonly SplitAnswer[]): Script {
  let next = 0;
  return (_call, _prepared, _response, socket) => {
    const bytes = Buffer.from(answers[next]?.answer ?? '');
    next += 1;
    socket.write(bytes.subarray(0, bytes.length / 2));
    setImmediate(() => socket.end(bytes.subarray(bytes.length / 2)));
  };
}

interface Secrets {
  readonly token?: string;
  /** Value of a header of the operator's own. */
  readonly header?: string;
}

async function runWith(
  { token, header }: Secrets,
  script: Script | undefined,
  args: readonly string[],
): Promise<Run> {
  const cwd = temporaryFolder();
  if (header !== undefined) writeFileSync(join(cwd, 'headers.txt'), `X-Gateway-Key: ${header}\n`);
  await using service = await startService(script);
  return await run([...args, ...(header === undefined ? [] : ['--headers-file', 'headers.txt'])], {
    cwd,
    env: { ...aimedAt(service), ...(token === undefined ? {} : { CONFORMANCE_ACCESS_TOKEN: token }) },
  });
}

const repeated = (count: number) => ['--operation', 'put', '--no-unauthorized', '--repeat', String(count)];

async function expectNothingLeft(secret: string, secrets: Secrets): Promise<void> {
  const answers = splitsOf(secret);
  const ended = await runWith(secrets, answering(answers), repeated(answers.length));
  expect(ended.stderr).not.toContain('fault of the suite');
  expect([1, 3]).toContain(ended.code);
  expect(problemsLeftBy(ended)).toEqual([]);
  const outputs = Object.entries(everythingOf(ended));
  expect(outputs.flatMap(([name, text]) => (text.includes(secret) ? [name] : []))).toEqual([]);
}

test.concurrent.each(
  sampleOf(
    [
      'abc/defghij',
      'data/xyz12345',
      'a/b/0/c/defgh',
      'conditions/*/t0ken',
      'tok~1en~0abc',
      'ab~cd/ef~gh',
      '/data/action/x7',
      'abcd","efgh',
      'abcd":"efgh',
      'k":{"v":1},"q',
      'x;y,z:0=1&2?3',
      '.*(a|b)+$^[c]',
      '\\u0041\\n\\"abc',
      '%41%42%43/%44',
      '&amp;&#65;/tok',
      '</script>/<b>',
      'Zm9v/YmFy+z==',
    ],
    gateTakesAFifth,
  ),
)('a token that a service takes apart: %s', async (token) => {
  await expectNothingLeft(token, { token });
});

test.concurrent.each(
  sampleOf(
    ['abcd, efgh; ijkl: mnop', 'abcd": "efgh', 'abcd to efgh at /ijkl', 'p@ss', 'a/b1', '":"x'],
    gateTakesAFifth,
  ),
)("a header's value that a service takes apart: %s", async (header) => {
  await expectNothingLeft(header, { header });
});

test.concurrent.each(
  sampleOf([
    ...'true data name test conforms incomplete 0000 2026 10.0.0 127.0.0.1 application/json'.split(' '),
    ...'entity-config-conformance put-authorised'.split(' '),
    entityId,
    ...'k1 FUTURE testsuites success 2024-01-02 2024-01-02T03:04:05Z 123456789012 staging'.split(' '),
    'eu-west',
  ]),
)("a header's value that says nothing: %s: the run is judged as it would be without", async (header) => {
  const ended = await runWith({ header }, undefined, ['--timeout-ms', '100000']);
  expect(ended.stderr).not.toContain('fault of the suite');
  expect(ended.code, ended.stdout.slice(-2_000)).toBe(0);
  expect(problemsLeftBy(ended)).toEqual([]);
});
