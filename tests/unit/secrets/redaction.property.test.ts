import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../support/properties.ts';
import { createRedactor } from '../../support/subject.ts';
import { formsOf, tokens } from './encoders.ts';

const redactorOf = (token: string) => createRedactor([{ name: 'access token', value: token }]);
const some = fc.string({ maxLength: 12 });

/** Every key and string of a JSON value. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...stringsIn(member)]);
}

/** A JSON text that holds a string literal, given between its quotes, as a value or as a key, somewhere inside. */
function planted(literal: string, depth: number, asKey: boolean, sibling: fc.JsonValue): string {
  const core = asKey ? `{"${literal}":1}` : `"${literal}"`;
  const other = JSON.stringify(sibling);
  return Array.from({ length: depth }).reduce<string>(
    (inner, _, at) => (at % 2 === 0 ? `{ "a" : ${other},\n"b":${inner}}` : `[${other}, ${inner}]`),
    core,
  );
}

describe('the token never survives', () => {
  test('in a JSON body, as a key or a value, in any form; and the body stays JSON', () => {
    const property = fc.property(
      tokens,
      some,
      some,
      fc.nat(4),
      fc.boolean(),
      fc.jsonValue({ maxDepth: 2 }),
      (token, before, after, depth, asKey, sibling) => {
        const inString = (plain: string): string => JSON.stringify(plain).slice(1, -1);
        for (const { text: form, literal } of formsOf(token, before, after)) {
          const written = `${inString(before)} ${literal} ${inString(after)}`;
          const { text: kept, masked } = redactorOf(token).jsonBody(planted(written, depth, asKey, sibling));
          expect(kept).not.toContain(form);
          for (const found of stringsIn(JSON.parse(kept))) {
            expect(found).not.toContain(token);
            expect(found).not.toContain(form);
          }
          expect(masked.map(({ what }) => what)).toContain('access token');
        }
      },
    );
    fc.assert(property, runs(0.3));
  });

  test('in a header or any other text, in any form', () => {
    const property = fc.property(tokens, some, some, (token, before, after) => {
      const redactor = redactorOf(token);
      for (const { text: form } of formsOf(token, before, after)) {
        const kept = redactor.text(`${before}${form}${after}`);
        expect(kept.text).not.toContain(form);
        expect(kept.text).not.toContain(token);
        expect(kept.masked).toEqual(['access token']);
        expect(redactor.contains(kept.text)).toEqual([]);
        for (const name of ['Location', 'X-Echo', 'Set-Cookie']) {
          const { header, masked } = redactor.header([name, `${before}${form}${after}`]);
          expect(header[1]).not.toContain(form);
          expect(masked).toContain('access token');
        }
      }
    });
    fc.assert(property, runs(0.3));
  });

  test('in bytes that are no text', () => {
    const property = fc.property(tokens, fc.uint8Array(), fc.uint8Array(), (token, before, after) => {
      const bytes = Buffer.concat([before, Buffer.from(token, 'latin1'), after]);
      const kept = redactorOf(token).bytes(bytes);
      expect(kept.bytes.indexOf(Buffer.from(token, 'latin1'))).toBe(-1);
      // A token may be taken for user information of a URL as well.
      expect(kept.masked).toContain('access token');
    });
    fc.assert(property, runs(0.3));
  });
});

describe('what holds no secret comes back as it was', () => {
  test('a JSON body', () => {
    const property = fc.property(tokens, fc.json(), fc.nat(3), (token, body, indent) => {
      fc.pre(!body.includes(token));
      const text = JSON.stringify(JSON.parse(body), null, indent);
      expect(redactorOf(token).jsonBody(text)).toEqual({ text, masked: [] });
    });
    fc.assert(property, runs(0.3));
  });

  test('any other text, and any bytes', () => {
    const property = fc.property(
      tokens,
      fc.string({ unit: 'binary' }),
      fc.uint8Array(),
      (token, text, bytes) => {
        const redactor = redactorOf(token);
        expect(redactor.text(text)).toEqual({ text, masked: [] });
        const buffer = Buffer.from(bytes);
        expect(redactor.bytes(buffer).bytes).toBe(buffer);
      },
    );
    fc.assert(property, runs(0.3));
  });
});
