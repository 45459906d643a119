import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { rules, type Seen } from '../cases/agreement.ts';
import {
  clientWaivers,
  type LiveRow,
  type RecordedRow,
  type Situation,
  situations,
  type TrafficRow,
} from '../cases/situations.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { recorded } from '../support/runs.ts';
import { startService } from '../support/service.ts';
import { ofJunit, ofMarkdown, ofPage, ofTerminal, type Summary, wholeText } from '../support/summaries.ts';
import { recordingText } from '../support/traffic.ts';
import { aimedAt, reportIn, without } from './targets.ts';

/**
 * What every format says in sum in each situation: it agrees, with itself and with the exit code, and stands in
 * tests/cases/golden/situations (`npm run golden`). A sentence that all formats have is printed once.
 */

const reporters = ['--reporter', 'terminal,json,junit,markdown,html'] as const;

/** What differs from one machine to the next, and what stands for it. */
type Masks = readonly (readonly [string | RegExp, string])[];
type Masked = Seen & { readonly masks: Masks };

function seenIn(folder: string, stdout: string, masks: Masks = []): Masked {
  const file = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    report: reportIn(folder),
    texts: { terminal: stdout, markdown: file('report.md'), page: wholeText(file('report.html')) },
    formats: {
      terminal: ofTerminal(stdout),
      markdown: ofMarkdown(file('report.md')),
      page: ofPage(file('report.html')),
    },
    junit: ofJunit(file('junit.xml')),
    masks,
  };
}

async function rendered({ run, earlier }: RecordedRow): Promise<Masked> {
  const cwd = temporaryFolder();
  const runs = [...earlier, run];
  let stdout = '';
  for (const [at, one] of runs.entries()) {
    const started = { runId: `run${at + 1}`, startedAt: `2025-01-0${7 + at}T08:09:10.000Z` };
    writeFileSync(join(cwd, `run${at}.ndjson`), recordingText(recorded(one, started)));
    const previous = at === 0 ? [] : ['--previous', `out${at - 1}/report.json`];
    const args = ['render', `run${at}.ndjson`, ...reporters, '--out', `out${at}`, ...previous];
    const ended = await conformance(args, { cwd });
    expect(ended).toMatchObject({ code: 0 });
    stdout = ended.stdout;
  }
  return seenIn(join(cwd, `out${runs.length - 1}`), stdout);
}

async function checked({ lines, args }: TrafficRow): Promise<Masked> {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'traffic.ndjson'), `${lines.join('\n')}\n`);
  writeFileSync(join(cwd, 'client.json'), JSON.stringify({ waivers: clientWaivers }));
  const { code, stdout } = await conformance(['check', 'traffic.ndjson', ...reporters, ...args], { cwd });
  const seen = seenIn(join(cwd, 'traffic-report'), stdout, [[/ends in \d+ days/g, 'ends in DAYS']]);
  expect(seen.report.summary.exitCode).toBe(code);
  return seen;
}

async function ran({ scripts, args, env: changes }: LiveRow): Promise<Masked> {
  const cwd = temporaryFolder();
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  let stdout = '';
  let code: number | null = null;
  for (const script of scripts) {
    const service = script === null ? null : await startService(script, port);
    const all = { ...aimedAt({ baseUrl }), ...changes };
    const env = without(all, ...Object.keys(all).filter((name) => changes[name] === ''));
    ({ stdout, code } = await conformance(['run', ...reporters, ...args], { cwd, env }));
    await service?.close();
  }
  const at = args.indexOf('--out');
  const folder = at < 0 ? 'conformance-report' : (args[at + 1] ?? '');
  const masks: Masks = [
    [String(port), '1'],
    [cwd, '/work'],
    [/run [0-9a-f]{12} of \d{4}-\d\d-\d\d/g, 'run RUN of DAY'],
    [/run [0-9a-f]{12}/g, 'run RUN'],
    [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, 'TIME'],
  ];
  const seen = seenIn(join(cwd, folder), stdout, masks);
  expect(seen.report.summary.exitCode).toBe(code);
  return seen;
}

function seenOf(situation: Situation): Promise<Masked> {
  if (situation.kind === 'recorded') return rendered(situation);
  return situation.kind === 'traffic' ? checked(situation) : ran(situation);
}

/** In this order. */
const printed = [
  ...[
    'verdict',
    'scope',
    'counts',
    'operation',
    'why',
    'failed',
    'waiver',
    'row',
    'action needed',
    'changed',
  ],
  ...['note', 'not checked', 'next'],
];

