import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textsIn } from '../attacks/outputs.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { conformingExchanges, recordingOf } from '../support/conforming.ts';
import { holds } from '../support/properties.ts';
import type { Exchange, Header } from '../support/subject.ts';
import { asHar, asLine, recordingText } from '../support/traffic.ts';

/** Secrets that only their names give away, in every place of recorded traffic, are in no output of `check`, of parts too. */

/** As services, gateways and signed URLs call them, in words. */
const names = [
  ...'password, passwd, passphrase, client secret, token, access token, refresh token'.split(', '),
  ...'id token, jwt, api key, x api key, access key, secret access key, aws access key id'.split(', '),
  ...'private key, signing key, authorization, credential, cookie, session id, sig'.split(', '),
  ...'signature, shared access signature, x amz signature, x amz security token'.split(', '),
  ...'x amz credential, x goog signature, x goog credential, subscription key'.split(', '),
  'ocp apim subscription key',
];
const parameterNames = ['code', 'key', 'auth', 'pass', 'CODE', 'Key'] as const;

const upperFirst = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

const casings: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.join(''),
  (words) => words.join('_'),
  (words) => words.join('-'),
  (words) => words.join('.'),
  (words) => words.join('_').toUpperCase(),
  (words) => words.map(upperFirst).join(''),
  (words) => words.map(upperFirst).join('-'),
  ([first = '', ...others]) => first + others.map(upperFirst).join(''),
];

function written(from: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...from), fc.constantFrom(...casings), fc.boolean())
    .map(([name, cased, isPlural]) => cased((isPlural ? `${name}s` : name).split(' ')));
}

const memberName = written(names);
const parameterName = fc.oneof(
  { weight: 4, arbitrary: memberName },
  { weight: 1, arbitrary: fc.constantFrom(...parameterNames) },
);

/** An exchange as it is recorded. */
interface Line {
  readonly request: { readonly method: string; url: string; headers: Header[]; body?: string };
  readonly response: { readonly status: number; statusText: string; headers: Header[]; body: string };
}

interface Planting {
  readonly member: string;
  readonly parameter: string;
  readonly secret: string;
  readonly turn: number;
}

const oneOf = <Item>(list: readonly Item[], turn: number): Item => list[turn % list.length] as Item;

