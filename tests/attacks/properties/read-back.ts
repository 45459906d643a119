import fc from 'fast-check';
import { conformingExchanges, putAnswer, recordingOf, withBody } from '../../support/conforming.ts';
import { reportOf } from '../../support/engine.ts';
import { anyText } from './texts.ts';

/** Recordings and reports as somebody else might have written them: ours, changed in one place or a few. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Step = string | number;

export const deviatingExchanges = withBody('put', JSON.stringify({ ...putAnswer, status: 'OK' }));
const recording = recordingOf(deviatingExchanges);

function intentOf({
  id,
  operation,
  credentials,
  purpose,
  request,
}: (typeof deviatingExchanges)[number]): Json {
  const { method, addressed, url } = request;
  const probe = { id, operation, credentials, method, path: '/x', purpose, addressed: { ...addressed } };
  return { line: 'intent', probe, url, at: '2025-01-07T08:09:10.000Z' };
}

function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

const failed = conformingExchanges()[1];

/** The lines of a recording in which something deviates, a request failed, one was not sent and one is without an end. */
export const recordingLines: readonly Json[] = [
  {
    line: 'run',
    formatVersion: 1,
    header: plain({
      ...recording.header,
      plan: [...recording.header.plan, { probe: 'left', method: 'PUT', path: '/x', purpose: 'PUT' }],
      gaps: [{ operation: 'delete', reason: 'no rule', setting: 'RULE', isSet: false }],
      waivers: [{ id: 'put.status:*', reason: 'known', owner: 'us', expires: '2099-01-01', flaky: true }],
    }),
  },
  ...deviatingExchanges.map(intentOf),
  ...deviatingExchanges
    .filter(({ id }) => id !== 'delete-made-up-token')
    .map((exchange) =>
      plain({
        line: 'exchange',
        exchange:
          exchange.id === failed?.id
            ? {
                ...exchange,
                response: undefined,
                failure: {
                  kind: 'tls',
                  message: 'no',
                  sent: true,
                  head: { status: 200, reason: 'OK', headers: [['a', 'b']] },
                },
              }
            : { ...exchange, masked: [{ part: 'request-header', at: 'x-key', what: 'header x-key' }] },
      }),
    ),
  {
    line: 'unsent',
    unsent: { probe: 'left', operation: 'put', reason: 'served', servedBy: 'put-no-header' },
  },
  { line: 'end', durationMs: 12, cut: false },
];

/** A report in which something deviates. */
export const reportDocument: Json = plain(reportOf(recording));

/** Every place of a value. */
export function pathsOf(value: Json, path: readonly Step[] = []): readonly (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: readonly (readonly [Step, Json])[] = Array.isArray(value)
    ? value.map((item, at) => [at, item] as const)
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, item]) => pathsOf(item, [...path, key]))];
}

type Change = (value: Json) => Json | undefined;

const hostile: readonly string[] = [
  '\u001b[31m\u001b]0;owned\u0007',
  '::error::owned',
  '\n::error::owned\n##[error]x',
  "PUT'; touch owned #",
  '$(touch owned)`touch owned`',
  '</script><script>alert(1)</script>',
  '-K/tmp/x',
  'https://evil.example/\u001b[2J',
];

const anyHarm = fc.oneof(fc.constantFrom(...hostile), anyText);

/** A further member, under names that objects have by themselves. */
const furtherMember: fc.Arbitrary<Change> = fc
  .tuple(fc.constantFrom('further', '__proto__', 'constructor', 'toString', ''), anyText)
  .map(([key, text]) => (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const members = JSON.stringify(value).slice(1, -1);
    const further = `${JSON.stringify(key)}:${JSON.stringify(text)}`;
    return JSON.parse(`{${members}${members === '' ? '' : ','}${further}}`) as Json;
  });

const anotherCount: fc.Arbitrary<Change> = fc
  .integer({ min: 2, max: 6_000 })
  .map(
    (count) => (value) =>
      Array.isArray(value) && value.length > 0
        ? Array.from({ length: count }, (_, at) => structuredClone(value[at % value.length] ?? null))
        : value,
  );

const anotherType = fc
  .constantFrom<Json>(null, true, false, 0, -1, 1.5, 1e308, '', [], {}, [[true]], { a: { b: [] } })
  .map(
    (value): Change =>
      () =>
        structuredClone(value),
  );

const changes: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: anotherType },
  {
    weight: 6,
    arbitrary: anyHarm.map(
      (text): Change =>
        () =>
          text,
    ),
  },
  {
    weight: 6,
    arbitrary: anyHarm.map(
      (text): Change =>
        (value) =>
          `${typeof value === 'object' ? JSON.stringify(value) : value}${text}`,
    ),
  },
  { weight: 3, arbitrary: fc.constant<Change>(() => undefined) },
  { weight: 3, arbitrary: furtherMember },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 100_000 }).map(
      (times): Change =>
        () =>
          'long '.repeat(times),
    ),
  },
  { weight: 1, arbitrary: anotherCount },
);

function changedAt(value: Json, [step, ...rest]: readonly Step[], change: Change): Json | undefined {
  if (step === undefined) return change(value);
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Record<Step, Json>;
  const changed = changedAt(object[step] ?? null, rest, change);
  if (Array.isArray(value)) return value.flatMap((item, at) => (at === step ? (changed ?? []) : [item]));
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, item]) =>
      key !== step ? [[key, item]] : changed === undefined ? [] : [[key, changed]],
    ),
  );
}

/** A document changed in one to three places. */
export function changed(document: Json): fc.Arbitrary<Json> {
  const paths = pathsOf(document);
  const one = fc.tuple(fc.constantFrom(...paths), changes);
  return fc
    .array(one, { minLength: 1, maxLength: 3 })
    .map((all) => all.reduce((value, [path, change]) => changedAt(value, path, change) ?? null, document));
}
