/** @jsxImportSource preact */
import type { Report } from '../src/model/report.ts';
import { visibleDeep } from '../src/text/escape.ts';
import { Counts } from './html/counts.tsx';
import { Exchanges } from './html/exchange.tsx';
import { Deviations, Unanswered } from './html/findings.tsx';
import { OperationSection } from './html/operation.tsx';
import { OutcomeBanner } from './html/outcome.tsx';
import { type Destination, pageText } from './html/page.tsx';
import { DocumentNotes, Effects, NotExercised, Observations } from './html/silence.tsx';
import { Tools } from './html/tools.tsx';
import { type View, viewOf } from './html/view.ts';
import { Waivers } from './html/waivers.tsx';
import { operationsOf } from './support/rows.ts';
import { unansweredRequests } from './support/unanswered.ts';
import { idleWaivers } from './support/waivers.ts';
import { operationWords, outcomeWord } from './support/words.ts';

/** One self-contained page for a reviewer: outcome, matrix, evidence, exchanges. Complete without its script. */
export function render(report: Report): string {
  const view = viewOf(report);
  const unanswered = visibleDeep(unansweredRequests(report));
  return pageText({
    title: titleOf(view.report),
    banner: <OutcomeBanner report={view.report} />,
    contents: contentsOf(view, unanswered.length),
    children: (
      <>
        <Counts report={view.report} />
        <Deviations view={view} />
        <Unanswered view={view} requests={unanswered} />
        <div class="judged">
          <Tools report={view.report} />
          {operationsOf(view.report).map((name) => (
            <OperationSection key={name} view={view} name={name} />
          ))}
        </div>
        <Waivers view={view} />
        <NotExercised view={view} />
        <Observations view={view} />
        <DocumentNotes view={view} />
        <Effects view={view} />
        <Exchanges view={view} />
      </>
    ),
  });
}

/** Characters of the target in the title, which tabs and lists cut anyway. */
const longestTarget = 35;

function titleOf({ summary, target }: Report): string {
  const place = target.baseUrl.replace(/^https?:\/\//, '');
  const characters = Array.from(place);
  const short = characters.length > longestTarget ? `${characters.slice(0, longestTarget).join('')}…` : place;
  return `${outcomeWord(summary.outcome)} · ${short} · conformance`;
}

function contentsOf({ report }: View, unanswered: number): readonly Destination[] {
  const rows = (verdict: string) => report.requirements.filter((row) => row.verdict === verdict).length;
  const all: readonly Destination[] = [
    { anchor: 'counts', label: 'Requirements', count: report.requirements.length },
    { anchor: 'deviations', label: 'Deviations', count: rows('deviates') },
    { anchor: 'unanswered', label: 'Not answered', count: unanswered },
    ...operationsOf(report).map((name) => ({
      anchor: name,
      label: `${operationWords(report, name).method} ${operationWords(report, name).object}`,
    })),
    { anchor: 'waivers', label: 'Waivers', count: rows('waived') + idleWaivers(report).length },
    { anchor: 'not-exercised', label: 'Not exercised', count: rows('not-exercised') },
    { anchor: 'observations', label: 'Observations', count: report.observations.length },
    { anchor: 'document-notes', label: 'Notes on the document', count: report.documentNotes.length },
    { anchor: 'effects', label: 'Effects', count: report.effects.length },
    { anchor: 'exchanges', label: 'Exchanges', count: report.exchanges.length },
  ];
  const always = new Set(['counts', 'observations', 'effects', 'exchanges']);
  return all.filter(({ anchor, count }) => count !== 0 || always.has(anchor));
}
