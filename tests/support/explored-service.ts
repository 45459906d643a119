import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { deleteAnswer, entityId as ownEntity, putAnswer, sentTransformer } from './conforming.ts';
import { listening } from './free-port.ts';
import { goodToken } from './service.ts';

/** A small strict service for `explore`, written by hand, and what it does wrong on purpose. */

export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** From 1, in the order in which they arrived. */
  readonly number: number;
}

/** What it does in place of the strict response; a number is a status, `close` a connection without a response. */
export type Misdeed = number | 'close' | 'close and stop listening' | 'stop listening' | null;

export interface SmallService extends AsyncDisposable {
  readonly baseUrl: string;
  /** Every request that arrived. */
  readonly ledger: readonly Arrived[];
}

type Strict = { readonly status: number; readonly body: object };

export interface Traits {
  readonly misdeed?: (one: Arrived) => Misdeed;
  /** Whether a DELETE under another entity removes the rule. */
  readonly looksAtRuleAlone?: boolean;
  /** What a refusal says: of the PUT for a field, of any other request without one. */
  readonly error?: (what: string, field: string) => string;
  /** Whether it takes what the body has in a field, named with dots; undefined where nothing is there. Null for what it does usually. */
  readonly takes?: (field: string, value: unknown) => boolean | null;
  /** What becomes of fields of the body that the document does not have. */
  readonly furtherFields?: 'ignored' | 'returned';
  /** Whether it takes any Content-Type, and a body that lacks its last brace. */
  readonly readsAnything?: boolean;
  readonly withoutSlash?: 'served' | 'redirected';
  readonly schemeInAnyCase?: boolean;
  /** Whether each PUT creates a record. */
  readonly creates?: boolean;
  /** Status codes in place of the usual ones, by what happens. */
  readonly statuses?: Partial<Record<keyof typeof usualStatuses, number>>;
}

const usualStatuses = {
  ...{ done: 200, malformed: 400, invalid: 422 },
  ...{ unknownRule: 404, deletedRule: 404, otherEntity: 404 },
};

const usualError = (what: string, field: string) => `${field} ${what}`;
const optional = ['jsonPath'];
/** Each of these exists until it is deleted. */
const ruleId = /^rule-\d+$/;
const longestName = 80;

/** Why a body is not taken: what is wrong, and the field; null where it is. @param above what names begin with: `action.` */
function wrongIn(
  shape: object,
  given: unknown,
  traits: Traits,
  above = '',
): readonly [what: string, field: string] | null {
  const value = given as Record<string, unknown>;
  const further = traits.furtherFields === undefined ? Object.keys(value) : [];
  for (const name of further) if (!(name in shape)) return ['is not known', name];
  for (const [name, right] of Object.entries(shape)) {
    const one = value[name];
    const isTaken = traits.takes?.(above + name, one) ?? null;
    if (isTaken === true) continue;
    if (isTaken === false) return ['is wrong', name];
    if (one === undefined && optional.includes(name)) continue;
    if (one === undefined) return ['is missing', name];
    const isArray = Array.isArray(right);
    const isUnsafe = typeof one === 'number' && !Number.isSafeInteger(one);
    if (isUnsafe || one === null || typeof one !== typeof right || Array.isArray(one) !== isArray)
      return ['is wrong', name];
    const inner = isArray ? (one as unknown[]) : typeof right === 'object' ? [one] : [];
    if (isArray && inner.length === 0) return ['is empty', name];
    for (const each of inner) {
      if (typeof each !== 'object' || each === null) return ['is wrong', name];
      const wrong = wrongIn(isArray ? right[0] : right, each, traits, `${above}${name}.`);
      if (wrong !== null) return wrong;
    }
  }
  if (traits.takes === undefined && 'name' in value && String(value['name']).length > longestName)
    return ['is too long', 'name'];
  return null;
}

