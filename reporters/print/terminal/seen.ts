import type { Observation, Report, Tally } from '../../../src/model/report.ts';
import { glue, padded } from '../../../src/text/layout.ts';
import { plural } from '../../../src/text/plural.ts';
import { documentCommand } from '../../outline/links.ts';
import { entry, hanging, heading, type Page } from './page.ts';

/** What was seen where the document is silent: all of it where somebody asks, otherwise what is prominent or changed. */
export function observations(page: Page, report: Report): readonly string[] {
  if (page.isVerbose) return all(page, report);
  return [...prominent(page, report), ...changed(page, report)];
}

function prominent(page: Page, report: Report): readonly string[] {
  const first = report.observations.filter((one) => one.prominent);
  if (first.length === 0) return [];
  return [
    ...heading(page, 'Worth a look, where the document is silent'),
    ...first.flatMap((one) => observed(page, one)),
  ];
}

function changed(page: Page, { change }: Report): readonly string[] {
  const changes = change?.observations ?? [];
  if (changes.length === 0) return [];
  return [
    ...heading(page, `Observations that changed (${changes.length})`),
    ...changes.flatMap(({ question, section, before, after }) => [
      ...hanging(page, '· ', `${question} (section${glue}${section})`, page.paint.quiet),
      ...entry(page, '    ', 'before', before ?? 'not answered'),
      ...entry(page, '    ', 'now', after ?? 'not answered'),
    ]),
  ];
}

function all(page: Page, report: Report): readonly string[] {
  const first = [...report.observations].sort((a, b) => Number(b.prominent) - Number(a.prominent));
  return [
    ...heading(page, `Observations, where the document is silent (${report.summary.observations})`),
    ...first.flatMap((observation) => observed(page, observation)),
  ];
}

function observed(page: Page, { question, answer, section, prominent }: Observation): readonly string[] {
  const paint = prominent ? page.paint.doubtful : page.paint.quiet;
  const lines = hanging(page, prominent ? '! ' : '· ', `${question} (section${glue}${section})`, paint);
  return [...lines, ...hanging(page, '    ', answer)];
}

/** Counts of what is shown elsewhere: it is the same in every report, or decides no verdict. */
export function elsewhere(page: Page, { summary, notAsked, documentNotes, tool }: Report): readonly string[] {
  const counts = [
    ...(page.isVerbose || summary.observations === 0 ? [] : [plural(summary.observations, 'observation')]),
    ...(notAsked.length === 0 ? [] : [plural(notAsked.length, 'open question')]),
    ...(documentNotes.length === 0
      ? []
      : [`${plural(documentNotes.length, 'note')}: ${documentCommand(tool)}`]),
  ];
  return counts.length === 0 ? [] : entry(page, '', 'also', counts.join(', '));
}

/** How many requirements have which verdict. */
export function tallies(page: Page, { summary }: Report): readonly string[] {
  const names = ['conforms', 'deviates', 'accepted', 'not checked'];
  const row = (name: string, { conforms, deviates, waived, notExercised }: Tally) =>
    `${padded(name, 30)}${[conforms, deviates, waived, notExercised]
      .map((count, index) => String(count).padStart((names[index]?.length ?? 0) + 2))
      .join('')}`;
  return [
    ...heading(page, 'Requirements'),
    page.paint.quiet(`${' '.repeat(30)}${names.map((name) => `  ${name}`).join('')}`),
    row('required by the document', summary.stated),
    row('seen only in its examples', summary.shown),
  ];
}
