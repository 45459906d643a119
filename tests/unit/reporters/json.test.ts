import { expect, it } from 'vitest';
import { asJson } from '../../../reporters/index.ts';
import type { Report } from '../../../src/model/report.ts';
import { report } from './fixture.ts';
import { hostile, withText } from './hostile.ts';

const render = (from: Report) => asJson(from, 2);

it('is the report, whatever its strings hold', () => {
  const odd = withText(hostile);
  expect(JSON.parse(render(odd))).toEqual(odd);
});

it('keeps the order of the keys', () =>
  expect(Object.keys(JSON.parse(render(report)))).toEqual(Object.keys(report)));

it('writes nothing that a terminal would act on', () =>
  expect(render(withText(hostile))).toMatch(/^[\n\x20-\x7e–]*$/));
