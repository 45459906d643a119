/** @jsxImportSource preact */
import type { Outcome, Report } from '../../src/model/report.ts';
import { type Mark, moment, outcomeWord, plural, scopeWords, seconds } from '../support/words.ts';
import { Icon } from './icons.tsx';

const marks: Readonly<Record<Outcome, Mark>> = {
  conforms: 'conforms',
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
          <p class="why">{sentence(why)}</p>
          {also.map((reason) => (
            <p key={reason} class="also">
              {sentence(reason)}
            </p>
          ))}
        </div>
      </div>
      <Facts report={report} />
    </div>
  );
}

function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`;
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
      <div class="wide">
        <dt>Target</dt>
        <dd>
          <code>{target.baseUrl}</code>
          {target.reference ? ' (the embedded reference service)' : ''}
        </dd>
      </div>
      <div>
        <dt>Started</dt>
        <dd>
          <time dateTime={run.startedAt}>{moment(run.startedAt)}</time>, run <code>{run.id}</code>
        </dd>
      </div>
      <div>
        <dt>Sent</dt>
        <dd>{requests(report)}</dd>
      </div>
      <div class="wide">
        <dt>Scope</dt>
        <dd>{scopeWords(run)}</dd>
      </div>
      <div>
        <dt>Tool</dt>
        <dd>
          {tool.name} {tool.version}, report format {formatVersion}
        </dd>
      </div>
      <div>
        <dt>Schemas (SHA-256)</dt>
        <dd>
          <code title={document.sha256}>{document.sha256.slice(0, 16)}…</code>
        </dd>
      </div>
    </dl>
  );
}
