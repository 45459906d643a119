import type { Exchange, Report, RequirementResult, RunOptions } from '../../schemas/types.ts';
import { draftExpiry, draftWaivers } from '../../src/report/draft-waivers.ts';
import { plainJson, visible, visibleDeep } from '../../src/text/escape.ts';
import {
  type BodyText,
  bodyText,
  brokenPlace,
  linesAround,
  nearestPlace,
  type PlaceNote,
} from '../outline/body.ts';
import { curl } from '../outline/curl.ts';
import { visibleReport } from '../outline/rows.ts';
import { type Mark, markOf, worstFirst } from '../outline/words.ts';
import { issueText } from '../print/markdown.ts';

/** A body as a reader sees it. */
export interface ShownBody extends BodyText {
  readonly bytes: number;
}

/** What is copied of a problem. */
interface ProblemTexts {
  /** Markdown. */
  readonly issue: string;
  /** JSON: entries for a waivers file; '' for none. */
  readonly waiver: string;
  /** The first of its evidence. */
  readonly exchange: ShownExchange | undefined;
}

/** One exchange, every character of it visible, with the places that requirements point at. */
export interface ShownExchange {
  readonly exchange: Exchange;
  readonly anchor: string;
  /** Null where nothing came, or nothing that is text. */
  readonly body: ShownBody | null;
  readonly requestBody: ShownBody | null;
  /** Lines of a shell command that sends it again. */
  readonly command: readonly string[];
  /** What is wrong in its response, by the pointer as it is shown. */
  readonly notes: ReadonlyMap<string, PlaceNote>;
}

/** What components of a report's page are made from, beside its outline. */
export interface View {
  /** The report with every string made visible, responses left out. */
  readonly report: Report;
  readonly exchangeOf: (id: string) => ShownExchange | undefined;
  /** By the anchors of the rows of problems. */
  readonly texts: ReadonlyMap<string, ProblemTexts>;
}

/** Text as the value of an id attribute and as a fragment: no white space, no percent sign. */
export function anchorOf(text: string): string {
  return text.replace(/[^\w.:-]/g, '_');
}

/** Id of a place of an exchange in which something is wrong. */
export function placeAnchor({ anchor, notes }: ShownExchange, pointer: string): string {
  return `${anchor}.${[...notes.keys()].indexOf(pointer)}`;
}

/** What the document says of a member that is missing: its form, else its value or its type. */
function absentWords({ facet, operation, place }: RequirementResult, all: Report['requirements']) {
  if (facet !== 'presence') return undefined;
  const beside = all.filter((one) => one.operation === operation && one.place === place);
  const wanted = ['format', 'value', 'type'] as const;
  return wanted.flatMap((own) => beside.find((one) => one.facet === own)?.statement ?? [])[0];
}

/** What deviates or is accepted in the response of each exchange: of one place the most severe. */
function notesOf({ requirements }: Report): ReadonlyMap<string, ReadonlyMap<string, PlaceNote>> {
  const found = new Map<string, Map<string, PlaceNote>>();
  const rows = requirements.filter(
    ({ verdict, side }) => side === undefined && (verdict === 'deviates' || verdict === 'waived'),
  );
  for (const row of rows)
    for (const { exchange, pointer, expected, wanted } of row.evidence) {
      const notes = found.get(exchange) ?? new Map<string, PlaceNote>();
      found.set(exchange, notes);
      const mark = markOf(row);
      const known = notes.get(pointer);
      if (known !== undefined && worstFirst.indexOf(mark) >= worstFirst.indexOf(known.mark)) continue;
      const right = visible(wanted ?? absentWords(row, requirements) ?? expected);
      notes.set(pointer, { pointer: visible(pointer), mark, right });
    }
  return found;
}

/** What the worst place in a response is; undefined where nothing deviates. */
export function worstIn({ notes }: ShownExchange): Mark | undefined {
  return worstFirst.find((mark) => [...notes.values()].some((note) => note.mark === mark));
}

