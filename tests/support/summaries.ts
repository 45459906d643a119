import { DOMParser, type Element } from '@xmldom/xmldom';

/** What each format of a report says in sum, by the same names: to compare the formats, and to print them in golden files. */

/** By what it is about: `verdict`, `next`; of what is said in several lines, all. */
export type Summary = ReadonlyMap<string, readonly string[]>;

function grouped(pairs: readonly (readonly [string, string])[]): Summary {
  const all = new Map<string, string[]>();
  for (const [name, value] of pairs) all.set(name, [...(all.get(name) ?? []), value]);
  return all;
}

const told = [
  ...['target', 'run', 'effects', 'also', 'counts', 'why', 'waiver', 'failed', 'action needed', 'changed'],
  ...['not checked', 'reports', 'explain', 'next'],
];
const summedUp = /^[A-Z][A-Z ]+ \(exit (\d)\): (.*)$/;
const aboutOperation = /^(?:PUT|DELETE) .*\(section [\d.]+\)/;

/** Lines of the terminal, each with those that continue it. */
function unwrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const isNew = /^\S|^ {2}[^\s]|^ {4}\S+ {2,}|^$/.test(line);
    if (isNew || lines.length === 0) lines.push(line);
    else lines.push(`${lines.pop()} ${line.trim()}`);
  }
  return lines;
}

export function ofTerminal(text: string): Summary {
  const pairs = unwrapped(text.trimEnd()).flatMap((line): [string, string][] => {
    const [, exit = '', verdict] = summedUp.exec(line) ?? [];
    if (verdict !== undefined)
      return [
        ['verdict', verdict],
        ['exit', exit],
      ];
    const [, waiver] = /^ {2}\S (\S+: accepted until .*)$/.exec(line) ?? [];
    if (waiver !== undefined) return [['waiver', waiver]];
    const name = told.find((one) => line.startsWith(`${one} `));
    if (name !== undefined) return [[name, line.slice(name.length).trim()]];
    const operation = line.trim().replace(/^\S /, '');
    return aboutOperation.test(operation) ? [['operation', operation]] : [];
  });
  return grouped(pairs);
}

export function ofMarkdown(text: string): Summary {
  const pairs = text.split('\n').flatMap((line): [string, string][] => {
    const [, exit = '', verdict] = summedUp.exec(line.replace(/^## \S+ /, '')) ?? [];
    if (verdict !== undefined)
      return [
        ['verdict', verdict],
        ['exit', exit],
      ];
    const [, name = '', value] = /^- \*\*(.*?):\*\* (.*)$/.exec(line) ?? [];
    if (value !== undefined) return [[name.toLowerCase(), withoutEntities(value).replaceAll('<!-- -->', '')]];
    const operation = line.replace(/^### /, '');
    return line.startsWith('### ') && aboutOperation.test(operation) ? [['operation', operation]] : [];
  });
  return grouped(pairs);
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#58': ':',
  amp: '&',
};

const withoutEntities = (text: string) =>
  text.replaceAll(/&(lt|gt|quot|#39|#58|amp);/g, (_, name: string) => entities[name] ?? '');

/** All of the text of a page, whatever is open. */
export function wholeText(html: string): string {
  const [, body = ''] = /<body[^>]*>(.*)<\/body>/s.exec(html) ?? [];
  return withoutEntities(body.replaceAll(/<script.*?<\/script>/gs, '').replaceAll(/<[^>]*>/g, ' '));
}

function textOf(html: string): string {
  const text = html
    .replaceAll(/<(svg|button|details).*?<\/\1>|<span class="sign .*?<\/span>/gs, '')
    .replaceAll(/<code>(.*?)<\/code>/gs, '`$1`')
    .replaceAll(/<[^>]*>/g, '');
  return withoutEntities(text).replaceAll(/\s+/g, ' ').trim();
}

/** `[deviates] PUT: requests without credentials are served; owner: the service`. */
function rowOf(html: string): string {
  const [, sign = ''] = /class="sign ([\w-]+)"/.exec(html) ?? [];
  return `[${sign}] ${textOf(html)}`;
}

/** What a page says before anybody scrolls. */
export function ofPage(html: string): Summary {
  const [banner = ''] = /<header class="banner">.*?<\/header>/s.exec(html) ?? [];
  const all = (html: string, pattern: RegExp) =>
    [...html.matchAll(pattern)].map((match) => match.slice(1).map(textOf));
  const facts = all(banner, /<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs).map(
    ([name = '', value = '']) => [name.toLowerCase(), value] as const,
  );
  const [top = ''] = /<span class="chips">.*?<\/div>/s.exec(banner) ?? [];
  const chips = all(top, /<(?:span|a) class="chip [^>]*>(.*?)<\/(?:span|a)>/gs).flat();
  const [summary = ''] = /<h1>.*$/s.exec(banner) ?? [];
  const rows = [...summary.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([row]) => rowOf(row));
  return grouped([
    ['verdict', textOf(/<h1>(.*?)<\/h1>/s.exec(banner)?.[1] ?? '')],
    ['counts', chips.join(', ')],
    ...rows.map((row) => ['row', row] as const),
    ...facts,
  ]);
}

/** Totals, and the first lines of what failed. */
export interface Tests {
  readonly summary: Summary;
  readonly totals: Readonly<Record<'tests' | 'failures' | 'errors', number>>;
  readonly failures: readonly string[];
  readonly errors: readonly string[];
}

export function ofJunit(xml: string): Tests {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const all = (parent: Pick<Element, 'getElementsByTagName'>, name: string) => [
    ...parent.getElementsByTagName(name),
  ];
  const value = (element: Element, name: string) => element.getAttribute(name) ?? '';
  const [root] = all(document, 'testsuites');
  const [first] = all(document, 'properties');
  if (root === undefined || first === undefined) throw new Error('no test suites');
  // With the id of the requirement, by which a test is found.
  const messages = (name: string) =>
    all(document, name).map((element) => {
      const [id = ''] = value(element.parentNode as Element, 'name').split(' ');
      return name === 'error' ? value(element, 'message') : `${id}: ${value(element, 'message')}`;
    });
  return {
    summary: grouped(all(first, 'property').map((one) => [value(one, 'name'), value(one, 'value')] as const)),
    totals: {
      tests: Number(value(root, 'tests')),
      failures: Number(value(root, 'failures')),
      errors: Number(value(root, 'errors')),
    },
    failures: messages('failure'),
    errors: messages('error'),
  };
}
