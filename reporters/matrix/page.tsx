/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { Matrix } from '../../src/model/matrix.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { plural } from '../../src/text/plural.ts';
import { Fact } from '../html/fact.tsx';
import { Icon } from '../html/icons.tsx';
import { type Destination, pageText } from '../html/page.tsx';
import { type Mark, moment } from '../outline/words.ts';
import { Alike, Consequences } from './alike.tsx';
import { Columns } from './columns.tsx';
import { Details } from './details.tsx';
import { Grid } from './grid.tsx';
import { Observations } from './observations.tsx';
import { alikeWords, differing } from './words.ts';

/** What is above everything else. */
export interface Headline {
  readonly kind: string;
  /** For the browser's tab. */
  readonly tab: string;
  readonly mark: Mark;
  readonly title: string;
  readonly exitCode?: number;
  /** One sentence each. */
  readonly lines: readonly string[];
}

export function headlineOf(matrix: Matrix): Headline {
  const rows = differing(matrix);
  return {
    kind: 'Matrix of conformance reports',
    tab: `Matrix of ${plural(matrix.runs.length, 'conformance report')}`,
    mark: rows.length === 0 ? 'conforms' : 'not-exercised',
    title: matrix.sentence,
    lines: [alikeWords(matrix), ...matrix.notes.map((note) => `Note: ${note}`)],
  };
}

/** A further section. */
export interface Further extends Destination {
  readonly count: number;
  /** Escaped already; nothing where `count` is 0. */
  readonly section: ComponentChildren;
}

/**
 * One self-contained page, in the frame of a report's page.
 * @param whole the file that has the whole matrix; null for none
 */
export function pageOf(
  given: Matrix,
  headline: Headline,
  whole: string | null,
  further: readonly Further[] = [],
): string {
  const matrix = visibleDeep(given);
  const shown = visibleDeep(headline);
  return pageText({
    title: shown.tab,
    banner: <Banner matrix={matrix} headline={shown} />,
    contents: contentsOf(matrix, further),
    children: (
      <>
        <Grid matrix={matrix} />
        <Details matrix={matrix} whole={whole} />
        {further.map(({ section }) => section)}
        <Columns matrix={matrix} />
        <Consequences matrix={matrix} />
        <Alike matrix={matrix} />
        <Observations matrix={matrix} />
      </>
    ),
  });
}

function contentsOf(matrix: Matrix, further: readonly Further[]): readonly Destination[] {
  const count = (wanted: string) =>
    matrix.requirements.filter(({ difference }) => difference === wanted).length;
  const all: readonly Destination[] = [
    { anchor: 'differs', label: 'What differs', count: differing(matrix).length },
    { anchor: 'details', label: 'What was seen', count: differing(matrix).length },
    ...further,
    { anchor: 'columns', label: 'Reports', count: matrix.columns.length },
    { anchor: 'consequences', label: 'Not checked because of them', count: count('consequence') },
    { anchor: 'alike', label: 'The same everywhere', count: count('none') },
    { anchor: 'observations', label: 'Observations', count: matrix.observations.length },
  ];
  return all.filter(({ anchor, count: number }) => number !== 0 || anchor === 'differs');
}

function Banner({ matrix, headline }: { readonly matrix: Matrix; readonly headline: Headline }) {
  const { kind, mark, title, exitCode, lines } = headline;
  const [first, last] = [matrix.runs[0], matrix.runs.at(-1)];
  return (
    <div>
      <p class="eyebrow">{kind}</p>
      <div class="outcome">
        <span class={`seal ${mark === 'not-exercised' ? 'incomplete' : mark}`}>
          <Icon mark={mark} />
        </span>
        <div>
          <h1>
            {title} {exitCode === undefined ? null : <span class="exit">exit code {exitCode}</span>}
          </h1>
          {lines.map((line) => (
            <p key={line} class="also">
              {line}
            </p>
          ))}
        </div>
      </div>
      <dl class="facts">
        <Fact name="Reports">{plural(matrix.runs.length, 'run')}</Fact>
        <Fact name="Targets">{plural(matrix.targets.length, 'target')}</Fact>
        {first && last ? (
          <>
            <Fact name="From">
              <time dateTime={first.startedAt}>{moment(first.startedAt)}</time>
            </Fact>
            <Fact name="To">
              <time dateTime={last.startedAt}>{moment(last.startedAt)}</time>
            </Fact>
          </>
        ) : null}
      </dl>
    </div>
  );
}
