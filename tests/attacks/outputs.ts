import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { Ajv2020 } from 'ajv/dist/2020.js';
import answersSchema from '../../schemas/suite/answers.schema.json' with { type: 'json' };
import comparisonSchema from '../../schemas/suite/comparison.schema.json' with { type: 'json' };
import matrixSchema from '../../schemas/suite/matrix.schema.json' with { type: 'json' };
import partialSchema from '../../schemas/suite/partial.schema.json' with { type: 'json' };
import recordingSchema from '../../schemas/suite/recording.schema.json' with { type: 'json' };
import reportSchema from '../../schemas/suite/report.schema.json' with { type: 'json' };
import waiversSchema from '../../schemas/suite/waivers.schema.json' with { type: 'json' };
import { aimedAt as aimed, type Run } from '../commands/targets.ts';
import { requirements } from '../support/engine.ts';
import { sarifProblems } from '../support/sarif-schema.ts';
import type { ScriptedService } from '../support/service.ts';
import { reporters } from '../support/subject.ts';

/** What is looked for in everything that a command prints or writes: it is well-formed, and nothing in it acts. */

/** Bytes that no output may reach. */
const mostBytes = 10_000_000;

/** What nobody sees: control, format and bidirectional characters, zero width, lone surrogates, other line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of them but the line feed
const unseen = /[\x00-\x09\x0b-\x1f\x7f-\x9f\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\ufffe\uffff]/u;
/** A line that a build service would take for a command. */
const command = /^\s*::|##\w*\[/m;
/** A mark of the Markdown's own, with the character that has it drawn in colour. */
const ownMark = '\u26a0\ufe0f';
/** The terminal's own styles: bold, dim, colours and their ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences in question
const ownStyles = /\u001b\[(?:1|2|22|31|32|33|39)m/g;
const stackTrace = /^ +at .+:\d+:\d+\)?$|node:internal|Unhandled|\[object Object\]|fault of the suite/m;

type Check = (text: string) => readonly string[];

function found(text: string, pattern: RegExp, what: string): readonly string[] {
  const at = text.search(pattern);
  return at === -1 ? [] : [`${what}: ${JSON.stringify(text.slice(Math.max(0, at - 30), at + 30))}`];
}

const visible: Check = (written) => {
  const text = written.replaceAll(ownMark, '');
  // Nearly every character is printable ASCII, which a simpler pattern passes over far faster.
  const isUnseen = [...new Set(text.match(/[^\n -~]/gu))].some((character) => unseen.test(character));
  return [
    ...(isUnseen ? found(text, unseen, 'an unseen character') : []),
    ...(text.endsWith('\n') ? [] : ['no line feed at the end']),
  ];
};

const plain: Check = (text) => [...visible(text), ...found(text, command, 'a command of a build service')];

/** What a command printed: text with our styles, and annotations where there are any. */
export const printedProblems: Check = (text) => {
  if (text === '') return [];
  const lines = text.split('\n');
  const annotations = lines.filter((line) => line.startsWith('::'));
  const rest = lines.filter((line) => !line.startsWith('::')).join('\n');
  const form = /^::(?:error|warning|notice) (?:file=[^:]*,line=\d+,)?title=[^:,]*::(.*)$/;
  const data = annotations.map((line) => form.exec(line)?.[1]?.replaceAll(/%(?:25|3A|2C)/g, ''));
  return [
    ...(rest === '' ? [] : plain(rest.replaceAll(ownStyles, ''))),
    ...data.flatMap((one) => (one === undefined ? ['no annotation'] : plain(`${one}\n`))),
    ...found(text, stackTrace, 'a trace of a crash'),
  ];
};

const ajv = new Ajv2020({ strict: false, strictNumbers: true, validateFormats: false });
for (const schema of [recordingSchema, answersSchema, waiversSchema]) ajv.addSchema(schema);
for (const schema of [reportSchema, comparisonSchema, matrixSchema, partialSchema]) ajv.addSchema(schema);

