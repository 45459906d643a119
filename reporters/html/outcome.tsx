/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Outcome, Report } from '../../src/model/report.ts';
import { type Mark, moment, outcomeWord, plural, scopeWords, seconds } from '../support/words.ts';
import { Icon } from './icons.tsx';

const marks: Readonly<Record<Outcome, Mark>> = {
  conforms: 'conforms',
  'stale-waivers': 'shown-deviates',
  deviates: 'deviates',
  incomplete: 'shown-deviates',
};

/** The outcome in a sentence with its reason; what was judged, when and by what. */
export function OutcomeBanner({ report }: { readonly report: Report }) {
  const { outcome, exitCode, reasons } = report.summary;
  const [why = 'No reason was recorded', ...also] = reasons;
  return (
    <div>
      <p class="eyebrow">Conformance report · {report.document.title}</p>
      <div class="outcome">
        <span class={`seal ${outcome}`}>
          <Icon mark={marks[outcome]} />
        </span>
        <div>
          <h1>
            {outcomeWord(outcome)} <span class="exit">exit code {exitCode}</span>
          </h1>
          <p class="why">{why}</p>
          {also.map((reason) => (
            <p key={reason} class="also">
              {reason}
            </p>
          ))}
        </div>
      </div>
      <Facts report={report} />
    </div>
  );
}

function requests({ exchanges, plan, run }: Report): string {
  const planned = plural(plan.length, 'request');
  const sent = exchanges.length === plan.length ? planned : `${exchanges.length} of ${planned}`;
  return `${sent} in ${seconds(run.durationMs)} s${run.cut ? ', cut short' : ''}`;
}

function Facts({ report }: { readonly report: Report }) {
  const { target, run, tool, document, formatVersion } = report;
  return (
    <dl class="facts">
      <Fact name="Target">
        <code>{target.baseUrl}</code>
        {target.reference ? ' (the embedded reference service)' : ''}
      </Fact>
      <Fact name="Started">
        <time dateTime={run.startedAt}>{moment(run.startedAt)}</time>
      </Fact>
      <Fact name="Sent">{requests(report)}</Fact>
      <Fact name="Run">
        <code>{run.id}</code>
      </Fact>
      <Fact name="Scope">{scopeWords(report)}</Fact>
      <Fact name="Tool">
        {tool.name} {tool.version}
      </Fact>
      <Fact name="Report format">{formatVersion}</Fact>
      <Fact name="Schemas (SHA-256)">
        <code title={document.sha256}>{document.sha256.slice(0, 16)}…</code>
      </Fact>
    </dl>
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
