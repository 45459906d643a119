import type { Exchange } from '../../../schemas/types.ts';
import type { UnansweredRequest } from '../../judge/several.ts';
import { statusOf, valuesOf } from '../../model/exchange.ts';
import { known } from '../../model/known.ts';
import { contract } from '../../operations/index.ts';
import { joined } from '../../text/plural.ts';
import { isRedirect, type RefusedRequest, rules, usualRule } from './rules.ts';

/**
 * Who has to act on a refused request of a run. What was sent conforms to the document, so the service has to take it,
 * unless whoever runs the check named something that it does not know.
 */
export interface RefusalAct {
  readonly first: 'service' | 'operator';
  /** What shows it, and what both have to do, in one sentence. */
  readonly hint: string;
  /** Continues "By the operators of the service: "; absent where they have nothing to do. */
  readonly service?: string;
  /** Continues "By whoever runs this check: "; absent where there is no doubt about the service. */
  readonly operator?: string;
}

/** By the id of a request. */
export type RefusalActs = ReadonlyMap<string, RefusalAct>;

/** `404`, `405`, `a redirect`: what a service without a route returns; null for anything else. */
function noRoute(exchange: Exchange): string | null {
  const status = statusOf(exchange) ?? 0;
  if (isRedirect(status)) return 'a redirect';
  return status === 404 || status === 405 ? String(status) : null;
}

function isWithoutRoute(operation: string, exchanges: readonly Exchange[]): boolean {
  const own = exchanges.filter((one) => one.operation === operation);
  const [said = null, ...others] = new Set(own.map(noRoute));
  const isForAll = own.some(({ credentials }) => credentials !== 'authorised');
  return said !== null && others.length === 0 && isForAll;
}

function isPage({ response }: Exchange): boolean {
  const { encoding, text = '' } = response?.body ?? {};
  return encoding === 'utf8' && /^\s*[^\s{[]/.test(text);
}

/** The words of a request, by their names in `rules.ts`. */
type Words = Readonly<Record<string, string>>;

/** @param served operations that succeeded in the same run */
function wordsOf(exchange: Exchange, served: ReadonlySet<string>): Words {
  const { name, method, object, path, names, requestSchema } = contract.operation(exchange.operation);
  const others = contract.operations.filter((one) => one.name !== name && served.has(one.name));
  const isEmpty = requestSchema === null;
  // What a served request named is known to the service; an object may still be that of another entity.
  const isKnown = (key: string) => !isEmpty && others.some((one) => key in one.names);
  const settings = Object.entries(names).flatMap(([key, setting]) => (isKnown(key) ? [] : setting));
  const atEnd = path.endsWith('/') ? ', with the slash at its end' : '';
  const directly = isRedirect(statusOf(exchange) ?? 0) ? ', without a redirect' : '';
  return {
    ...{ method, object },
    served: joined(others.map((one) => one.method)),
    settings: joined(settings),
    path: `the path of the document${atEnd}${directly}`,
    sent: isEmpty ? 'is sent as in the document, without a body' : 'has the fields and types of the document',
    value: isEmpty ? `this ${object}` : 'a value',
  };
}

/** Seconds, or a date of HTTP; any other text is the service's own. */
const retryAfter = /^(?:\d{1,9}|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/;

/** What else a hint says: a status that is better another one, and how long the service asks to wait. */
function notesOf({ response }: Exchange, { status, kind }: RefusedRequest): string {
  const late =
    kind === 'refusal' && status < 300 ? '; an error is better sent with a status of 4xx or 5xx' : '';
  const [value = ''] = valuesOf(response?.headers ?? [], 'retry-after');
  if (isRedirect(status) || !retryAfter.test(value)) return late;
  return `${late}; the service asks to wait ${/^\d/.test(value) ? `${value} s` : `until ${value}`} (Retry-After)`;
}

function actOf(refused: RefusedRequest, words: Words, notes: string): RefusalAct {
  const { first, because = '', act, otherwise } = rules.find(({ when }) => when(refused)) ?? usualRule;
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
  const isService = first === 'service';
  const said = (act: string, isOfService: boolean) => (isOfService ? `the service has to ${act}` : act);
  const [condition = '', other = ''] = otherwise ?? [];
  const hint = [
    `${because}${act === undefined ? '' : said(act, isService)}`,
    ...(otherwise === undefined ? [] : [`if ${condition}, ${said(other, !isService)}`]),
  ].join('; ');
  const own = act && filled(act);
  const second = otherwise && filled(`if ${condition}, ${other}`);
  return {
    first,
    hint: filled(hint) + notes,
    ...known(isService ? { service: own, operator: second } : { service: second, operator: own }),
  };
}

/** What is said of each authorised request of a run that the service refused, by its id. */
export function refusalsOf(
  exchanges: readonly Exchange[],
  unanswered: readonly UnansweredRequest[],
): RefusalActs {
  const failed = new Map(unanswered.map(({ exchange, kind }) => [exchange, kind]));
  const served = new Set(
    exchanges.flatMap(({ id, credentials, operation }) =>
      credentials === 'authorised' && !failed.has(id) ? operation : [],
    ),
  );
  const lost = new Set(
    contract.operations.flatMap(({ name }) => (isWithoutRoute(name, exchanges) ? name : [])),
  );
  const found = exchanges.flatMap((exchange): readonly (readonly [string, RefusalAct])[] => {
    const { id, operation, failure, request } = exchange;
    const kind = failed.get(id);
    const status = failure?.kind === 'proxy' ? 0 : (statusOf(exchange) ?? 0);
    if (kind === undefined || kind === 'no-object' || status === 0 || status >= 500) return [];
    const words = wordsOf(exchange, served);
    const refused = {
      ...{ status, kind, failure: failure?.kind },
      isServedElse: words['served'] !== '',
      isOfObject: Object.keys(request.addressed).length > 1,
      isPage: isPage(exchange),
      isWithoutRoute: lost.has(operation),
    };
    return [[id, actOf(refused, words, notesOf(exchange, refused))]];
  });
  return new Map(found);
}