function schemaProblems(text: string, { $id }: { readonly $id: string }): readonly string[] {
  const validate = ajv.getSchema($id);
  if (validate === undefined) throw new Error(`no schema ${$id}`);
  if (validate(JSON.parse(text)) === true) return [];
  return [`the schema: ${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message}`];
}

const document =
  (schema: { readonly $id: string }): Check =>
  (text) => [...schemaProblems(text, schema), ...visible(text)];

/** What was found is in the first line, requestIds are in those behind it. */
export const partProblems: Check = (text) => {
  const [first = '', ...ids] = text.trimEnd().split('\n');
  const requestIds = { $id: `${partialSchema.$id}#/$defs/requestIds` };
  return [
    ...schemaProblems(first, partialSchema),
    ...ids.flatMap((line) => schemaProblems(line, requestIds)),
  ];
};

/** Each line alone; a whole journal runs from `run` to `end`, and each intent has an exchange. */
const journal: Check = (text) => {
  const lines = text.trimEnd().split('\n');
  const kinds = lines.map((line) => (JSON.parse(line) as { readonly line: string }).line);
  const count = (kind: string) => kinds.filter((line) => line === kind).length;
  return [
    ...(kinds[0] === 'run' ? [] : ['a journal that does not begin with its run']),
    ...(count('intent') <= count('exchange') + count('unsent') ? [] : ['an intent without an exchange']),
    ...visible(text),
  ];
};

const xmlElements = new Set(
  'testsuites testsuite properties property testcase failure error skipped system-out'.split(' '),
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 section 2.2 forbids
const forbiddenInXml = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u;

/** Parses strictly. @throws Error with everything that the parser minds */
function parsedXml(text: string): readonly Element[] {
  const minded: string[] = [];
  const parser = new DOMParser({
    onError: (level, message) => {
      // XML has nothing against U+FFFD, and a service may send it.
      if (!/Unicode replacement character detected/.test(message)) minded.push(`${level}: ${message}`);
    },
  });
  const root = parser.parseFromString(text, 'text/xml').documentElement;
  if (root === null || minded.length > 0) throw new Error(minded.join('\n'));
  return Array.from(root.getElementsByTagName('*'));
}

/** Every requirement of the operations that have a suite; those on unauthorised requests may be out of scope. */
const junit: Check = (text) => {
  const elements = parsedXml(text);
  const names = new Set(elements.map((one) => one.getAttribute('name')?.split(' ')[0] ?? ''));
  const needed = requirements.filter(
    ({ operation, facet }) =>
      names.has(`conformance.${operation}`) && facet !== 'authorization' && facet !== 'made-up-token',
  );
  const foreign = elements.filter(({ nodeName }) => !xmlElements.has(nodeName));
  return [
    ...found(text, forbiddenInXml, 'a character that XML forbids'),
    ...plain(text),
    ...found(text, /<!/, 'a comment, CDATA or a document type'),
    ...foreign.map(({ nodeName }) => `an element that is not ours: ${nodeName}`),
    ...needed.flatMap(({ id }) => (names.has(id) ? [] : [`no case of ${id}`])),
  ];
};

const codeSpan = /`[^`]+`/g;
const ownMarkup =
  /<\/?code>|<!-- -->|^<!-- entity-config-conformance -->$|\*\*!\*\*|^- \*\*[A-Z][a-z ]+:\*\*|^- (?:[✓✗!–~] )?\*\*(?=[^*]*\*\*)|(?<=^- (?:[✓✗!–~] )?\*\*[^*]*)\*\*|\[docs\/document\.md\]\(https:\/\/github\.com\/example\/[\w./-]+\)|\bCONFORMANCE_[A-Z_]+|^_and [\d,]+ more(?:, see report\.json)?\._$/g;
const ownBeginning =
  /^(?:## |### |- | {2}- |_and [\d,]+ more|<!-- entity-config-conformance -->$|Also(?: in report\.json)?: |\| (?:client \| requests|\(no User-Agent|<code>|`|[^|]+ \| [\d,]+ \|)|\|[-|]+$|no field (?:conforms in every respect|was checked)$|$)/;

