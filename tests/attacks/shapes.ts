import { htmlProblems, withoutOwnText } from './properties/html-problems.ts';
import { ownStyles, parsedXml, plainProblems, visibleProblems } from './properties/outputs.ts';

/** What is left of an output when the texts in it are taken away: no text of others may change it. */

export interface Kind {
  /** What acts, or what nobody would see. */
  readonly problems: (text: string) => readonly string[];
  /** Equal for outputs that differ in texts alone. */
  readonly shape: (text: string) => unknown;
}

/** Names and positions; array and object alike. */
function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value).map(([key, item]) => [key, keysOf(item)]);
}

const json: Kind = { problems: plainProblems, shape: (text) => keysOf(JSON.parse(text)) };

/** Of a link in a message SARIF's viewers make a link; a brace alone would be a placeholder. */
const sarif: Kind = {
  problems: (text) => [
    ...plainProblems(text),
    ...(text.match(/\]\(/g) ?? []).map(() => 'a link'),
    ...[...text.matchAll(/"text": "((?:[^"\\]|\\.)*)"/g)].flatMap(([, message = '']) =>
      /(?<!\{)(?:\{\{)*\{(?!\{)/.test(message) ? ['a placeholder'] : [],
    ),
  ],
  shape: json.shape,
};

const xml: Kind = {
  problems: (text) => [...plainProblems(text), ...(text.includes('<!') ? ['a comment or CDATA'] : [])],
  shape: (text) =>
    Array.from(parsedXml(text).getElementsByTagName('*')).map((element) => [
      element.nodeName,
      Array.from(element.attributes).map(({ name }) => name),
    ]),
};

/** Code spans and character references are text; whatever else a host gives a meaning counts. */
function markdownShape(text: string): readonly string[] {
  return text.split('\n').map((line) =>
    line
      .replaceAll(/`[^`]+`|<code>[^<]*(?:<!-- -->[^<]*)*<\/code>/g, 'C')
      .replaceAll(/&#\d+;|<!-- -->/g, '')
      .replaceAll(/[^<>`*_[\]|~\\$@]|(?<=\w)_(?=\w)/g, ''),
  );
}

const markdown: Kind = {
  problems: (text) => [
    ...plainProblems(text),
    ...(text.replaceAll(/`[^`]+`/g, '').match(/(?:https?:\/\/|www\.|mailto:)\S*evil/g) ?? []).map(
      (link) => `a link: ${link}`,
    ),
  ],
  shape: markdownShape,
};

const html: Kind = {
  problems: (text) => [
    ...visibleProblems(withoutOwnText(text)),
    // Links to pages beside it are its own.
    ...htmlProblems(text).filter(
      (problem) => !/^a link that leads away: (?:\.\.\/)*[\w-]+\/report\.html(?:#[\w.:-]*)?$/.test(problem),
    ),
  ],
  shape: (text) =>
    [
      ...new Set(
        [...withoutOwnText(text).matchAll(/<(\/?[a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*)/gi)].map(
          ([, tag]) => tag,
        ),
      ),
    ].sort(),
};

const annotations: Kind = {
  problems: (text) =>
    text.split('\n').flatMap((line) => {
      const [, data] =
        /^::(?:error|warning|notice) (?:file=[^:]*,line=\d+,)?title=[^:,]*::(.*)$/.exec(line) ?? [];
      if (line === '') return [];
      return data === undefined
        ? [`no annotation: ${line}`]
        : plainProblems(`${data.replaceAll(/%(?:25|3A|2C)/g, '')}\n`);
    }),
  shape: (text) => text.split('\n').map((line) => line.split(' ')[0]),
};

/** On a terminal, lines break where their words do. */
const terminal: Kind = {
  problems: (text) => plainProblems(text.replaceAll(ownStyles, '')),
  shape: () => null,
};

/** By the name of the format; one that is new has to say which kind it is. */
export const kinds: Readonly<Record<string, Kind>> = {
  terminal,
  json,
  junit: xml,
  markdown,
  html,
  'code-quality': json,
  sarif,
  annotations,
};
