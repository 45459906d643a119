import { describe, expect, it } from 'vitest';
import { folded, linesAround } from '../../../../reporters/outline/body.ts';

const piece = (text: string, place: string | null = null) => ({ text, place });
const lines = Array.from({ length: 250 }, (_, at) => [piece(`line ${at}`, `/${at}`)]);
const textOf = (some: typeof lines | ReturnType<typeof linesAround>) =>
  some.map((line) => line.map(({ text }) => text).join(''));

describe('the lines around a place', () => {
  it('are two before and two after it', () => {
    expect(textOf(linesAround(lines, '/50'))).toEqual([
      '…',
      ...[48, 49, 50, 51, 52].map((at) => `line ${at}`),
      '…',
    ]);
    expect(textOf(linesAround(lines, '/0'))).toEqual(['line 0', 'line 1', 'line 2', '…']);
  });

  it('are the first where there is no such place', () =>
    expect(textOf(linesAround(lines, null))).toEqual([...[0, 1, 2, 3, 4].map((at) => `line ${at}`), '…']));
});

describe('a body that is folded', () => {
  it('shows all of a short one', () =>
    expect(folded(lines.slice(0, 40))).toEqual({ shown: lines.slice(0, 40), rest: [] }));

  it('shows two hundred lines of a long one, and loses none', () => {
    const { shown, rest } = folded(lines);
    expect(shown).toHaveLength(200);
    expect([...shown, ...rest]).toEqual(lines);
  });

  it('parts a line that is too long, and no surrogate pair', () => {
    const long = `x${'😀'.repeat(5_000)}`;
    const { shown, rest } = folded([[piece('a', '/a'), piece(long, '/b'), piece('c')], [piece('d')]]);
    const [first = '', ...others] = [...textOf(shown), ...textOf(rest)];
    expect(others).toHaveLength(2);
    expect(first.length).toBeLessThanOrEqual(10_000);
    expect(first + others[0]).toBe(`a${long}c`);
    expect(first.isWellFormed()).toBe(true);
  });
});
