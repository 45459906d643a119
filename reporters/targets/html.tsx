/** @jsxImportSource preact */

import type { TargetResult, TargetsSummary } from '../../src/model/targets.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { plural } from '../../src/text/plural.ts';
import { Icon } from '../html/icons.tsx';
import { pageText } from '../html/page.tsx';
import { moment, outcomeWord } from '../outline/words.ts';
import { countWords, targetMarks, targetsSentence } from './words.ts';

/** One small page for all targets, in the frame of a report's page; their reports lie in folders beside it. */
export function render(summary: TargetsSummary): string {
  const shown = visibleDeep(summary);
  return pageText({
    title: `Exit ${shown.exitCode} · ${plural(shown.targets.length, 'target')} · conformance`,
    banner: <Banner summary={shown} />,
    contents: [{ anchor: 'targets', label: 'Targets', count: shown.targets.length }],
    children: (
      <section id="targets" aria-labelledby="targets.heading">
        <h2 id="targets.heading">Targets</h2>
        <ul class="card list">
          {shown.targets.map((target) => (
            <Target key={target.name} target={target} />
          ))}
        </ul>
      </section>
    ),
  });
}

function Banner({ summary }: { readonly summary: TargetsSummary }) {
  const { exitCode, startedAt, tool, targets } = summary;
  const worst = targets.find((target) => (target.exitCode ?? 3) === exitCode);
  const mark = worst === undefined ? 'not-exercised' : targetMarks[worst.outcome];
  const seal = mark === 'conforms' || mark === 'deviates' ? mark : 'incomplete';
  return (
    <div>
      <p class="eyebrow">
        Conformance of several services, <time dateTime={startedAt}>{moment(startedAt)}</time>, by {tool.name}{' '}
        {tool.version}
      </p>
      <div class="outcome">
        <span class={`seal ${seal}`}>
          <Icon mark={mark} />
        </span>
        <div>
          <h1>
            {targetsSentence(summary)} <span class="exit">exit code {exitCode}</span>
          </h1>
        </div>
      </div>
    </div>
  );
}

function Target({ target }: { readonly target: TargetResult }) {
  const { name, baseUrl, outcome, verdict, counts, path } = target;
  const mark = targetMarks[outcome];
  const word = outcome === 'fault' || outcome === 'not-run' ? null : outcomeWord(outcome);
  return (
    <li class="finding" id={`target.${name}`}>
      <Icon mark={mark} />
      <div>
        <h3>{path === null ? name : <a href={path}>{name}</a>}</h3>
        {word === null ? (
          <p class={mark}>{verdict}</p>
        ) : (
          <p>
            <span class={mark}>{word}</span>: {verdict}
          </p>
        )}
        <p class="where">
          <code>{baseUrl}</code>
        </p>
        {counts === null ? null : (
          <p class="where">
            requirements that deviate: {countWords(counts, 'deviate')} · not checked:{' '}
            {countWords(counts, 'notChecked')}
          </p>
        )}
      </div>
    </li>
  );
}
