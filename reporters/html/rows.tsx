import { h } from 'preact';
import type { Chart, Chip, Row } from '../outline/outline.ts';
import { markOf } from '../outline/words.ts';
import { Facts, hrefOf, Icon, Inline, plainly, usePage } from './inline.tsx';
import { Strip } from './table.tsx';
import { anchorOf } from './view.ts';

export function Chips({ chips }: { readonly chips: readonly Chip[] }) {
  const page = usePage();
  return (
    <span class="chips">
      {chips.map(({ text, kind = '', to }) => {
        const href = hrefOf(page, to);
        const look = { class: `chip ${kind}`.trim() };
        return [href === undefined ? h('span', look, text) : h('a', { ...look, href }, text), ' '];
      })}
    </span>
  );
}

/** Copies the text of an element; only the page's script shows it. */
export function copyButton(id: string, label: string) {
  return (
    <button class="scripted" type="button" data-copy={id}>
      {label}
    </button>
  );
}

/** What a search finds a row by. */
function foundBy({ of }: Row, kind = '') {
  return of === undefined
    ? { class: kind || undefined }
    : { class: `row ${kind}`.trim(), 'data-mark': markOf(of) };
}

/** Rows with what hangs below them; those that have others below fold. */
export function Lines({ rows }: { readonly rows: readonly Row[] }) {
  return rows.length === 0 ? null : (
    <ul class="card list">
      {rows.map((row, at) => (
        <li key={at} id={row.anchor && anchorOf(row.anchor)} {...foundBy(row)}>
          {lineOf(row)}
        </li>
      ))}
    </ul>
  );
}

function lineOf({ sign, title, chips = [], cells = [], lines = [], anchor, copies, below }: Row) {
  const facts = <Facts facts={lines.flat()} />;
  if (below !== undefined)
    return (
      <details class="fold">
        <summary>
          <Icon sign={sign} /> {plainly(title)}
        </summary>
        {facts}
        <Lines rows={below} />
      </details>
    );
  return [
    [<Icon sign={sign} />, ' ', <Inline text={title} own={anchor} />],
    chips.length > 0 && [' ', <Chips chips={chips} />],
    copies && [' ', copyButton(copies, 'Copy as an issue')],
    cells.length > 0 && <Strip cells={cells} />,
    facts,
  ];
}

/** What deviates for one cause, requirement by requirement. */
export function Problem({ row }: { readonly row: Row }) {
  const { sign, title, lines = [], chips = [], anchor = '', below = [] } = row;
  return (
    <article class="card problem" id={anchorOf(anchor)}>
      <header>
        <h3>
          <Icon sign={sign} /> <Inline text={title} />
        </h3>
        <Chips chips={chips} />
      </header>
      <Facts facts={lines.flat()} />
      {below.map((part, at) => (
        <details key={part.anchor} open={at === 0} {...foundBy(part)}>
          <summary>{plainly(part.title)}</summary>
          <div id={anchorOf(part.anchor ?? '')}>
            <Facts facts={(part.lines ?? []).flat()} />
            {part.chart && rateChart(part.chart)}
          </div>
        </details>
      ))}
      <Texts anchor={anchor} />
    </article>
  );
}

/** What is copied elsewhere: an issue, a waiver, the command. */
function Texts({ anchor }: { readonly anchor: string }) {
  const texts = usePage().view?.texts.get(anchor);
  if (texts === undefined) return null;
  const { issue, waiver, exchange } = texts;
  const [ofIssue, ofWaiver] = [`${anchor}.issue`, `${anchor}.waiver`];
  return (
    <div>
      {copyButton(ofIssue, 'Copy as an issue')} {waiver && copyButton(ofWaiver, 'Copy its waiver')}{' '}
      {exchange && copyButton(`${exchange.anchor}.command`, 'Copy as curl')}
      <details class="small">
        <summary>Issue and waiver as text</summary>
        <pre id={ofIssue}>{issue}</pre>
        {waiver && <pre id={ofWaiver}>{waiver}</pre>}
      </details>
    </div>
  );
}

/** Height of a chart in its own units; its width is that of its steps. */
const height = 20;

/** One bar a step: all exchanges, and the part of them that deviates. */
function rateChart({ deviating, all, caption, legend }: Chart) {
  const bars = [
    { kind: 'quiet', counts: all?.counts ?? [] },
    { kind: 'deviates', counts: deviating.counts },
  ];
  const most = Math.max(1, ...bars.flatMap(({ counts }) => counts));
  const barOf = (kind: string, count: number, at: number) => {
    const size = Math.max(1, Math.round((count / most) * height * 10) / 10);
    return count > 0 && <rect class={kind} x={at} y={height - size} width="1" height={size} />;
  };
  return (
    <figure>
      <figcaption>
        {caption} <span class="small quiet">{legend}</span>
      </figcaption>
      <svg viewBox={`0 0 ${deviating.counts.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ kind, counts }) => counts.map((count, at) => barOf(kind, count, at)))}
      </svg>
    </figure>
  );
}
