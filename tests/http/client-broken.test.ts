import { describe, expect, test } from 'vitest';
import { type Broken, brokenServices } from '../cases/broken-services.ts';
import { oddAnswers } from '../cases/odd-answers.ts';
import { lineOf, put } from '../support/clients.ts';
import { startRaw } from '../support/raw-service.ts';
import { goodToken } from '../support/service.ts';

/** What the client makes of a service that is broken. */

const rows: Readonly<Record<string, Broken>> = { ...brokenServices, ...oddAnswers };
const lines = new Map<string, string>();

describe('a service', () => {
  test.concurrent.for(Object.entries(rows))('%s', async ([name, row], { expect: expected }) => {
    await using service = await startRaw(row);
    const exchange = await put(service.baseUrl, { timeoutMs: row.waitsMs ?? 60_000 });
    const { response, failure } = exchange;
    expected([response, failure].filter((one) => one !== undefined)).toHaveLength(1);
    expected(failure?.sent ?? true).toBe(true);
    expected(failure?.kind === 'timeout').toBe(row.waitsMs !== undefined);
    expected(JSON.parse(JSON.stringify(exchange))).toEqual(exchange);
    expected(JSON.stringify(exchange)).not.toContain(goodToken);
    // Nothing is followed, and nothing is sent again.
    expected(service.connections()).toBe(1);
    lines.set(name, lineOf(exchange).replace(/\d+(?= bytes of the body had)/, '…'));
  });
});

test('each in a line', async () => {
  const text = Object.keys(rows).map((name) => `${name}: ${lines.get(name)}\n`);
  await expect(text.join('')).toMatchFileSnapshot('../cases/golden/http/client.txt');
});
