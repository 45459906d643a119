import type { Answer } from './handler.ts';
import { isArray, isObject, type Json, NumberText } from './json.ts';
import { operations } from './operations.ts';

/** Changes the text of every successful response to an operation, for whoever starts the service. */
export interface AnswerEdit {
  /** One that the service has. */
  readonly operation: string;
  /** From the JSON text to what is sent instead. */
  readonly edit: (answer: string) => string;
}

/** How requests are served that have no right to be. */
export interface Serving {
  /** Why they should have been refused. */
  readonly refused: 'credentials_missing' | 'token_unknown';
  readonly status: number;
  readonly hasBody: boolean;
}

/** What a fault changes. */
interface Change {
  /** In a place of the body of a successful response; undefined leaves it out. */
  readonly edit?: (value: Json | undefined) => Json | undefined;
  /** In the body of a successful response, after all edits; each character is a byte. */
  readonly bytes?: (body: string) => string;
  readonly serves?: Serving;
}

/** One named way in which the service departs from the document. Refusals are never changed. */
export interface Fault extends Change {
  /** Kebab-case, unique. */
  readonly name: string;
  readonly description: string;
  /**
   * Ids of all requirements that deviate because of it in an ordinary run, which sends two conditions that differ. The
   * operations that they begin with are those whose responses it changes.
   */
  readonly trips: readonly string[];
}

/**
 * One named way in which the service fails. A response of it says nothing about the document, so no requirement deviates
 * because of it: a run ends as incomplete. It concerns every request to an operation, whoever sends it, and none is
 * carried out.
 */
export interface ServiceFailure {
  /** Kebab-case, unique among faults too. */
  readonly name: string;
  readonly description: string;
  /** What is sent in place of every response; `nothing` keeps the connection open, `close` drops it. */
  readonly instead: 'nothing' | 'close' | Answer;
}

/** Whether a fault changes the responses of an operation. */
export function concerns({ trips }: Fault, operation: string): boolean {
  return trips.some((id) => /^\w+/.exec(id)?.[0] === operation);
}

/** A change, and what is said of it: what it does to a field, or to some requests. */
interface DescribedChange extends Change {
  readonly words?: (field: string, requests: string) => string;
}

function openTo(refused: Serving['refused'], status = 200, hasBody = true): DescribedChange {
  const caller = refused === 'token_unknown' ? 'with any bearer token' : 'without an Authorization header';
  const response =
    status === 200 ? '' : `, with status ${status} and ${hasBody ? 'the success envelope' : 'no body'}`;
  return {
    words: (_, requests) => `Serves ${requests} ${caller}${response}.`,
    serves: { refused, status, hasBody },
  };
}

const leftOut: DescribedChange = { words: (field) => `Leaves ${field} out.`, edit: () => undefined };

function sent(value: Json): DescribedChange {
  return { words: (field) => `Sends ${field} as ${JSON.stringify(value)}.`, edit: () => value };
}

/** Edits a string; any other value stays as it is. */
function respelt(edit: (text: string) => string): DescribedChange {
  return { edit: (value) => (typeof value === 'string' ? edit(value) : value) };
}

/** Edits an array; any other value stays as it is. */
function rearranged(edit: (items: readonly Json[]) => readonly Json[]): DescribedChange {
  return { edit: (value) => (isArray(value) ? edit(value) : value) };
}

function otherNumbers(action: Json | undefined): Json | undefined {
  if (!isObject(action)) return action;
  const members = Object.entries(action);
  return Object.fromEntries(
    members.map(([name, value]) => [name, value instanceof NumberText ? -987654321 : value]),
  );
}

const otherId = 'f'.repeat(32);

/**
 * The faults that have a name: those of each facet that show what may go wrong, and whatever no edit of one response can
 * say, such as credentials, bytes and responses alike. Every other fault is an edit that whoever starts the service
 * gives. Each row has the requirement that deviates, where one without an operation is that of all operations; or a
 * place with the ends of the ids of several; the change, of that place; and words, where the change has none.
 */
