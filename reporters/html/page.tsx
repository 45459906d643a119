import { createHash } from 'node:crypto';
import type { Report, RequirementResult } from '../../schemas/types.ts';
import { capital } from '../../src/text/capital.ts';
import type { Outline, OutlineSection, Row } from '../outline/outline.ts';
import { operationsOf } from '../outline/rows.ts';
import { markOf, markWords, operationWords, strengthWords } from '../outline/words.ts';
import * as client from './client.ts';
import { exchangeTexts, isLater } from './exchange.tsx';
import { Facts, Icon, Inline, Knowing, Symbols } from './inline.tsx';
import { Acts, Chips } from './record.tsx';
import { Sections } from './sections.tsx';
import { styleOf } from './style.ts';
import { later, textOf } from './text-of.ts';
import { type View, viewOf } from './view.ts';

/** Nothing is loaded, sent or run but the page's own style and script, by their hashes (CSP level 3, section 2.3.1). */
function policyOf(style: string, script: string): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const own = `style-src ${hash(style)}; script-src ${hash(script)}`;
  return `default-src 'none'; ${own}; base-uri 'none'; form-action 'none'`;
}

/** A page's only script, its lines without indentation. */
const functions = Object.values(client).join('\n').replaceAll(/\n\s+/g, '\n');
const script = `(() => {\n'use strict';\n${functions}\nstart();\n})();`;

/** Some counts are words: `6 requirements`, `a sample`. */
const firstNumber = /^\d/;

function contentsOf({ sections }: Outline) {
  const entries = sections.map(({ anchor, heading, label = heading, count }) => {
    const number = firstNumber.test(`${count}`) && [
      ' ',
      <span class="count">{Number.parseInt(`${count}`, 10)}</span>,
    ];
    return (
      heading !== null && (
        <li>
          <a href={`#${anchor}`}>
            <span>{label}</span>
            {number}
          </a>
        </li>
      )
    );
  });
  return (
    <nav class="contents" aria-label="Contents">
      <ul>{entries}</ul>
    </nav>
  );
}

/** What is above everything else: the verdict, counts, on what somebody has to act, what else there is to know. */
function bannerOf({ kind, title, exitCode, mark, counts = [], acts = [], conclusion, head }: Outline) {
  const why = conclusion.filter(({ label }) => label === 'why');
  const facts = [...conclusion.filter(({ label }) => label !== 'why'), ...head];
  const seal = mark === 'conforms' || mark === 'deviates' ? mark : 'shown-deviates';
  return (
    <div>
      <p class="eyebrow">
        <Inline text={kind} />
      </p>
      <div class="outcome">
        <span class={`seal ${seal}`}>
          <Icon sign={mark ?? 'not-exercised'} />
        </span>
        <div>
          <h1>
            {title}
            {exitCode === undefined ? null : [' ', <span class="exit">exit code {exitCode}</span>]}
          </h1>
          {counts.length === 0 ? null : <Chips chips={counts} />}
          {why.length === 0 ? null : (
            <ul class="why">
              {why.map(({ text }) => (
                <li>
                  <Inline text={text} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {acts.length === 0 ? null : <Acts rows={acts} />}
      <Facts facts={facts.map(({ label, text }) => ({ label: capital(label), text }))} kind="summary" />
    </div>
  );
}

/** Search and filters. Only the page's script shows the form, which needs it. */
function toolsOf(report: Report) {
  const { requirements } = report;
  const choices = (
    legend: string,
    name: string,
    labels: readonly (readonly [value: string, label: string])[],
    partOf: (row: RequirementResult) => string,
  ) => (
    <fieldset>
      <legend>{legend}</legend>
      {labels.map(([value, label]) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} /> {label}{' '}
          <span class="quiet number">{requirements.filter((row) => partOf(row) === value).length}</span>
        </label>
      ))}
    </fieldset>
  );
  const found = new Set<string>(requirements.map(markOf));
  const marks = Object.entries(markWords).filter(([mark]) => found.has(mark));
  const operations = operationsOf(report).map((name) => [name, operationWords(report, name).method] as const);
  return (
    <search class="tools" aria-label="Requirements" hidden>
      <form>
        <label for="words" class="hidden">
          Search requirements and values
        </label>
        <input
          id="words"
          name="words"
          type="search"
          placeholder="Search fields and values"
          autocomplete="off"
          aria-keyshortcuts="/"
        />
        <output for="words" aria-live="polite" />
        <details>
          <summary>Filter</summary>
          <div class="choices">
            {choices('Verdict', 'mark', marks, markOf)}
            {choices('Supported', 'strength', Object.entries(strengthWords), ({ strength }) => strength)}
            {operations.length > 1 &&
              choices('Operation', 'operation', operations, ({ operation }) => operation)}
            <button class="button" type="reset">
              Clear
            </button>
          </div>
        </details>
      </form>
    </search>
  );
}

/** One self-contained page of any document: policy, style and script of its own, landmarks, contents, sections. */
function Page({ outline, view }: { readonly outline: Outline; readonly view: View | null }) {
  const { tab, sections } = outline;
  const style = styleOf(view === null ? 'several' : 'report');
  return (
    <Knowing value={{ anchors: anchorsOf(sections), view }}>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content={policyOf(style, script)} />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="referrer" content="no-referrer" />
          <title>{tab}</title>
          <style dangerouslySetInnerHTML={{ __html: style }} />
        </head>
        <body>
          <a class="skip" href="#content">
            Skip to the content
          </a>
          <Symbols />
          <header class="banner">{bannerOf(outline)}</header>
          <div class="columns">
            {contentsOf(outline)}
            <main id="content">
              {view === null ? null : toolsOf(view.report)}
              <Sections sections={sections} />
            </main>
          </div>
          <script dangerouslySetInnerHTML={{ __html: script }} />
        </body>
      </html>
    </Knowing>
  );
}

/** Everything that a link may lead to. */
function anchorsOf(sections: readonly OutlineSection[]): ReadonlySet<string> {
  const ofRow = ({ anchor, below = [] }: Row): readonly string[] => [
    ...(anchor === undefined ? [] : [anchor]),
    ...below.flatMap(ofRow),
  ];
  return new Set(
    sections.flatMap((section) => {
      const hasRows = section.kind === 'list' || section.kind === 'record' || section.kind === 'strip';
      const own = section.heading === null ? [] : [section.anchor];
      return hasRows ? [...own, ...section.rows.flatMap(ofRow)] : own;
    }),
  );
}

/**
 * The text of an HTML file, complete without its script: the conclusion, then each deviation with all that is needed to act
 * on it, then everything else, folded. A requirement is in it once, where its verdict puts it; so is an exchange. That keeps
 * a page under 150 KB, and its ids inside `details`, which browsers open for an address without any script. Style and script
 * are allowed by hash, nothing else is.
 */
export function pageText(outline: Outline): string {
  const view = outline.of === undefined ? null : viewOf(outline.of);
  const [before = '', after = ''] = textOf(<Page outline={outline} view={view} />).split(later);
  const rows = outline.sections.flatMap((one) => (isLater(one) ? one.rows : []));
  return ['<!doctype html>\n', before, ...exchangeTexts(view, rows), after, '\n'].join('');
}
