import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';

/**
 * The words of the project, held in every text of sources, schemas and documents that people read: one word for one thing, as
 * the field has it. Names of members, ids, settings and faults are no texts.
 */

const root = new URL('../../../', import.meta.url);

/** What is not written, and what is written in its place. */
const words: readonly (readonly [old: RegExp, plain: string])[] = [
  [/\banswer(?:s|ed|ing)?\b/i, 'response, returns, responds; an answer is that to an open question'],
  [/\brows?\b/i, 'requirement, field'],
  [/\bmoments?\b/i, 'timestamp'],
  [/\bway to\b/i, 'connection to'],
  [/\bcures?\b/i, 'fix'],
  [/\bwho acts\b/i, 'action needed'],
  [/\b(?:stands?|stood|lies|lay)\b/i, 'is, is set, appears, was found'],
  [/\bcomes? to\b/i, 'is'],
  [/\b(?:is|are) given\b/i, 'is set'],
  [/(?<!\bthere )\b(?:is|are) no\b(?! longer\b)/i, 'is not a'],
  [/\bwhole numbers?\b/i, 'integer'],
  [/\bof another type\b/i, 'has the wrong type'],
  [/\b(?:tells?|told)\b/i, 'reports, says'],
  [/\bof ours\b/i, "the suite's"],
  [/\bleave to\b/i, 'permission to'],
  [/\b(?:wholly|unchecked|unexercised|exercised)\b/i, 'incomplete, checked'],
  [/\b(?:silent|aside|heads?|twins?)\b/i, 'skipped, deferred, headers, request pair'],
  [/\bnobody\b/i, 'nothing, none, not set'],
  [/\bit is not true\b/i, 'the opposite of the requirement'],
];

/** Texts that may have such a word. */
const exceptions: readonly (readonly [text: RegExp, reason: string])[] = [
  [/\bquestions?\b/i, 'an open question has answers'],
  [/select rows/, 'rows of a table that the service holds'],
  [/\bHEAD\b/, 'the method'],
  [/, row …/, 'a row of a table of the document'],
  [/^(?:not answered|answers differed)$/, 'of an open question'],
  [
    /\banswers?\b.*(?:declar|accept|seen)|(?:declar|accept)\w* .*\banswer|file of answers|--(?:gate-)?answers|\banswers?\b.*(?:found|schema|absent)|^Answers$|an?other answer|without an answer|answers? (?:differed|that was)/i,
    'answers to open questions',
  ],
  [/\{ ?[^{}]*: [^{}]*;[^{}]*\}/, 'a style sheet'],
  [/^row \w+$/, 'classes of a page'],
];

function filesBelow(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => ending.test(path))
    .sort();
}

function textOf(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

/** What is looked at of a node of source code, or of an object of a schema. */
interface Part {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
  readonly title?: unknown;
  readonly description?: unknown;
  readonly $comment?: unknown;
}

/** A value with everything below it. */
function visit(value: unknown, look: (object: Part) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) look(value);
  for (const inner of Object.values(value)) visit(inner, look);
}

/** Texts of more than one word; what is put into them by code is left out. */
function textsOf(path: string): readonly string[] {
  const texts: string[] = [];
  const add = (text: string) => {
    if (/[a-z][,;:.)]? +\S|\S +[(a-z]/i.test(text)) texts.push(text);
  };
  visit(parseAst(textOf(path), { lang: path.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value);
    if (node.type === 'TemplateLiteral') add((node.quasis ?? []).map(({ value }) => value.raw).join('…'));
  });
  return texts;
}

function descriptionsOf(path: string): readonly string[] {
  const texts: string[] = [];
  visit(JSON.parse(textOf(path)), ({ title, description, $comment }) => {
    for (const text of [title, description, $comment]) if (typeof text === 'string') texts.push(text);
  });
  return texts;
}

/** The texts with an old word, each with what to write. */
function oldIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => {
    if (exceptions.some(([exception]) => exception.test(text))) return [];
    const plain = words.flatMap(([old, plain]) => (old.test(text) ? [plain] : []));
    return plain.length === 0 ? [] : [`${text} → ${plain.join('; ')}`];
  });
}

/** Not the style sheet and the script of pages, whose texts are selectors. */
const sources = /^(?!reporters\/html\/(?:style\/|client)).*\.tsx?$/;

describe.each(['src', 'reporters', 'reference', 'suites'])('what %s says', (folder) => {
  test.each(filesBelow(folder, sources))('%s has plain words', (path) =>
    expect(oldIn(textsOf(path))).toEqual([]),
  );
});

test.each(filesBelow('schemas', /\.json$/))('%s describes in plain words', (path) =>
  expect(oldIn(descriptionsOf(path))).toEqual([]),
);

/** Paragraphs, items and cells of a Markdown file, without code and without the targets of links. */
function proseOf(path: string): readonly string[] {
  return textOf(path)
    .replaceAll(/^( *)```[\s\S]*?^\1```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '…')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\n{2,}|\n(?=[-|*\d])/);
}

const documents = [
  ...readdirSync(new URL('docs', root)).map((name) => `docs/${name}`),
  ...['', 'schemas/', 'reference/', 'bench/', 'tests/'].map((folder) => `${folder}README.md`),
  ...['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
].filter((path) => path.endsWith('.md'));

test.each(documents)('%s has plain words', (path) => expect(oldIn(proseOf(path))).toEqual([]));

test('no exception is without a text that needs it', () => {
  const all = ['src', 'reporters', 'reference', 'suites'].flatMap((folder) =>
    filesBelow(folder, sources).flatMap(textsOf),
  );
  const described = filesBelow('schemas', /\.json$/).flatMap(descriptionsOf);
  const texts = [...all, ...described, ...documents.flatMap(proseOf)];
  const old = texts.filter((text) => words.some(([one]) => one.test(text)));
  expect(exceptions.filter(([exception]) => !old.some((text) => exception.test(text)))).toEqual([]);
});
