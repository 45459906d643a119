import { DOMParser, type Element } from '@xmldom/xmldom';
import { Ajv2020 } from 'ajv/dist/2020.js';
import reportSchema from '../../../schemas/suite/report.schema.json' with { type: 'json' };
import { requirements } from '../../support/engine.ts';
import { sarifProblems } from '../../support/sarif-schema.ts';
import { htmlProblems, withoutOwnText } from './html-problems.ts';

/** Bytes that no output may reach. */
const mostBytes = 10_000_000;

/** What nobody sees: control, format and bidirectional characters, zero width, lone surrogates, other line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of them but the line feed
const unseen = /[\x00-\x09\x0b-\x1f\x7f-\x9f\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\ufffe\uffff]/u;

/** A line that a build service would take for a command. */
const command = /^\s*::|##\w*\[/m;

/** Words around what is wrong, made harmless for the message of a failure. */
function around(text: string, at: number): string {
  return JSON.stringify(text.slice(Math.max(0, at - 30), at + 30));
}

function found(text: string, pattern: RegExp, what: string): readonly string[] {
  const at = text.search(pattern);
  return at === -1 ? [] : [`${what}: ${around(text, at)}`];
}

/** A mark of the Markdown's own, with the character that has it drawn in colour. */
const ownMark = '\u26a0\ufe0f';

export function visibleProblems(written: string): readonly string[] {
  const text = written.replaceAll(ownMark, '');
  const end = text.endsWith('\n') ? [] : ['no line feed at the end'];
  // Nearly every character is printable ASCII, which a simpler pattern passes over far faster.
  const isUnseen = [...new Set(text.match(/[^\n -~]/gu))].some((character) => unseen.test(character));
  return [...(isUnseen ? found(text, unseen, 'an unseen character') : []), ...end];
}

export function plainProblems(text: string): readonly string[] {
  return [...visibleProblems(text), ...found(text, command, 'a command of a build service')];
}

/** The terminal's own styles: bold, dim, colours and their ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences in question
export const ownStyles = /\u001b\[(?:1|2|22|31|32|33|39)m/g;

const isReport = new Ajv2020({ strict: false, validateFormats: false }).compile(reportSchema);

function jsonProblems(text: string): readonly string[] {
  if (isReport(JSON.parse(text))) return visibleProblems(text);
  const [error] = isReport.errors ?? [];
  return [`the schema: ${error?.instancePath} ${error?.message}`, ...visibleProblems(text)];
}

const ownElements = new Set(
  'testsuites testsuite properties property testcase failure error skipped system-out'.split(' '),
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 section 2.2 forbids
const forbiddenInXml = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u;

/** The parser warns of U+FFFD wherever it stands, though XML has nothing against it and a service may send it. */
const replacement = /Unicode replacement character detected/;

/** Parses strictly. @throws Error with everything that the parser minds */
export function parsedXml(text: string): Element {
  const minded: string[] = [];
  const parser = new DOMParser({
    onError: (level, message) => {
      if (!replacement.test(message)) minded.push(`${level}: ${message}`);
    },
  });
  const root = parser.parseFromString(text, 'text/xml').documentElement;
  if (root === null || minded.length > 0) throw new Error(minded.join('\n'));
  return root;
}

/** Requirements of the operations that have a suite; those on unauthorised requests may be out of scope. */
function neededIn(elements: readonly Element[]): readonly string[] {
  const suites = new Set(elements.map((one) => one.getAttribute('name')));
  return requirements
    .filter(({ operation }) => suites.has(`conformance.${operation}`))
    .flatMap(({ id, facet }) => (facet === 'authorization' || facet === 'made-up-token' ? [] : id));
}

function junitProblems(text: string): readonly string[] {
  const elements = Array.from(parsedXml(text).getElementsByTagName('*'));
  const foreign = elements.filter(({ nodeName }) => !ownElements.has(nodeName));
  const cases = new Set(elements.map((one) => one.getAttribute('name')?.split(' ')[0]));
  const needed = neededIn(elements);
  const missing = needed.filter((id) => !cases.has(id));
  return [
    ...found(text, forbiddenInXml, 'a character that XML forbids'),
    ...plainProblems(text),
    ...found(text, /<!/, 'a comment, CDATA or a document type'),
    ...foreign.map(({ nodeName }) => `an element that is not ours: ${nodeName}`),
    ...(needed.length > 0 ? [] : ['no requirement is in scope']),
    ...missing.map((id) => `no case of ${id}`),
  ];
}

