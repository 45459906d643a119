/** @jsxImportSource preact */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { MarkedRun } from '../outline/difference.ts';
import type { Fact, RichText, Target, TextPiece } from '../outline/outline.ts';
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

interface InlineProps {
  readonly text: RichText;
  /** The anchor of the row that it is the title of: its first value leads there. */
  readonly own?: string | undefined;
  /** Without links: what opens a fold holds none. */
  readonly isPlain?: boolean;
}

/** A text with its values and links. */
export function Inline({ text, own, isPlain = false }: InlineProps) {
  const page = usePage();
  const known = isPlain ? nothing : page;
  if (typeof text === 'string') return <>{text}</>;
  return <>{text.map((piece, at) => pieceOf(known, piece, at === 0 ? own : undefined))}</>;
}

function pieceOf(known: PageParts, piece: TextPiece, own: string | undefined) {
  if (typeof piece === 'string') return piece;
  if ('link' in piece) {
    const rel = /^https?:/.test(piece.url) ? { rel: 'noreferrer' } : {};
    return (
      <a href={piece.to === undefined ? piece.url : `${piece.url}#${anchorOf(piece.to)}`} {...rel}>
        {piece.link}
      </a>
    );
  }
  const isValue = 'value' in piece;
  const href = hrefOf(known, isValue ? (piece.to ?? own) : piece.to);
  const shown = isValue ? (
    <code>{piece.runs === undefined ? piece.value : marked(piece.runs)}</code>
  ) : (
    piece.ref
  );
  if (href === undefined) return shown;
  const kind = isValue ? 'id' : typeof piece.to === 'object' ? 'exchange-link' : undefined;
  return (
    <a class={kind} href={href}>
      {shown}
    </a>
  );
}

function marked(runs: readonly MarkedRun[]) {
  return runs.map(({ text, differs }) => (differs ? <mark class="differs">{text}</mark> : text));
}

/** Facts with their labels in a column; those without a label above or below. */
export function Facts({ facts, kind = 'pair' }: { readonly facts: readonly Fact[]; readonly kind?: string }) {
  const labelled = facts.filter(({ label }) => label !== '');
  const start = facts.findIndex(({ label }) => label !== '');
  return (
    <>
      <Sentences facts={facts.slice(0, Math.max(0, start))} />
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
      <Sentences facts={facts.slice(Math.max(0, start)).filter(({ label }) => label === '')} />
    </>
  );
}

function Sentences({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <>
      {facts.map(({ text }) => (
        <p class="where">
          <Inline text={text} />
        </p>
      ))}
    </>
  );
}
