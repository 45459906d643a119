import { h } from 'preact';
import type { Chart, Chip, Row } from '../outline/outline.ts';
import { Facts, hrefOf, Icon, Inline, plainly, usePage } from './inline.tsx';
import { filterOf } from './sections.tsx';
import { anchorOf } from './view.ts';

export function Chips({ chips }: { readonly chips: readonly Chip[] }) {
  const page = usePage();
  return (
    <span class="chips">
      {chips.map(({ text, kind = '', to }) => {
        const href = hrefOf(page, to);
        const look = { class: `chip ${kind}`.trim() };
        const shown = <span {...look}>{text}</span>;
        return [href === undefined ? shown : h('a', { ...look, href }, text), ' '];
      })}
    </span>
  );
}

/** On what somebody has to act: a row for each cause, with its owner. */
export function Acts({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <ul class="acts">
      {rows.map(({ sign, title, chips = [], lines = [], copies }, at) => (
        <li key={at}>
          <Icon sign={sign} />
          <div>
            <Inline text={title} /> <Chips chips={chips} />{' '}
            {lines.flat().map(({ label, text }) => (
              <span key={label} class="quiet small">
                {label}: <Inline text={text} />
              </span>
            ))}
          </div>
          {copies === undefined ? null : (
            <span class="scripted">{copyButton(copies, 'Copy as an issue')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Copies the text of an element; only the page's script shows it. */
export function copyButton(id: string, label: string, kind = 'button') {
  return (
    <button class={kind} type="button" data-copy={id}>
      {label}
    </button>
  );
}

/** A record with its parts: what deviates for one cause, requirement by requirement. */
export function Record({ row }: { readonly row: Row }) {
  const { sign = 'note', title, lines = [], chips = [], anchor = '', below = [] } = row;
  return (
    <article class="card problem" id={anchorOf(anchor)}>
      <header>
        <Icon sign={sign === 'note' || sign === 'failed' ? 'not-exercised' : sign} />
        <h3>
          <Inline text={title} />
        </h3>
        <Chips chips={chips} />
      </header>
      <Facts facts={lines.flat().filter(({ label }) => label === 'fix')} />
      {below.map((part, at) => partOf(part, below.length === 1, at === 0))}
      <Facts facts={lines.flat().filter(({ label }) => label !== 'fix')} />
      <Texts anchor={anchor} />
    </article>
  );
}

/** One of several folds. */
function partOf(part: Row, isAlone: boolean, isOpen: boolean) {
  const { title, anchor = '', lines = [], chart } = part;
  const id = anchorOf(anchor);
  const body = [<Facts facts={lines.flat()} />, chart && rateChart(chart)];
  if (isAlone)
    return (
      <div class="row deviation" id={id} {...filterOf(part)}>
        {body}
      </div>
    );
  return (
    <details class="row deviation" open={isOpen} {...filterOf(part)}>
      <summary>{plainly(title)}</summary>
      <div id={id}>{body}</div>
    </details>
  );
}

/** What is copied elsewhere: an issue, a waiver, the command. */
function Texts({ anchor }: { readonly anchor: string }) {
  const { view } = usePage();
  const texts = view?.texts.get(anchor);
  if (texts === undefined) return null;
  const { issue, waiver, exchange } = texts;
  const [ofIssue, ofWaiver] = [`${anchor}.issue`, `${anchor}.waiver`];
  return (
    <div class="texts">
      <span class="scripted">
        {copyButton(ofIssue, 'Copy as an issue')} {waiver && copyButton(ofWaiver, 'Copy its waiver')}{' '}
        {exchange && copyButton(`${exchange.anchor}.command`, 'Copy as curl')}
      </span>
      <details>
        <summary>Issue and waiver as text</summary>
        <h4>Issue, in Markdown</h4>
        <pre class="text" id={ofIssue}>
          {issue}
        </pre>
        {waiver && [
          <h4>Waiver, for the list in the waivers file</h4>,
          <pre class="text" id={ofWaiver}>
            {waiver}
          </pre>,
        ]}
      </details>
    </div>
  );
}

/** Height of a chart in its own units; its width is that of its steps. */
const height = 20;

/** One bar a step: all exchanges, and the part of them that deviates. */
function rateChart({ deviating, all, caption, legend }: Chart) {
  const { counts } = deviating;
  const most = Math.max(1, ...counts, ...(all?.counts ?? []));
  const bar = (at: number, count: number, kind: 'all' | 'deviating') => {
    const size = Math.max(1, Math.round((count / most) * height * 10) / 10);
    return count > 0 && <rect class={`rate-${kind}`} x={at} y={height - size} width="1" height={size} />;
  };
  return (
    <figure class="rate">
      <figcaption>
        {caption} <span class="small quiet">{legend}</span>
      </figcaption>
      <svg viewBox={`0 0 ${counts.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {counts.map((count, at) => (
          <g key={at}>
            {bar(at, all?.counts[at] ?? 0, 'all')}
            {bar(at, count, 'deviating')}
          </g>
        ))}
      </svg>
    </figure>
  );
}
