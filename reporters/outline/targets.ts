import type { TargetOutcome, TargetResult, TargetsSummary } from '../../src/model/targets.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { plural } from '../../src/text/plural.ts';
import type { Outline, Row } from './outline.ts';
import { type Mark, moment, outcomeWord } from './words.ts';

/** What several targets come to, and where their reports are. */
export interface ShownTargets {
  readonly summary: TargetsSummary;
  /** The folder for all targets, as it is shown. */
  readonly folder: string;
  /** The page for all targets. */
  readonly page: string;
}

/** Like the marks of requirements, where `shown-deviates` fails nothing. */
const marks: Readonly<Record<TargetOutcome, Mark>> = {
  conforms: 'conforms',
  'stale-waivers': 'waived',
  deviates: 'deviates',
  incomplete: 'not-exercised',
  fault: 'deviates',
  'not-run': 'not-exercised',
};

export function targetsOutline(given: ShownTargets): Outline {
  const { summary, folder, page } = visibleDeep(given);
  const { targets, exitCode, startedAt, tool } = summary;
  const worst = targets.find((target) => (target.exitCode ?? 3) === exitCode);
  const title = targetsSentence(summary);
  return {
    kind: `Conformance of several services, ${moment(startedAt)}, by ${tool.name} ${tool.version}`,
    tab: `Exit ${exitCode} · ${plural(targets.length, 'target')} · conformance`,
    title,
    exitCode,
    line: `${title} (exit ${exitCode})`,
    mark: worst === undefined ? 'not-exercised' : marks[worst.outcome],
    head: [],
    sections: [
      {
        kind: 'record',
        anchor: 'targets',
        heading: 'Targets',
        rows: targets.map((target) => targetRow(target, folder)),
      },
    ],
    conclusion: [{ label: 'all targets', text: page }],
  };
}

function targetRow({ name, baseUrl, outcome, verdict, counts, path }: TargetResult, folder: string): Row {
  const word = outcome === 'fault' || outcome === 'not-run' ? '' : `${outcomeWord(outcome)}: `;
  const checks =
    counts === null
      ? []
      : [
          `${counts.deviate} of ${plural(counts.all, 'requirement')} deviate, ${counts.notChecked} not checked`,
        ];
  return {
    sign: marks[outcome],
    title: path === null ? [{ value: name }] : [{ link: name, url: path }],
    anchor: `target.${name}`,
    lines: [
      [{ label: 'verdict', text: `${word}${verdict}` }],
      ...checks.map((text) => [{ label: 'checks', text }]),
      [{ label: 'target', text: [{ value: baseUrl }] }],
      ...(path === null ? [] : [[{ label: 'report', text: `${folder}/${path}` }]]),
    ],
  };
}

const counted: readonly (readonly [words: string, outcome: TargetOutcome])[] = [
  ['with a fault of the suite itself', 'fault'],
  ['deviating', 'deviates'],
  ['incomplete', 'incomplete'],
  ['not run', 'not-run'],
  ['with a waiver to remove', 'stale-waivers'],
  ['conforming', 'conforms'],
];

/** `3 targets: 1 deviating, 2 conforming`, the worst first. */
function targetsSentence({ targets }: TargetsSummary): string {
  const parts = counted.flatMap(([words, wanted]) => {
    const count = targets.filter(({ outcome }) => outcome === wanted).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return `${plural(targets.length, 'target')}: ${parts.join(', ')}`;
}
