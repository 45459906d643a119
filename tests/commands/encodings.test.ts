import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { namedEncodings, readEncodings } from '../cases/encodings.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { conformingExchanges, recordingOf } from '../support/conforming.ts';
import type { Report } from '../support/subject.ts';
import { asEntry, asHar, asLine, recordingText } from '../support/traffic.ts';

/** A byte order mark in a file of traffic is skipped; UTF-16 is named, with what to do. */

const exchanges = conformingExchanges();
const lines = exchanges.map(asLine);
const formats = {
  lines: `${lines.join('\n')}\n`,
  HAR: asHar(exchanges.map(asEntry)),
  recording: recordingText(recordingOf(exchanges)),
};
const files = Object.entries(formats);

async function checked(content: Buffer) {
  const cwd = folderWith({ 'a.log': content });
  const { code } = await conformance(['check', 'a.log', '--side', 'response', '--reporter', 'json'], { cwd });
  const report: Report = JSON.parse(readFileSync(join(cwd, 'traffic-report/report.json'), 'utf8'));
  const { exchanges: count, other, bad, badEntries } = report.traffic ?? {};
  return { code, count, other, bad, problem: badEntries?.[0]?.problem };
}

test.each(files)('%s', async (format, text) => {
  for (const [name, encoded] of Object.entries(readEncodings)) {
    // A HAR is one document, which has no lines.
    if (format === 'HAR' && name.includes('last line')) continue;
    for (const content of [encoded(text), gzipSync(encoded(text))])
      expect(await checked(content), name).toMatchObject({
        code: 0,
        count: exchanges.length,
        other: 0,
        bad: 0,
      });
  }
  for (const [name, encoded] of Object.entries(namedEncodings))
    for (const content of [encoded(text), gzipSync(encoded(text))])
      expect(await checked(content), name).toMatchObject({
        code: 3,
        count: 0,
        problem: expect.stringMatching(/^is text in UTF-16\..*iconv -f UTF-16/),
      });
});

test.each(Object.entries(readEncodings))('render reads a recording: %s', async (_, encoded) => {
  const cwd = folderWith({ 'exchanges.ndjson': encoded(formats.recording) });
  expect((await conformance(['render', 'exchanges.ndjson'], { cwd })).code).toBe(0);
});

test.each(Object.entries(namedEncodings))('render names %s', async (_, encoded) => {
  const cwd = folderWith({ 'exchanges.ndjson': encoded(formats.recording) });
  const { code, stderr } = await conformance(['render', 'exchanges.ndjson'], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining('UTF-16')]);
});