const table: Readonly<Record<string, readonly [string, DescribedChange, string?]>> = {
  'no-credentials-check': [':authorization', openTo('credentials_missing')],
  'put-open': ['put:authorization', openTo('credentials_missing')],
  'delete-open': ['delete:authorization', openTo('credentials_missing')],
  'serves-with-401': [':authorization', openTo('credentials_missing', 401)],
  'serves-with-201': [':authorization', openTo('credentials_missing', 201, false)],
  'serves-with-204': [':authorization', openTo('credentials_missing', 204, false)],
  'serves-with-205': [':authorization', openTo('credentials_missing', 205, false)],
  'any-token': [':made-up-token', openTo('token_unknown')],
  'put-any-token': ['put:made-up-token', openTo('token_unknown')],
  'delete-any-token': ['delete:made-up-token', openTo('token_unknown')],
  'not-json': [':json', { bytes: () => '<!doctype html><title>Done</title>' }, 'Responds with an HTML page.'],
  'empty-body': [':json', { bytes: () => '' }, 'Responds with an empty body.'],
  'cut-short': [':json', { bytes: (body) => body.slice(0, -1) }, 'Leaves out the closing brace.'],
  'trailing-garbage': [':json', { bytes: (body) => `${body}done` }, 'Writes a word after the JSON object.'],
  'json-in-text': [
    ':json',
    { bytes: (body) => JSON.stringify(body) },
    'Responds with the JSON object as the text of a JSON string.',
  ],
  'invalid-utf8': [
    ':json',
    { bytes: (body) => body.replace('"', '"\xff') },
    'Puts the byte FF into the name of a member.',
  ],
  utf16: [
    ':json',
    { bytes: (body) => Buffer.from(Buffer.from(body, 'latin1').toString(), 'utf16le').toString('latin1') },
    'Encodes the body in UTF-16.',
  ],
  'byte-order-mark': [
    ':byte-order-mark',
    { bytes: (body) => `\xef\xbb\xbf${body}` },
    'Puts a byte order mark before the JSON object.',
  ],
  'duplicate-key': [
    ':unique-keys',
    { bytes: (body) => body.replace('{', '{"status":"success",') },
    'Writes `status` twice in the envelope, both times with the right value.',
  ],
  'duplicate-key-in-record': [
    ':unique-keys',
    { bytes: (body) => body.replace(/("data":\{)("[^"]*":)/, '$1$2"",$2') },
    'Writes the first member of the record twice, the right value last.',
  ],
  'status-ok': ['.status:value', sent('OK')],
  'status-missing': ['.status:presence', leftOut],
  'request-id-number': ['.requestId:type', sent(7)],
  'request-id-urn': [
    '.requestId:format',
    respelt((id) => `urn:uuid:${id}`),
    'Writes urn:uuid: before requestId.',
  ],
  'request-id-repeated': ['.requestId:uniqueness', sent('00000000-0000-4000-8000-000000000001')],
  'data-missing': ['.data:presence', leftOut],
  'data-list': [
    '.data:type',
    { edit: (record = null) => [record] },
    'Sends data as an array that holds the record.',
  ],
  'transformer-name-not-echoed': [
    'put.data.name:echo',
    respelt((name) => `${name} (copy)`),
    'Responds with a name other than the one sent.',
  ],
  'transformer-entity-empty': ['put.data.entityId:value :echo', sent('')],
  'transformer-derivative-type-code': ['put.data.derivativeType:type', sent(1)],
  'transformer-entity-of-another': ['put.data.entityId:echo', sent(otherId)],
  'transformer-deleted-at-missing': ['put.data.deletedAt:presence', leftOut],
  'transformer-deleted-at-zero-date': ['put.data.deletedAt:format', sent('0000-00-00 00:00:00')],
  'conditions-one-less': [
    'put.data.conditions:count',
    rearranged((all) => all.slice(0, -1)),
    'Leaves the last condition out.',
  ],
  'conditions-reordered': [
    'put.data.conditions .each.column:echo .each.value:echo',
    rearranged((all) => all.toReversed()),
    'Sends the conditions in reverse order. The requirements listed are for two conditions that differ only in column and value.',
  ],
  'last-condition-empty': [
    'put.data.conditions .each.column:presence .each.columnType:presence .each.type:presence .each.operator:presence .each.value:presence',
    rearranged((all) => all.map((one, at) => (at === all.length - 1 ? {} : one))),
    'Sends the last condition as an object without members.',
  ],
  'condition-keeps-json-path': ['put.data.conditions.each.jsonPath:absence', sent('$.currency')],
  'condition-type-as-sent': ['put.data.conditions.each.type:value', sent('CURRENCY_FIAT')],
  'action-numbers-changed': [
    'put.data.action .datetime:echo .referenceNo:echo .assetName:echo .positionSide:echo .currency:echo .amount:echo',
    { edit: otherNumbers },
    'Responds with other numbers in action than the ones sent.',
  ],
  'action-amount-fractional': ['put.data.action.amount:type', sent(1.5)],
  'action-timezone-unknown': ['put.data.action.timezone:format :echo', sent('Mars/Olympus_Mons')],
  'rule-approved-as-boolean': ['delete.data.enableAutomationJournalApproved:type', sent(true)],
  'rule-approved-upper-case': ['delete.data.enableAutomationJournalApproved:value', sent('TRUE')],
  'rule-integration-id-upper-case': [
    'delete.data.integrationId:format',
    respelt((id) => id.toUpperCase()),
    'Writes integrationId in upper case.',
  ],
  'rule-id-of-another': ['delete.data.automationRuleId:echo', sent(otherId)],
  'rule-created-at-with-t': [
    'delete.data.createdAt:format',
    respelt((text) => text.replace(' ', 'T')),
    'Writes a T between date and time in createdAt.',
  ],
  'rule-deleted-at-empty': ['delete.data.deletedAt:format', sent('')],
  'rule-updated-at-with-time': [
    'delete.data.updatedAt:format',
    respelt((text) => `${text} 09:30:00`),
    'Sends updatedAt with a time.',
  ],
};

/** Edits one place of a value, in each element for `each`. */
function below(
  value: Json | undefined,
  [step, ...rest]: readonly string[],
  edit: NonNullable<Change['edit']>,
): Json | undefined {
  if (step === undefined) return edit(value);
  if (isArray(value)) return value.map((item) => below(item, rest, edit) ?? null);
  if (!isObject(value)) return value;
  const member = below(value[step], rest, edit);
  if (member !== undefined) return { ...value, [step]: member };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step));
}

export const faults: readonly Fault[] = Object.entries(table).map(
  ([name, [deviating, { words, edit, ...change }, description]]) => {
    const [first = '', ...ends] = deviating.split(' ');
    const [place = '', facet] = first.split(':');
    const ids = [...(facet === undefined ? [] : [first]), ...ends.map((end) => place + end)];
    const [operation = '', ...steps] = place.split('.');
    const requests = operation === '' ? 'requests' : `a ${operation.toUpperCase()}`;
    return {
      name,
      description: description ?? words?.(steps.join('.').replace(/^data\./, ''), requests) ?? '',
      trips: operation === '' ? operations.flatMap((one) => ids.map((id) => one.name + id)) : ids,
      ...change,
      ...(edit && { edit: (body: Json | undefined) => below(body, steps, edit) }),
    };
  },
);

function error(status: number, code: string, message: string, headers = {}): Answer {
  return { status, headers, body: Buffer.from(JSON.stringify({ error: { code, message } })) };
}

/** By name: what the service does, and what is sent in place of every response. */
const failing: Readonly<Record<string, readonly [string, ServiceFailure['instead']]>> = {
  'internal-error': [
    'Responds with 500 and an error in JSON.',
    error(500, 'internal', 'The service failed.'),
  ],
  'too-many-requests': [
    'Responds with 429, Retry-After: 1 and an error in JSON.',
    error(429, 'too_many_requests', 'Too many requests: try again in 1 second.', { 'retry-after': '1' }),
  ],
  'bad-gateway': [
    "Responds with 502 and a gateway's HTML page.",
    {
      status: 502,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: Buffer.from('<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>\n'),
    },
  ],
  'no-response': ['Takes the request and never responds; the connection stays open.', 'nothing'],
  'dropped-connection': ['Takes the request and closes the connection without a response.', 'close'],
};

export const failures: readonly ServiceFailure[] = Object.entries(failing).map(
  ([name, [description, instead]]) => ({ name, description, instead }),
);
