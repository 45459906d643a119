import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textFileRows, utf16 } from '../cases/file-encodings.ts';
import { authority } from '../support/certificates.ts';
import { conformance, folderWith, temporaryFolder } from '../support/cli.ts';
import { aimedAt } from './targets.ts';

/** A byte order mark is passed over, and UTF-16 is named as such: nothing is sent, and nobody hunts for an invisible character. */

const environment = aimedAt({ baseUrl: 'http://127.0.0.1:9' });
const made = temporaryFolder();
await conformance(['run', '--reference', '--out', 'made'], { cwd: made });
const madeText = (name: string) => readFileSync(join(made, 'made', name), 'utf8');
const variables = Object.entries(environment).map(([name, value]) => `${name}='${value}'\n`);
const texts: Readonly<Record<string, string>> = {
  variables: variables.join(''),
  certificate: authority.client.cert,
  key: authority.client.key,
  report: madeText('report.json'),
  recording: madeText('exchanges.ndjson'),
};

test.each(textFileRows.map((row) => [row[0], row[2], row] as const))('%s: %s', async (file, line, row) => {
  const [, named, , env = {}] = row;
  const text = texts[named] ?? named;
  const usual = named === 'variables' || line.includes('--reference') ? {} : environment;
  const read = (bytes: string | Buffer) => {
    const cwd = folderWith({ 'client.pem': authority.client.cert, 'client.key': authority.client.key });
    cpSync(join(made, 'made'), join(cwd, 'made'), { recursive: true });
    writeFileSync(join(cwd, file), bytes);
    return conformance(line.split(' '), { cwd, env: { ...usual, ...env } });
  };
  expect((await read(text)).code).toBe(0);
  expect((await read(`\uFEFF${text}`)).code).toBe(0);
  for (const encode of utf16) {
    const { code, stdout, stderr } = await read(encode(text));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/UTF-16.*UTF-8/s);
    expect(stderr).toContain(file);
  }
});
