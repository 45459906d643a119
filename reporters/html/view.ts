import type { Exchange } from '../../src/model/exchange.ts';
import type { Report, RequirementResult } from '../../src/model/report.ts';
import { visible, visibleDeep } from '../../src/text/escape.ts';
import { type BodyText, bodyText, nearestPlace, type Piece } from '../support/body-text.ts';
import { curl } from '../support/curl.ts';
import { visibleReport } from '../support/visible-report.ts';
import { type Mark, markOf } from '../support/words.ts';

/** A body as a reader sees it. */
export interface ShownBody {
  readonly lines: readonly (readonly Piece[])[];
  readonly laidOut: boolean;
  readonly bytes: number;
}

/** How a place of a body is marked; `around` where what is pointed at is not there, and this value would hold it. */
export type PlaceMark = Mark | 'around';

/** One exchange, every character of it visible, with the places that rows point at. */
export interface ShownExchange {
  readonly exchange: Exchange;
  readonly anchor: string;
  /** Null where nothing came, or nothing that is text. */
  readonly body: ShownBody | null;
  readonly requestBody: ShownBody | null;
  /** Lines of a shell command that sends it again. */
  readonly command: readonly string[];
  /** The worst that verdicts make of each place. */
  readonly marks: ReadonlyMap<string, PlaceMark>;
  /** The place that is marked for a pointer of the visible report: its own, or the nearest that is there; null for the whole answer. */
  readonly placeOf: (pointer: string) => string | null;
}

/** What every part of the page draws from. */
export interface View {
  /** The report with every string made visible, answers left out. */
  readonly report: Report;
  readonly exchanges: readonly ShownExchange[];
  readonly exchangeOf: (id: string) => ShownExchange | undefined;
}

/** Text as the value of an id attribute and as a fragment: no white space, no percent sign. */
export function anchorOf(text: string): string {
  return text.replace(/[^\w.:-]/g, '_');
}

/** Id of a marked place of an exchange. */
export function placeAnchor({ anchor, marks }: ShownExchange, place: string): string {
  return `${anchor}.${[...marks.keys()].indexOf(place)}`;
}

const severity: readonly PlaceMark[] = [
  'deviates',
  'shown-deviates',
  'waived',
  'around',
  'conforms',
  'not-exercised',
];

function worse<Kind extends PlaceMark>(one: Kind | undefined, other: Kind): Kind {
  if (one === undefined) return other;
  return severity.indexOf(one) < severity.indexOf(other) ? one : other;
}

/** Pointers per exchange, each with the worst of the verdicts that point at it. */
function pointersOf({ requirements, observations }: Report): ReadonlyMap<string, ReadonlyMap<string, Mark>> {
  const found = new Map<string, Map<string, Mark>>();
  const add = (exchange: string, pointer: string, mark: Mark) => {
    const marks = found.get(exchange) ?? new Map<string, Mark>();
    found.set(exchange, marks.set(pointer, worse(marks.get(pointer), mark)));
  };
  const addRow = (row: RequirementResult) => {
    for (const { exchange, pointer } of row.evidence) add(exchange, pointer, markOf(row));
  };
  requirements.forEach(addRow);
  for (const { evidence } of observations)
    for (const { exchange, pointer } of evidence) add(exchange, pointer, 'not-exercised');
  return found;
}

function shownBody({ lines, laidOut }: BodyText, bytes: number): ShownBody {
  const shownPiece = ({ text, place }: Piece) => ({ text: visible(text), place: place && visible(place) });
  return { lines: lines.map((line) => line.map(shownPiece)), laidOut, bytes };
}

function shown(exchange: Exchange, pointers: ReadonlyMap<string, Mark>): ShownExchange {
  const { response, request } = exchange;
  const isText = response !== undefined && response.body.encoding === 'utf8' && response.body.text !== '';
  const text = isText ? bodyText(response.body.text, pointers.keys()) : null;
  const places = new Set([...(text?.places ?? [])].map(visible));
  const placeOf = (pointer: string) => nearestPlace(places, pointer);
  const marks = new Map<string, PlaceMark>();
  for (const [pointer, mark] of pointers) {
    const place = placeOf(visible(pointer));
    const placeMark = place === visible(pointer) || mark === 'conforms' ? mark : 'around';
    if (place !== null) marks.set(place, worse(marks.get(place), placeMark));
  }
  const { body, ...head } = response ?? {};
  return {
    exchange: visibleDeep({
      ...exchange,
      ...(body && { response: { ...head, body: { ...body, text: '' } } }),
    }) as Exchange,
    anchor: anchorOf(`exchange.${exchange.id}`),
    body: text && shownBody(text, response?.body.bytes ?? 0),
    // Made where they are drawn, once each: a page may have thousands of exchanges.
    get requestBody() {
      if (request.body === undefined) return null;
      return shownBody(bodyText(request.body, []), Buffer.byteLength(request.body));
    },
    get command() {
      return curl(exchange);
    },
    marks,
    placeOf,
  };
}

export function viewOf(report: Report): View {
  const pointers = pointersOf(report);
  const exchanges = report.exchanges.map((exchange) =>
    shown(exchange, pointers.get(exchange.id) ?? new Map()),
  );
  const byId = new Map(exchanges.map((one) => [one.exchange.id, one]));
  return { report: visibleReport(report), exchanges, exchangeOf: (id) => byId.get(id) };
}
