/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { ComparedRun, Comparison } from '../../src/model/comparison.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { Icon } from '../html/icons.tsx';
import { type Destination, pageText } from '../html/page.tsx';
import {
  comparisonMark,
  directions,
  flipsOf,
  stillHeading,
  unchangedWords,
  verdictWord,
} from '../support/comparison-words.ts';
import { moment, outcomeWord } from '../support/words.ts';
import { Observations, Timing } from './html/circumstances.tsx';
import { Flips, StillDeviating, Unmatched } from './html/flips.tsx';

/** One self-contained page for a reviewer, in the frame of a report's page. */
export function render(comparison: Comparison): string {
  const shown = visibleDeep(comparison);
  const word = verdictWord(shown);
  return pageText({
    title: `${word} · comparison of two runs · conformance`,
    banner: <Banner comparison={shown} />,
    contents: contentsOf(shown),
    children: (
      <>
        {directions.map(({ direction, heading }) => (
          <Flips key={direction} anchor={direction} heading={heading} rows={flipsOf(shown, direction)} />
        ))}
        <StillDeviating anchor="still" heading={stillHeading} rows={shown.still} />
        <Unmatched anchor="appeared" heading="New requirements" rows={shown.appeared} />
        <Unmatched anchor="vanished" heading="Vanished requirements" rows={shown.vanished} />
        <Observations changes={shown.observations} />
        <Timing timing={shown.timing} />
      </>
    ),
  });
}

function contentsOf(comparison: Comparison): readonly Destination[] {
  const all: readonly Destination[] = [
    ...directions.map(({ direction, heading }) => ({
      anchor: direction,
      label: heading,
      count: flipsOf(comparison, direction).length,
    })),
    { anchor: 'still', label: stillHeading, count: comparison.still.length },
    { anchor: 'appeared', label: 'New requirements', count: comparison.appeared.length },
    { anchor: 'vanished', label: 'Vanished requirements', count: comparison.vanished.length },
    { anchor: 'observations', label: 'Observations', count: comparison.observations.length },
    { anchor: 'timing', label: 'Response time', count: comparison.timing.length },
  ];
  return all.filter(({ anchor, count }) => count !== 0 || anchor === 'worse');
}

function Banner({ comparison }: { readonly comparison: Comparison }) {
  const { before, after, notes, summary } = comparison;
  const [why = 'No reason was recorded', ...also] = summary.reasons;
  const mark = comparisonMark(comparison);
  return (
    <div>
      <p class="eyebrow">Comparison of two conformance reports</p>
      <div class="outcome">
        <span class={`seal ${mark}`}>
          <Icon mark={mark} />
        </span>
        <div>
          <h1>
            {verdictWord(comparison)} <span class="exit">exit code {summary.exitCode}</span>
          </h1>
          <p class="why">{why}</p>
          {[...also, unchangedWords(summary), ...notes.map((note) => `Note: ${note}`)].map((line) => (
            <p key={line} class="also">
              {line}
            </p>
          ))}
        </div>
      </div>
      <dl class="facts">
        <Run name="Before" run={before} />
        <Run name="After" run={after} />
      </dl>
    </div>
  );
}

function Run({ name, run }: { readonly name: string; readonly run: ComparedRun }) {
  return (
    <>
      <Fact name={`${name}: target`}>
        <code>{run.baseUrl}</code>
      </Fact>
      <Fact name={`${name}: outcome`}>
        {outcomeWord(run.outcome)} (exit code {run.exitCode})
      </Fact>
      <Fact name={`${name}: started`}>
        <time dateTime={run.startedAt}>{moment(run.startedAt)}</time>
      </Fact>
      <Fact name={`${name}: run`}>
        <code>{run.runId}</code> by {run.tool}
      </Fact>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
