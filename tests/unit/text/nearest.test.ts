import { expect, test } from 'vitest';
import { didYouMean, nearest, nearestHint } from '../../../src/model/nearest.ts';

const known = ['put:json', 'put.data.name:echo', 'delete.data:type', 'defaults'];

test.each([
  ['default', ['defaults']],
  ['name', ['put.data.name:echo']],
  ['put.data.nam:echo', ['put.data.name:echo']],
  ['defaultss', ['defaults']],
])('what is near to %s is suggested', (word, meant) => expect(nearest(word, known)).toEqual(meant));

test('nothing is suggested for a word that is near to none', () => {
  expect(nearest('formatVersion', known)).toEqual([]);
  expect(nearestHint('formatVersion', known)).toBe('');
  expect(didYouMean(['foo'], known)).toBe('');
});

test('a message names what may have been meant', () => {
  expect(nearestHint('defualts', known)).toBe('; the nearest one is defaults');
  expect(didYouMean(['defualts', 'put:jsn'], known)).toBe(' Did you mean defaults, put:json?');
});
