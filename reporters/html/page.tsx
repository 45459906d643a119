import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
// Escapes by default, small, typed elements; nothing of it reaches the page.
import { renderToString } from 'preact-render-to-string';
import type { Report } from '../../schemas/types.ts';
import { capital } from '../../src/text/capital.ts';
import { factsFor, type Outline, type OutlineSection, plainText, type Row } from '../outline/outline.ts';
import { markOf, markWords, worstFirst } from '../outline/words.ts';
import * as client from './client.ts';
import { Facts, Icon, Inline, Knowing } from './inline.tsx';
import { Chips, Lines } from './rows.tsx';
import { Sections } from './sections.tsx';
import { viewOf } from './view.ts';

/** A page's only style sheet: the build puts it beside the file that this module becomes part of. */
const style = readFileSync(new URL('page.css', import.meta.url), 'utf8');

/** A page's only script. */
const script = `(() => {\n'use strict';\n${Object.values(client).join('\n')}\nstart();\n})();`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing is loaded, sent or run but the page's own style and script, by their hashes (CSP level 3, section 2.3.1). */
const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;

/** What is above everything else: the verdict, counts, on what somebody has to act, what else there is to know. */
function Banner({ outline }: { readonly outline: Outline }) {
  const { kind, title, exitCode, mark, counts = [], acts = [], head } = outline;
  const conclusion = factsFor('page', outline.conclusion);
  const why = conclusion.filter(({ label }) => label === 'why').map(({ text }): Row => ({ title: text }));
  const facts = [...conclusion.filter(({ label }) => label !== 'why'), ...head];
  return (
    <header class="banner">
      <p class="quiet">
        <Inline text={kind} />
      </p>
      <div>
        <h1>
          <Icon sign={mark ?? undefined} /> {title}
          {exitCode !== undefined && <span class="quiet small"> exit code {exitCode}</span>}
        </h1>
        <Chips chips={counts} />
      </div>
      <Lines rows={[...why, ...acts.map(actOf)]} />
      <Facts facts={facts.map(({ label, text }) => ({ label: capital(label), text }))} />
    </header>
  );
}

/** Its owner is beside what somebody has to act on. */
function actOf({ lines = [], chips = [], ...row }: Row): Row {
  const owners = lines.flat().map(({ label, text }) => ({ text: `${label}: ${plainText(text)}` }));
  return { ...row, chips: [...chips, ...owners] };
}

function Contents({ sections }: Pick<Outline, 'sections'>) {
  return (
    <nav class="contents" aria-label="Contents">
      <ul>
        {sections.map(
          ({ anchor, heading, label = heading, count }) =>
            heading !== null && (
              <li>
                {/* Some counts are words: `a sample`. */}
                <a href={`#${anchor}`}>
                  {label} <span class="quiet">{/^\d+/.exec(`${count}`)?.[0]}</span>
                </a>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}

/** Search by words and by verdict. Only the page's script shows the form, which needs it. */
function Search({ report: { requirements } }: { readonly report: Report }) {
  const verdicts = worstFirst.flatMap((mark) => {
    const { length } = requirements.filter((row) => markOf(row) === mark);
    return length === 0 ? [] : [{ mark, length }];
  });
  return (
    <search class="tools scripted">
      <form autocomplete="off">
        <input
          name="words"
          type="search"
          aria-label="Search requirements"
          placeholder="Search fields and values"
        />
        {verdicts.map(({ mark, length }) => (
          <label key={mark} class={`chip ${mark}`}>
            <input name="mark" type="checkbox" value={mark} /> {length} {markWords[mark]}
          </label>
        ))}
        <button type="reset">Clear</button>
        <output class="quiet" aria-live="polite" />
      </form>
    </search>
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
 * on it, then everything else, folded. A requirement is in it once, where its verdict puts it; so is an exchange. Ids are
 * inside of `details`, which browsers open for an address. Style and script are allowed by hash, nothing else is.
 */
export function pageText(outline: Outline): string {
  const view = outline.of === undefined ? null : viewOf(outline.of);
  const page = (
    <Knowing value={{ anchors: anchorsOf(outline.sections), view }}>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content={policy} />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="referrer" content="no-referrer" />
          <title>{outline.tab}</title>
          <style dangerouslySetInnerHTML={{ __html: style }} />
        </head>
        <body>
          <a class="skip" href="#content">
            Skip to the content
          </a>
          <Banner outline={outline} />
          <div class="columns">
            <Contents sections={outline.sections} />
            <main id="content">
              {view && <Search report={view.report} />}
              <Sections sections={outline.sections} />
            </main>
          </div>
          <script dangerouslySetInnerHTML={{ __html: script }} />
        </body>
      </html>
    </Knowing>
  );
  return `<!doctype html>\n${renderToString(page)}\n`;
}
