/** @jsxImportSource preact */
import { createHash } from 'node:crypto';
import type { ComponentChildren, VNode } from 'preact';
// Escapes by default, small, typed elements; nothing of it reaches the page.
import { renderToString } from 'preact-render-to-string';
import { script } from './client.ts';
import { Symbols } from './icons.tsx';
import { style } from './style.ts';

/** An entry of the list of contents. */
export interface Destination {
  /** Id of the section. */
  readonly anchor: string;
  readonly label: string;
  /** How much there is to see; left out where nothing is counted. */
  readonly count?: number;
}

export interface PageProps {
  /** For the browser's tab; the outcome is part of it. */
  readonly title: string;
  /** What is above everything else; holds the only h1. */
  readonly banner: ComponentChildren;
  readonly contents: readonly Destination[];
  /** Sections, each with an h2. */
  readonly children: ComponentChildren;
  /** Text, made by `textOf`, that stands where `later` is in the sections. */
  readonly pieces?: readonly string[];
}

/** A place for text that is put in when everything else is made: a comment, which no text of a report can be. */
export const later = '<!-- later -->';

/** The source expression of CSP that allows exactly this text (CSP level 3, section 2.3.1). */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Nothing is loaded, sent or run but the page's own style and script. */
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function Contents({ contents }: Pick<PageProps, 'contents'>) {
  return (
    <nav class="contents" aria-label="Contents">
      <ul>
        {contents.map(({ anchor, label, count }) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>
              <span>{label}</span>
              {count === undefined ? null : <span class="count">{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** One self-contained page of a report: policy, style and script of their own, landmarks, contents. */
export function Page({ title, banner, contents, children }: Omit<PageProps, 'pieces'>) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <Symbols />
        <header class="banner">{banner}</header>
        <div class="columns">
          <Contents contents={contents} />
          <main id="content">{children}</main>
        </div>
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  );
}

/** Style, script and tags, which stay as they are, and a quotation mark in the text between them. */
const quoteInText = /<(style|script)>[\s\S]*?<\/\1>|<[^>"]*(?:"[^"]*"[^>"]*)*>|&quot;/g;

/**
 * The text of a part of a page; everything in it was escaped by Preact, but the style and the script. Quotation marks need
 * that in attributes only, and JSON is full of them: as themselves they make a page a twentieth smaller. What is found is
 * looked at one by one, as a page has 100,000 tags.
 */
export function textOf(part: VNode): string {
  const text = renderToString(part);
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(quoteInText)) {
    if (found !== '&quot;') continue;
    pieces.push(text.slice(end, index), '"');
    end = index + found.length;
  }
  return pieces.join('') + text.slice(end);
}

/** The text of an HTML file. */
export function pageText({ pieces = [], ...props }: PageProps): string {
  const [before = '', after = ''] = textOf(<Page {...props} />).split(later);
  return ['<!doctype html>\n', before, ...pieces, after, '\n'].join('');
}
