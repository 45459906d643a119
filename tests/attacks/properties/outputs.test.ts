import { describe, expect, test } from 'vitest';
import { conduct } from './conduct.ts';
import { outputProblems } from './outputs.ts';

/** The checks that the properties rely on see what they are meant to see. */

const { outputs } = await conduct({ answers: {}, colour: true });

function changed(name: string, change: (text: string) => string): readonly string[] {
  return outputProblems({ ...outputs, [name]: change(outputs[name] ?? '') });
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
  ['terminal', amid('\u001b]0;x\u0007'), /terminal: an unseen character/],
  ['terminal', amid('\u202e'), /an unseen character/],
  ['terminal', amid('\u200b'), /an unseen character/],
  ['terminal', amid('\r'), /an unseen character/],
  ['terminal', inLine('::error::x'), /a command of a build service/],
  ['terminal', amid('##vso[x]'), /a command of a build service/],
  ['json', amid('\u2066'), /json: an unseen character/],
  ['json', (text) => text.slice(0, -9), /json: not well-formed/],
  ['json', (text) => text.replace('"formatVersion": 1', '"formatVersion": 2'), /json: the schema/],
  ['junit', amid('<'), /junit: not well-formed/],
  ['junit', amid('\u0001'), /junit: not well-formed|a character that XML forbids/],
  ['junit', (text) => text.replace('<testsuite ', '<script/><testsuite '), /not ours: script/],
  ['junit', (text) => text.replace('<testsuite ', '<!-- x --><testsuite '), /a comment, CDATA/],
  ['junit', (text) => text.replace(/<testcase [^>]*\/>/, ''), /no case of /],
  ['markdown', amid('<img src=x>'), /markdown: markup/],
  ['markdown', amid('[x](y)'), /markup/],
  ['markdown', amid('*x*'), /markup/],
  ['markdown', amid('@someone'), /markup/],
  ['markdown', amid('https://evil.example'), /markup/],
  ['markdown', amid('`open'), /markup/],
  ['markdown', inLine('# heading'), /a line that is not ours/],
  ['markdown', inLine('::error::x'), /a command of a build service/],
  ['markdown', inLine('| a | table |'), /a line that is not ours/],
  ['code-quality', (text) => text.replace(']', ''), /code-quality: not well-formed/],
  ['code-quality', () => '{}\n', /no list of issues/],
  ['sarif', amid('\u2066'), /sarif: an unseen character/],
  ['sarif', amid('[x](y)'), /a link/],
  ['sarif', (text) => text.replace('"version": "2.1.0"', '"version": "3"'), /sarif: the published schema/],
  ['html', inHeading('\u202e'), /html: an unseen character/],
  ['html', inHeading('<img src=x onerror=y>'), /html: no tag of ours/],
  ['html', inHeading('<b>'), /an element that is not ours: b/],
  ['html', inHeading('</div>'), /an end tag without its beginning: div/],
  ['html', inHeading('<p>'), /an end tag without its beginning/],
  ['html', (text) => text.replace('<main', '<main onclick="x()"'), /an attribute that is not ours: onclick/],
  ['html', (text) => text.replace('href="#', 'href="javascript:#'), /a link that leads away/],
  ['recording', (text) => `${text}x`, /recording: not well-formed/],
  ['other', () => 'x', /other: nobody checks this format/],
];

describe('the outputs of an ordinary run', () => {
  test('are as they should be', () => {
    expect(outputProblems(outputs)).toEqual([]);
    expect(outputs['terminal']).toContain('\u001b[');
  });

  test.each(faults)('%s: a fault is seen (%#)', (name, change, message) =>
    expect(changed(name, change).join('\n')).toMatch(message),
  );

  test('a format that is missing or too large is seen', () => {
    const { junit: _, ...rest } = outputs;
    expect(outputProblems(rest)).toEqual(['junit: not written']);
    expect(changed('terminal', (text) => `${text}${'x\n'.repeat(5_000_000)}`).join()).toMatch(/\d+ bytes/);
  });
});
