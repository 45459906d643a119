import { parse } from 'dotenv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { envLine, envLines, envText } from '../../../src/init/env-text.ts';

describe('one line of a .env file', () => {
  test.each([
    ['plain', 'https://staging.example.com/api', 'NAME=https://staging.example.com/api'],
    ['a space', 'cat my token', "NAME='cat my token'"],
    ['a number sign', 'a#b', "NAME='a#b'"],
    ['a dollar sign', '$HOME/$(id)', "NAME='$HOME/$(id)'"],
    ['an apostrophe', "it's", 'NAME="it\'s"'],
    ['both common quotes', `sh -c 'echo "x"'`, `NAME=\`sh -c 'echo "x"'\``],
    ['nothing', '', 'NAME='],
    ['a backslash and an n', 'C:\\new', "NAME='C:\\new'"],
  ])('%s', (_, value, line) => {
    expect(envLine('NAME', value)).toBe(line);
    expect(parse(line)['NAME']).toBe(value);
  });

  test.each(['two\nlines', '\r', `'"\``])('%j has none', (value) =>
    expect(envLine('NAME', value)).toBeNull(),
  );

  test('whatever has a line is read back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const line = envLine('NAME', value);
        expect(line === null ? value : parse(line)['NAME']).toBe(value);
      }),
    );
  });
});

describe('a new .env file', () => {
  test('begins with a line that says whose it is', () =>
    expect(envText(["A='b c'"])).toBe(
      "# Settings of entity-config-conformance, written by `conformance init`.\nA='b c'\n",
    ));

  test('is read back as it was meant, or names what it cannot express, without the value', () => {
    const names = fc.constantFrom('A', 'B', 'CONFORMANCE_RULE_COMMAND');
    const values = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(`'"\``, '#', 'x # y', '"', "'"));
    fc.assert(
      fc.property(fc.array(fc.tuple(names, values)), (pairs) => {
        const wanted = new Map(pairs);
        const made = envLines(wanted);
        if ('lines' in made) expect(parse(envText(made.lines))).toEqual(Object.fromEntries(wanted));
        else
          expect(made.impossible).toEqual(
            [...wanted].filter(([name, value]) => envLine(name, value) === null).map(([name]) => name),
          );
      }),
    );
    const pairs = new Map([
      ['A', 'fine'],
      ['B', 'two\nlines'],
    ]);
    expect(envLines(pairs)).toEqual({ impossible: ['B'] });
  });
});