/** What is left of a line, code spans and our own markup taken away, may hold nothing that acts. */
const markdown: Check = (text) => [
  ...plain(text),
  ...text.split('\n').flatMap((line) => {
    const bare = line
      .replaceAll(codeSpan, ' ')
      .replaceAll(ownMarkup, ' ')
      .replaceAll(/&#\d+;/g, ' ');
    return [
      ...found(bare, /[<>`*_[\]~\\&@$]|https?:\/\/|www\./, 'markup'),
      ...(ownBeginning.test(line) ? [] : [`a line that is not ours: ${JSON.stringify(line.slice(0, 30))}`]),
    ];
  }),
];

/** Of several reports: tables are ours there. */
const otherMarkdown: Check = (text) => [
  ...plain(text),
  ...found(text.replaceAll(codeSpan, ''), /(?:https?:\/\/|www\.|mailto:)\S*evil/, 'a link'),
];

const codeQuality: Check = (text) => [
  ...(Array.isArray(JSON.parse(text)) ? [] : ['no list of issues']),
  ...plain(text),
];

/** A link in a message would be one that a service made, a single brace a placeholder. */
const sarif: Check = (text) => [
  ...sarifProblems(JSON.parse(text)).map((problem) => `the published schema: ${problem}`),
  ...visible(text),
  ...found(text, /\]\(/, 'a link'),
  ...[...text.matchAll(/"text": "((?:[^"\\]|\\.)*)"/g)].flatMap(([, message = '']) =>
    found(message, /(?<!\{)(?:\{\{)*\{(?!\{)/, 'a placeholder'),
  ),
];

/** A quick reading of a page: enough to see anything that got out of the place that was meant for it. */
const ownElements = new Set(
  `html head meta title style body a svg path rect header footer nav div main section search form
  label input output button h1 h2 h3 p ul ol li dl dt dd table caption thead tbody tr th td details
  summary article figure figcaption span strong code pre mark time script samp`.split(/\s+/),
);

const ownAttributes = new Set(
  `lang charset http-equiv content name class href id aria-hidden aria-label aria-labelledby aria-live
  width height viewbox d preserveaspectratio x y datetime title for type value placeholder autocomplete tabindex scope
  hidden open rel role data-mark data-copy`.split(/\s+/),
);

const voidElements = new Set(['meta', 'input']);

const tag = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<]*")?)*) ?(\/?)>/iy;
const attribute = / ([a-z-]+)(?:="([^"]*)")?/gi;

const ownLink = /^(?:#|https?:\/\/[!-~]+$|(?:\.\.\/)*[\w-]+\/report\.html(?:#[\w.:-]*)?$)/;

/** Most tags of a page have the attributes of another one. */
const knownAttributes = new Map<string, readonly string[]>();

function attributeProblems(text: string): readonly string[] {
  const problems =
    knownAttributes.get(text) ??
    [...text.matchAll(attribute)].flatMap(([, name = '', value = '']) => [
      ...(ownAttributes.has(name.toLowerCase()) ? [] : [`an attribute that is not ours: ${name}`]),
      ...(name !== 'href' || ownLink.test(value) ? [] : [`a link that leads away: ${value.slice(0, 40)}`]),
    ]);
  if (knownAttributes.size < 10_000) knownAttributes.set(text, problems);
  return problems;
}

/** The text without the contents of our own style and script, which are no markup and no text of a service. */
function withoutOwnText(text: string): string {
  return text
    .replace(/<style>[\s\S]*?<\/style>/, '<style></style>')
    .replace(/<script>[\s\S]*?<\/script>/, '<script></script>');
}

/** What is wrong with a page: tags that are not ours, not closed or not balanced, links that lead away. */
function pageProblems(whole: string): readonly string[] {
  const text = withoutOwnText(whole.replace(/^<!doctype html>\n/, ''));
  const open: string[] = [];
  const problems: string[] = [];
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    tag.lastIndex = at;
    const found = tag.exec(text);
    if (found === null) return [...problems, `no tag of ours: ${JSON.stringify(text.slice(at, at + 40))}`];
    const [, isEnd, name = '', attributes = '', isEmpty] = found;
    if (!ownElements.has(name)) problems.push(`an element that is not ours: ${name}`);
    problems.push(...attributeProblems(attributes));
    if (isEnd) {
      if (open.pop() !== name) return [...problems, `an end tag without its beginning: ${name}`];
    } else if (!isEmpty && !voidElements.has(name)) open.push(name);
  }
  return [...problems, ...open.map((name) => `an element that is not closed: ${name}`)];
}

const page: Check = (text) => [...visible(withoutOwnText(text)), ...pageProblems(text)];

/** By the name of the file, the first that fits. */
const checks: readonly (readonly [RegExp, Check])[] = [
  [/\b(?:report|conformance-[^/]*)\.json$/, document(reportSchema)],
  [/\bcomparison\.json$/, document(comparisonSchema)],
  [/\bmatrix\.json$/, document(matrixSchema)],
  // A draft of waivers has reasons that somebody has to give.
  [/waived\.json$/, (text) => visible(`${JSON.stringify(JSON.parse(text))}\n`)],
  [/\bgl-code-quality\.json$/, codeQuality],
  [/\.sarif$/, sarif],
  [/\.part$/, partProblems],
  [/\.ndjson$/, journal],
  [/\bjunit\.xml$/, junit],
  [/\breport\.md$/, markdown],
  [/\.md$/, otherMarkdown],
  [/\.html$/, page],
  [/\bterminal$/, printedProblems],
];

/** What is wrong with an output, by the name of its file. */
export function problemsOf(name: string, text: string): readonly string[] {
  const [, check] = checks.find(([pattern]) => pattern.test(name)) ?? [];
  if (check === undefined) return [`${name}: nobody checks this`];
  try {
    const size = Buffer.byteLength(text);
    const isLarge = size >= mostBytes && !name.endsWith('.ndjson');
    return [...check(text), ...(isLarge ? [`${size} bytes`] : [])].map((problem) => `${name}: ${problem}`);
  } catch (error) {
    return [`${name}: not well-formed: ${(error as Error).message}`];
  }
}

/** Texts of the files below a folder, by their paths in it. */
export function textsIn(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = all.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

/** What is wrong with the files below a folder. */
export function folderProblems(folder: string): readonly string[] {
  return Object.entries(textsIn(folder)).flatMap(([name, text]) => problemsOf(name, text));
}

/** Settings that aim at a hostile service, and ask for every format there is. */
export function aimedAt(service: Pick<ScriptedService, 'baseUrl'>): Record<string, string> {
  return { ...aimed(service), CONFORMANCE_REPORTER: reporters.map(({ name }) => name).join(',') };
}

/** What a run that came to its end leaves in its folder. */
export const allFiles =
  'exchanges.ndjson gl-code-quality.json junit.xml report.html report.json report.md report.sarif'.split(' ');

type Left = Pick<Run, 'out' | 'files' | 'stdout' | 'stderr'>;

/** Both streams, and every file by its name. */
export function everythingOf({ out, stdout, stderr }: Left): Readonly<Record<string, string>> {
  return { stdout, stderr, ...textsIn(out) };
}

/** What is wrong with all that a run left: not complete, not well-formed, too large, or a trace of a crash. */
export function problemsLeftBy({ out, files, stdout, stderr }: Left): readonly string[] {
  const missing = allFiles.filter((name) => files?.includes(name) !== true);
  const streams = [stdout, stderr].flatMap((text) => printedProblems(text));
  return [...missing.map((name) => `${name} is missing`), ...folderProblems(out), ...streams];
}