function shownBody(text: string, bytes: number, pointers: Iterable<string> = []): ShownBody {
  const { lines, laidOut, places } = bodyText(text, pointers);
  const shown = lines.map((line) =>
    line.map((piece) => ({ text: visible(piece.text), place: piece.place && visible(piece.place) })),
  );
  return { lines: shown, laidOut, bytes, places: new Set([...places].map(visible)) };
}

function shown(
  exchange: Exchange,
  notes: ReadonlyMap<string, PlaceNote>,
  options: RunOptions,
): ShownExchange {
  const { response, request } = exchange;
  const { text = '', encoding, bytes = 0 } = response?.body ?? {};
  const bare = response && { response: { ...response, body: { ...response.body, text: '' } } };
  return {
    exchange: visibleDeep({ ...exchange, ...bare }) as Exchange,
    anchor: anchorOf(`exchange.${exchange.id}`),
    body: encoding === 'utf8' && text !== '' ? shownBody(text, bytes, notes.keys()) : null,
    // Made where they are drawn, once each: a page may have thousands of exchanges.
    get requestBody() {
      return request.body === undefined ? null : shownBody(request.body, Buffer.byteLength(request.body));
    },
    get command() {
      return curl(exchange, options);
    },
    notes: new Map([...notes.values()].map((note) => [note.pointer, note])),
  };
}

/** The lines of a body around a place: its own, or the nearest that is there. */
function excerptOf({ lines, places }: ShownBody, pointer: string): readonly string[] {
  const place = nearestPlace(places, pointer) ?? (places.has(brokenPlace) ? brokenPlace : null);
  return linesAround(lines, place).map((line) => line.map(({ text }) => text).join(''));
}

function textsOf(raw: Report, exchangeOf: View['exchangeOf']): ReadonlyMap<string, ProblemTexts> {
  const { added } = draftWaivers(raw, draftExpiry(Date.parse(raw.run.startedAt)));
  const texts = raw.problems.map((problem, at): [string, ProblemTexts] => {
    const isOwn = ({ id }: { readonly id: string }) => problem.requirements.includes(id);
    const rows = raw.requirements.filter(isOwn);
    const waivers = added.filter(isOwn).map((waiver) => plainJson(JSON.stringify(waiver, null, 2)));
    const [first] = rows.flatMap(({ evidence }) => evidence);
    const exchange = first && exchangeOf(first.exchange);
    const issue = issueText(raw, problem, rows, {
      lines: first && exchange?.body ? excerptOf(exchange.body, visible(first.pointer)) : [],
      command: exchange?.command ?? [],
    });
    return [`problem.${at + 1}`, { issue, waiver: waivers.join(',\n'), exchange }];
  });
  return new Map(texts);
}

/** Exchanges of traffic that a page has; report.json has more of them. */
const mostOfTraffic = 30;

/** Exchanges that a page has: of traffic one of each deviation and each failure first. */
function shownExchanges({ exchanges, requirements, unanswered, traffic }: Report): readonly Exchange[] {
  if (traffic === undefined || exchanges.length <= mostOfTraffic) return exchanges;
  const evidence = requirements.filter(({ verdict }) => verdict === 'deviates').map((row) => row.evidence);
  const ofReason = new Map([...unanswered].reverse().map(({ reason, exchange }) => [reason, exchange]));
  const ids = [
    ...evidence.flatMap(([first]) => first?.exchange ?? []),
    ...ofReason.values(),
    ...evidence.flat().map(({ exchange }) => exchange),
    ...exchanges.map(({ id }) => id),
  ];
  const chosen = new Set([...new Set(ids)].slice(0, mostOfTraffic));
  return exchanges.filter(({ id }) => chosen.has(id));
}

export function viewOf(raw: Report): View {
  const notes = notesOf(raw);
  const all = shownExchanges(raw).map(
    (one) => [visible(one.id), shown(one, notes.get(one.id) ?? new Map(), raw.run.options)] as const,
  );
  const byId = new Map(all);
  const exchangeOf = (id: string) => byId.get(visible(id));
  return { report: visibleReport(raw), exchangeOf, texts: textsOf(raw, exchangeOf) };
}
