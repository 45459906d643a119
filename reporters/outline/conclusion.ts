import type { Report } from '../../src/model/report.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { glue } from '../../src/text/layout.ts';
import { andMore } from '../../src/text/more.ts';
import { elsewhere } from './about.ts';
import { causes, counts, otherCauses } from './acts.ts';
import { leftBehind } from './effects.ts';
import { problemsIn } from './finding.ts';
import { type Fact, fact, joined, type OutlineOptions, type RichText, type WrittenFile } from './outline.ts';
import { serviceFailuresIn } from './traffic.ts';
import { endings } from './waivers.ts';
import { explainCommand, restWords } from './words.ts';

/** Causes that are listed in a summary; it has them below, too. */
const mostWhy = 5;

/** Why, what action is needed, what changed, what was not checked, the effects on the service, and what to do next. */
export function conclusion(report: Report, options: OutlineOptions): readonly Fact[] {
  const { act, next, notChecked } = report.conclusion;
  const { changed, notChecked: open } = restWords(report.conclusion);
  const { detail, pageUrl = null, files = [] } = options;
  const action = fact('action needed', act);
  const goOn = fact('next', command(report, next));
  const rest = [
    ...fact('changed', changed),
    ...fact('not checked', notChecked === null ? open : [{ ref: open, to: 'not-checked' }]),
  ];
  if (detail === 'page') return [...action, ...goOn, ...rest];
  const facts = [
    ...fact('counts', countWords(report, detail)),
    ...why(report, detail),
    ...endings(report).flatMap(({ text }) => fact('waiver', text)),
    ...serviceFailuresIn(report).flatMap((text) => fact('failed', `${text} (owner: the service)`)),
    ...action,
    ...rest,
    ...(detail === 'summary'
      ? fact('report', pageUrl && [{ link: pageUrl, url: pageUrl }])
      : fact('reports', fileList(files))),
    ...explained(report),
    ...goOn,
  ];
  const others = [
    ...fact('effects', leftBehind(report, options.whole)),
    ...fact('also', elsewhere(report, options)),
  ];
  return detail === 'summary' ? [...facts, ...others] : [...others, ...facts];
}

/** What conforms as a whole is said by its operations. */
function countWords(report: Report, detail: OutlineOptions['detail']): string {
  if (detail === 'usual' && report.summary.outcome === 'conforms') return '';
  return counts(report)
    .map(({ text }) => text)
    .join(', ');
}

/** A terminal has the deviations right above; a summary begins with them. */
function why(report: Report, detail: OutlineOptions['detail']): readonly Fact[] {
  const all = detail === 'summary' ? causes(report) : otherCauses(report);
  const most = detail === 'summary' ? mostWhy : all.length;
  return [
    ...all.slice(0, most).flatMap((text) => fact('why', text)),
    ...fact('why', andMore(all.length - most)),
  ];
}

/** What the document says of the first deviation. */
function explained(report: Report): readonly Fact[] {
  const [id] = problemsIn(report)[0]?.requirements ?? [];
  return id === undefined ? [] : fact('explain', [{ value: explainCommand(report.tool, id) }]);
}

/** A command can be copied; a sentence stays text. */
function command({ tool }: Report, text: string): RichText {
  return text.startsWith(`${tool.command ?? 'conformance'} `) ? [{ value: text }] : text;
}

/** The page with its path, the other files of the folder by their names. */
function fileList(files: readonly WrittenFile[]): RichText {
  const pageFirst = [...visibleDeep(files)].sort(
    (a, b) => Number(b.name === 'report.html') - Number(a.name === 'report.html'),
  );
  const links = pageFirst.map(({ path, name, url }, index) => [
    { link: (index === 0 ? path : name).replaceAll(' ', glue), url },
  ]);
  return joined(links, ', ');
}
