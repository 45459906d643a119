import { parse } from 'dotenv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editEnv } from '../../../src/setup/env-edit.ts';
import { envLine } from '../../../src/setup/env-line.ts';

const set = (name: string, value: string | null) => new Map([[name, value]]);

function edited(before: string | null, wanted: ReadonlyMap<string, string | null>): string {
  const result = editEnv(before, wanted);
  if (!result.ok) throw new Error(result.problem);
  return result.text;
}

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

  test.each(['two\nlines', '\r', `'"\``])('%j has none', (value) => {
    expect(envLine('NAME', value)).toBeNull();
  });

  test('whatever has a line is read back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const line = envLine('NAME', value);
        expect(line === null ? value : parse(line)['NAME']).toBe(value);
      }),
    );
  });
});

describe('editing a .env file', () => {
  const before = [
    '# ours',
    'export OTHER="keep # this"',
    '',
    'CONFORMANCE_BASE_URL=https://old.example.com # the old one',
    'KEY="-----BEGIN',
    'CONFORMANCE_ENTITY_ID=not a setting',
    '-----END"',
    'export LAST=1',
  ].join('\n');

  test('replaces a value, keeps every other line, the comment behind it included', () => {
    const text = edited(before, set('CONFORMANCE_BASE_URL', 'https://new.example.com'));
    expect(text).toBe(before.replace('https://old.example.com', 'https://new.example.com'));
  });

  test('adds a name at the end, even when another value spans a line that looks like it', () => {
    expect(edited(before, set('CONFORMANCE_ENTITY_ID', 'e 1'))).toBe(
      `${before}\nCONFORMANCE_ENTITY_ID='e 1'\n`,
    );
  });

  test('empties a name that has to go, and leaves one alone that is not there', () => {
    expect(edited(before, set('CONFORMANCE_BASE_URL', null))).toContain('\nCONFORMANCE_BASE_URL=');
    expect(parse(edited(before, set('CONFORMANCE_BASE_URL', null)))['CONFORMANCE_BASE_URL']).toBe('');
    expect(edited(before, set('CONFORMANCE_OUT', null))).toBe(before);
    expect(edited(before, set('LAST', '2'))).toBe(before.replace('export LAST=1', 'export LAST=2'));
  });

  test('says what it did, without values', () => {
    const wanted = new Map([
      ['CONFORMANCE_BASE_URL', 'https://new.example.com'],
      ['OTHER', 'keep # this'],
      ['LAST', null],
      ['CONFORMANCE_ENTITY_ID', 'e'],
    ]);
    expect(editEnv(before, wanted)).toMatchObject({
      changes: [
        { name: 'CONFORMANCE_BASE_URL', kind: 'changes' },
        { name: 'LAST', kind: 'empties' },
        { name: 'CONFORMANCE_ENTITY_ID', kind: 'adds' },
      ],
    });
  });

  test('a new file begins with a line that says whose it is', () => {
    expect(edited(null, set('A', 'b'))).toMatch(/^# .*conformance init.*\nA=b\n$/);
  });

  test('refuses what no .env file can express, naming the setting and not the value', () => {
    const result = editEnv(null, set('CONFORMANCE_RULE_COMMAND', `'"\``));
    expect(result).toEqual({
      ok: false,
      problem: expect.stringMatching(/^CONFORMANCE_RULE_COMMAND holds a line break or all three/),
    });
  });

  test('whatever the file holds: the names wanted are set, all others are as they were, or it is refused', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('A=1', 'B="x', 'y"', "C='#'", 'export A = 2', '# B=3', 'A: 4', '`', '  A=5  # c'),
    );
    fc.assert(
      fc.property(fc.array(line), fc.string({ minLength: 1 }), (lines, value) => {
        const text = lines.join('\n');
        const result = editEnv(text, set('A', value));
        if (!result.ok) return;
        expect(parse(result.text)).toEqual({ ...parse(text), A: value });
      }),
    );
  });
});
