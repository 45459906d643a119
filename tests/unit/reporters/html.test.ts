import { expect, it } from 'vitest';
import { later } from '../../../reporters/html/text-of.ts';
import {
  conformingExchanges,
  putAnswer,
  recordingOf,
  utf8Response,
  withBody,
} from '../../support/conforming.ts';
import { reportOf } from '../../support/engine.ts';
import { page as render } from '../../support/rendered.ts';
import { report } from './fixture.ts';
import { withText } from './hostile.ts';

it.each(['words', later])('has every exchange once, in its section, whatever texts say: %s', (text) => {
  const page = render(withText(text));
  const [before = '', ...parts] = page.split('<div class="card exchanges">');
  expect(before).not.toContain('<details class="exchange"');
  const within = parts.map((part) => part.slice(0, part.indexOf('</section>')));
  const counts = within.map((part) => part.match(/<details class="exchange"/g)?.length ?? 0);
  expect(counts).toHaveLength(2);
  expect(counts.reduce((sum, count) => sum + count)).toBe(report.exchanges.length);
  expect(page).not.toContain(later);
  expect(page.endsWith('</html>\n')).toBe(true);
});

/** What a page tints in bodies. */
function tinted(page: string): readonly string[] {
  return [...page.matchAll(/<mark(?: id="[^"]*")?>(.*?)<\/mark>/g)].map(([, text = '']) => text);
}

const refusal = (body: string) =>
  conformingExchanges().map((one) =>
    one.credentials === 'authorised' ? one : { ...one, response: utf8Response(body, 401) },
  );
const long = Array.from({ length: 12_000 }, (_, at) => `number ${at} of many`);
const whole = JSON.stringify({ ...putAnswer, more: long });

it.each([
  ['plain text', refusal('401 Unauthorized'), 'conforms', []],
  ['a string with text behind it', refusal('"token" is missing'), 'conforms', []],
  ['broken JSON where none is asked for', refusal('{"error":"no",}'), 'conforms', []],
  ['a conforming body that is cut', withBody('put', whole), 'conforms', []],
  ['broken JSON', withBody('put', '{"status":"success",}'), 'deviates', ['the whole response', '}']],
  ['broken JSON that is cut', withBody('put', whole.replace(/}$/, ',}')), 'deviates', ['the whole response']],
] as const)('tints in bodies what was judged and deviates: %s', (_, exchanges, outcome, wanted) => {
  const made = reportOf(recordingOf(exchanges));
  expect([made.summary.outcome, tinted(render(made))]).toEqual([outcome, wanted]);
});
