import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curl } from '../../../reporters/outline/curl.ts';
import { exchangeOf, utf8Response } from '../../support/conforming.ts';
import { holds } from '../../support/properties.ts';
import { anyText } from './texts.ts';

/** What bash hands to curl is what was recorded, whatever was recorded, and nothing else is run. */

const exchange = exchangeOf('put', 'authorised', utf8Response('{}'));

/** No argument holds a NUL or half of a surrogate pair. */
function asArgument(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\\u{0}')).toString();
}

/** The arguments of each command, in the order of the commands: one bash runs them all. */
function argumentsOf(commands: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const script = `curl() { printf '%s\\0' "$#" "$@"; }\n${commands.flat().join('\n')}\n`;
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', script], {
    encoding: 'utf8',
    env: {},
  });
  expect([status, stderr]).toEqual([0, '']);
  const words = stdout.split('\0').slice(0, -1);
  const given: string[][] = [];
  while (words.length > 0) given.push(words.splice(0, Number(words.shift())));
  return given;
}

interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly value: string;
  readonly body: string;
}

function command({ method, url, value, body }: Recorded): readonly string[] {
  const request = {
    ...exchange.request,
    method: method as 'PUT',
    url: `http://127.0.0.1/${url}`,
    headers: [['x-a', value] as const],
    body,
  };
  return curl({ ...exchange, request });
}

function expectGiven(given: readonly string[], { method, url, value, body }: Recorded): void {
  const [sent = '', ...others] = [...given].reverse();
  expect(others.reverse().filter((argument) => argument !== '--globoff')).toEqual([
    '-X',
    asArgument(method),
    asArgument(`http://127.0.0.1/${url}`),
    '-H',
    `x-a: ${asArgument(value)}`,
    '--data-raw',
  ]);
  expect(sent === asArgument(body) || isEqualJson(sent, body)).toBe(true);
}

/** A process takes longer than a hundred commands that it runs. */
const atOnce = 20;

test('a curl command, pasted into bash', async () => {
  const recorded = fc.record({ method: anyText, url: anyText, value: anyText, body: anyText });
  const several = fc.array(recorded, { minLength: atOnce, maxLength: atOnce });
  const property = fc.asyncProperty(several, async (all) => {
    const given = argumentsOf(all.map(command));
    expect(given).toHaveLength(all.length);
    for (const [at, one] of all.entries()) expectGiven(given[at] ?? [], one);
  });
  await holds(property, 2 / atOnce);
});

function isEqualJson(left: string, right: string): boolean {
  try {
    expect(JSON.parse(left)).toEqual(JSON.parse(right));
    return true;
  } catch {
    return false;
  }
}
