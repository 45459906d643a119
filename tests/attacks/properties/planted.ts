import fc from 'fast-check';
import type { Header, ResponseHead } from '../../../src/model/exchange.ts';
import type { Operation } from '../../../src/model/requirement.ts';
import { type Form, formsOf, tokens } from '../../unit/secrets/encoders.ts';
import { conformingText } from './bodies.ts';
import type { Reply } from './conduct.ts';
import { type Coding, encoded, plainHead } from './heads.ts';

/** The places of an answer that a service may put a token in. */
const places = [
  'reason',
  'header',
  'set-cookie',
  'location',
  'header name',
  'content coding',
  'value',
  'key',
  'deep value',
  'further field',
  'text',
  'bytes',
  'failure',
] as const;

type Place = (typeof places)[number];

/** How one answer carries the token. */
export interface Planting {
  readonly place: Place;
  /** Which of the forms, and which of the members. */
  readonly form: number;
  readonly member: number;
  readonly status: number;
  readonly coding: Coding;
}

export const anyPlanting: fc.Arbitrary<Planting> = fc.record({
  place: fc.constantFrom(...places),
  form: fc.nat(23),
  member: fc.nat(40),
  status: fc.constantFrom(200, 200, 200, 302, 401, 422, 500),
  coding: fc.constantFrom(null, null, 'gzip' as const),
});

/** A token, and what its forms are made with. */
export interface Secret {
  readonly token: string;
  readonly before: string;
  readonly after: string;
}

export const anySecret: fc.Arbitrary<Secret> = fc.record({
  token: tokens,
  before: fc.string({ maxLength: 12 }),
  after: fc.string({ maxLength: 12 }),
});

export function formOf({ token, before, after }: Secret, { form }: Planting): Form {
  const forms = formsOf(token, before, after);
  return forms[form % forms.length] as Form;
}

function headWith({ place, status }: Planting, text: string): ResponseHead {
  const headers: Partial<Record<Place, Header>> = {
    header: ['x-request-id', `a ${text} b`],
    'set-cookie': ['set-cookie', `session=${text}; HttpOnly`],
    location: ['location', `https://elsewhere.example/${text}?next=${text}#${text}`],
    'header name': [text, 'x'],
    'content coding': ['content-encoding', text],
  };
  const header = headers[place];
  return {
    status,
    reason: place === 'reason' ? `No ${text}` : 'OK',
    headers: header === undefined ? plainHead.headers : [...plainHead.headers, header],
  };
}

/** Offsets of the member whose turn it is: its key's quote, its value's beginning and end. */
function memberOf(body: string, turn: number): { key: number; value: number; end: number } {
  const all = [...body.matchAll(/"[A-Za-z]+":("[^"]*"|-?\d+|true|false|null)/g)];
  const found = all[turn % all.length];
  const [whole = '', value = ''] = found ?? [];
  const key = found?.index ?? 0;
  return { key, value: key + whole.length - value.length, end: key + whole.length };
}

function bodyWith({ place, member }: Planting, operation: Operation, form: Form): Buffer {
  const conforming = conformingText(operation);
  const { key, value, end } = memberOf(conforming, member);
  const literal = `"x ${form.literal} y"`;
  const changed = (raw: string, from: number, to: number) =>
    Buffer.from(conforming.slice(0, from) + raw + conforming.slice(to));
  switch (place) {
    case 'value':
      return changed(literal, value, end);
    case 'key':
      return changed(`${literal}:`, key, value);
    case 'deep value':
      return changed(`{"a":[[{"b":[0,${literal}]}]]}`, value, end);
    case 'further field':
      return changed(`"further":{${literal}:[${literal},{${literal}:1}]},`, key, key);
    case 'text':
      return Buffer.from(`<p title="${form.text}">not allowed: ${form.text}</p>`);
    case 'bytes':
      return Buffer.concat([Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(form.text), Buffer.from([0xc3])]);
    default:
      return Buffer.from(conforming);
  }
}

/** A conforming answer that carries the token in one place. */
export function planted(secret: Secret, planting: Planting, operation: Operation): Reply {
  const form = formOf(secret, planting);
  const body = bodyWith(planting, operation, form);
  const head = headWith(planting, form.text);
  if (planting.place === 'failure')
    return { head, body, cause: { kind: 'not-http', message: `it sent ${form.text} first` } };
  return planting.place === 'content coding' ? { head, body } : encoded(head, body, planting.coding);
}
