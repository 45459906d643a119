/** @jsxImportSource preact */
import type { Matrix } from '../../src/model/matrix.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { plural } from '../../src/text/plural.ts';
import { Fact } from '../html/fact.tsx';
import { Icon } from '../html/icons.tsx';
import { anchorIn, Inline, ListSection } from '../html/list.tsx';
import { pageText } from '../html/page.tsx';
import type { Outline, OutlineSection, RichText } from '../outline/outline.ts';
import { moment } from '../outline/words.ts';
import { FoldedRows, foldsOf } from './alike.tsx';
import { Grid } from './grid.tsx';

/** More columns are in the JSON only. */
const mostColumns = 25;
/** Rows of each section but the table, which has all. */
export const mostRows = 100;

/** A matrix of as many columns as a page shows. */
export function narrowed(matrix: Matrix): Matrix {
  return {
    ...matrix,
    columns: matrix.columns.slice(0, mostColumns),
    requirements: matrix.requirements.map((row) => ({ ...row, cells: row.cells.slice(0, mostColumns) })),
    observations: matrix.observations.map((row) => ({ ...row, answers: row.answers.slice(0, mostColumns) })),
  };
}

/** What is above everything else. */
export interface Headline {
  readonly kind: string;
  /** For the browser's tab. */
  readonly tab: string;
  readonly title: string;
  readonly exitCode?: number;
  /** One sentence each, further ones are those of the outline. */
  readonly lines: readonly string[];
}

/**
 * One self-contained page, in the frame of a report's page: the table of what differs, then the sections of the outline.
 * @param outline whose texts are visible already
 */
export function pageOf(given: Matrix, headline: Headline, outline: Outline): string {
  const matrix = visibleDeep(given);
  const shown = visibleDeep(headline);
  const folds = foldsOf(matrix);
  const sections = outline.sections.filter(({ kind }) => kind !== 'table');
  const table = outline.sections.find(({ kind }) => kind === 'table');
  return pageText({
    title: shown.tab,
    banner: <Banner matrix={matrix} headline={shown} outline={outline} />,
    contents: [...outline.sections, ...folds].map(({ anchor, heading, ...section }) => ({
      anchor,
      label: heading ?? '',
      count: 'count' in section && typeof section.count === 'number' ? section.count : section.rows.length,
    })),
    children: (
      <>
        {table === undefined ? null : <Grid matrix={matrix} section={table} listed={listedIn(sections)} />}
        {sections.map((section) => (
          <ListSection key={section.anchor} section={section} />
        ))}
        {folds.map((folded) => (
          <FoldedRows key={folded.anchor} folds={folded} />
        ))}
      </>
    ),
  });
}

/** Requirements that can be linked to, by the anchors of their rows. */
function listedIn(sections: readonly OutlineSection[]): ReadonlySet<string> {
  const titles = sections.flatMap((section) =>
    section.kind === 'record' ? section.rows.map(({ title }) => title) : [],
  );
  return new Set(titles.flatMap((title) => anchorIn(title) ?? []));
}

function Banner({
  matrix: { runs, targets },
  headline: { kind, title, exitCode, lines },
  outline: { mark, head, conclusion },
}: {
  readonly matrix: Matrix;
  readonly headline: Headline;
  readonly outline: Outline;
}) {
  const [first, last] = [runs[0], runs.at(-1)];
  const seal = mark ?? 'not-exercised';
  const notes = head.filter(({ label }) => label === 'note');
  const sentences: readonly RichText[] = [...lines, ...[...conclusion, ...notes].map(({ text }) => text)];
  return (
    <div>
      <p class="eyebrow">{kind}</p>
      <div class="outcome">
        <span class={`seal ${seal === 'not-exercised' ? 'incomplete' : seal}`}>
          <Icon mark={seal} />
        </span>
        <div>
          <h1>
            {title} {exitCode === undefined ? null : <span class="exit">exit code {exitCode}</span>}
          </h1>
          {sentences.map((text, at) => (
            <p key={at} class="also">
              <Inline text={text} />
            </p>
          ))}
        </div>
      </div>
      <dl class="facts">
        <Fact name="Reports">{plural(runs.length, 'run')}</Fact>
        <Fact name="Targets">{plural(targets.length, 'target')}</Fact>
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