const codeSpan = /`[^`]+`/g;
const ownMarkup =
  /<\/?code>|<!-- -->|^<!-- entity-config-conformance -->$|\*\*!\*\*|^- \*\*[A-Z][a-z ]+:\*\*|^- (?:[✓✗!–~] )?\*\*(?=[^*]*\*\*)|(?<=^- (?:[✓✗!–~] )?\*\*[^*]*)\*\*|\[docs\/document\.md\]\(https:\/\/github\.com\/example\/[\w./-]+\)|\bCONFORMANCE_[A-Z_]+|^_and [\d,]+ more(?:, see report\.json)?\._$/g;
const ownBeginning =
  /^(?:## |### |- | {2}- |_and [\d,]+ more|<!-- entity-config-conformance -->$|Also(?: in report\.json)?: |no field (?:conforms in every respect|was checked)$|$)/;

/** What is left of a line of Markdown, code spans and our own markup taken away, may hold nothing that acts. */
function lineProblems(line: string): readonly string[] {
  const bare = line
    .replaceAll(codeSpan, ' ')
    .replaceAll(ownMarkup, ' ')
    .replaceAll(/&#\d+;/g, ' ');
  return [
    ...found(bare, /[<>`*_[\]~\\&@$]|https?:\/\/|www\./, 'markup'),
    ...(ownBeginning.test(line) ? [] : [`a line that is not ours: ${around(line, 0)}`]),
  ];
}

function markdownProblems(text: string): readonly string[] {
  const lines = text.split('\n');
  return [...plainProblems(text.replace('⚠️', '')), ...lines.flatMap(lineProblems)];
}

/** A list of issues and nothing else. */
function codeQualityProblems(text: string): readonly string[] {
  const issues: unknown = JSON.parse(text);
  return [...(Array.isArray(issues) ? [] : ['no list of issues']), ...plainProblems(text)];
}

/** A link in a message would be one that a service made. */
function sarifTextProblems(text: string): readonly string[] {
  return [
    ...sarifProblems(JSON.parse(text)).map((problem) => `the published schema: ${problem}`),
    ...visibleProblems(text),
    ...found(text, /\]\(/, 'a link'),
  ];
}

function recordingProblems(text: string): readonly string[] {
  const lines = text.trimEnd().split('\n');
  return lines.every((line) => JSON.parse(line)) ? [] : ['a line without an object'];
}

/** What is looked for in each output; a format without an entry fails by name. */
const checks: Readonly<Record<string, (text: string) => readonly string[]>> = {
  terminal: (text) => plainProblems(text.replaceAll(ownStyles, '')),
  json: jsonProblems,
  junit: junitProblems,
  markdown: markdownProblems,
  'code-quality': codeQualityProblems,
  sarif: sarifTextProblems,
  html: (text) => [...visibleProblems(withoutOwnText(text)), ...htmlProblems(text)],
  recording: recordingProblems,
};

function problemsOf(name: string, text: string): readonly string[] {
  const check = checks[name];
  if (check === undefined) return ['nobody checks this format'];
  try {
    const size = Buffer.byteLength(text);
    const isLarge = size >= mostBytes && name !== 'recording';
    return [...check(text), ...(isLarge ? [`${size} bytes`] : [])];
  } catch (error) {
    return [`not well-formed: ${(error as Error).message}`];
  }
}

/** Everything that is wrong with the outputs of a run, each by the name of the format; empty when nothing is. */
export function outputProblems(outputs: Readonly<Record<string, string>>): readonly string[] {
  const missing = Object.keys(checks).filter((name) => outputs[name] === undefined);
  return [
    ...missing.map((name) => `${name}: not written`),
    ...Object.entries(outputs).flatMap(([name, text]) =>
      problemsOf(name, text).map((problem) => `${name}: ${problem}`),
    ),
  ];
}
