import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '../../../src/json/text.ts';
import { OpenNames } from '../../../src/secrets/open-names.ts';
import { Masker } from '../../../src/traffic/mask.ts';
import { exchangeOf, utf8Response } from '../../support/conforming.ts';
import { holds } from '../../support/properties.ts';
import { createRedactor, type Exchange } from '../../support/subject.ts';
import { encodedBy, layersOver } from '../../unit/secrets/encoders.ts';
import { exchangesOfAllKinds } from './exchanges.ts';

/** No exchange of traffic that may be shown holds the secrets of its client, wherever and however they were written. */

type Plant = (exchange: Exchange, text: string) => Exchange;

const places: Readonly<Record<string, Plant>> = {
  url: (exchange, text) => ({
    ...exchange,
    request: { ...exchange.request, url: `${exchange.request.url}?a=${text}` },
  }),
  'a request header': (exchange, text) => {
    const { request } = exchange;
    return { ...exchange, request: { ...request, headers: [...request.headers, ['User-Agent', text]] } };
  },
  'the body of the request': (exchange, text) => ({
    ...exchange,
    request: { ...exchange.request, body: JSON.stringify({ name: text }) },
  }),
  'an identifier': (exchange, text) => ({
    ...exchange,
    request: { ...exchange.request, addressed: { entityId: text } },
  }),
  'the reason phrase': (exchange, reason) => withResponse(exchange, (response) => ({ ...response, reason })),
  'the value of a header': (exchange, text) =>
    withResponse(exchange, (response) => ({ ...response, headers: [...response.headers, ['Server', text]] })),
  'the name of a header': (exchange, text) =>
    withResponse(exchange, (response) => ({ ...response, headers: [...response.headers, [text, 'x']] })),
  'the body of the response': (exchange, text) =>
    withResponse(exchange, (response) => ({
      ...response,
      body: { encoding: 'utf8', text: `{"a":${JSON.stringify(text)}}`, bytes: 1 },
    })),
  'bytes that are no UTF-8': (exchange, text) =>
    withResponse(exchange, (response) => ({
      ...response,
      body: { encoding: 'base64', text: Buffer.from(`\xff${text}`, 'latin1').toString('base64'), bytes: 1 },
    })),
};

function withResponse(
  exchange: Exchange,
  change: (response: NonNullable<Exchange['response']>) => NonNullable<Exchange['response']>,
): Exchange {
  return exchange.response === undefined ? exchange : { ...exchange, response: change(exchange.response) };
}

/** What the judge reads of an exchange. */
const judged = [
  'url',
  'the body of the request',
  'the value of a header',
  'the name of a header',
  'the body of the response',
];

const noneRead = { received: null, sent: null, further: [] };

const tokens = fc.stringMatching(/^[A-Za-z0-9._~-]{20,60}$/);

test.each(judged)(
  'an exchange with a token in what is judged of it, in %s, is not taken to be as it is shown',
  async (place) => {
    const plant: Plant = places[place] ?? ((exchange) => exchange);
    const property = fc.asyncProperty(
      exchangesOfAllKinds,
      tokens,
      layersOver(),
      async (all, token, layers) => {
        const masker = new Masker([{ name: 'access token', value: token }], new OpenNames());
        for (const exchange of all) {
          masker.judged(plant(exchange, 'nginx'), noneRead);
          const planted = plant(exchange, encodedBy(layers, token));
          expect(masker.judged(planted, noneRead)).not.toBe(planted);
        }
      },
    );
    await holds(property, 1 / 20);
  },
);

test.each(Object.entries(places))('a token in an exchange that is shown, in %s', async (_, plant) => {
  const property = fc.asyncProperty(exchangesOfAllKinds, tokens, layersOver(), async (all, token, layers) => {
    const secrets = [{ name: 'access token', value: token }];
    const masker = new Masker(secrets);
    const redactor = createRedactor(secrets);
    for (const exchange of all) {
      const shown = masker.exchange(plant(exchange, encodedBy(layers, token)));
      expect(redactor.contains(JSON.stringify({ ...shown, masked: [] }))).toEqual([]);
    }
  });
  await holds(property, 1 / 20);
});

test('a body is masked for what it holds, whatever the one before it held', () => {
  const masker = new Masker([{ name: 'access token', value: 'token-of-a-client' }], new OpenNames());
  const bodies = ['"a":"b"', '"a":"c"', '"a":"token-of-a-client"', '"password":"hunter2"', '"a":"hunter2"'];
  const shown = bodies.map((member) => {
    const answered = utf8Response(`{"status":"error",${member}}`);
    const exchange = exchangeOf('put', 'authorised', answered, { name: 'x' });
    const bodies = { received: readJson(answered.body.text), sent: readJson(exchange.request.body ?? '') };
    const further = [bodies.received, bodies.sent];
    return masker.judged(exchange, { ...bodies, further }).response?.body.text;
  });
  expect(shown).toEqual([
    '{"status":"error","a":"b"}',
    '{"status":"error","a":"c"}',
    '{"status":"error","a":"[masked: access token]"}',
    '{"status":"error","password":"[masked: password]"}',
    '{"status":"error","a":"hunter2"}',
  ]);
});
