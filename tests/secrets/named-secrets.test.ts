import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textsIn } from '../attacks/outputs.ts';
import { conformance, folderWith } from '../support/cli.ts';
import {
  answerTo,
  conformingExchanges,
  exchangeOf,
  recordingOf,
  utf8Response,
} from '../support/conforming.ts';
import { holds } from '../support/properties.ts';
import { type Exchange, reporters as formats, type Header } from '../support/subject.ts';
import { asEntry, asHar, asLine, recordingText } from '../support/traffic.ts';

/** Secrets that only their names give away, in every place of recorded traffic, are in no output of `check`, of parts too. */

/** As services, gateways and signed URLs call them, in words. */
const names =
  `password, passwd, passphrase, client secret, token, access token, refresh token, id token, jwt, api key, x api key,
  access key, secret access key, aws access key id, private key, signing key, authorization, credential, cookie,
  session id, sig, signature, shared access signature, x amz signature, x amz security token, x amz credential,
  x goog signature, x goog credential, subscription key, ocp apim subscription key`.split(/,\s+/);

const upperFirst = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

const casings: readonly ((words: readonly string[]) => string)[] = [
  ...['', '_', '-', '.'].map((between) => (words: readonly string[]) => words.join(between)),
  (words) => words.join('_').toUpperCase(),
  (words) => words.map(upperFirst).join(''),
  (words) => words.map(upperFirst).join('-'),
  ([first = '', ...others]) => first + others.map(upperFirst).join(''),
];

const memberName = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom(...casings), fc.constantFrom('', 's'))
  .map(([name, cased, plural]) => cased(`${name}${plural}`.split(' ')));
const parameterName = fc.oneof(
  { weight: 4, arbitrary: memberName },
  { weight: 1, arbitrary: fc.constantFrom('code', 'key', 'auth', 'pass', 'CODE', 'Key') },
);
const alphabet = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A secret, its names, and which of the ways to write it is meant. */
const anyPlanting = fc.record({
  member: memberName,
  parameter: parameterName,
  secret: fc.string({ unit: fc.constantFrom(...alphabet), minLength: 18, maxLength: 40 }),
  turn: fc.nat({ max: 1_000 }),
});

