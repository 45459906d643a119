import fc from 'fast-check';
import type { ResponseHead } from '../../../src/model/exchange.ts';
import type { Operation } from '../../../src/model/requirement.ts';
import { bytesBody, conformingText, editedAnswer, jsonBody } from '../properties/bodies.ts';
import { anyCoding, anyHead, encoded, plainHead } from '../properties/heads.ts';
import { anyPlanting, type Planting, planted, type Secret } from '../properties/planted.ts';

/** What is written to a socket, piece by piece, and how the connection ends. */
export interface Wire {
  readonly pieces: readonly Piece[];
  readonly end: 'end' | 'destroy' | 'reset' | 'leave open';
}

export interface Piece {
  readonly bytes: Buffer;
  /** Pause before it, milliseconds. */
  readonly afterMs: number;
}

/** What an answer is made of before it is framed: an HTTP answer, one that carries the token, or no HTTP at all. */
type Matter =
  | { readonly kind: 'answer'; readonly head: ResponseHead; readonly body: Buffer }
  | { readonly kind: 'token'; readonly planting: Planting }
  | { readonly kind: 'noise'; readonly bytes: Buffer };

/** One hostile answer, described so that it can be made again for any token. */
export interface Attack {
  readonly matter: Matter;
  readonly framing: 'length' | 'chunked' | 'close' | 'both' | 'too long' | 'too short';
  /** Bytes taken out at an offset, and put in. */
  readonly damage: readonly (readonly [at: number, length: number, inserted: Uint8Array])[];
  readonly interim: number;
  readonly cuts: readonly (readonly [at: number, afterMs: number])[];
  readonly end: Wire['end'];
}

const text = fc.oneof(jsonBody, editedAnswer('put'), editedAnswer('delete'));
const body = fc.oneof(
  { weight: 6, arbitrary: text.map((json) => Buffer.from(json)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('put', 'delete').map((operation) => Buffer.from(conformingText(operation))),
  },
  { weight: 2, arbitrary: bytesBody },
);

const codings = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: anyCoding });

const answer = fc
  .tuple(fc.oneof(anyHead, fc.constant(plainHead), fc.constant(plainHead)), body, codings)
  .map(([head, bytes, coding]) => ({ kind: 'answer' as const, ...encoded(head, bytes, coding) }));

const matter: fc.Arbitrary<Matter> = fc.oneof(
  { weight: 6, arbitrary: answer },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('token' as const), planting: anyPlanting }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('noise' as const),
      bytes: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    }),
  },
);

const splice = fc.tuple(fc.nat(3_000), fc.nat(4), fc.uint8Array({ maxLength: 4 }));

export const anyAttack: fc.Arbitrary<Attack> = fc.record({
  matter,
  framing: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('length', 'chunked', 'close') },
    { weight: 1, arbitrary: fc.constantFrom('both', 'too long', 'too short') },
  ),
  damage: fc.oneof(fc.constant([]), fc.constant([]), fc.array(splice, { maxLength: 5 })),
  interim: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20) }),
  cuts: fc.array(fc.tuple(fc.nat(3_000), fc.constantFrom(0, 0, 1, 3, 10, 40)), { maxLength: 4 }),
  end: fc.constantFrom('end', 'end', 'end', 'destroy', 'reset', 'leave open'),
});

function chunked(bytes: Buffer): Buffer {
  const half = Math.ceil(bytes.length / 2);
  const chunks = [bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0);
  const written = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from('0\r\n\r\n')]);
}

function framedBy({ framing }: Attack, bytes: Buffer): { lines: readonly string[]; bytes: Buffer } {
  const length = (difference: number) => `content-length: ${Math.max(0, bytes.length + difference)}`;
  const encoding = 'transfer-encoding: chunked';
  switch (framing) {
    case 'length':
      return { lines: [length(0)], bytes };
    case 'too long':
      return { lines: [length(7)], bytes };
    case 'too short':
      return { lines: [length(-7)], bytes };
    case 'chunked':
      return { lines: [encoding], bytes: chunked(bytes) };
    case 'both':
      return { lines: [length(0), encoding], bytes: chunked(bytes) };
    default:
      return { lines: [], bytes };
  }
}

function messageOf(attack: Attack, operation: Operation, secret: Secret): Buffer {
  const { matter: made, interim } = attack;
  if (made.kind === 'noise') return made.bytes;
  const whole = made.kind === 'token' ? planted(secret, made.planting, operation) : made;
  const { lines, bytes } = framedBy(attack, whole.body);
  const { status, reason, headers } = whole.head;
  const head = [
    ...Array.from({ length: interim }, () => 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n'),
    `HTTP/1.1 ${status} ${reason}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...lines,
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), bytes]);
}

/** The bytes of an attack as they go out. */
export function wireOf(attack: Attack, operation: Operation, secret: Secret): Wire {
  const damaged = attack.damage.reduce(
    (bytes, [at, length, inserted]) =>
      Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + length)]),
    messageOf(attack, operation, secret),
  );
  const cuts = attack.cuts.filter(([at]) => at < damaged.length).toSorted(([a], [b]) => a - b);
  const begins = [[0, 0] as const, ...cuts];
  const pieces = begins.map(([at, afterMs], index) => ({
    bytes: damaged.subarray(at, begins[index + 1]?.[0] ?? damaged.length),
    afterMs,
  }));
  return { pieces, end: attack.end };
}
