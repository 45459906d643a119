import { type ComponentChild, createContext, h } from 'preact';
import { useContext } from 'preact/hooks';
import { glue } from '../../src/text/layout.ts';
import type { Fact, RichText, Sign, Target, TextPiece } from '../outline/outline.ts';
import type { Mark } from '../outline/words.ts';
import { anchorOf, placeAnchor, type View } from './view.ts';

/** What a page has: anchors that links may lead to, and, of a report, its exchanges. */
export interface PageParts {
  readonly anchors: ReadonlySet<string>;
  readonly view: View | null;
}

const nothing: PageParts = { anchors: new Set(), view: null };

const PartsContext = createContext<PageParts>(nothing);

export const Knowing = PartsContext.Provider;

export function usePage(): PageParts {
  return useContext(PartsContext);
}

/** Where a link leads; undefined for what the page does not have. */
export function hrefOf({ anchors, view }: PageParts, to: Target | undefined): string | undefined {
  if (to === undefined) return undefined;
  if (typeof to === 'string') return anchors.has(to) ? `#${anchorOf(to)}` : undefined;
  const exchange = view?.exchangeOf(to.exchange);
  if (exchange === undefined) return undefined;
  const { pointer } = to;
  const isNoted = pointer !== undefined && exchange.body !== null && exchange.notes.has(pointer);
  return `#${isNoted ? placeAnchor(exchange, pointer) : exchange.anchor}`;
}

/** A text with its values and links. @param own the anchor of the row that it is the title of: its first value leads there */
export function Inline({ text, own }: { readonly text: RichText; readonly own?: string | undefined }) {
  const page = usePage();
  if (typeof text === 'string') return text;
  return text.map((piece, at) => pieceOf(page, piece, at === 0 ? own : undefined));
}

/** The same without links: what opens a fold holds none. */
export function plainly(text: RichText) {
  return typeof text === 'string' ? text : text.map((piece) => pieceOf(nothing, piece));
}

function pieceOf(known: PageParts, piece: TextPiece, own?: string) {
  if (typeof piece === 'string') return piece;
  if ('link' in piece) {
    const href = piece.to === undefined ? piece.url : `${piece.url}#${anchorOf(piece.to)}`;
    const rel = /^https?:/.test(piece.url) ? { rel: 'noreferrer' } : {};
    return a(href, piece.link, rel);
  }
  if ('ref' in piece) {
    const href = hrefOf(known, piece.to);
    return a(href, piece.ref, { class: typeof piece.to === 'object' ? 'exchange-link' : undefined });
  }
  const runs = piece.runs?.map(({ text, differs }) => (differs ? <mark class="differs">{text}</mark> : text));
  return a(hrefOf(known, piece.to ?? own), <code>{runs ?? piece.value.replaceAll(glue, ' ')}</code>, {
    class: 'id',
  });
}

/** A link where there is something that it leads to. */
function a(
  href: string | undefined,
  shown: ComponentChild,
  more: { class?: string | undefined; rel?: string },
) {
  return href === undefined ? shown : h('a', { ...more, href }, shown);
}

/** Facts with their labels in a column; those without a label above or below. */
export function Facts({ facts, kind = 'pair' }: { readonly facts: readonly Fact[]; readonly kind?: string }) {
  const labelled = facts.filter(({ label }) => label !== '');
  const start = Math.max(0, facts.indexOf(labelled[0] as Fact));
  const sentences = facts.map(
    ({ label, text }) =>
      label === '' && (
        <p class="where">
          <Inline text={text} />
        </p>
      ),
  );
  return (
    <>
      {sentences.slice(0, start)}
      {labelled.length === 0 ? null : (
        <dl class={kind}>
          {labelled.map(({ label, text }) => (
            <div class={label === 'expected' || label === 'actual' ? label : undefined}>
              <dt>{label}</dt>
              <dd>
                <Inline text={text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {sentences.slice(start)}
    </>
  );
}

/** Shapes that differ without colour, drawn in a square of 16. */
const shapes: Readonly<Record<Mark | 'notice', readonly string[]>> = {
  conforms: ['M3 8.5 6.5 12 13 4.5'],
  deviates: ['M4 4l8 8M12 4l-8 8'],
  'shown-deviates': ['M8 2 15 14H1Z', 'M8 6.5v3.5M8 12v.2'],
  waived: ['M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2Z', 'M4 12 12 4'],
  'not-exercised': ['M3.5 8h9'],
  notice: ['M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2Z', 'M8 7.5v3.5M8 5v.2'],
};

/** Defined once in a page, drawn by `Icon`. */
export function Symbols() {
  return (
    <svg class="symbols" aria-hidden="true" width="0" height="0">
      {Object.entries(shapes).map(([mark, paths]) => (
        <symbol key={mark} id={`icon.${mark}`} viewBox="0 0 16 16">
          {paths.map((path) => (
            <path key={path} d={path} />
          ))}
        </symbol>
      ))}
    </svg>
  );
}

/** The shape of a sign, none for what has none. A word is always beside it. */
export function Icon({ sign }: { readonly sign: Sign | undefined }) {
  if (sign === undefined || sign === 'note') return null;
  const shape = sign === 'failed' ? 'deviates' : sign;
  return (
    <svg class={`icon ${shape}`} aria-hidden="true">
      <use href={`#icon.${shape}`} />
    </svg>
  );
}
