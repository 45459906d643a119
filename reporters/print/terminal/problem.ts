import type { ServiceProblem } from '../../../src/model/conclusion.ts';
import type { Report, RequirementResult } from '../../../src/model/report.ts';
import { clipped } from '../../../src/text/escape.ts';
import { firstOf } from '../../../src/text/more.ts';
import { plural } from '../../../src/text/plural.ts';
import { placeWords } from '../../outline/row-text.ts';
import { distinct, furtherPlaces, isSampled, probeOf } from '../../outline/rows.ts';
import { sinceWords } from '../../outline/traffic.ts';
import { judgedNoun, problemTitle, severityText, strengthWords, symbols } from '../../outline/words.ts';
import { entry, hanging, type Page } from './page.ts';

/** Places of one problem that are shown; the rest is counted. */
const mostPlaces = 3;
/** Probes that are named for one place. */
const mostNames = 3;
/** Characters of a value that are shown; report.json has more of it. */
const longestValue = 200;

/** One block: what is wrong, the cure, how grave it is, what was expected and what was there, how often. */
export function problem(page: Page, report: Report, item: ServiceProblem): readonly string[] {
  const rows = item.requirements.flatMap((id) => report.requirements.find((row) => row.id === id) ?? []);
  const mark = item.severity === 'shown' ? 'shown-deviates' : 'deviates';
  const paint = item.severity === 'shown' ? page.paint.doubtful : page.paint.bad;
  const { deviates, judged } = item.seen;
  const line = (label: string, text: string) => entry(page, '    ', label, text);
  const support = [
    ...new Set(rows.map(({ section, strength }) => `${section}, ${strengthWords[strength]}`)),
  ].join('; ');
  return [
    ...hanging(page, `${symbols[mark]} `, problemTitle(item), paint),
    ...(item.cure === null ? [] : line('cure', item.cure)),
    ...line('severity', severityText(item)),
    ...line('section', support),
    ...places(page, report, rows),
    ...(judged > 1 ? line('seen', `in ${deviates} of ${judged} ${judgedNoun(item)}`) : []),
    ...rows.slice(0, 1).flatMap((row) => (row.traffic === undefined ? [] : line('', sinceWords(row)))),
    ...(item.blocks > 0
      ? line('hides', `${plural(item.blocks, 'requirement')} that could not be checked because of it`)
      : []),
    ...line(rows.length === 1 ? 'id' : 'ids', item.requirements.join(', ')),
  ];
}

/** One place of a group is an example of all. */
function places(page: Page, report: Report, rows: readonly RequirementResult[]): readonly string[] {
  const names = (exchanges: readonly string[]) => exchanges.map((id) => probeOf(report, id));
  const all = rows.flatMap(distinct);
  const shown = all.slice(0, rows.length === 1 ? mostPlaces : 1);
  const more = furtherPlaces(rows, shown, page.whole);
  return [
    ...shown.flatMap(({ pointer, exchanges, expected, actual }) => [
      ...entry(
        page,
        '    ',
        'at',
        `${placeWords(pointer)} (${firstOf(names(exchanges), mostNames, isSampled(rows))})`,
      ),
      ...entry(page, '    ', 'expected', clipped(expected, longestValue)),
      ...entry(page, '    ', 'actual', clipped(actual, longestValue)),
    ]),
    ...(more === '' ? [] : entry(page, '    ', '', more)),
  ];
}
