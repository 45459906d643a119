import { test } from 'vitest';
import { longOnes } from '../../support/properties.ts';
import { type Answer, data, whole } from '../../support/raw-service.ts';
import { expectWithinBounds, filled, type Load, room } from './load.ts';

function list(piece: string, count: number): string {
  return Array(count).fill(piece).join(',');
}

/** As many short headers, and repeats of them, as one head may have. */
function head(line: (at: number) => string): Answer {
  const lines: string[] = [];
  for (let bytes = 0; bytes < 60 * 1024; bytes += (lines.at(-1)?.length ?? 0) + 2)
    lines.push(line(lines.length));
  return whole(data('"pad":0'), lines.join('\r\n'));
}

const hundred = ['--repeat', '100'];
const honest = whole(data(`"pad":"${'p'.repeat(12_000)}"`));

/** What one answer may cheaply be full of, a hundred times. */
const floods: readonly Load[] = [
  { name: 'the shortest headers', answer: head(() => 'a: 1') },
  { name: 'headers of different names', answer: head((at) => `x${at.toString(36)}: 1`) },
  { name: 'short cookies', answer: head((at) => `set-cookie: a=${at}bcdefgh`) },
  { name: 'control characters', answer: whole(data(`"a":"${filled('\u007f')}"`)) },
  { name: 'control characters that are no JSON', answer: whole(Buffer.alloc(room, 1)) },
  { name: 'a little of them', answer: whole(data(`"a":"${'\u007f'.repeat(300_000)}"`)) },
  { name: 'masked places', answer: whole(data(`"a":[${list('{"password":"x"}', 9_000)}]`)) },
  {
    name: 'masked places with long names',
    answer: whole(data(`"${'k'.repeat(1000)}":[${list('{"password":"x"}', 2_000)}]`)),
  },
  { name: 'JSON values', answer: whole(data(`"a":[${list('0', 19_000)}]`)) },
  { name: 'small objects', answer: whole(data(`"a":[${list('{"a":0}', 9_000)}]`)) },
  { name: 'long identifiers', answer: whole(data(`"derivativeFactTransformerId":"${'i'.repeat(14_000)}"`)) },
  { name: 'honest responses of 12 KB', answer: honest, isJudged: true as const },
].map((flood) => ({ ...flood, name: `${flood.name}, a hundred times`, args: hundred }));

/** The most requests that a run may send. */
const most: Load = {
  name: 'honest responses of 12 KB, a thousand times',
  answer: honest,
  args: ['--repeat', '1000'],
  isJudged: true,
};

test.each([...longOnes(floods), most])(
  'memory and files stay within their bounds against $name',
  expectWithinBounds,
);
