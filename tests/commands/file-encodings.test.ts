import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportOf } from '../../src/output/vitest-report.ts';
import { textFileCases, utf16 } from '../cases/file-encodings.ts';
import { authority } from '../support/certificates.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { contract } from '../support/engine.ts';
import { aimedAt, without } from './targets.ts';

/** A byte order mark is passed over, and UTF-16 is named as such: nothing is sent, and nobody hunts for an invisible character. */

const environment = aimedAt({ baseUrl: 'http://127.0.0.1:9' });
const made = temporaryFolder();
await conformance(['run', '--reference', '--out', 'made'], { cwd: made });
const madeText = (name: string) => readFileSync(join(made, 'made', name), 'utf8');
const recording = madeText('exchanges.ndjson');

const cases = textFileCases({
  variables: Object.entries(environment)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join(''),
  certificate: authority.client.cert,
  key: authority.client.key,
  report: madeText('report.json'),
  recording,
});

type Case = (typeof cases)[number];

async function read({ file, args, env = {}, without: names = [], text }: Case, bytes: string | Buffer) {
  const cwd = temporaryFolder();
  cpSync(join(made, 'made'), join(cwd, 'made'), { recursive: true });
  for (const [name, content] of Object.entries({
    'client.pem': authority.client.cert,
    'client.key': authority.client.key,
  }))
    writeFileSync(join(cwd, name), content);
  writeFileSync(join(cwd, file), bytes);
  const usual = names.includes('*') ? {} : without(environment, ...names);
  const given = text.includes('CONFORMANCE_BASE_URL') ? {} : usual;
  return conformance([...args], { cwd, env: { ...given, ...env } });
}

test.each(cases)('$file of $args', async (one) => {
  const plain = await read(one, one.text);
  expect(plain.code).toBe(0);
  const marked = await read(one, `\uFEFF${one.text}`);
  expect(marked.code).toBe(0);
  for (const encode of Object.values(utf16)) {
    const { code, stdout, stderr } = await read(one, encode(one.text));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/UTF-16.*UTF-8/s);
    expect(stderr).toContain(one.file);
  }
});

test.each(['0', '1'])('the recording of the suite under vitest, CONFORMANCE_LIVE=%s', async (live) => {
  const cwd = temporaryFolder();
  const named = { CONFORMANCE_EXCHANGES: 'r.ndjson', CONFORMANCE_LIVE: live };
  const judged = async (bytes: string | Buffer) => {
    writeFileSync(join(cwd, 'r.ndjson'), bytes);
    return (await reportOf({ contract, environment: named, cwd })).summary.exitCode;
  };
  expect(await judged(`\uFEFF${recording}`)).toBe(0);
  for (const encode of Object.values(utf16))
    await expect(judged(encode(recording))).rejects.toThrow(/r\.ndjson.*UTF-16/);
});