const percentEncoded = (text: string) =>
  [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');

/** URLs with it, as clients write them. */
function urlWith({ parameter, secret, turn }: Planting): string {
  const half = secret.slice(0, 9);
  const rest = secret.slice(9);
  return oneOf(
    [
      `https://h.example/a?x=1&${parameter}=${secret}&y=2`,
      `https://h.example/a?${parameter}=${secret}`,
      `/a#x=1&${parameter}=${secret}`,
      `https://h.example/a?next=https%3A%2F%2Fh.example%2F%3F${parameter}%3D${secret}%26x%3D1`,
      `https://me:${secret}@h.example/a`,
      `https://${secret}@h.example:8443/a`,
      `https://me:${half}@${rest}@h.example/a@b`,
      `HTTPS:\\\\me:${half}@${rest}@h.example\\a`,
      `https:me:${secret}@h.example/a`,
      `wss:/me:${secret}@h.example/a`,
      `https:///me:${secret}@h.example/a`,
      `//me:${secret}@h.example/a`,
      `https://me:${percentEncoded(secret)}@h.example/`,
    ],
    turn,
  );
}

/** A JSON string with slashes, ampersands and equals signs as some libraries write them. */
function literal(text: string, turn: number): string {
  const json = JSON.stringify(text);
  return oneOf(
    [
      json,
      json.replaceAll('/', '\\/'),
      json.replaceAll('&', '\\u0026').replaceAll('=', '\\u003d'),
      json.replaceAll('@', '\\u0040').replaceAll('?', '\\u003F'),
      JSON.stringify(`see ${text} "there"`),
    ],
    turn,
  );
}

/** A member with it, as JSON. */
function memberWith({ member, secret, turn }: Planting): string {
  const key = JSON.stringify(member);
  const value = JSON.stringify(secret);
  return oneOf(
    [
      `${key}:${value}`,
      `${key}:[${value}]`,
      `${key}:{"value":${value},"type":"Bearer"}`,
      `${key}:{"a":[{"b":[0,${value}]}]}`,
      `${key}:[{"type":"x"},${value}]`,
      `"further":[{"deep":{${key}:${value}}}]`,
      `"further":${JSON.stringify(`{${key}:${value}}`)}`,
    ],
    turn,
  );
}

const withMember = (body: string, member: string) => body.replace('{', `{${member},`);

type Plant = (line: Line, planting: Planting) => void;

const places: Readonly<Record<string, Plant>> = {
  'the query of a request': ({ request }, { parameter, secret }) => {
    request.url += `?x=1&${parameter}=${secret}`;
  },
  'the fragment of a request': ({ request }, { parameter, secret }) => {
    request.url += `#${parameter}=${secret}&x=1`;
  },
  'the user of a request': ({ request }, { secret, turn }) => {
    const user = oneOf([secret, `me:${secret}`, `me:a@${secret}@b`, `${secret}:`], turn);
    const slashes = oneOf(['//', '///', '//\\'], turn);
    request.url = request.url.replace('//', `${slashes}${user}@`);
  },
  'a request header': ({ request }, { member, secret }) => request.headers.push([member, secret]),
  'a cookie': ({ request }, { secret }) => request.headers.push(['Cookie', `a=b; sid=${secret}`]),
  'a URL in a request header': ({ request }, planting) => {
    const name = oneOf(['Referer', 'Origin', 'User-Agent', 'Accept', 'Host', 'Link', 'X-Url'], planting.turn);
    request.headers.push([name, oneOf([urlWith(planting), `bot (+${urlWith(planting)})`], planting.turn)]);
  },
  'a response header': ({ response }, { member, secret }) => response.headers.push([member, secret]),
  'a cookie that is set': ({ response }, { secret }) =>
    response.headers.push(['Set-Cookie', `sid=${secret}; HttpOnly`]),
  'a URL in a response header': ({ response }, planting) => {
    const name = oneOf(['Location', 'Content-Location', 'Link', 'Refresh', 'Via'], planting.turn);
    const url = urlWith(planting);
    response.headers.push([name, name === 'Link' ? `<${url}>; rel="next"` : url]);
  },
  'the reason phrase': ({ response }, planting) => {
    response.statusText = `see ${urlWith(planting)}`;
  },
  'a member of a request': ({ request }, planting) => {
    request.body = withMember(request.body ?? '{"a":1}', memberWith(planting));
  },
  'a number in a response': ({ response }, { member, secret }) => {
    const digits = [...secret].map((one) => one.charCodeAt(0) % 10).join('');
    response.body = withMember(response.body, `${JSON.stringify(member)}:[1${digits}]`);
  },
  'a member of a response': ({ response }, planting) => {
    response.body = withMember(response.body, memberWith(planting));
  },
  'a URL in a request body': ({ request }, planting) => {
    request.body = withMember(
      request.body ?? '{"a":1}',
      `"link":${literal(urlWith(planting), planting.turn)}`,
    );
  },
  'a URL in a documented field': ({ response }, planting) => {
    const url = literal(urlWith(planting), planting.turn);
    response.body = response.body.replace(/"name":"[^"]*"/, () => `"name":${url}`);
  },
  'a URL that is a key': ({ response }, planting) => {
    response.body = withMember(response.body, `${literal(urlWith(planting), planting.turn)}:{"a":1}`);
  },
  'a form in a request': ({ request }, { parameter, secret, turn }) => {
    request.body = oneOf([`${parameter}=${secret}`, `a=b&${parameter}=${secret}&c=d`], turn);
  },
  'a form in a response': ({ response }, { parameter, secret, turn }) => {
    response.body = oneOf([`${parameter}=${secret}`, `a=b&${parameter}=${secret}&c=d`], turn);
  },
  'a form in a string': ({ response }, { parameter, secret }) => {
    response.body = withMember(response.body, `"form":"${parameter}=${secret}&a=b"`);
  },
  'a response that was cut': ({ response }, planting) => {
    const body = withMember(response.body, memberWith(planting));
    response.body = body.slice(
      0,
      body.indexOf(planting.secret) + planting.secret.length + (planting.turn % 3),
    );
  },
  'a response that is a page': ({ response }, planting) => {
    response.body = `<a href="${urlWith(planting).replaceAll('&', '&amp;')}">{${memberWith(planting)}}</a>`;
  },
};

/** What is planted in the place. */
function secretOf(planting: Planting, place: string): string {
  if (place !== 'a number in a response') return planting.secret;
  return `1${[...planting.secret].map((one) => one.charCodeAt(0) % 10).join('')}`;
}

interface Planted {
  readonly place: string;
  readonly line: Line;
  /** Pieces of it that no output may hold. */
  readonly traces: readonly string[];
}

const [, , transformer, , , rule] = conformingExchanges();
const alphabet = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function plantedAt(place: string, isDelete: boolean, planting: Planting): Planted {
  const line = JSON.parse(asLine((isDelete ? rule : transformer) ?? ({} as Exchange))) as Line;
  line.response.statusText = 'OK';
  // What is planted makes the body longer.
  line.response.headers = line.response.headers.filter(([name]) => name !== 'Content-Length');
  places[place]?.(line, planting);
  const secret = secretOf(planting, place);
  const halves = [secret.slice(0, 9), secret.slice(9)];
  return { place, line, traces: [...halves, ...halves.map(percentEncoded)] };
}

/** An exchange with a secret in one place. */
const anyPlanted: fc.Arbitrary<Planted> = fc
  .record({
    place: fc.constantFrom(...Object.keys(places)),
    member: memberName,
    parameter: parameterName,
    secret: fc.string({ unit: fc.constantFrom(...alphabet), minLength: 18, maxLength: 40 }),
    turn: fc.nat({ max: 1_000 }),
    isDelete: fc.boolean(),
  })
  .map(({ place, isDelete, ...planting }) => plantedAt(place, isDelete, planting));

/** Exchanges as most are: what comes after them is read in the light of them. */
const usualLines: readonly Line[] = [transformer, rule, transformer, rule, transformer, rule].map(
  (exchange) => {
    const { request, response } = JSON.parse(asLine(exchange ?? ({} as Exchange))) as Line;
    return { request, response: { ...response, statusText: 'OK' } };
  },
);

/** One with a secret in each place. */
function plantedEverywhere(turn: number): readonly Planted[] {
  const planting = { member: 'accessToken', parameter: 'access_token', secret: 'Zq7mK2vXw9Lr4mB8cY', turn };
  return Object.keys(places).map((place, at) => plantedAt(place, at % 2 === 0, planting));
}

/** As a proxy, a browser and the suite itself write them. */
const formats: Readonly<Record<string, (lines: readonly Line[]) => string>> = {
  'traffic.ndjson': (lines) => lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  'traffic.har': (lines) => asHar(lines.map(entryOf)),
  'traffic.recording.ndjson': (lines) =>
    recordingText({ ...recordingOf(conformingExchanges()), exchanges: lines.map(exchangeOf) }),
};

const pairs = (headers: readonly Header[]) => headers.map(([name, value]) => ({ name, value }));

function entryOf({ request, response }: Line): object {
  const { body, ...sent } = request;
  const { body: text, ...received } = response;
  return {
    startedDateTime: '2025-01-07T08:09:10.000Z',
    request: {
      ...sent,
      headers: pairs(sent.headers),
      ...(body === undefined ? {} : { postData: { mimeType: '', text: body } }),
    },
    response: { ...received, headers: pairs(received.headers), content: { mimeType: '', text } },
  };
}

function exchangeOf({ request, response }: Line, at: number): Exchange {
  const [some] = request.url.includes('transformer') ? [transformer] : [rule];
  if (some?.response === undefined) throw new Error('there is no exchange of this kind');
  const { body: text, headers, statusText: reason } = response;
  return {
    ...some,
    id: `x${at}`,
    request: { ...some.request, ...request },
    response: {
      ...some.response,
      reason,
      headers,
      body: { encoding: 'utf8', text, bytes: Buffer.byteLength(text) },
    },
  };
}

const reporters = 'terminal,json,junit,markdown,code-quality,sarif,html';

/** Everything that two commands write and print. */
async function outputsOf(name: string, content: string): Promise<Readonly<Record<string, string>>> {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, name), content);
  const judged = ['--side', 'both', '--reporter', reporters, '--verbose'];
  const checked = await conformance(['check', name, '--out', 'checked', ...judged], { cwd });
  const number = ['--partial', 'a.part', '--part-id', '1', '--parts', '1'];
  const part = await conformance(['check', name, '--side', 'both', ...number], { cwd });
  const merged = await conformance(['check', 'a.part', '--out', 'merged', '--reporter', reporters], {
    cwd,
  });
  rmSync(join(cwd, name));
  const printed = Object.fromEntries(
    Object.entries({ checked, part, merged }).map(([from, { stdout, stderr }]) => [from, stdout + stderr]),
  );
  expect([0, 1, 3], checked.stderr).toContain(checked.code);
  expect([part.code, merged.code], part.stderr + merged.stderr).toEqual([0, checked.code]);
  return { ...printed, ...textsIn(cwd) };
}

