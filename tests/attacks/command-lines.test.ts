import { expect, test } from 'vitest';
import { reportOf, settingsList } from '../support/engine.ts';
import { situations } from '../support/situations.ts';
import { type Recording, type RecordingHeader, recordingLineProblem } from '../support/subject.ts';
import { type Json, pathsOf, type Step } from './read-files.ts';

/** A recording may be the work of somebody else: nothing of it acts in a command line that its reader is to type. */

/** Everything that a header may have. */
const wholeHeader: Partial<RecordingHeader> = {
  tool: {
    name: 'entity-config-conformance',
    version: '0.0.0',
    command: 'npx conformance',
    runFlags: ['--waivers', 'w.json'],
    flags: ['--base-url', 'https://staging.example', '--env-file', "'a b.env'"],
  },
  target: { baseUrl: 'http://127.0.0.1:1', reference: false },
  options: {
    ...{ strict: true, repeat: 3, serial: true, delayMs: 5, timeoutMs: 900, gateAnswers: true },
    ...{ requireShown: ['put.data.conditions:count'], staleWaivers: 'warn' },
  },
  scope: {
    ...{ operations: ['put'], unauthorized: false, required: ['put.status:type'], conditionsSent: true },
  },
  documentUrl: 'https://wiki.example.com/x',
  label: 'v1',
  gaps: [{ operation: 'delete', reason: 'none', setting: 'CONFORMANCE_AUTOMATION_RULE_ID', isSet: true }],
  waivers: [{ id: 'put.status:type', reason: 'known', owner: 'us', expires: '2025-01-08' }],
};

const payloads = [
  `'\\';$(touch owned)|touch owned&\`touch owned\` #`,
  ...[
    '$(touch owned)',
    ';touch owned;#',
    '`touch owned`',
    "'|touch owned",
    '\ntouch owned',
    "\\'&touch owned",
  ],
];
const changes = payloads.flatMap((payload) => [
  (before: string) => `${before}${payload}`,
  (before: string) => `${payload} ${before}`,
  () => payload,
]);

/** A value with something else in one place. */
function withAt(value: unknown, path: readonly Step[], text: (before: string) => string): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return text(String(value));
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? withAt(item, rest, text) : item));
  const members = value as Readonly<Record<string, unknown>>;
  return { ...members, [step]: withAt(members[step], rest, text) };
}

/** A line of a shell without what is quoted in it. */
function bare(line: string): string {
  return line.replaceAll(/'[^']*'|\\'/g, 'Q');
}

function problemOf(header: RecordingHeader): string | null {
  return recordingLineProblem({ line: 'run', formatVersion: 1, header });
}

/** What the reader of a recording is told to type, whatever it says. */
function typed(recording: Recording): readonly string[] {
  const report = reportOf(recording);
  return [report.conclusion.next];
}

const ends = ['no-rule', 'one-deviation', 'stale-waiver', 'unreachable', 'refused-everywhere'];
const recordings = ends.flatMap((name) => situations[name] ?? []);
const [first] = recordings;
if (first === undefined) throw new Error('no situation');
const whole = { ...first.header, ...wholeHeader };
const texts = pathsOf(whole as unknown as Json).filter((path) => {
  const value = path.reduce<unknown>((at, step) => (at as Record<Step, unknown>)[step], whole);
  return typeof value === 'string';
});

test('a header with everything is taken', () => {
  expect(problemOf(whole)).toBeNull();
  expect(texts.length).toBeGreaterThan(30);
});

test.each(texts.map((path) => [path.join('/'), path] as const))(
  '%s acts in no command that is printed',
  (_, path) => {
    const headers = changes.map((change) => withAt(whole, path, change) as RecordingHeader);
    const taken = headers.filter((header) => problemOf(header) === null);
    // Where everything is taken, as of prose, one is as good as another.
    const shown = taken.length === headers.length ? taken.slice(0, 1) : taken;
    const lines = shown.flatMap((header) => recordings.flatMap((one) => typed({ ...one, header })));
    expect(lines.filter((line) => bare(line).includes('owned'))).toEqual([]);
  },
);

const powerful = settingsList.flatMap(({ flag, topic }) =>
  flag !== null && topic === 'safety' ? [flag] : [],
);
test.each([...powerful, '--token-command'])('%s is not repeated from a recording', (flag) =>
  expect(
    problemOf({ ...whole, tool: { ...whole.tool, flags: [flag, 'x'], runFlags: [flag, 'x'] } }),
  ).not.toBeNull(),
);
