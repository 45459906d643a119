import { type ComponentChild, createContext, h } from 'preact';
import { useContext } from 'preact/hooks';
import { glue } from '../../src/text/layout.ts';
import {
  type Fact,
  factsFor,
  type RichText,
  type Sign,
  signSymbols,
  type Target,
  type TextPiece,
} from '../outline/outline.ts';
import { anchorOf, placeAnchor, type View } from './view.ts';

/** What a page has: anchors that links may lead to, and, of a report, its exchanges. */
interface PageParts {
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
    return a(href, piece.link, /^https?:/.test(piece.url) ? { rel: 'noreferrer' } : {});
  }
  if ('ref' in piece) {
    const kind = typeof piece.to === 'object' ? { class: 'exchange-link' } : {};
    return a(hrefOf(known, piece.to), piece.ref, kind);
  }
  const runs = piece.runs?.map(({ text, differs }) => (differs ? <mark>{text}</mark> : text));
  return a(hrefOf(known, piece.to ?? own), <code>{runs ?? piece.value.replaceAll(glue, ' ')}</code>);
}

/** A link where there is something that it leads to. */
function a(href: string | undefined, shown: ComponentChild, more: { class?: string; rel?: string } = {}) {
  return href === undefined ? shown : h('a', { ...more, href }, shown);
}

/** Facts with their labels in a column; those without a label above or below. */
export function Facts({ facts: all }: { readonly facts: readonly Fact[] }) {
  const facts = factsFor('page', all);
  const labelled = facts.filter(({ label }) => label !== '');
  const start = Math.max(0, facts.indexOf(labelled[0] as Fact));
  const sentences = facts.map(({ label, text }) => label === '' && <Sentence text={text} />);
  return (
    <>
      {sentences.slice(0, start)}
      {labelled.length > 0 && (
        <dl>
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

function Sentence({ text }: Pick<Fact, 'text'>) {
  return (
    <>
      {' '}
      <span class="where">
        <Inline text={text} />
      </span>
    </>
  );
}

/** The sign as text; a word is always beside it. */
export function Icon({ sign = 'note' }: { readonly sign: Sign | undefined }) {
  if (sign === 'note') return null;
  return (
    <span class={`sign ${sign}`} aria-hidden="true">
      {signSymbols[sign]}
    </span>
  );
}