/** Undefined for what is no JSON. */
function parsed(body: string): typeof sentTransformer | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export async function startSmallService(traits: Traits = {}): Promise<SmallService> {
  const { misdeed, looksAtRuleAlone = false, error = usualError, readsAnything = false } = traits;
  const statuses = { ...usualStatuses, ...traits.statuses };
  const ledger: Arrived[] = [];
  const deleted = new Set<string>();
  const records = new Map<string, string>();
  let made = 0;
  const success = (data: object): Strict => {
    made += 1;
    const requestId = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
    return { status: statuses.done, body: { status: 'success', requestId, data } };
  };
  const refused = (status: number, what: string, field = ''): Strict => ({
    status,
    body: { error: error(what, field) },
  });

  const put = (entityId: string, body: string, type = ''): Strict => {
    if (type !== 'application/json' && !readsAnything) return refused(415, 'send application/json');
    const sent = parsed(body) ?? (readsAnything ? parsed(`${body}}`) : undefined);
    if (sent === undefined) return refused(statuses.malformed, 'the body is not JSON');
    const wrong = wrongIn(sentTransformer, sent, traits);
    if (wrong !== null) return refused(statuses.invalid, ...wrong);
    const { name, businessDataTypeId, derivativeType, action, conditions: given, ...further } = sent;
    const known = traits.creates === true ? undefined : records.get(name);
    const id = known ?? `dft-${made}`;
    records.set(name, id);
    const conditions = (given ?? []).map(({ jsonPath: _, ...one }) => ({
      ...one,
      type: 'BUSINESS_CURRENCY',
    }));
    const own = { entityId, name, businessDataTypeId, derivativeType, action, conditions };
    const more = traits.furtherFields === 'returned' ? further : {};
    return success({ ...putAnswer.data, ...more, ...own, derivativeFactTransformerId: id });
  };
  const remove = (entityId: string, rule: string): Strict => {
    if (!ruleId.test(rule)) return refused(statuses.unknownRule, 'no such rule');
    if (entityId !== ownEntity && !looksAtRuleAlone) return refused(statuses.otherEntity, 'no such entity');
    if (deleted.has(rule) && statuses.deletedRule !== statuses.done)
      return refused(statuses.deletedRule, 'no such rule');
    deleted.add(rule);
    return success({ ...deleteAnswer.data, entityId, automationRuleId: rule });
  };
  const strict = ({ method, url = '', headers }: IncomingMessage, body: string): Strict => {
    const [scheme = '', token] = headers.authorization?.split(' ') ?? [];
    const isScheme = scheme === 'Bearer' || (traits.schemeInAnyCase === true && /^bearer$/i.test(scheme));
    if (!isScheme || token !== goodToken) return refused(401, 'who are you?');
    const [, entity = '', rest = ''] = /^\/entity\/([^/]+)\/(.*)$/.exec(url) ?? [];
    const path = 'valuation/derivative/fact/transformer';
    if (method === 'PUT' && rest === path && traits.withoutSlash === 'redirected')
      return refused(308, 'see the path with a slash');
    if (method === 'PUT' && (rest === `${path}/` || (rest === path && traits.withoutSlash === 'served')))
      return put(entity, body, headers['content-type']);
    const [, rule] = /^automationRule\/([^/]+)$/.exec(rest) ?? [];
    return method === 'DELETE' && rule !== undefined ? remove(entity, rule) : refused(404, 'not found');
  };

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '' } = request;
    const body = await text(request);
    const arrived = { method, path, body, number: ledger.length + 1 };
    ledger.push(arrived);
    const wrong = misdeed?.(arrived) ?? null;
    if (wrong === 'close and stop listening' || wrong === 'stop listening') server.close();
    if (wrong === 'close' || wrong === 'close and stop listening') return void request.socket.destroy();
    const { status, body: sent } =
      typeof wrong === 'number' ? refused(wrong, 'failed') : strict(request, body);
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(sent));
  });
  const port = await listening(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    ledger,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
