import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSearch } from '../../../src/secrets/secret-search.ts';
import { runs } from '../../support/properties.ts';
import { encodedBy, layersOver } from './encoders.ts';

/**
 * Most texts are only glanced at: characters that they lack say that nothing is escaped or encoded in them. Beside a text
 * that has all of these characters every text is gone through, and the same is found in it.
 */

/** In no encoding and no escape. */
const between = '\u0001';
/** More of them than of the characters of a token. */
const spaces = ' '.repeat(80);
const encodedSpaces = ['Base64', 'hexadecimal', 'Go bytes'].map((name) => encodedBy([name], spaces));

function goneThrough(text: string, token: string): string {
  const characters = [...token, ...token.toLowerCase(), ...token.toUpperCase()];
  return [text, '\n', ...encodedSpaces, ...characters].join(between);
}

const ordinary = fc.oneof(
  fc.stringMatching(/^(?:[a-z]{1,12}[ ,.]){0,6}$/),
  fc.json({ maxDepth: 2 }),
  fc.stringMatching(/^[0-9a-f]{0,64}$/),
  fc.uuid(),
  fc.stringMatching(/^\/(?:[a-z]{2,12}\/){0,5}$/),
  fc.array(fc.nat(255), { maxLength: 60 }).map((numbers) => numbers.join(',')),
  fc.base64String({ maxLength: 80 }),
);
const tokens = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._~+/-]{4,60}$/),
  fc.stringMatching(/^[0-9a-f]{12,64}$/),
  fc.stringMatching(/^[!-~]{8,40}$/),
  fc.stringMatching(/^[a-z]{6,20}$/).map((name) => `${name}-é-ÿ-${name}`),
);
const others = fc.constantFrom(...'"-_/=%\\\n\0 ,:;{', 'A', '0', 'z', 'é');
const cases = fc.record({
  token: tokens,
  /** Of the token, how much is said: somewhat less than is enough, or more. */
  share: fc.double({ min: 0.5, max: 1, noNaN: true }),
  names: layersOver(),
  isEncoded: fc.boolean(),
  around: fc.tuple(ordinary, ordinary),
  /** Places of characters that are another one then. */
  changes: fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), others), { maxLength: 2 }),
});

function changed(text: string, [share, other]: readonly [number, string]): string {
  const at = Math.floor(share * text.length);
  return text.slice(0, at) + other + text.slice(at + 1);
}

describe('a quick look at a text', () => {
  test('finds what going through it finds', () => {
    let found = 0;
    const property = fc.property(cases, ({ token, share, names, isEncoded, around, changes }) => {
      const said = token.slice(0, Math.ceil(share * token.length));
      const carrier = isEncoded ? encodedBy(names, said) : said;
      const text = changes.reduce(changed, around.join(carrier));
      fc.pre(!text.includes(between));
      const search = createSearch([{ name: 'x', value: token }]);
      const hits = search(text);
      found += hits.length;
      expect(hits).toEqual(search(goneThrough(text, token)).filter(({ start }) => start < text.length));
    });
    fc.assert(property, runs(3));
    expect(found).toBeGreaterThan(0);
  });
});
