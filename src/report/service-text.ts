import type { Evidence, Exchange, Report, ResponseHead, ServiceProblem } from '../../schemas/types.ts';

type TextChange = (text: string) => string;

/**
 * `true` for what is or holds free text, `never` for numbers and for words of a fixed set.
 */
type TextIn<Value> = Value extends string
  ? string extends Value
    ? true
    : never
  : Value extends readonly (infer Item)[]
    ? TextIn<Item>
    : Value extends object
      ? { [Name in keyof Value]-?: TextIn<Value[Name]> }[keyof Value]
      : never;

type TextName<Value, Name extends keyof Value> = TextIn<Value[Name]> extends never ? never : Name;

/** Members whose texts come from this suite and the operator alone, wherever they are. */
type Own =
  | ('id' | 'probe' | 'operation' | 'operations' | 'purpose' | 'exchange' | 'request' | 'timings' | 'what')
  | ('expected' | 'wanted' | 'place' | 'section' | 'statement' | 'question' | 'schema' | 'check')
  | ('because' | 'waiver' | 'waivers' | 'cause' | 'hint' | 'course' | 'owner' | 'source' | 'sources')
  | ('firstAt' | 'lastAt' | 'rate')
  | (
      | 'against'
      | 'appeared'
      | 'returned'
      | 'uncovered'
      | 'fixed'
      | 'flaky'
      | 'lost'
      | 'since'
      | 'parts'
      | 'effects'
      | 'plan'
      | 'run'
    )
  | ('tool' | 'document' | 'target' | 'notAsked' | 'documentNotes' | 'requests' | 'declared')
  | ('recording' | 'contract' | 'suite' | 'node');

/**
 * The texts in which the service, its clients or whoever recorded both have a hand. Every other member with free text
 * has to be named, so a new one does not compile before somebody says whose it is.
 */
type Foreign<Value> = Value extends string
  ? true
  : Value extends readonly (infer Item)[]
    ? Foreign<Item>
    : Value extends object
      ? {
          readonly [Name in keyof Value as Name extends Own ? never : TextName<Value, Name>]-?: Foreign<
            NonNullable<Value[Name]>
          >;
        }
      : never;

const head: Foreign<ResponseHead> = { reason: true, headers: true };

const exchange: Foreign<Exchange> = {
  response: { ...head, body: { text: true }, decoded: true },
  failure: { message: true, head },
  masked: { at: true },
};

const evidence: Foreign<Evidence> = { pointer: true, actual: true };
const clients = { userAgent: true } as const;

const problem = { title: true, cure: true } satisfies Omit<
  Foreign<ServiceProblem>,
  'requirements' | 'follows' | 'fields'
>;

const report: Foreign<Omit<Report, 'problems'>> & { readonly problems: TextPlaces } = {
  summary: { reasons: true },
  conclusion: {
    verdict: true,
    why: true,
    acts: { sentence: true },
    act: true,
    next: true,
    changed: true,
    notChecked: true,
  },
  // `requirements` and `follows` have ids here, and all of them below.
  problems: { ...problem, fields: problem },
  // What was seen in an earlier report was masked with the secrets of its own run.
  change: {
    sentence: true,
    notes: true,
    still: { value: { before: true, after: true } },
    unseen: { value: { before: true, after: true } },
    observations: { before: true, after: true },
  },
  requirements: {
    reason: true,
    unclear: true,
    evidence,
    spread: evidence,
    traffic: { clients },
    follows: { evidence, traffic: { clients } },
  },
  observations: { answer: true, evidence: { pointer: true } },
  answers: { answer: true, why: true },
  answerFindings: { seen: true },
  unanswered: { reason: true },
  exchanges: exchange,
  traffic: { badEntries: { problem: true }, baseUrls: { value: true }, clients },
  // Digests and versions; the answers of a report have texts of the service, and the same name.
  evidence: { answers: true },
};

type TextPlaces = true | { readonly [member: string]: TextPlaces };

/** The value with the texts at these places changed. */
export function changed<Value>(value: Value, places: TextPlaces, change: TextChange): Value {
  if (typeof value === 'string') return change(value) as Value & string;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => changed(one, places, change)) as Value & unknown[];
  const members = Object.entries(value).map(([name, member]) => {
    if (places === true) return [change(name), changed(member, true, change)];
    const own = places[name];
    return [name, own === undefined ? member : changed(member, own, change)];
  });
  return Object.fromEntries(members) as Value;
}

/** The exchange with every text changed that came from the service. */
export function withExchangeText(given: Exchange, change: TextChange): Exchange {
  return changed(given, exchange, change);
}

/** The report with every text changed that a service may have had a hand in; what is ours and the operator's stays. */
export function withServiceText(given: Report, change: TextChange): Report {
  const { operations } = given;
  const removes = (name: string) =>
    operations.find((one) => one.name === name)?.effect?.removes !== undefined;
  // The id of what is removed is the operator's own: it is in the path.
  const effects = given.effects.map((one) =>
    removes(one.operation) || one.id === null ? one : { ...one, id: change(one.id) },
  );
  return { ...changed(given, report, change), effects };
}
