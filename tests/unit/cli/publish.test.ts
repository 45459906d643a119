import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { takeFolder } from '../../../src/output/folder.ts';
import { cleanJournal, publish } from '../../../src/output/publish.ts';
import type { Secret } from '../../../src/secrets/redaction.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { putAnswer, recordingOf, withBody } from '../../support/conforming.ts';
import { reportOf } from '../../support/engine.ts';
import { fakeIo } from '../../support/io.ts';

const token = 'tok-en"with/odd+characters=';
const secrets = [{ name: 'access token', value: token }];
const reporters = ['terminal', 'json', 'junit', 'markdown'];

let out = '';
beforeEach(() => {
  out = temporaryFolder();
});

/** Publishes a report whose exchanges were, by mistake, not redacted when they were made. */
async function published(value: string, known: readonly Secret[] = secrets) {
  const exchanges = withBody(
    'put',
    JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, name: value } }),
  );
  const recording = recordingOf(exchanges);
  const folder = takeFolder(out, []);
  const io = fakeIo();
  writeFileSync(
    join(out, 'exchanges.ndjson'),
    exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join(''),
  );
  const inJournal = cleanJournal(folder, known);
  const inReports = await publish({
    report: reportOf(recording),
    reporters,
    folder,
    io,
    secrets: known,
  });
  const leaks = [...inJournal, ...inReports.leaks];
  const texts = [io.printed(), ...readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'))];
  return { leaks, texts };
}

describe('the last look at what is written', () => {
  test('finds nothing where nothing is', async () => {
    const { leaks, texts } = await published('another name');
    expect(leaks).toEqual([]);
    expect(texts).toHaveLength(5);
    expect(texts.every((text) => text.includes('another name'))).toBe(true);
  });

  test.each([
    ['plain', token],
    ['Base64', Buffer.from(token).toString('base64')],
    ['hexadecimal', Buffer.from(token).toString('hex')],
    ['percent-encoded', encodeURIComponent(token)],
  ])(
    'masks a token that is there (%s), names each place, and keeps what stands around it',
    async (_, form) => {
      const { leaks, texts } = await published(`before ${form} after`);
      expect(leaks.map(({ where }) => where).sort()).toEqual(['exchanges.ndjson', 'the report']);
      expect(leaks.every((leak) => leak.secrets.includes('access token'))).toBe(true);
      for (const text of texts) {
        expect(text).not.toContain(form);
        expect(text).toMatch(/before\s+[\s\S]*\[masked:\s+access\s+token\]/);
      }
    },
  );

  test('a header that is a word of ours is left in the words of the formats', async () => {
    const ordinary = { name: 'header X-Env', value: 'testsuites' };
    const { leaks, texts } = await published(`before ${token} after`, [ordinary, ...secrets]);
    expect(leaks.map(({ where }) => where)).toContain('exchanges.ndjson');
    for (const text of texts) expect(text).not.toContain(token);
    expect(texts.some((text) => text.includes('</testsuites>'))).toBe(true);
  });

  test('leaves JSON that is still JSON', async () => {
    await published(token);
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toMatchObject({ formatVersion: 1 });
  });
});
