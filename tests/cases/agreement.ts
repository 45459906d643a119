import type { Report } from '../support/subject.ts';
import type { Summary, Tests } from '../support/summaries.ts';
import type { Situation } from './situations.ts';

/** What has to hold of what a report says in sum, whatever the situation. */

export interface Seen {
  readonly report: Report;
  /** All that each says. */
  readonly texts: Readonly<Record<'terminal' | 'markdown' | 'page', string>>;
  readonly formats: Readonly<Record<'terminal' | 'markdown' | 'page', Summary>>;
  readonly junit: Tests;
}

export interface Case extends Seen {
  readonly group: string;
  readonly name: string;
  readonly situation: Situation;
}

const check = (holds: boolean, what: string): readonly string[] => (holds ? [] : [what]);
const all = (summary: Summary, name: string) => summary.get(name) ?? [];
const first = (summary: Summary, name: string) => all(summary, name)[0] ?? '';
const every = ({ formats, junit }: Seen) =>
  [...Object.entries(formats), ['junit', junit.summary] as const] as const;

const nouns =
  'reason|requirement|request|response|problem|place|exchange|waiver|operation|observation|question|note';
const severalOfOne = new RegExp(`(?<![\\d.,:-])\\b(?:1|one) (?:more |minor )?(?:${nouns})s\\b`, 'g');

function inScope({ report }: Seen) {
  const { operations, unauthorized } = report.run.scope;
  const isSent = report.traffic !== undefined || unauthorized;
  return report.requirements.filter(
    ({ operation, facet }) =>
      operations.includes(operation) && (isSent || (facet !== 'authorization' && facet !== 'made-up-token')),
  );
}

/** Operations in scope of which a run judged nothing. */
const closed = ({ operations, requirements, run, traffic }: Report) =>
  operations.filter(
    ({ name }) =>
      traffic === undefined &&
      run.scope.operations.includes(name) &&
      requirements.every((one) => one.operation !== name || one.verdict === 'not-exercised'),
  );

const isOneOperation = ({ report }: Seen) => report.run.scope.operations.length === 1;
const owners = ({ formats }: Seen) =>
  all(formats.page, 'row').flatMap((row) => /owner: (.*)$/.exec(row)?.[1] ?? []);

/** Each with the sides of what has to be done that a sentence names. */
const named = {
  'the service': /By the operators of the service/,
  'whoever runs this check': /By whoever runs this check/,
} as const;

