/** @jsxImportSource preact */

import type { Report, Tally } from '../../src/model/report.ts';
import { plural } from '../../src/text/plural.ts';
import { documentCommand } from '../outline/links.ts';
import { webLink } from '../outline/web-link.ts';
import { scopeWords, seconds, strengthWords } from '../outline/words.ts';
import { Fact } from './fact.tsx';

const counted: readonly (readonly [string, keyof Tally])[] = [
  ['deviate', 'deviates'],
  ['are accepted for now', 'waived'],
  ['were not checked', 'notExercised'],
  ['conform', 'conforms'],
];

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
              <th scope="col">Requirements that</th>
              <th scope="col">{strengthWords.stated}</th>
              <th scope="col">{strengthWords.shown}</th>
            </tr>
          </thead>
          <tbody>
            {counted.map(([words, of]) => (
              <tr key={words}>
                <th scope="row">{words}</th>
                <td>{summary.stated[of]}</td>
                <td>{summary.shown[of]}</td>
              </tr>
            ))}
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
            on the document: <code>{documentCommand(tool)}</code>
          </Fact>
        </dl>
      </div>
    </section>
  );
}

function requests({ exchanges, plan, run, traffic }: Report): string {
  const planned = plural(plan.length, 'request');
  const sent = exchanges.length === plan.length ? planned : `${exchanges.length} of ${planned}`;
  if (traffic !== undefined) return 'nothing: the traffic was recorded';
  return `${sent} in ${seconds(run.durationMs)} s${run.cut ? ', cut short' : ''}`;
}