const unreadable: Readonly<Record<string, string>> = {
  'traffic.har': '{"log":{"entries":[{"request":{}, "password" "hunter2-(x) in state y"}]}}',
  'other.har': '{"log":{"entries":[{"request":1 77665544332211}]}}',
  'traffic.ndjson': '{"request":{"method":"PUT","url":"/"},"password":hunter2}',
  'other.ndjson': '{"request":{"method":"PUT","headers":{"password":"hunter2"}},"response":{}}',
  'recording.ndjson': '{"line":"run","formatVersion":1,"header":{"password":"hunter2"}}',
};

test.each(Object.entries(unreadable))('what cannot be read of %s is not repeated', async (name, content) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, name), content);
  const { code, stdout, stderr } = await conformance(['check', name, '--reporter', reporters], { cwd });
  rmSync(join(cwd, name));
  expect(code).toBe(3);
  expect(Object.values({ stdout, stderr, ...textsIn(cwd) }).join('')).not.toMatch(/hunter2|77665/);
});

async function tracesOf(name: string, planted: readonly Planted[]): Promise<readonly string[]> {
  const lines = planted.flatMap(({ line }) => [...usualLines, line]);
  const outputs = await outputsOf(name, formats[name]?.(lines) ?? '');
  expect(outputs['checked/report.json']).toContain('"evidence"');
  // What fails in the judging of an entry would be counted as one that could not be read.
  const { badEntries } = JSON.parse(outputs['checked/report.json'] ?? '').traffic;
  // A recording of ours has no user in a URL.
  if (!name.includes('recording')) expect(badEntries).toEqual([]);
  return planted.flatMap(({ place, traces }) =>
    Object.entries(outputs).flatMap(([output, text]) =>
      traces.some((trace) => text.includes(trace)) ? [`${place}: in ${output}`] : [],
    ),
  );
}

test.each(Object.keys(formats))(
  'a secret that only its name gives away is in no output of %s',
  async (name) => {
    const planted = fc.array(anyPlanted, { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(planted, async (all) => {
      expect(await tracesOf(name, all)).toEqual([]);
    });
    await holds(property, 1 / 8);
  },
);

test.each(Object.keys(formats).flatMap((name) => [0, 1, 2, 3].map((turn) => [name, turn] as const)))(
  'nor is one in any place at all, after exchanges without: %s, form %d',
  async (name, turn) => {
    expect(await tracesOf(name, plantedEverywhere(turn))).toEqual([]);
  },
);
