import { describe, expect, test } from 'vitest';
import { conformance } from '../../support/cli.ts';
import { reportOf } from '../../support/engine.ts';
import { situations } from '../../support/situations.ts';
import type { Recording } from '../../support/subject.ts';
import { readOf } from '../../support/traffic.ts';

/** What a document says to do next can be typed: every flag of its commands is one that the command has. */

const { info } = await readOf('');
const ofSettings = ['--env-file', 'staging.env', '--base-url', 'https://staging.example'];
const ofRun = ['--waivers', 'w.json', '--wait', '5'];

/** A recording whose header has everything that flags repeat, whoever wrote it. */
function chosen(recording: Recording, isTraffic: boolean): Recording {
  const { header } = recording;
  const shown = ['put.data.currency.code:exact', 'put.status:exact'];
  return {
    ...recording,
    header: {
      ...header,
      scope: { ...header.scope, operations: ['put'], unauthorized: false, required: ['put.status:type'] },
      options: {
        ...header.options,
        ...{ repeat: 3, strict: true, requireShown: shown, gateAnswers: true, staleWaivers: 'warn' },
      },
      tool: { ...header.tool, ...(isTraffic ? {} : { flags: ofSettings, runFlags: ofRun }) },
    },
    ...(isTraffic ? { traffic: { info, requirements: new Map() } } : {}),
  };
}

const helps: Record<string, string> = {};

async function unknownFlags(line: string): Promise<readonly string[]> {
  const [, name, words = ''] = /conformance ([a-z]+)(.*)/.exec(line) ?? [];
  if (name === undefined) return [];
  helps[name] ??= (await conformance([name, '--help'])).stdout;
  const known = helps[name].match(/--[a-z-]+/g) ?? [];
  return (words.match(/--[a-z-]+/g) ?? []).filter((flag) => !known.includes(flag as never));
}

const all = Object.entries(situations);

describe.each([
  ['a run', false],
  ['traffic', true],
])('of %s', (_, isTraffic) => {
  test.each(all)('%s', async (_name, recording) => {
    const { next } = reportOf(chosen(recording, isTraffic)).conclusion;
    expect([next, await unknownFlags(next)]).toEqual([next, []]);
  });
});

test('a flag is noticed that no such command has', async () =>
  expect(await unknownFlags('Fix it, then: conformance check FILE --serial --strict')).toEqual(['--serial']));
