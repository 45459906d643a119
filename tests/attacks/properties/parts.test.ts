import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { checkedPartLine } from '../../../src/output/written-files.ts';
import type { Gathered } from '../../../src/traffic/gathered.ts';
import { MergedParts } from '../../../src/traffic/merged-parts.ts';
import { type Part, partLines, type WrittenIds } from '../../../src/traffic/part.ts';
import { judgeShare, type Sharing } from '../../../src/traffic/read-traffic.ts';
import { sourcesOf } from '../../../src/traffic/sources.ts';
import { endAll, temporaryFolder } from '../../support/cli.ts';
import { contract } from '../../support/engine.ts';
import { holds, runs } from '../../support/properties.ts';
import { type Exchange, gatherTraffic, trafficOf } from '../../support/subject.ts';
import { asLine, trafficOptions } from '../../support/traffic.ts';
import { exchangesOfAllKinds } from './exchanges.ts';

/** Traffic that is judged in parts, each of which is written and read again. */

afterAll(endAll);

const folder = temporaryFolder();
const tool = { name: 'tool', version: '0' };
const options = { ...trafficOptions, side: 'both' as const };

/** The threads of a part. */
const threads: Sharing = {
  bytes: 2_000,
  judge: async (share) => structuredClone((await judgeShare(share, options)).share),
};

/** @returns the names of files with so many parts of the traffic, one after another */
function filesOf(all: readonly Exchange[], cuts: readonly number[]): readonly string[] {
  const bounds = [0, ...cuts.map((cut) => cut % (all.length + 1)).sort((a, b) => a - b), all.length];
  return bounds.slice(1).map((end, at) => {
    const name = `${at + 1}.ndjson`;
    writeFileSync(join(folder, name), all.slice(bounds[at], end).map(asLine).join('\n'));
    return name;
  });
}

async function gathered(names: readonly string[], part: object, sharing?: Sharing): Promise<Gathered> {
  const sources = await sourcesOf(names, folder, () => {
    throw new Error('nobody asked for standard input');
  });
  return gatherTraffic(sources, { ...options, ...part }, sharing);
}

/** @param hashOf what is made of the hashes of requestIds */
type HashOf = (hash: bigint, part: number) => bigint;

function merged(texts: readonly (readonly string[])[], hashOf: HashOf): Gathered {
  const parts = texts.map(([first = '', ...ids]) => {
    const part = checkedPartLine(first, 'part') as Part;
    return { part, ids: ids.map((line) => checkedPartLine(line, 'requestIds') as WrittenIds) };
  });
  const [{ part: one }] = parts as [(typeof parts)[number]];
  const whole = new MergedParts(contract, one);
  for (const [at, { part, ids }] of parts.entries()) {
    whole.takePart(part, 'part');
    for (const line of ids) {
      const bytes = Buffer.from(line.hashes, 'base64');
      for (const id of line.numbers.keys())
        bytes.writeBigUInt64LE(hashOf(bytes.readBigUInt64LE(8 * id), at), 8 * id);
      whole.takeIds({ ...line, hashes: bytes.toString('base64') });
    }
  }
  return whole;
}

const unkept = 'a requestId, which was not kept';
const text = /^"(?:[^"\\]|\\.)*"(?=, as in exchange )/;

/** All that a report is made from, times and the names of parts aside. */
function known(whole: Gathered) {
  const { info, judgement, requirements, exchanges } = trafficOf(whole, 0, false);
  const { parts: _, ...rest } = info;
  const { effects: _effects, requestIds: _requestIds, ...found } = judgement;
  return { info: rest, found, requirements, exchanges };
}

type Known = ReturnType<typeof known>;

/** What one pass found, without the requestIds that no part shows. */
function without(once: Known, parts: Known): Known {
  const findings = [...once.found.findings].map(([id, found]) => {
    const others = parts.found.findings.get(id);
    const actual = (own: string, at: number, list: readonly { readonly actual: string }[] = []) =>
      list[at]?.actual.startsWith(unkept) ? own.replace(text, unkept) : own;
    const list = (own: typeof found.evidence, other: typeof found.evidence = []) =>
      own.map((one, at) => ({ ...one, actual: actual(one.actual, at, other) }));
    const actuals = [...(found.actuals ?? [])].map((own) =>
      others?.actuals?.has(own) ? own : own.replace(text, unkept),
    );
    const evidence = list(found.evidence, others?.evidence);
    const spread = list(found.spread, others?.spread);
    return [id, { ...found, evidence, spread, actuals: found.actuals && new Set(actuals) }] as const;
  });
  return { ...once, found: { ...once.found, findings: new Map(findings) } };
}

const divided = fc.record({
  all: exchangesOfAllKinds,
  cuts: fc.array(fc.nat(), { maxLength: 4 }),
  threaded: fc.boolean(),
});

/** Tries: each writes and reads files. */
const share = 0.15;

function sameResults(hashOf: HashOf) {
  return fc.asyncProperty(divided, async ({ all, cuts, threaded }) => {
    const names = filesOf(all, cuts);
    const once = known(await gathered(names, {}));
    const texts: (readonly string[])[] = [];
    for (const [at, name] of names.entries()) {
      const part = { id: at + 1, of: names.length };
      const found = await gathered([name], { part }, threaded ? threads : undefined);
      texts.push([...partLines(found, part, [name], tool)]);
    }
    const parts = known(merged(texts, hashOf));
    expect(parts).toStrictEqual(without(once, parts));
  });
}

describe('parts', () => {
  test('are found together what one pass finds, equal requestIds included', async () => {
    await holds(
      sameResults((hash) => hash),
      share,
    );
  });

  test.each<readonly [what: string, hashOf: HashOf]>([
    ['compares requestIds within each part alone', (hash, part) => hash ^ BigInt(part)],
    ['takes different requestIds for equal ones', () => 1n],
  ])('the property does not hold where merging %s', async (_, hashOf) => {
    // As many as are needed: it ends with the first case that fails.
    const sought = { ...runs(), numRuns: 1_000, endOnFailure: true };
    const { failed } = await fc.check(sameResults(hashOf), sought);
    expect(failed).toBe(true);
  });
});
