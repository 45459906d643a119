/** @jsxImportSource preact */
import type { Row } from '../outline/outline.ts';
import { Chips, CopyButton } from './acts.tsx';
import { Icon } from './icons.tsx';
import { Facts, Inline, usePage } from './inline.tsx';
import { RateChart } from './rate-chart.tsx';
import { filterOf } from './sections.tsx';
import { anchorOf } from './view.ts';

/** A record with its parts: what deviates for one cause, requirement by requirement. */
export function Record({ row }: { readonly row: Row }) {
  const { sign = 'note', title, lines = [], chips = [], order, anchor = '', below = [] } = row;
  return (
    <article
      class="card problem"
      id={anchorOf(anchor)}
      data-severity={order?.severity}
      data-field={order?.field}
      data-since={order?.since}
    >
      <header>
        <Icon sign={sign === 'note' || sign === 'failed' ? 'not-exercised' : sign} />
        <h3>
          <Inline text={title} />
        </h3>
        <Chips chips={chips} />
      </header>
      <Facts facts={lines.flat().filter(({ label }) => label === 'fix')} />
      {below.map((part, at) => (
        <Part key={part.anchor} part={part} isAlone={below.length === 1} isOpen={at === 0} />
      ))}
      <Facts facts={lines.flat().filter(({ label }) => label !== 'fix')} />
      <Texts anchor={anchor} />
    </article>
  );
}

interface PartProps {
  readonly part: Row;
  readonly isAlone: boolean;
  readonly isOpen: boolean;
}

/** One of several folds. */
function Part({ part, isAlone, isOpen }: PartProps) {
  const { title, anchor = '', lines = [], chart } = part;
  const id = anchorOf(anchor);
  const body = (
    <>
      <Facts facts={lines.flat()} />
      {chart === undefined ? null : <RateChart chart={chart} />}
    </>
  );
  if (isAlone)
    return (
      <div class="row deviation" id={id} {...filterOf(part)}>
        {body}
      </div>
    );
  return (
    <details class="row deviation" open={isOpen} {...filterOf(part)}>
      <summary>
        <Inline text={title} isPlain />
      </summary>
      <div id={id}>{body}</div>
    </details>
  );
}

/** What is copied elsewhere: an issue, a waiver, the command. */
function Texts({ anchor }: { readonly anchor: string }) {
  const { view } = usePage();
  const texts = view?.textsOf(anchor);
  if (texts === undefined) return null;
  const { issue, waiver, exchange } = texts;
  return (
    <div class="texts">
      <span class="scripted">
        <CopyButton of={`${anchor}.issue`} label="Copy as an issue" />{' '}
        {waiver === '' ? null : <CopyButton of={`${anchor}.waiver`} label="Copy its waiver" />}{' '}
        {exchange ? <CopyButton of={`${exchange.anchor}.command`} label="Copy as curl" /> : null}
      </span>
      <details>
        <summary>Issue and waiver as text</summary>
        <h4>Issue, in Markdown</h4>
        <pre class="text" id={`${anchor}.issue`}>
          {issue}
        </pre>
        {waiver === '' ? null : (
          <>
            <h4>Waiver, for the list in the waivers file</h4>
            <pre class="text" id={`${anchor}.waiver`}>
              {waiver}
            </pre>
          </>
        )}
      </details>
    </div>
  );
}