/** What is wrong; nothing where it holds. */
const wrongs: Readonly<Record<string, (seen: Case) => readonly string[]>> = {
  'every format has the verdict of report.json': (seen) =>
    every(seen).flatMap(([format, summary]) =>
      check(first(summary, 'verdict') === seen.report.conclusion.verdict, format),
    ),
  'every format has the exit code of report.json, where it has one': (seen) =>
    every(seen).flatMap(([format, summary]) =>
      [...all(summary, 'exit'), ...all(summary, 'exit code')].flatMap((code) =>
        check(code === String(seen.report.summary.exitCode), format),
      ),
    ),
  'JUnit has failures where the run deviates, and nowhere else': ({ report, junit }) =>
    check(junit.totals.failures > 0 === (report.summary.outcome === 'deviates'), 'failures'),
  'JUnit has an error where something could not be judged, or a waiver is no longer needed': ({
    report,
    junit,
    group,
  }) => {
    const isOpen =
      group === 'deviates-and-not-judged' ||
      report.summary.outcome === 'incomplete' ||
      closed(report).length > 0;
    const isStale = report.summary.outcome === 'stale-waivers';
    return check(junit.totals.errors > 0 === (isOpen || isStale), `${junit.totals.errors} errors`);
  },
  'JUnit ends each error with the verdict of report.json': ({ report, junit }) =>
    junit.errors.filter((one) => !one.endsWith(`): ${report.conclusion.verdict}`)),
  'the scope names the operations in it': (seen) => {
    const { operations, run } = seen.report;
    const methods = operations.flatMap(({ name, method }) =>
      run.scope.operations.includes(name) ? method : [],
    );
    return every(seen).flatMap(([format, summary]) =>
      all(summary, 'scope').flatMap((scope) =>
        check(scope.split(', ')[0] === methods.join(' and '), `${format}: ${scope}`),
      ),
    );
  },
  'what conforms by operation adds up to what conforms': ({ formats, report }) => {
    const conform = report.requirements.filter(({ verdict }) => verdict === 'conforms').length;
    return Object.entries(formats).flatMap(([format, summary]) => {
      const operations = all(summary, 'operation').map((one) =>
        Number(/(\d+) of \d+ requirements/.exec(one)?.[1] ?? 0),
      );
      const sum = operations.reduce((total, count) => total + count, 0);
      const counted = Number(/(\d+) of \d+ requirements/.exec(first(summary, 'counts'))?.[1] ?? conform);
      return [
        ...check(operations.length === 0 || sum === conform, `${format}: operations have ${sum}`),
        ...check(counted === conform, `${format}: counts have ${counted}`),
      ];
    });
  },
  'problems and requirements are counted once, and nothing is said of what there is not': ({ formats }) =>
    Object.entries(formats).flatMap(([format, summary]) => [
      ...check(!/deviate|not checked|not in scope/.test(first(summary, 'counts')), `${format}: counts`),
      ...check(!/No earlier/.test(first(summary, 'changed')), `${format}: changed`),
    ]),
  'of one thing the singular is said, in every format': ({ report, texts }) =>
    Object.entries({ ...texts, reasons: report.summary.reasons.join('\n') }).flatMap(([format, text]) =>
      [...text.replaceAll(/\s+/g, ' ').matchAll(severalOfOne)].map(([said]) => `${format}: ${said}`),
    ),
  'an operation that deviates begins with it': ({ report, texts }) =>
    report.operations.flatMap(({ name, method }) => {
      const own = report.requirements.filter(({ operation }) => operation === name);
      const isDeviating = own.some(({ verdict }) => verdict === 'deviates');
      const heading = `${method} .*\\(section [\\d.]+\\)`;
      const inTerminal = new RegExp(`^  \\S ${heading}: \\d+ (?:deviate|minor deviation)`, 'm');
      const inMarkdown = new RegExp(`^- [✗!] ${heading}: \\d+ (?:deviate|minor deviation)`, 'm');
      return [
        ...check(isDeviating === inTerminal.test(texts.terminal), `${method}, terminal`),
        ...check(isDeviating === inMarkdown.test(texts.markdown), `${method}, Markdown`),
      ];
    }),
  'the counts, and what was not checked, are those of the requirements in scope': (seen) =>
    every(seen).flatMap(([format, summary]) => {
      const open = first(summary, 'not checked');
      const [, total] = /\d+ of (\d+) requirements/.exec(first(summary, 'counts')) ?? [];
      const totals = [total, / of (\d+)[:,.]/.exec(open)?.[1]].filter((one) => one !== undefined);
      return [
        ...totals.flatMap((one) => check(Number(one) === inScope(seen).length, `${format}: of ${one}`)),
        ...check(!open.includes('out of scope'), `${format}: out of scope`),
      ];
    }),
  'nothing is said of the service where one operation was in scope': (seen) =>
    check(
      !isOneOperation(seen) || !/^The service (?:conforms|does not)/.test(seen.report.conclusion.verdict),
      'verdict',
    ),
  'the headline names each operation that could not be judged beside deviations': ({ report, group }) => {
    if (group !== 'deviates-and-not-judged' || report.run.cut) return [];
    return closed(report).flatMap(({ method }) => check(report.conclusion.verdict.includes(method), method));
  },
  'each owner of a row is asked for action, once': (seen) => {
    const { act } = seen.report.conclusion;
    // What fails nothing is for nobody to act on; of traffic all is said of the service or its clients.
    const isFree = seen.situation.kind === 'traffic' || seen.report.summary.outcome === 'conforms';
    return Object.entries(named).flatMap(([owner, words]) => {
      const times = act.split(words).length - 1;
      const isOwner = owners(seen).includes(owner);
      return [
        ...check(isFree || !isOwner || times > 0, `${owner} is not asked`),
        ...check(times <= 1, `${owner} is asked ${times} times`),
      ];
    });
  },
  'an owner that all rows share is named once': (seen) =>
    check(owners(seen).length < 2 || new Set(owners(seen)).size > 1, `${owners(seen).length} times`),
  'where no connection was made every request failed, and none was refused': ({ report, texts }) => {
    if (report.exchanges.some(({ response }) => response !== undefined)) return [];
    return Object.entries(texts).flatMap(([format, text]) => {
      const own = text.replaceAll(/\s+/g, ' ').replaceAll('refused: 401', '');
      const [, failed] = /[Rr]equests that failed \((\d+)\)/.exec(own) ?? [];
      return [
        ...[...own.matchAll(/.{30}\brefused\b.{30}/g)].map(([said]) => `${format}: ${said}`),
        ...check(failed === undefined || Number(failed) === report.exchanges.length, `${format}: ${failed}`),
      ];
    });
  },
  'what follows from a mistake of a client is never measured by what the client sent': ({
    report: { requirements },
  }) =>
    requirements.flatMap(({ id, evidence, follows = [] }) => {
      const causes = new Set(follows.map(({ because }) => because));
      const sent = requirements.filter((one) => causes.has(one.id)).flatMap((one) => one.evidence);
      return evidence.flatMap(({ expected }) =>
        check(!sent.some(({ actual }) => expected.startsWith(actual)), `${id}: ${expected}`),
      );
    }),
  'a rule that the run deleted has to be replaced before the next run': ({ report, situation }) => {
    const { next } = report.conclusion;
    const isDeleted = report.exchanges.some(
      ({ operation, credentials, response }) =>
        operation === 'delete' && credentials === 'authorised' && response?.status === 200,
    );
    const isAgain = situation.kind !== 'traffic' && /conformance run/.test(next);
    return check(!isDeleted || !isAgain || /another (?:automation )?rule/i.test(next), next);
  },
  'the next command has the flags that the action asks for': ({ report: { conclusion } }) => {
    const flags = [...conclusion.act.matchAll(/--(?:serial|delay-ms)/g)].map(([flag]) => flag);
    return check(flags.length === 0 || flags.some((flag) => conclusion.next.includes(flag)), conclusion.next);
  },
  'the next command names the files that were given': ({ report: { conclusion } }) =>
    check(!/\bFILE\b/.test(conclusion.next), conclusion.next),
  'Markdown shows the next command as code': ({ formats }) => {
    const next = first(formats.markdown, 'next');
    return check(
      !/conformance (?:run|check|doctor|docs)/.test(next) || /`[^`]*conformance [^`]*`/.test(next),
      next,
    );
  },
};

export const rules = Object.entries(wrongs).map(([says, wrong]) => ({ says, wrong }));
