import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curl, resends } from '../../../../reporters/outline/curl.ts';
import type { Exchange } from '../../../support/subject.ts';
import { report } from '../fixture.ts';
import { hostile, hostileTexts } from '../hostile.ts';

function exchange(id: string): Exchange {
  const found = report.exchanges.find((one) => one.id === id);
  if (!found) throw new Error(`no exchange ${id}`);
  return found;
}

const variables = {
  CONFORMANCE_ACCESS_TOKEN: 'the token',
  HEADER_X_GATEWAY_KEY: 'the "key" of $HOME',
  CONFORMANCE_CA_FILE: 'authorities of staging.pem',
  CONFORMANCE_CLIENT_CERT_FILE: 'client.pem',
  CONFORMANCE_CLIENT_KEY_FILE: 'client.key',
};

/** The arguments that a shell would hand to curl. */
function argumentsOf(
  one: Exchange,
  shell = 'bash --norc',
  connection: Parameters<typeof curl>[1] = {},
): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${curl(one, connection).join('\n')}\n`;
  const [command = '', ...options] = shell.split(' ');
  const { stdout, status } = spawnSync(command, [...options, '-c', script], {
    encoding: 'utf8',
    env: variables,
  });
  expect(status).toBe(0);
  return stdout.split('\0').slice(0, -1);
}

function withRequest(id: string, change: Partial<Exchange['request']>): Exchange {
  const one = exchange(id);
  return { ...one, request: { ...one.request, ...change } };
}

describe('curl', () => {
  it('repeats the request with the token and masked headers from the environment', () => {
    const { url, body } = exchange('e1').request;
    const sent = argumentsOf(exchange('e1'));
    expect(sent.slice(0, -1)).toEqual([
      '-X',
      'PUT',
      url,
      '-H',
      'Authorization: Bearer the token',
      '-H',
      'content-type: application/json',
      '-H',
      'accept: application/json',
      '-H',
      'x-gateway-key: the "key" of $HOME',
      '--data-raw',
    ]);
    expect(JSON.parse(sent.at(-1) ?? '')).toEqual(JSON.parse(body ?? ''));
  });

  it('lays JSON out on lines that fit into a terminal', () => {
    const conditions = Array.from({ length: 9 }, (_, column) => ({
      column,
      value: 'a, "b": [c]',
      operator: 'EQ',
    }));
    const body = JSON.stringify({ name: "it's", conditions });
    const lines = curl(withRequest('e1', { body }));
    expect(lines.filter((line) => line.length > 76 && !line.includes('http'))).toEqual([]);
    expect(lines.length).toBeGreaterThan(10);
    expect(JSON.parse(argumentsOf(withRequest('e1', { body })).at(-1) ?? '')).toEqual(JSON.parse(body));
  });

  it('trusts the same authorities and shows the same certificate', () => {
    expect(argumentsOf(exchange('e4'), 'sh', { ca: true, clientCertificate: true }).slice(3, 9)).toEqual([
      '--cacert',
      'authorities of staging.pem',
      '--cert',
      'client.pem',
      '--key',
      'client.key',
    ]);
    expect(curl(exchange('e4')).join('\n')).not.toContain('--cert');
  });

  it('takes no variable from the name of a header', () => {
    const odd = { ...withRequest('e4', { headers: [['x`id`$(id)', '[masked]']] }) };
    const masked = [{ part: 'request-header' as const, at: 'x`id`$(id)', what: 'a key' }];
    expect(argumentsOf({ ...odd, masked })).toContain('x`id`$(id): [masked]');
  });

  it('holds neither the token nor its mask', () => {
    const text = curl(exchange('e1')).join('\n');
    expect(text).toContain('-H "Authorization: Bearer $CONFORMANCE_ACCESS_TOKEN"');
    expect(text).not.toContain('[masked: access token]');
  });

  it('sends no Authorization where the probe sent none', () =>
    expect(curl(exchange('e3')).join('\n')).not.toMatch(/authorization/i));

  it('sends a made-up token as it is', () => {
    const header = ['authorization', 'Bearer made-up'] as const;
    const made: Exchange = { ...withRequest('e3', { headers: [header] }), credentials: 'made-up' };
    expect(argumentsOf(made)).toContain('authorization: Bearer made-up');
  });

  it('has no body where none was sent', () =>
    expect(curl(exchange('e4')).join('\n')).not.toContain('--data'));

  it('keeps curl from reading brackets as patterns', () => {
    expect(curl(withRequest('e4', { url: 'http://[::1]/' }))[0]).toContain('--globoff');
    expect(curl(exchange('e4'))[0]).not.toContain('--globoff');
  });

  it.each(hostileTexts)('sends a body of equal value with %j in it, and nothing unseen', (text) => {
    const odd = withRequest('e1', { body: JSON.stringify({ text }, null, 2) });
    expect(JSON.parse(argumentsOf(odd).at(-1) ?? '')).toEqual({ text });
    expect(curl(odd).join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]|##\w*\[/u);
  });

  /** No argument holds a NUL, and none half of a surrogate pair. */
  const asArgument = (text: string) => Buffer.from(text.replaceAll('\0', '\\u{0}')).toString();

  const odd = (text: string) =>
    withRequest('e4', { method: text as 'PUT', url: text, headers: [['x-a', text]], body: text });

  it.each(hostileTexts)('hands %j to curl as it is: as the method, the address, a header, a body', (text) => {
    expect(argumentsOf(odd(text)).filter((one) => !/^--(?:globoff|url)$/.test(one))).toEqual([
      '-X',
      asArgument(text),
      asArgument(text),
      '-H',
      `x-a: ${asArgument(text)}`,
      '--data-raw',
      asArgument(text),
    ]);
    expect(curl(odd(text)).join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]|##\w*\[|(?:^| )::/u);
  });

  it('never hands curl an address as an option', () => {
    expect(curl(withRequest('e4', { url: '-K/tmp/x' }))[1]).toContain("--url '-K/tmp/x'");
    expect(curl(exchange('e4')).join('')).not.toContain('--url');
  });

  it('has one argument for each of them in a shell that does not know $', () =>
    expect(argumentsOf(odd(hostile), 'sh')).toHaveLength(9));
});

describe('resends', () => {
  const deviating = report.requirements.filter(({ verdict }) => verdict === 'deviates');

  it('has each command once, with the probes behind it and what the reader has to fill in', () =>
    expect(resends(report, deviating).map(({ probes, masked }) => [probes, masked])).toEqual([
      [['put-authorised', 'put-authorised-2'], ['header x-gateway-key ($HEADER_X_GATEWAY_KEY)']],
      [['put-no-header'], ['header x-gateway-key ($HEADER_X_GATEWAY_KEY)']],
      [['delete-authorised'], ['header x-gateway-key ($HEADER_X_GATEWAY_KEY)']],
    ]));

  it('is written for headers that would take minutes if each were searched for in all masked places', () => {
    const names = Array.from({ length: 200_000 }, (_, at) => `token${at}`);
    const headers = names.map((name) => [name, '[masked]'] as const);
    const masked = names.map((at) => ({ part: 'request-header' as const, at, what: 'a key' }));
    const command = curl({ ...withRequest('e1', { headers }), masked });
    expect(command.filter((line) => line.includes('$HEADER_TOKEN'))).toHaveLength(names.length);
  });

  it('names masked places of the body', () => {
    const part = 'request-body' as const;
    const masked = ['/name', ''].map((at) => ({ part, at, what: 'access token' }));
    const exchanges = report.exchanges.map((one) => ({ ...one, masked }));
    expect(resends({ ...report, exchanges }, deviating)[0]?.masked).toEqual(['body /name', 'body']);
  });

  it('has one of several requests that showed the same, and each that showed something else', () => {
    const [row, ...others] = deviating.filter(({ operation }) => operation === 'delete');
    if (row === undefined || others.length > 0) throw new Error('another fixture');
    const one = exchange(row.evidence[0]?.exchange ?? '');
    const again = {
      ...one,
      id: 'again',
      probe: 'again',
      request: { ...one.request, url: `${one.request.url}2` },
    };
    const seen = (actual: string) => ({
      ...row,
      evidence: [one.id, again.id].map((id, index) => ({
        exchange: id,
        pointer: '/data',
        expected: 'x',
        actual: index === 0 ? 'y' : actual,
      })),
    });
    const whole = { ...report, exchanges: [one, again] };
    expect(resends(whole, [seen('y')]).map(({ probes }) => probes)).toEqual([[one.probe]]);
    expect(resends(whole, [seen('z')]).map(({ probes }) => probes)).toEqual([[one.probe], ['again']]);
  });

  it('has none without evidence', () => expect(resends(report, [])).toEqual([]));
});
