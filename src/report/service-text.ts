import type { Exchange, ResponseHead } from '../model/exchange.ts';
import type { Evidence } from '../model/finding.ts';
import type { Report } from '../model/report.ts';

type TextChange = (text: string) => string;

/** `true` for what is or holds free text, `never` for numbers and for words of a fixed set. */
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

/**
 * Who has a hand in the texts of a value: the service, its clients or whoever recorded both; or only this suite and the
 * operator. Every member with free text has to be named, so a new one does not compile before somebody says whose it is.
 */
type Authors<Value> =
  | 'ours'
  | (Value extends string
      ? 'service'
      : Value extends readonly (infer Item)[]
        ? Authors<Item>
        : Value extends object
          ? { readonly [Name in keyof Value as TextName<Value, Name>]-?: Authors<NonNullable<Value[Name]>> }
          : never);

const head: Authors<ResponseHead> = { reason: 'service', headers: 'service' };

const exchange: Authors<Exchange> = {
  ...{ id: 'ours', probe: 'ours', operation: 'ours', purpose: 'ours', request: 'ours', timings: 'ours' },
  response: { ...head, body: { text: 'service' }, decoded: 'service' },
  failure: { message: 'service', head },
  masked: { at: 'service', what: 'ours' },
};

const evidence: Authors<Evidence> = {
  exchange: 'ours',
  pointer: 'service',
  expected: 'ours',
  wanted: 'ours',
  actual: 'service',
};

const clients = { userAgent: 'service' } as const;

const requirement: Authors<Report['requirements']> = {
  ...{ id: 'ours', operation: 'ours', place: 'ours', section: 'ours', statement: 'ours', schema: 'ours' },
  ...{ check: 'ours', location: 'ours', because: 'ours', waiver: 'ours' },
  reason: 'service',
  unclear: 'service',
  evidence,
  spread: evidence,
  traffic: { firstAt: 'ours', lastAt: 'ours', rate: 'ours', clients },
};

/** What was seen in an earlier report was masked with the secrets of its own run. */
const since: Authors<NonNullable<Report['change']>> = {
  ...{ against: 'ours', appeared: 'ours', fixed: 'ours', flaky: 'ours', lost: 'ours' },
  sentence: 'service',
  notes: 'service',
  still: { id: 'ours', since: 'ours', value: { before: 'service', after: 'service' } },
  observations: { id: 'ours', question: 'ours', section: 'ours', before: 'service', after: 'service' },
};

const traffic: Authors<NonNullable<Report['traffic']>> = {
  ...{ sources: 'ours', parts: 'ours', firstAt: 'ours', lastAt: 'ours', operations: 'ours' },
  badEntries: { source: 'ours', problem: 'service' },
  baseUrls: { value: 'service' },
  clients,
};

const report: Authors<Report> = {
  ...{ tool: 'ours', document: 'ours', target: 'ours', run: 'ours', plan: 'ours', operations: 'ours' },
  ...{ waivers: 'ours', notAsked: 'ours', documentNotes: 'ours' },
  summary: { reasons: 'service' },
  conclusion: {
    ...{ verdict: 'service', why: 'service', act: 'service', next: 'service' },
    ...{ changed: 'service', notChecked: 'service' },
  },
  problems: { title: 'service', cause: 'ours', cure: 'service', requirements: 'ours' },
  change: since,
  requirements: requirement,
  observations: {
    ...{ id: 'ours', question: 'ours', section: 'ours', answer: 'service' },
    evidence: { exchange: 'ours', pointer: 'service' },
  },
  unanswered: { exchange: 'ours', reason: 'service', hint: 'ours' },
  effects: 'ours',
  exchanges: exchange,
  traffic,
};

type Author = 'service' | 'ours' | { readonly [member: string]: Author };

function changed<Value>(value: Value, authors: Author, change: TextChange): Value {
  if (authors === 'ours' || value === null) return value;
  if (typeof value === 'string') return change(value) as Value & string;
  if (Array.isArray(value)) return value.map((one) => changed(one, authors, change)) as Value & unknown[];
  const members = Object.entries(value as object).map(([name, member]) => {
    const own = authors === 'service' ? undefined : authors[name];
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
