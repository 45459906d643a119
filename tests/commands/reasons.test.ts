import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { conformance, folderWith } from '../support/cli.ts';
import { sentTransformer } from '../support/conforming.ts';
import { sampleOf } from '../support/properties.ts';
import { answer, type Edit, exchangesOf, only, record, run } from '../support/runs.ts';
import { asLine } from '../support/traffic.ts';
import { reportIn } from './targets.ts';

/** Why something was not checked is what most exchanges say of it, wherever in the traffic the others are. */

/** What keeps requirements on a PUT from being checked, so that two of them can be in one traffic. */
const kept: Readonly<Record<string, (requestId: string) => Edit>> = {
  '503': () => answer('put', 503, { error: 'down' }),
  '502, each with words of its own': (requestId) => answer('put', 502, { error: `down ${requestId}` }),
  '404': () => answer('put', 404, { error: 'not found' }),
  '200 with an error': () => answer('put', 200, { error: 'no' }),
  'an empty deletedAt': (requestId) => record('put', { deletedAt: '' }, { requestId }),
  'no data': (requestId) => record('put', {}, { requestId, data: undefined }),
  'data of another type': (requestId) => record('put', {}, { requestId, data: 'none' }),
  'no action': (requestId) => record('put', { action: undefined, deletedAt: '' }, { requestId }),
  'an action of another type': (requestId) =>
    record('put', { action: JSON.stringify(sentTransformer.action) }, { requestId }),
};

const [most, fewer] = [5, 3];
const requestIds = /0{8}-0000-4000-8000-\d{12}/g;

function linesOf(name: string, count: number, first: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const requestId = `00000000-0000-4000-8000-${String(first + at).padStart(12, '0')}`;
    const [one] = exchangesOf(run(only('put'), kept[name]?.(requestId) ?? {}));
    if (one === undefined) throw new Error('no exchange');
    const startedAt = new Date(Date.UTC(2025, 0, 7, 8, 0, first + at)).toISOString();
    return asLine({ ...one, timings: { ...one.timings, startedAt } });
  });
}

/** By id: why, and because of which requirement. */
async function reasonsOf(lines: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const cwd = folderWith({ 'traffic.ndjson': lines.join('\n') });
  await conformance(['check', 'traffic.ndjson', '--operation', 'put', '--reporter', 'json'], { cwd });
  return new Map(
    reportIn(join(cwd, 'traffic-report'))
      .requirements.filter(({ verdict, operation }) => verdict === 'not-exercised' && operation === 'put')
      .map(({ id, reason, because }) => [id, `${reason?.replaceAll(requestIds, 'ID')} ${because}`]),
  );
}

const names = Object.keys(kept);

describe.each(sampleOf(names))('most of them: %s', (name) => {
  let alone: ReadonlyMap<string, string>;
  beforeAll(async () => {
    alone = await reasonsOf(linesOf(name, most, 0));
  });

  test.each(names.filter((other) => other !== name))('fewer, before or after: %s', async (other) => {
    for (const lines of [
      [...linesOf(other, fewer, 0), ...linesOf(name, most, fewer)],
      [...linesOf(name, most, 0), ...linesOf(other, fewer, most)],
    ]) {
      const mixed = await reasonsOf(lines);
      // What a few show of a requirement is no reason any more.
      const both = [...mixed].filter(([id]) => alone.has(id));
      expect(both.length).toBeGreaterThan(0);
      expect(both).toEqual(both.map(([id]) => [id, alone.get(id)]));
    }
  });
});
