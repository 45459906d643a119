import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../commands/targets.ts';
import { type Script, sendPrepared, startService } from '../support/service.ts';
import { aimedAt, everythingOf, problemsLeftBy, problemsOf } from './outputs.ts';

/** The checks that the other files rely on see what they are meant to see. */

let outputs: Readonly<Record<string, string>> = {};
let left: readonly string[] = ['nothing ran'];
beforeAll(async () => {
  await using service = await startService();
  const ended = await run([], { env: aimedAt(service) });
  const { stdout = '', ...others } = everythingOf(ended);
  left = problemsLeftBy(ended);
  outputs = { ...others, terminal: stdout };
});

function changed(name: string, change: (text: string) => string): readonly string[] {
  return problemsOf(name, change(outputs[name] ?? ''));
}

function inLine(text: string): (output: string) => string {
  return (output) => output.replace('\n', `\n${text}\n`);
}

/** Puts a text into the first table cell, sentence or string of a format. */
function amid(text: string): (output: string) => string {
  return (output) => output.replace('conforms', `conforms ${text}`);
}

function inHeading(text: string): (output: string) => string {
  return (output) => output.replace('<h1>', `<h1>${text}`);
}

type Fault = readonly [format: string, change: (text: string) => string, seen: RegExp];

const faults: readonly Fault[] = [
  ['terminal', amid('\u001b]0;x\u0007'), /an unseen character/],
  ['terminal', amid('\u202e'), /an unseen character/],
  ['terminal', amid('\u200b'), /an unseen character/],
  ['terminal', amid('\r'), /an unseen character/],
  ['terminal', inLine('::error::x'), /no annotation/],
  ['terminal', amid('##vso[x]'), /a command of a build service/],
  ['report.json', amid('\u2066'), /an unseen character/],
  ['report.json', (text) => text.slice(0, -9), /not well-formed/],
  ['report.json', (text) => text.replace('"formatVersion": 1', '"formatVersion": 2'), /the schema/],
  ['junit.xml', amid('<'), /not well-formed/],
  ['junit.xml', amid('\u0001'), /not well-formed|a character that XML forbids/],
  ['junit.xml', (text) => text.replace('<testsuite ', '<script/><testsuite '), /not ours: script/],
  ['junit.xml', (text) => text.replace('<testsuite ', '<!-- x --><testsuite '), /a comment, CDATA/],
  ['junit.xml', (text) => text.replace(/<testcase [^>]*\/>/, ''), /no case of /],
  ['report.md', amid('<img src=x>'), /markup/],
  ['report.md', amid('[x](y)'), /markup/],
  ['report.md', amid('*x*'), /markup/],
  ['report.md', amid('@someone'), /markup/],
  ['report.md', amid('https://evil.example'), /markup/],
  ['report.md', amid('`open'), /markup/],
  ['report.md', inLine('# heading'), /a line that is not ours/],
  ['report.md', inLine('::error::x'), /a command of a build service/],
  ['report.md', inLine('| a | table |'), /a line that is not ours/],
  ['gl-code-quality.json', (text) => text.replace(']', ''), /not well-formed/],
  ['gl-code-quality.json', () => '{}\n', /no list of issues/],
  ['report.sarif', amid('\u2066'), /an unseen character/],
  ['report.sarif', amid('[x](y)'), /a link/],
  ['report.sarif', (text) => text.replace('"version": "2.1.0"', '"version": "3"'), /the published schema/],
  ['report.html', inHeading('\u202e'), /an unseen character/],
  ['report.html', inHeading('<img src=x onerror=y>'), /no tag of ours/],
  ['report.html', inHeading('<b>'), /an element that is not ours: b/],
  ['report.html', inHeading('</div>'), /an end tag without its beginning: div/],
  ['report.html', inHeading('<p>'), /an end tag without its beginning/],
  [
    'report.html',
    (text) => text.replace('<main', '<main onclick="x()"'),
    /an attribute that is not ours: onclick/,
  ],
  ['report.html', (text) => text.replace('href="#', 'href="javascript:#'), /a link that leads away/],
  ['exchanges.ndjson', (text) => `${text}x`, /not well-formed/],
  ['other.txt', () => 'x', /nobody checks this/],
];

describe('the outputs of an ordinary run', () => {
  test('are as they should be', () => expect(left).toEqual([]));

  test.each(faults)('%s: a fault is seen (%#)', (name, change, message) =>
    expect(changed(name, change).join('\n')).toMatch(message),
  );

  test('one that is missing or too large is seen', () => {
    const none = { out: '/nowhere', files: [], stdout: '', stderr: '' };
    expect(problemsLeftBy(none)).toContain('junit.xml is missing');
    expect(changed('terminal', (text) => `${text}${'x'.repeat(10_000_000)}\n`).join()).toMatch(/\d+ bytes/);
  });
});

/** A service that knows that GitHub Actions reads along. */

const commands = [
  '::error title=owned::x',
  '\n::stop-commands::x',
  '\r\n  ::add-mask::x',
  '%0A::set-output name=x::y',
  ', title=owned::x',
  '##[error]x',
].join(' ');

/** Every string of the record says so. */
const answering: Script = (_call, prepared, response) => {
  const { data, ...envelope } = JSON.parse(prepared.body) as { data?: Record<string, unknown> };
  const texts = Object.entries(data ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? `${value} ${commands}` : value,
  ]);
  const body = JSON.stringify({ ...envelope, data: Object.fromEntries(texts) });
  sendPrepared({ ...prepared, body }, response);
};

/** What the runner would take for a command: white space before it does not count. */
function commandsIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^\s*::|##\[/.test(line));
}

async function runUnder(env: Readonly<Record<string, string>>) {
  await using service = await startService(answering);
  return await run([], { env: { ...aimedAt(service), ...env } });
}

describe('under GitHub Actions', () => {
  test('standard error has our annotations, one a line, and nothing else has a command', async () => {
    const ended = await runUnder({ GITHUB_ACTIONS: 'true' });
    expect(ended.code).toBe(1);
    const { stderr = '', ...others } = everythingOf(ended);
    const annotations = commandsIn(stderr);
    expect(annotations.length).toBeGreaterThan(4);
    expect(annotations.length).toBeLessThanOrEqual(20);
    for (const line of annotations)
      expect(line).toMatch(/^::(?:error|warning) title=[A-Z]+[^:]*::(?!.*%0A::)/);
    for (const name of ['stdout', 'junit.xml', 'report.md'])
      expect(commandsIn(others[name] ?? ''), name).toEqual([]);
  });

  test.each([{}, { GITHUB_ACTIONS: 'false' }])('and only there: %j', async (env) => {
    const { stderr } = await runUnder(env);
    expect(commandsIn(stderr)).toEqual([]);
  });
});
