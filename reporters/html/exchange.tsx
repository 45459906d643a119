/** @jsxImportSource preact */

import type { Exchange, Header, Masked } from '../../src/model/exchange.ts';
import { plural } from '../../src/text/plural.ts';
import { folded } from '../outline/excerpt.ts';
import type { OutlineSection } from '../outline/outline.ts';
import { Lines } from './body.tsx';
import { usePage } from './inline.tsx';
import { later, textOf } from './text-of.ts';
import { responseWords, Timeline } from './timeline.tsx';
import { placeAnchor, type ShownBody, type ShownExchange, type View } from './view.ts';

type ExchangesSection = Extract<OutlineSection, { readonly kind: 'exchanges' }>;

/** Whether its exchanges are put in when everything else is made. */
export function isLater(section: OutlineSection): section is ExchangesSection {
  return section.kind === 'exchanges' && section.anchor === 'exchanges';
}

/** Exchanges as they were sent, with their responses; of a run also in time. */
export function Exchanges({ section }: { readonly section: ExchangesSection }) {
  const { rows } = section;
  const { view } = usePage();
  if (view === null) return null;
  if (!isLater(section)) return <div class="card exchanges">{records(view, rows)}</div>;
  // Exchanges of traffic may be days apart, and are only a few of many.
  const isRecorded = view.report.traffic !== undefined;
  return (
    <>
      {isRecorded ? null : <Timeline exchanges={view.exchanges} />}
      {rows.length === 0 ? null : <div class="card exchanges" dangerouslySetInnerHTML={{ __html: later }} />}
    </>
  );
}

/** What replaces `later` in their section: each is text before the next one is made, as of traffic there are a thousand. */
export function exchangeTexts(view: View | null, rows: readonly Exchange[]): readonly string[] {
  return rows.map(({ id }) => {
    const one = view?.exchangeOf(id);
    return one === undefined ? '' : textOf(<ExchangeDetails one={one} />);
  });
}

/** Responses with what is wrong in them: the first of each operation is open. */
function records({ exchangeOf }: View, rows: readonly Exchange[]) {
  const known = new Set<string>();
  return rows.map(({ id, operation }) => {
    const one = exchangeOf(id);
    const isOpen = !known.has(operation);
    known.add(operation);
    return one === undefined ? null : <ExchangeDetails key={id} one={one} isRecord isOpen={isOpen} />;
  });
}

interface DetailsProps {
  readonly one: ShownExchange;
  /** Whether its response comes first. */
  readonly isRecord?: boolean;
  readonly isOpen?: boolean;
}

function ExchangeDetails({ one, isRecord = false, isOpen = false }: DetailsProps) {
  const { exchange, anchor } = one;
  const around = (
    <>
      <Request one={one} />
      {isRecord ? null : <ResponseOf one={one} />}
      <Again one={one} />
      <MaskedPlaces masked={exchange.masked} />
    </>
  );
  return (
    <details class="exchange" open={isOpen}>
      <summary>
        <strong>{exchange.probe}</strong> <span class="quiet small">{responseWords(exchange)}</span>{' '}
        <span class="purpose">{exchange.purpose}</span>
      </summary>
      <div id={anchor}>
        {isRecord ? <ResponseOf one={one} /> : around}
        {isRecord ? (
          <details class="rest">
            <summary>the request, and how to send it again</summary>
            <div class="around">{around}</div>
          </details>
        ) : null}
      </div>
    </details>
  );
}

function Headers({ first, headers }: { readonly first: string; readonly headers: readonly Header[] }) {
  return (
    <pre class="text">
      {first}
      {headers.map(([name, value]) => (
        <>
          {'\n'}
          <span class="name">{name}:</span> {value}
        </>
      ))}
    </pre>
  );
}

function Request({ one: { exchange, requestBody } }: { readonly one: ShownExchange }) {
  const { request } = exchange;
  return (
    <div class="message">
      <header>
        <h3>Request</h3>
      </header>
      <Headers first={`${request.method} ${request.url}`} headers={request.headers} />
      {requestBody === null ? null : <Body body={requestBody} />}
    </div>
  );
}

function ResponseOf({ one }: { readonly one: ShownExchange }) {
  const { response, failure } = one.exchange;
  const head = response ?? failure?.head;
  return (
    <div class="message">
      <header>
        <h3>Response</h3>
      </header>
      {failure ? <p class="failure deviates">{failure.message}</p> : null}
      {head ? <Headers first={`${head.status} ${head.reason}`.trim()} headers={head.headers} /> : null}
      {one.body ? <Body body={one.body} one={one} /> : null}
      {response && !one.body ? <p class="note">{noText(response.body.bytes)}</p> : null}
    </div>
  );
}

function noText(bytes: number): string {
  return bytes === 0 ? 'The body is empty.' : `The body is ${bytes} bytes that are not UTF-8.`;
}

function Body({ body, one }: { readonly body: ShownBody; readonly one?: ShownExchange }) {
  const { shown, rest } = folded(body.lines);
  const places = {
    notes: one === undefined ? [] : [...one.notes.values()],
    anchor: (pointer: string) => (one === undefined ? '' : placeAnchor(one, pointer)),
  };
  return (
    <>
      <pre class="text">
        <Lines lines={shown} {...places} isStart />
      </pre>
      {rest.length === 0 ? null : (
        <details class="rest">
          <summary>the rest of it, {plural(rest.length, 'line')}</summary>
          <pre class="text">
            <Lines lines={rest} {...places} isStart={false} />
          </pre>
        </details>
      )}
      <p class="note">
        {body.bytes} bytes{body.laidOut ? '; line breaks and indentation added for reading' : ', as it came'}
      </p>
    </>
  );
}

function Again({ one: { anchor, command } }: { readonly one: ShownExchange }) {
  const id = `${anchor}.command`;
  return (
    <div class="message">
      <header>
        <h3>Send it again</h3> <span class="quiet">secrets come from variables</span>{' '}
        <button class="button scripted" type="button" data-copy={id}>
          Copy as curl
        </button>
      </header>
      <pre class="text" id={id}>
        {command.join('\n')}
      </pre>
    </div>
  );
}

function MaskedPlaces({ masked }: { readonly masked: readonly Masked[] }) {
  if (masked.length === 0) return null;
  return (
    <p class="small quiet">
      Masked:{' '}
      {masked.map(({ part, at, what }) => `${what} in ${part.replace('-', ' ')} ${at}`.trim()).join('; ')}
    </p>
  );
}
