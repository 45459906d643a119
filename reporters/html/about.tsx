/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Report, Tally } from '../../src/model/report.ts';
import { webLink } from '../support/web-link.ts';
import { plural, scopeWords, seconds } from '../support/words.ts';

/** What was judged, when, by what, and how the requirements are counted. */
export function About({ report }: { readonly report: Report }) {
  const { run, tool, document, formatVersion, summary, notAsked, documentNotes } = report;
  const address = webLink(document.url);
  return (
    <section id="about" aria-labelledby="about.heading">
      <h2 id="about.heading">About this run</h2>
      <div class="card about">
        <table class="tally">
          <thead>
            <tr>
              <th scope="col">Requirements</th>
              <th scope="col">deviate</th>
              <th scope="col">accepted</th>
              <th scope="col">not checked</th>
              <th scope="col">conform</th>
            </tr>
          </thead>
          <tbody>
            <Counted name="required by the document" tally={summary.stated} />
            <Counted name="seen only in its example" tally={summary.shown} />
          </tbody>
        </table>
        <p class="small quiet">
          What the document requires fails the run; what is seen only in its example
          {run.options.strict ? ' does so too, as this run is strict.' : ' fails it only under --strict.'}
        </p>
        <dl class="facts">
          <Fact name="Document">
            {address === null ? (
              document.title
            ) : (
              <a href={address} rel="noreferrer">
                {document.title}
              </a>
            )}
          </Fact>
          <Fact name="Sent">{requests(report)}</Fact>
          <Fact name="Scope">{scopeWords(report)}</Fact>
          <Fact name="Run">
            <code>{run.id}</code>, exit code {summary.exitCode}
          </Fact>
          <Fact name="Tool">
            {tool.name} {tool.version}, report format {formatVersion}
          </Fact>
          <Fact name="Schemas (SHA-256)">
            <code title={document.sha256}>{document.sha256.slice(0, 16)}…</code>
          </Fact>
          <Fact name="Always the same">
            {plural(notAsked.length, 'question')} that no run asks and {plural(documentNotes.length, 'note')}{' '}
            on the document: in report.json and docs/document.md
          </Fact>
        </dl>
      </div>
    </section>
  );
}

function Counted({ name, tally }: { readonly name: string; readonly tally: Tally }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{tally.deviates}</td>
      <td>{tally.waived}</td>
      <td>{tally.notExercised}</td>
      <td>{tally.conforms}</td>
    </tr>
  );
}

function requests({ exchanges, plan, run }: Report): string {
  const planned = plural(plan.length, 'request');
  const sent = exchanges.length === plan.length ? planned : `${exchanges.length} of ${planned}`;
  return `${sent} in ${seconds(run.durationMs)} s${run.cut ? ', cut short' : ''}`;
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
