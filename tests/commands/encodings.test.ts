import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { markBeforeLastLine, namedEncodings, readEncodings, textFileRows } from '../cases/encodings.ts';
import { authority } from '../support/certificates.ts';
import { conformance, folderWith, temporaryFolder } from '../support/cli.ts';
import { conformingExchanges, recordingOf } from '../support/conforming.ts';
import { asEntry, asHar, asLine, recordingText } from '../support/traffic.ts';
import { aimedAt, reportIn } from './targets.ts';

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
  const read = (bytes: Buffer) => {
    const cwd = folderWith({ 'client.pem': authority.client.cert, 'client.key': authority.client.key });
    cpSync(join(made, 'made'), join(cwd, 'made'), { recursive: true });
    writeFileSync(join(cwd, file), bytes);
    return conformance(line.split(' '), { cwd, env: { ...usual, ...env } });
  };
  for (const encoded of readEncodings) expect((await read(encoded(text))).code).toBe(0);
  for (const encoded of namedEncodings) {
    const { code, stdout, stderr } = await read(encoded(text));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/UTF-16.*UTF-8/s);
    expect(stderr).toContain(file);
  }
});

const exchanges = conformingExchanges();
const traffic = {
  lines: `${exchanges.map(asLine).join('\n')}\n`,
  HAR: asHar(exchanges.map(asEntry)),
  recording: recordingText(recordingOf(exchanges)),
};

async function checked(content: Buffer) {
  const cwd = folderWith({ 'a.log': content });
  const { code } = await conformance(['check', 'a.log', '--side', 'response', '--reporter', 'json'], { cwd });
  const { exchanges: count, other, bad, badEntries } = reportIn(join(cwd, 'traffic-report')).traffic ?? {};
  return { code, count, other, bad, problem: badEntries?.[0]?.problem };
}

test.each(Object.entries(traffic))('traffic, plain and compressed: %s', async (format, text) => {
  // A HAR is one document, which has no lines.
  for (const encoded of [...readEncodings, ...(format === 'HAR' ? [] : [markBeforeLastLine])])
    for (const content of [encoded(text), gzipSync(encoded(text))])
      expect(await checked(content)).toMatchObject({ code: 0, count: exchanges.length, other: 0, bad: 0 });
  const problem = expect.stringMatching(/^is text in UTF-16\..*iconv -f UTF-16/);
  for (const encoded of namedEncodings)
    for (const content of [encoded(text), gzipSync(encoded(text))])
      expect(await checked(content)).toMatchObject({ code: 3, count: 0, problem });
});
