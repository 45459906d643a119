import { describe, expect, test } from 'vitest';
import { serviceLines } from '../../../src/cli/run/service-lines.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.c2VjcmV0LXBheWxvYWQ.signature-of-it';
const secrets = [{ name: 'access token', value: token }];
const masked = '[masked: access token]';

function lines() {
  const printed: string[] = [];
  const all = serviceLines((line) => printed.push(line));
  return { all, printed, print: all.stream() };
}

describe('lines before the token is known', () => {
  test('wait for it, are masked, and keep their order', () => {
    const { all, printed, print } = lines();
    all.wait();
    print(`listening, token ${token}`);
    print('second');
    expect(printed).toEqual([]);
    all.know(secrets);
    print(`third ${token}`);
    expect(printed).toEqual([`listening, token ${masked}`, 'second', `third ${masked}`]);
  });

  test('are printed with what is known where no token comes', () => {
    const { all, printed, print } = lines();
    all.know(secrets);
    all.wait();
    print(`old ${token}, new one`);
    all.release();
    print('more');
    expect(printed).toEqual([`old ${masked}, new one`, 'more']);
  });

  test('are bounded: the first ones are left out, and counted', () => {
    const { all, printed, print } = lines();
    all.wait();
    for (let at = 0; at < 1_003; at += 1) print(`line ${at}`);
    print('x'.repeat(2_000_000));
    print('last');
    all.know(secrets);
    expect(printed).toEqual(['… 1004 lines before these are left out', 'last']);
  });
});

test('the tokens of earlier runs stay masked', () => {
  const { all, printed, print } = lines();
  all.know(secrets);
  all.know([{ name: 'access token', value: 'the-token-of-the-second-run' }]);
  print(`${token} the-token-of-the-second-run ${encodeURIComponent(token)}`);
  expect(printed).toEqual([`${masked} ${masked} ${masked}`]);
});

describe('a secret that goes on in the next line', () => {
  const places = Array.from({ length: token.length - 1 }, (_, at) => at + 1);

  test.each(places)('cut after %i characters: at most three of them are shown', (at) => {
    const { all, printed, print } = lines();
    all.know(secrets);
    print(`Authorization: Bearer ${token.slice(0, at)}`);
    print(`  ${token.slice(at)} and more`);
    const text = printed.join('\n').replaceAll(masked, '');
    expect(text).toContain(' and more');
    expect(text).toContain('Authorization: Bearer ');
    expect(
      text
        .replace(/^Authorization: Bearer/, '')
        .replace('and more', '')
        .trim().length,
    ).toBeLessThan(4);
  });

  test.each([5, 8, 20])('in pieces of %i characters', (width) => {
    const { all, printed, print } = lines();
    all.know(secrets);
    const pieces = token.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
    for (const piece of ['before', ...pieces, 'after']) print(piece);
    expect(printed).toEqual(['before', ...pieces.map(() => masked), 'after']);
  });

  test('of two streams each goes on by itself', () => {
    const { all, printed, print } = lines();
    const other = all.stream();
    all.know(secrets);
    print(token.slice(0, 20));
    other('honest');
    print(token.slice(20));
    expect(printed).toEqual([masked, 'honest', masked]);
  });

  test('a whole one whose end looks like its beginning is masked whole', () => {
    const { all, printed, print } = lines();
    all.know([{ name: 'access token', value: 'abcdefgh-abcd' }]);
    print('it is abcdefgh-abcd');
    print('efgh is honest');
    expect(printed).toEqual([`it is ${masked}`, 'efgh is honest']);
  });
});
