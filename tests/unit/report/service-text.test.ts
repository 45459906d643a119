import { expect, test } from 'vitest';
import { notComparable } from '../../../src/report/change.ts';
import { withServiceText } from '../../../src/report/service-text.ts';
import { report } from '../reporters/fixture.ts';

/** The places of texts that differ, without indexes. */
function changedIn(before: unknown, after: unknown, place = ''): readonly string[] {
  if (typeof before !== 'object' || before === null) return before === after ? [] : [place];
  return Object.entries(before).flatMap(([name, member]) => {
    const below = Array.isArray(before) ? place : `${place}/${name}`;
    return changedIn(member, (after as Record<string, unknown>)[name], below);
  });
}

test('what a service may have a hand in is changed, and nothing else', () => {
  const given = { ...report, change: { ...notComparable('why'), notes: ['note'] } };
  const changed = withServiceText(given, (text) => `${text}!`);
  expect([...new Set(changedIn(given, changed))].sort()).toMatchInlineSnapshot(`
    [
      "/change/notes",
      "/change/sentence",
      "/conclusion/act",
      "/conclusion/acts/sentence",
      "/conclusion/next",
      "/conclusion/notChecked",
      "/conclusion/verdict",
      "/conclusion/why",
      "/effects/id",
      "/exchanges/failure/head/reason",
      "/exchanges/failure/message",
      "/exchanges/masked/at",
      "/exchanges/response/body/text",
      "/exchanges/response/decoded",
      "/exchanges/response/headers",
      "/exchanges/response/reason",
      "/observations/answer",
      "/observations/evidence/pointer",
      "/problems/cure",
      "/problems/title",
      "/requirements/evidence/actual",
      "/requirements/evidence/pointer",
      "/requirements/reason",
      "/summary/reasons",
    ]
  `);
  expect(JSON.stringify(withServiceText(given, (text) => text))).toBe(JSON.stringify(given));
});