/** A terminal has the deviations above, where a summary gives them as reasons; it has no line for each reason. */
function isRest(value: string, whole: string): boolean {
  const [part, all] = [value.replaceAll('\n  ', ' '), whole.replaceAll('\n  ', ' ')];
  return all.endsWith(part) && (part !== all || value.length < whole.length);
}

/** What the formats say under a name; which of them, where they differ. */
function linesFor(name: string, all: readonly (readonly [string, Summary])[]): readonly string[] {
  const values = new Map<string, string[]>();
  for (const [format, summary] of all) {
    const own = summary.get(name);
    // Without the marks of code.
    if (own !== undefined) {
      const text = own.map((one) => one.replaceAll('`', '')).join('\n  ');
      values.set(text, [...(values.get(text) ?? []), format]);
    }
  }
  const told = [...values].filter(
    ([text]) => ![...values.keys()].some((one) => one !== text && isRest(text, one)),
  );
  return told.map(([text, of]) => `${name}${told.length === 1 ? '' : ` [${of.join(', ')}]`}: ${text}`);
}

/** Said of both operations wherever nothing was checked; golden/formats/terminals.txt has it. */
const isNone = (line: string) => /^operation: .*: none of \d+ .*\n.*: none of \d+ .*$/.test(line);

/** What is said where nothing is special; the first row of `judged` has it. */
const usual =
  /^(?:scope: PUT and DELETE(?:, unauthorised requests included)?|rows: |action needed: None|not checked: Nothing: every requirement was checked)$/;

/** Whether a failure of JUnit is a reason that is told already: its title and its fix. */
const isTold = (message: string, told: readonly string[]) =>
  told.join('\n').includes(message.replace(/^\S+: /, '').replace('. Fix: ', '; '));

/** Rows of the page: what is not in the reasons as well. */
function rowsOf(formats: Masked['formats']): string {
  const why = ['markdown', 'terminal'] as const;
  const reasons = why.flatMap((format) => formats[format].get('why') ?? []).join('\n');
  const rows = formats.page.get('row') ?? [];
  return rows
    .map((row) => {
      const [, sign, title = '', rest] =
        /^(\[\S+\]) (.*?)((?: (?:severe|moderate|minor|security))?)(?: owner: .*)?$/.exec(row) ?? [];
      return reasons.includes(title) ? `${sign}${rest}` : row;
    })
    .join('; ');
}

function linesOf(name: string, { report, formats, junit, masks }: Masked): string {
  const all = [...Object.entries(formats), ['junit', junit.summary] as const];
  const { outcome, exitCode, actor, retryMayHelp } = report.summary;
  const { tests, failures, errors } = junit.totals;
  const told = printed.flatMap((key) => (key === 'row' ? [`rows: ${rowsOf(formats)}`] : linesFor(key, all)));
  const isSound = name === 'conforms';
  const text = [
    `## ${name}: ${outcome}, exit ${exitCode}, for ${actor}${retryMayHelp ? ', trying again may help' : ''}; JUnit: ${tests} tests, ${failures} failures, ${errors} errors`,
    ...told.filter((line) => isSound || !(usual.test(line) || isNone(line))),
    ...junit.failures.slice(0, 1).flatMap((message) => (isTold(message, told) ? [] : `failure: ${message}`)),
  ].join('\n');
  return masks.reduce((masked, [from, to]) => masked.replaceAll(from, to), text);
}

const groups = Object.entries(situations).map(([group, rows]) => ({
  group,
  rows: Object.entries(rows).map(([name, situation]) => ({ name, situation })),
}));

describe.each(groups)('$group', ({ group, rows }) => {
  const seen = new Map<string, Masked>();

  beforeAll(async () => {
    for (const { name, situation } of rows) seen.set(name, await seenOf(situation));
  });

  test('is summed up as expected', async () => {
    const texts = [...seen].map(([name, one]) => linesOf(name, one));
    await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot(`../cases/golden/situations/${group}.txt`);
  });

  test.each(rows)('$name: what is said agrees', ({ name, situation }) => {
    const one = seen.get(name);
    if (one === undefined) throw new Error(`${name} was not run`);
    const wrong = rules.flatMap(({ says, wrong: of }) =>
      of({ ...one, group, name, situation }).map((what) => `${says}: ${what}`),
    );
    expect(wrong, wrong.join('\n')).toEqual([]);
  });
});
