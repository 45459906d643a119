import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curl } from '../../reporters/support/curl.ts';
import { exchangeOf, utf8Response } from '../support/conforming.ts';
import { holds } from '../support/properties.ts';
import { anyText } from './texts.ts';

/** What bash hands to curl is what was recorded, whatever was recorded, and nothing else is run. */

const exchange = exchangeOf('put', 'authorised', utf8Response('{}'));

/** No argument holds a NUL or half of a surrogate pair. */
function asArgument(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\\u{0}')).toString();
}

function argumentsOf(lines: readonly string[]): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${lines.join('\n')}\n`;
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', script], {
    encoding: 'utf8',
    env: {},
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\0').slice(0, -1);
}

test('a curl command, pasted into bash', async () => {
  await holds(
    fc.asyncProperty(anyText, anyText, anyText, anyText, async (method, url, value, body) => {
      const request = {
        ...exchange.request,
        method: method as 'PUT',
        url: `http://127.0.0.1/${url}`,
        headers: [['x-a', value] as const],
        body,
      };
      const given = argumentsOf(curl({ ...exchange, request }));
      const [sent = '', ...others] = [...given].reverse();
      expect(others.reverse().filter((argument) => argument !== '--globoff')).toEqual([
        '-X',
        asArgument(method),
        asArgument(request.url),
        '-H',
        `x-a: ${asArgument(value)}`,
        '--data-raw',
      ]);
      expect(sent === asArgument(body) || isEqualJson(sent, body)).toBe(true);
    }),
  );
});

function isEqualJson(left: string, right: string): boolean {
  try {
    expect(JSON.parse(left)).toEqual(JSON.parse(right));
    return true;
  } catch {
    return false;
  }
}
