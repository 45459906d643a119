import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Gathered } from '../../../src/traffic/gathered.ts';
import { judgeShare, type Sharing } from '../../../src/traffic/read-traffic.ts';
import { bytesOfShare, sharesOf } from '../../../src/traffic/shares.ts';
import { sourcesOf, type TrafficSource } from '../../../src/traffic/sources.ts';
import { exchangesOfAllKinds } from '../../attacks/properties/exchanges.ts';
import { endAll, temporaryFolder } from '../../support/cli.ts';
import { conformingExchanges } from '../../support/conforming.ts';
import { holds } from '../../support/properties.ts';
import { gatherTraffic, trafficOf } from '../../support/subject.ts';
import { asLine, sourceOf, trafficOptions } from '../../support/traffic.ts';

/** Traffic that is divided into shares, each judged by itself. */

afterAll(endAll);

const folder = temporaryFolder();
const noInput = () => {
  throw new Error('nobody asked for standard input');
};

/** A file as a source. */
async function fileOf(name: string, content: string | Buffer) {
  writeFileSync(join(folder, name), content);
  const [source] = await sourcesOf([name], folder, noInput);
  if (source === undefined) throw new Error(`there is no ${name}`);
  return source;
}

const sharing = (bytes: number): Sharing => ({
  bytes,
  judge: async (share) => structuredClone((await judgeShare(share, trafficOptions)).share),
});

/** All that a report is made from: of traffic, none says what the requests changed. */
function known(gathered: Gathered) {
  const read = trafficOf(gathered, 0, false);
  return { ...read, judgement: { ...read.judgement, effects: [] } };
}

/** Every line once, two of them with the requestId of others, and one that is cut. */
const lines = [
  ...conformingExchanges().map(asLine),
  '{"request":{"method":"PUT"',
  ...conformingExchanges().map((exchange) => asLine(exchange).replaceAll('"status":200', '"status":404')),
  'a line of a log',
  ...conformingExchanges().map(asLine),
];

/** A request in a form that is not read. */
const unread = '{"method":"DELETE","path":"/entity/a/automationRule/b"}';

describe('what is found in shares is what is found in one pass', () => {
  test.each([1, 3_000, 10_000, 1_000_000])('shares of %i bytes', async (bytes) => {
    const sources = [
      await fileOf('a.ndjson', lines.join('\n')),
      await fileOf('b.ndjson', `${lines[0]}\n\n${lines[4]}\n`),
      await fileOf('c.ndjson', `{"a":1}\n${unread}\n${unread}\n`),
      await fileOf('d.ndjson', `${unread}\n${lines[0]}\n${unread}\n`),
    ];
    const single = known(await gatherTraffic(sources, trafficOptions));
    const shared = known(await gatherTraffic(sources, trafficOptions, sharing(bytes)));
    expect(shared).toStrictEqual(single);
    expect(single.info.bad).toBeGreaterThan(0);
    expect(single.info.sources.map(({ requestAt }) => requestAt)).toEqual([
      undefined,
      undefined,
      2,
      undefined,
    ]);
    expect(single.judgement.findings.get('put.requestId:uniqueness')?.verdict).toBe('deviates');
  });

  test('whatever the lines hold, and wherever they are divided', async () => {
    const property = fc.asyncProperty(exchangesOfAllKinds, fc.nat({ max: 20_000 }), async (all, bytes) => {
      const sources = [await fileOf('any.ndjson', all.map(asLine).join('\n'))];
      const single = known(await gatherTraffic(sources, trafficOptions));
      expect(known(await gatherTraffic(sources, trafficOptions, sharing(bytes)))).toStrictEqual(single);
    });
    await holds(property, 1 / 10);
  });

  test('nothing more is judged once it is ended, and what was found stays', async () => {
    const interrupt = new AbortController();
    const { judge } = sharing(3_000);
    const sources = [await fileOf('a.ndjson', lines.join('\n'))];
    const gathered = await gatherTraffic(
      sources,
      { ...trafficOptions, signal: interrupt.signal },
      {
        bytes: 3_000,
        judge: async (share) => {
          if (share[0]?.range?.lines !== 0) await once(interrupt.signal, 'abort');
          if (interrupt.signal.aborted) throw new Error('ended');
          const found = await judge(share);
          interrupt.abort();
          return found;
        },
      },
    );
    expect(gathered.traffic.exchanges).toBeGreaterThan(0);
    expect(gathered.traffic.exchanges).toBeLessThan(2 * conformingExchanges().length);
  });

  test('a share that could not be judged is a fault', async () => {
    const failing: Sharing = {
      judge: () => Promise.reject(new Error('the thread ended')),
      bytes: 1,
    };
    await expect(gatherTraffic([sourceOf('')], trafficOptions, failing)).rejects.toThrow('the thread ended');
  });
});

describe('how sources are divided', () => {
  const whole = (...sources: readonly TrafficSource[]) =>
    sources.map((source, index) => ({ source, index, range: null, format: null }));

  test('between lines, each range with the number of lines before it', async () => {
    const text = 'one\ntwo\n\nfour and more\nfive';
    const shares = await sharesOf(whole(await fileOf('few.ndjson', text)), 5);
    const ranges = shares.flat().map(({ range }) => range);
    expect(ranges.map((range) => text.slice(range?.start, range?.end)).join('')).toBe(text);
    for (const range of ranges) expect(range?.lines).toBe(text.slice(0, range?.start).split('\n').length - 1);
  });

  const wrapped = JSON.stringify({ log: 'a part of a line', stream: 'stdout', time: '' });
  test.each([
    ['compressed', gzipSync(lines.join('\n'))],
    ['a HAR', JSON.stringify({ log: { entries: [] } }, null, 1)],
    ['lines that Docker wrapped, as one may go on in the next', `${wrapped}\n${wrapped}\n`],
  ])('not at all: %s', async (_, content) => {
    const shares = await sharesOf(whole(await fileOf('one', content)), 10);
    expect(shares).toMatchObject([[{ range: null }]]);
  });

  test('of many small ones, no more together than a report lists', async () => {
    const small = await fileOf('small', 'a\n');
    const shares = await sharesOf(whole(...Array.from({ length: 1_201 }, () => small)), 10_000);
    expect(shares.map(({ length }) => length)).toEqual([500, 500, 201]);
  });

  test('small ones are read together, and standard input by itself', async () => {
    const small = [
      await fileOf('1', 'a\n'),
      await fileOf('2', 'b\n'),
      sourceOf('', 'stdin'),
      await fileOf('3', 'c\n'),
    ];
    const names = (await sharesOf(whole(...small), 100)).map((share) =>
      share.map(({ source }) => source.name),
    );
    expect(names).toEqual([['1', '2'], ['stdin'], ['3']]);
  });
});

test('shares are as large as lets each thread take a few, within bounds', () => {
  const mebibytes = 1024 * 1024;
  const bytesFor = (sizes: readonly number[], threads: number) =>
    bytesOfShare(
      sizes.map((size) => ({ ...sourceOf(''), bytes: size * mebibytes })),
      threads,
    ) / mebibytes;
  expect(bytesFor([300, 300], 2)).toBe(100);
  expect(bytesFor([1], 2)).toBe(16);
  expect(bytesFor([100_000], 8)).toBe(256);
  expect(bytesOfShare([sourceOf('')], 2)).toBe(16 * mebibytes);
});
