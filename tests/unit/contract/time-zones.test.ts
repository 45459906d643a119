import { expect, onTestFinished, test, vi } from 'vitest';
import { textFormats } from '../../../src/contract/format-validators.ts';

const isTimeZone = textFormats['iana-time-zone'] as (text: string) => boolean;
const listed = Intl.supportedValuesOf('timeZone');

test('a name that an example has is accepted without the list of ICU, which takes 4 ms', () => {
  const listing = vi.spyOn(Intl, 'supportedValuesOf');
  onTestFinished(() => listing.mockRestore());
  expect(['Asia/Shanghai', 'UTC'].map((name) => isTimeZone(name))).toEqual([true, true]);
  expect(listing).not.toHaveBeenCalled();
});

test('a name that ICU lists is accepted without a DateTimeFormat, which takes ten times as long', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  onTestFinished(() => made.mockRestore());
  expect(listed.filter((name) => !isTimeZone(name))).toEqual([]);
  expect(made).not.toHaveBeenCalled();
});

function isKnownToIntl(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== null;
  } catch {
    return false;
  }
}

const links = 'UTC GMT Etc/GMT+8 Asia/Kolkata Asia/Calcutta US/Pacific PRC EST5EDT Zulu'.split(' ');

test('any other name gets the verdict of Intl', () => {
  const spellings = [...listed, ...links].flatMap((name) => [
    name,
    name.toLowerCase(),
    name.toUpperCase(),
    `${name}x`,
    name.slice(1),
  ]);
  // Short ones may be abbreviations that only ICU knows.
  const names = spellings.filter((name) => name.length > 3 || links.includes(name));
  expect(names.filter((name) => isTimeZone(name) !== isKnownToIntl(name))).toEqual([]);
});