const percentEncoded = (text: string) =>
  [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');

/** What an exchange has before a secret is planted in it. */
interface Sound {
  readonly url: string;
  readonly asked: string;
  readonly said: string;
}

/** Everything that holds the secret, as clients and libraries write it. */
function writtenWith(planting: typeof anyPlanting extends fc.Arbitrary<infer Planting> ? Planting : never) {
  const { member, parameter, secret, turn } = planting;
  const one = (...list: readonly string[]) => list[turn % list.length] ?? '';
  const pair = `${parameter}=${secret}`;
  const halves = `${secret.slice(0, 9)}@${secret.slice(9)}`;
  const link = one(
    ...[`https://h.example/a?x=1&${pair}&y=2`, `https://h.example/a?${pair}`, `/a#x=1&${pair}`],
    `https://h.example/a?next=https%3A%2F%2Fh.example%2F%3F${parameter}%3D${secret}%26x%3D1`,
    ...[
      `https://me:${secret}@h.example/a`,
      `https://${secret}@h.example:8443/a`,
      `//me:${secret}@h.example/a`,
    ],
    ...[`https://me:${halves}@h.example/a@b`, `HTTPS:\\\\me:${halves}@h.example\\a`],
    ...['https:', 'wss:/', 'https:///'].map((begin) => `${begin}me:${secret}@h.example/a`),
    `https://me:${percentEncoded(secret)}@h.example/`,
  );
  const json = JSON.stringify(link);
  const literal = one(
    ...[json, json.replaceAll('/', '\\/'), json.replaceAll('&', '\\u0026').replaceAll('=', '\\u003d')],
    ...[json.replaceAll('@', '\\u0040').replaceAll('?', '\\u003F'), JSON.stringify(`see ${link} "there"`)],
  );
  const key = JSON.stringify(member);
  const inObject = one(
    ...[`${key}:"${secret}"`, `${key}:["${secret}"]`, `${key}:{"value":"${secret}","type":"Bearer"}`],
    ...[`${key}:{"a":[{"b":[0,"${secret}"]}]}`, `${key}:[{"type":"x"},"${secret}"]`],
    `"further":[{"deep":{${key}:"${secret}"}}]`,
    `"further":${JSON.stringify(`{${key}:"${secret}"}`)}`,
  );
  const number = `1${[...secret].map((character) => character.charCodeAt(0) % 10).join('')}`;
  const form = one(pair, `a=b&${pair}&c=d`);
  return { ...planting, one, pair, link, literal, key, inObject, number, form };
}

/** What becomes of an exchange: its parts, a further header of the request and of the response, the reason phrase. */
interface Planted extends Partial<Sound> {
  readonly sends?: Header;
  readonly gets?: Header;
  readonly reason?: string;
}

const withMember = (body: string, member: string) => body.replace('{', `{${member},`);

const places: Readonly<Record<string, (given: Sound & ReturnType<typeof writtenWith>) => Planted>> = {
  'the query of a request': ({ url, pair }) => ({ url: `${url}?x=1&${pair}` }),
  'the fragment of a request': ({ url, pair }) => ({ url: `${url}#${pair}&x=1` }),
  'the user of a request': ({ url, secret, one }) => {
    const user = one(secret, `me:${secret}`, `me:a@${secret}@b`, `${secret}:`);
    return { url: url.replace('//', `${one('//', '///', '//\\')}${user}@`) };
  },
  'a request header': ({ member, secret }) => ({ sends: [member, secret] }),
  'a cookie': ({ secret }) => ({ sends: ['Cookie', `a=b; sid=${secret}`] }),
  'a URL in a request header': ({ link, one }) => ({
    sends: [
      one('Referer', 'Origin', 'User-Agent', 'Accept', 'Host', 'Link', 'X-Url'),
      one(link, `bot (+${link})`),
    ],
  }),
  'a response header': ({ member, secret }) => ({ gets: [member, secret] }),
  'a cookie that is set': ({ secret }) => ({ gets: ['Set-Cookie', `sid=${secret}; HttpOnly`] }),
  'a URL in a response header': ({ link, one }) => ({
    gets: [one('Location', 'Content-Location', 'Refresh', 'Via'), link],
  }),
  'a link to the next page': ({ link }) => ({ gets: ['Link', `<${link}>; rel="next"`] }),
  'the reason phrase': ({ link }) => ({ reason: `see ${link}` }),
  'a member of a request': ({ asked, inObject }) => ({ asked: withMember(asked, inObject) }),
  'a number in a response': ({ said, key, number }) => ({ said: withMember(said, `${key}:[${number}]`) }),
  'a member of a response': ({ said, inObject }) => ({ said: withMember(said, inObject) }),
  'a URL in a request body': ({ asked, literal }) => ({ asked: withMember(asked, `"link":${literal}`) }),
  'a URL in a documented field': ({ said, literal }) => ({
    said: said.replace(/"name":"[^"]*"/, () => `"name":${literal}`),
  }),
  'a URL that is a key': ({ said, literal }) => ({ said: withMember(said, `${literal}:{"a":1}`) }),
  'a form in a request': ({ form }) => ({ asked: form }),
  'a form in a response': ({ form }) => ({ said: form }),
  'a form in a string': ({ said, pair }) => ({ said: withMember(said, `"form":"${pair}&a=b"`) }),
  'a response that was cut': ({ said, inObject, secret, turn }) => {
    const body = withMember(said, inObject);
    return { said: body.slice(0, body.indexOf(secret) + secret.length + (turn % 3)) };
  },
  'a response that is a page': ({ link, inObject }) => ({
    said: `<a href="${link.replaceAll('&', '&amp;')}">{${inObject}}</a>`,
  }),
};

/** An exchange with a secret in one place, and pieces of it that no output may hold. */
function planted(place: string, planting: Parameters<typeof writtenWith>[0]) {
  const operation = planting.turn % 3 === 0 ? 'delete' : 'put';
  const { request } = exchangeOf(operation, 'authorised', utf8Response(''));
  const sound = {
    url: request.url,
    asked: request.body ?? '{"a":1}',
    said: JSON.stringify(answerTo(operation)),
  };
  const { secret, number, ...given } = writtenWith(planting);
  const edits = places[place]?.({ ...given, ...sound, secret, number }) ?? {};
  const { url, said, reason = 'OK', sends, gets } = { ...sound, ...edits };
  const response = { ...utf8Response(said, 200, gets === undefined ? [] : [gets]), reason };
  const body = edits.asked ?? request.body;
  const headers = sends === undefined ? [] : [sends];
  const exchange: Exchange = {
    ...exchangeOf(operation, 'authorised', response),
    request: { ...request, url, headers, ...(body === undefined ? {} : { body }) },
  };
  const halves = [secret.slice(0, 9), secret.slice(9)];
  return { place, exchange, traces: [...halves, ...halves.map(percentEncoded), number.slice(0, 14)] };
}

/** As a proxy, a browser and the suite itself write them. */
const files: Readonly<Record<string, (exchanges: readonly Exchange[]) => string>> = {
  'traffic.ndjson': (exchanges) => exchanges.map((one) => `${asLine(one)}\n`).join(''),
  'traffic.har': (exchanges) => asHar(exchanges.map(asEntry)),
  'traffic.recording.ndjson': (exchanges) => {
    const named = exchanges.map((one, at) => ({ ...one, id: `x${at}` }));
    return recordingText({ ...recordingOf(conformingExchanges()), exchanges: named });
  },
};

const allFormats = ['--reporter', formats.map(({ name }) => name).join()];
const judged = ['--side', 'both', '--verbose', ...allFormats];
const part = ['--side', 'both', '--partial', 'a.part', '--part-id', '1', '--parts', '1'];

/** Everything that commands write and print, but for the file that they read. */
async function outputsOf(name: string, content: string, ...more: readonly (readonly string[])[]) {
  const cwd = folderWith({ [name]: content });
  const ended = [];
  for (const args of [['check', name, ...judged, '--out', 'checked'], ...more])
    ended.push(await conformance(args, { cwd }));
  rmSync(join(cwd, name));
  const printed = Object.fromEntries(
    ended.map(({ stdout, stderr }, at) => [`command ${at}`, stdout + stderr]),
  );
  return { codes: ended.map(({ code }) => code), outputs: { ...printed, ...textsIn(cwd) } };
}

test.each([
  ['traffic.har', '{"log":{"entries":[{"request":{}, "password" "hunter2-(x) in state y"}]}}'],
  ['traffic.har', '{"log":{"entries":[{"request":1 77665544332211]}}'],
  ['traffic.ndjson', '{"request":{"method":"PUT","url":"/"},"password":hunter2}'],
  ['traffic.ndjson', '{"request":{"method":"PUT","headers":{"password":"hunter2"}},"response":{}}'],
  ['recording.ndjson', '{"line":"run","formatVersion":1,"header":{"password":"hunter2"}}'],
])('what cannot be read of %s is not repeated: %s', async (name, content) => {
  const { codes, outputs } = await outputsOf(name, content);
  expect(codes).toEqual([3]);
  expect(Object.values(outputs).join('')).not.toMatch(/hunter2|77665/);
});

/** What comes after exchanges as most are is read in the light of them. */
const usual = conformingExchanges().filter(({ credentials }) => credentials === 'authorised');

test.each(Object.keys(files))(
  'a secret that only its name gives away is in no output of %s',
  async (name) => {
    const all = fc.tuple(
      ...Object.keys(places).map((place) => anyPlanting.map((one) => planted(place, one))),
    );
    const property = fc.asyncProperty(all, async (rows) => {
      const content = files[name]?.(rows.flatMap(({ exchange }) => [...usual, exchange])) ?? '';
      const merging = ['check', 'a.part', '--out', 'merged', ...allFormats];
      const { codes, outputs } = await outputsOf(name, content, ['check', name, ...part], merging);
      expect([0, 1, 3]).toContain(codes[0]);
      expect(codes).toEqual([codes[0], 0, codes[0]]);
      const { traffic, exchanges } = JSON.parse(outputs['checked/report.json'] ?? '');
      expect(exchanges).not.toEqual([]);
      // What fails in the judging of an entry would be counted as one that could not be read; a recording has no user in a URL.
      if (!name.includes('recording')) expect(traffic.badEntries).toEqual([]);
      const found = rows.flatMap(({ place, traces }) =>
        Object.entries(outputs).flatMap(([output, text]) =>
          traces.some((trace) => text.includes(trace)) ? [`${place}: in ${output}`] : [],
        ),
      );
      expect(found).toEqual([]);
    });
    await holds(property, 1 / 8);
  },
);
