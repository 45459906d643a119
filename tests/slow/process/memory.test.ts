import { test } from 'vitest';
import { brokenServices } from '../../cases/broken-services.ts';
import { oddAnswers } from '../../cases/odd-answers.ts';
import { longOnes } from '../../support/properties.ts';
import { type Answer, data, whole } from '../../support/raw-service.ts';
import { goodToken } from '../../support/service.ts';
import { expectWithinBounds, filled, type Load, room } from './load.ts';

function ofTheTable(...names: readonly string[]): readonly Load[] {
  const rows: Readonly<Record<string, Answer>> = { ...brokenServices, ...oddAnswers };
  return names.flatMap((name) => {
    const answer = rows[name];
    if (answer === undefined) throw new Error(`no row ${name}`);
    return { name, answer };
  });
}

/** As often as it fits below the largest body, in the place of the record. */
function many(before: string, piece: string, after: string): Answer {
  return whole(data(before + filled(`${piece},`) + after));
}

/** Arrays inside one another as deep as is read, each with further elements. */
function deepAndWide(): string {
  const beside = ',0'.repeat(70);
  return Array.from({ length: 250 }).reduce<string>((inner) => `[${inner}${beside}]`, '0');
}

/** One answer of each kind; of what a run could be full of a hundred times, memory-floods.test.ts has that. */
const loads: readonly Load[] = [
  ...ofTheTable(
    'an endless body',
    'endless headers',
    'a gzip bomb',
    'a bomb inside a bomb',
    'a string of 20 MB',
    'JSON nested 200,000 deep',
    'a string just below the limit',
    '10,000 unknown fields',
    '100,000 conditions',
    'a long key over many duplicates',
    'a longer key over fewer duplicates',
  ),
  { name: 'one key of a megabyte', answer: whole(data(`"${filled('k')}":1`)) },
  { name: 'a megabyte that is no UTF-8', answer: whole(Buffer.alloc(room, 0xff)) },
  { name: 'half a million elements', answer: many('"conditions":[', '0', ']') },
  { name: 'a hundred thousand duplicate keys', answer: many('', '"a":1', '') },
  { name: 'deep and wide', answer: whole(data(`"action":${deepAndWide()}`)) },
  { name: 'a megabyte of escapes', answer: whole(data(`"name":"${filled('\\u0041')}"`)) },
  { name: 'a megabyte of what begins like an escape', answer: whole(data(`"name":"${filled('%')}"`)) },
  { name: 'tens of thousands of tokens', answer: many('"a":[', `"${goodToken}"`, ']') },
];

test.each(longOnes(loads))('memory and files stay within their bounds against $name', expectWithinBounds);
