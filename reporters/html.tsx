/** @jsxImportSource preact */
import type { Report } from '../src/model/report.ts';
import { visibleDeep } from '../src/text/escape.ts';
import { About } from './html/about.tsx';
import { Changes, ConclusionBanner } from './html/conclusion.tsx';
import { Deviations, Failed } from './html/deviations.tsx';
import { Exchanges, exchangeTexts } from './html/exchange.tsx';
import { OperationSection } from './html/operation.tsx';
import { type Destination, pageText } from './html/page.tsx';
import { Effects, NotChecked, Observations } from './html/silence.tsx';
import { Tools } from './html/tools.tsx';
import { Traffic } from './html/traffic.tsx';
import { type View, viewOf } from './html/view.ts';
import { Waivers } from './html/waivers.tsx';
import { operationsOf } from './outline/rows.ts';
import { unansweredRequests } from './outline/unanswered.ts';
import { idleWaivers } from './outline/waivers.ts';
import { operationWords, outcomeWord } from './outline/words.ts';
import { type FormatOptions, wholeFile } from './reporter.ts';

/**
 * A requirement is in the page once, where its verdict puts it; so is an exchange. That keeps a page under 150 KB,
 * and its ids inside `details`, which browsers open for an address without any script. Style and script are allowed
 * by hash, nothing else is.
 */

/**
 * One self-contained page for a reviewer: the conclusion, then each deviation with all that is needed to act on it,
 * then everything else, folded. Complete without its script. Each requirement is in it once, where its verdict puts it,
 * and so is each exchange.
 */
export function render(report: Report, options: Pick<FormatOptions, 'files'> = {}): string {
  const view = viewOf(report, wholeFile(options));
  const failed = visibleDeep(unansweredRequests(report));
  return pageText({
    title: titleOf(view.report),
    banner: <ConclusionBanner report={view.report} />,
    contents: contentsOf(view, failed.length),
    children: (
      <>
        <Tools report={view.report} />
        <Failed view={view} requests={failed} />
        <Deviations view={view} />
        <Changes report={view.report} />
        {operationsOf(view.report).map((name) => (
          <OperationSection key={name} view={view} name={name} />
        ))}
        <NotChecked view={view} />
        <Waivers view={view} />
        <Observations view={view} />
        <Effects view={view} />
        <Exchanges view={view} />
        <Traffic report={view.report} />
        <About report={view.report} />
      </>
    ),
    pieces: exchangeTexts(view),
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

function contentsOf({ report, problems }: View, failed: number): readonly Destination[] {
  // What is in a report on traffic is a sample of it.
  const counted = (count: number) => (report.traffic === undefined || count === 0 ? { count } : {});
  const rows = (verdict: string) => report.requirements.filter((row) => row.verdict === verdict).length;
  const all: readonly Destination[] = [
    { anchor: 'failed', label: 'Requests that failed', ...counted(failed) },
    { anchor: 'deviations', label: 'Deviations', count: problems.length },
    ...(report.change === null ? [] : [{ anchor: 'changes', label: 'Changes' }]),
    ...operationsOf(report).map((name) => ({
      anchor: name,
      label: `${operationWords(report, name).method} ${operationWords(report, name).object}`,
    })),
    { anchor: 'not-checked', label: 'Not checked', count: rows('not-exercised') },
    { anchor: 'accepted', label: 'Waivers', count: rows('waived') + idleWaivers(report).length },
    { anchor: 'observations', label: 'Observations', count: report.observations.length },
    { anchor: 'effects', label: 'Effects', count: report.effects.length },
    { anchor: 'exchanges', label: 'Requests', ...counted(report.exchanges.length) },
    ...(report.traffic === undefined ? [] : [{ anchor: 'traffic', label: 'Recorded traffic' }]),
    { anchor: 'about', label: 'About this run' },
  ];
  const always = new Set(['observations', 'effects', 'exchanges']);
  return all.filter(({ anchor, count }) => count !== 0 || always.has(anchor));
}
