import type { Caller } from './credentials.ts';
import { isArray, isObject, type Json, NumberText } from './json.ts';
import { operations } from './operations.ts';

/** Changes the body of a successful answer as a tree; undefined leaves the member out. */
type Edit = (body: Json | undefined) => Json | undefined;

/** Changes the text of every successful answer to an operation, for whoever starts the service. */
export interface AnswerEdit {
  /** One that the service has. */
  readonly operation: string;
  /** From the JSON text to what is sent instead. */
  readonly edit: (answer: string) => string;
}

/** One named way in which the service departs from the document. Refusals are never changed. */
export interface Fault {
  /** Kebab-case, unique. */
  readonly name: string;
  readonly description: string;
  /**
   * Ids of all requirements that deviate because of it in an ordinary run, which sends two conditions that differ. The
   * operations that they begin with are those whose answers it changes.
   */
  readonly trips: readonly string[];
  readonly edit?: Edit;
  /** Changes the bytes of a successful answer, after every edit, those of `AnswerEdit` too. */
  readonly bytes?: (body: Buffer) => Buffer;
  /** A caller that is served although it has no right to be. */
  readonly serves?: Exclude<Caller, 'authorised'>;
  /** HTTP status of the answers to callers that should have been refused; 200 by default. */
  readonly servedStatus?: number;
  /** Whether those answers have no body. */
  readonly servesNoBody?: true;
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
  readonly instead:
    | 'nothing'
    | 'close'
    | {
        readonly status: number;
        readonly headers: Readonly<Record<string, string>>;
        readonly body: Buffer;
      };
}

/** Whether a fault changes the answers of an operation. */
export function concerns({ trips }: Fault, operation: string): boolean {
  return trips.some((id) => /^\w+/.exec(id)?.[0] === operation);
}

/** The requirements about the same place in the answers of all operations. */
function inAll(row: string): readonly string[] {
  return operations.map(({ name }) => `${name}${row}`);
}

/** By name: who is served, by which operation (all where it is empty), words, and with what. */
const openings: Readonly<
  Record<string, readonly ['without-header' | 'unknown-token', string, string, Partial<Fault>?]>
> = {
  'no-credentials-check': ['without-header', '', 'Serves requests that carry no Authorization header.'],
  'put-open': ['without-header', 'put', 'Serves a PUT that carries no Authorization header.'],
  'delete-open': ['without-header', 'delete', 'Serves a DELETE that carries no Authorization header.'],
  'serves-with-401': [
    'without-header',
    '',
    'Serves requests without an Authorization header: the response has the success envelope, but status 401.',
    { servedStatus: 401 },
  ],
  ...Object.fromEntries(
    Object.entries({ 201: 'Created', 204: 'No Content', 205: 'Reset Content' }).map(([status, meaning]) => [
      `serves-with-${status}`,
      [
        'without-header',
        '',
        `Serves requests without an Authorization header, with ${status} (${meaning}) and no body.`,
        { servedStatus: Number(status), servesNoBody: true },
      ],
    ]),
  ),
  'any-token': ['unknown-token', '', 'Serves requests with any bearer token.'],
  'put-any-token': ['unknown-token', 'put', 'Serves a PUT with any bearer token.'],
  'delete-any-token': ['unknown-token', 'delete', 'Serves a DELETE with any bearer token.'],
};

const ofCaller = { 'without-header': ':authorization', 'unknown-token': ':made-up-token' } as const;

/** A negative `at` is a place that another fault has removed. */
function inserted(body: Buffer, at: number, what: Buffer | string): Buffer {
  if (at < 0) return body;
  return Buffer.concat([body.subarray(0, at), Buffer.from(what), body.subarray(at)]);
}

function firstTwice(body: Buffer): Buffer {
  const [record = '', start = '', name = ''] = /("data":\{)("[^"]*")/.exec(body.toString('latin1')) ?? [];
  return record === '' ? body : inserted(body, body.indexOf(record) + start.length, `${name}:"",`);
}

/** What is wrong with all answers before their members are looked at, by name: what deviates, words, the change. */
const inBytes: Readonly<Record<string, readonly [string, string, NonNullable<Fault['bytes']>]>> = {
  'not-json': [
    ':json',
    'Responds with an HTML page.',
    () => Buffer.from('<!doctype html><title>Done</title>'),
  ],
  'empty-body': [':json', 'Responds with an empty body.', () => Buffer.alloc(0)],
  'cut-short': [
    ':json',
    'Leaves out the closing brace; Content-Length is the length of the shortened body.',
    (body) => body.subarray(0, -1),
  ],
  'trailing-garbage': [
    ':json',
    'Writes a word after the JSON object.',
    (body) => inserted(body, body.length, 'done'),
  ],
  'json-in-text': [
    ':json',
    'Responds with the JSON object as the text of a JSON string.',
    (body) => Buffer.from(JSON.stringify(body.toString())),
  ],
  'invalid-utf8': [
    ':json',
    'Puts the byte FF into the name of a member.',
    (body) => inserted(body, 2, Buffer.from([0xff])),
  ],
  utf16: [':json', 'Encodes the body in UTF-16.', (body) => Buffer.from(body.toString(), 'utf16le')],
  'byte-order-mark': [
    ':byte-order-mark',
    'Puts a byte order mark before the JSON object.',
    (body) => inserted(body, 0, '\ufeff'),
  ],
  'duplicate-key': [
    ':unique-keys',
    'Writes `status` twice in the envelope, both times with the right value.',
    (body) => inserted(body, 1, '"status":"success",'),
  ],
  'duplicate-key-in-record': [
    ':unique-keys',
    'Writes the first member of the record twice, the right value last.',
    firstTwice,
  ],
};

const drop: Edit = () => undefined;

function set(value: Json): Edit {
  return () => value;
}

/** Edits a string; any other value stays as it is. */
function respell(edit: (text: string) => string): Edit {
  return (value) => (typeof value === 'string' ? edit(value) : value);
}

/** Edits an array; any other value stays as it is. */
function rearrange(edit: (items: readonly Json[]) => readonly Json[]): Edit {
  return (value) => (isArray(value) ? edit(value) : value);
}

function otherNumbers(action: Json | undefined): Json | undefined {
  if (!isObject(action)) return action;
  const members = Object.entries(action);
  return Object.fromEntries(
    members.map(([name, value]) => [name, value instanceof NumberText ? -987654321 : value]),
  );
}

/**
 * Edits of one place, by name: the place as ids name it, with the ends of the ids that deviate behind it; words; the
 * edit. A place that begins with a dot is that of the answers of all operations.
 */
const inPlaces: Readonly<Record<string, readonly [string, string, Edit]>> = {
  'status-ok': ['.status :value', 'Says "OK" where the document says "success".', set('OK')],
  'status-missing': ['.status :presence', "Leaves the envelope's status out.", drop],
  'request-id-number': [
    '.requestId :type',
    'Sends requestId as a number, a new one each time.',
    (id) => Number.parseInt(String(id).slice(0, 8), 16),
  ],
  'request-id-urn': [
    '.requestId :format',
    'Writes urn:uuid: before requestId.',
    respell((id) => `urn:uuid:${id}`),
  ],
  'request-id-repeated': [
    '.requestId :uniqueness',
    'Sends the same requestId in every response.',
    set('00000000-0000-4000-8000-000000000001'),
  ],
  'data-missing': ['.data :presence', 'Leaves data out of an envelope that says success.', drop],
  'data-list': [
    '.data :type',
    'Sends data as an array that holds the record.',
    (record) => (record === undefined ? record : [record]),
  ],
  'transformer-name-not-echoed': [
    'put.data.name :echo',
    'Responds with a name other than the one sent.',
    respell((name) => `${name} (copy)`),
  ],
  'transformer-entity-empty': [
    'put.data.entityId :value :echo',
    'Sends an empty entityId, so it also differs from the one in the path.',
    set(''),
  ],
  'transformer-derivative-type-code': [
    'put.data.derivativeType :type',
    'Sends derivativeType as a number.',
    set(1),
  ],
  'transformer-entity-of-another': [
    'put.data.entityId :echo',
    "Responds with another entity's id.",
    set('ffffffffffffffffffffffffffffffff'),
  ],
  'transformer-deleted-at-missing': [
    'put.data.deletedAt :presence',
    'Leaves deletedAt out of the record of a living transformer.',
    drop,
  ],
  'transformer-deleted-at-zero-date': [
    'put.data.deletedAt :format',
    'Sends the deletedAt of a living transformer as a date of zeros.',
    set('0000-00-00 00:00:00'),
  ],
  'conditions-one-less': [
    'put.data.conditions :count',
    'Leaves the last condition out.',
    rearrange((all) => all.slice(0, -1)),
  ],
  'conditions-reordered': [
    'put.data.conditions .each.column:echo .each.value:echo',
    'Sends the conditions in reverse order. The requirements listed are for two conditions that differ only in column and value.',
    rearrange((all) => all.toReversed()),
  ],
  'last-condition-empty': [
    'put.data.conditions .each.column:presence .each.columnType:presence .each.type:presence .each.operator:presence .each.value:presence',
    'Sends the last condition as an object without members.',
    rearrange((all) => all.map((one, at) => (at === all.length - 1 ? {} : one))),
  ],
  'condition-keeps-json-path': [
    'put.data.conditions.each.jsonPath :absence',
    'Sends jsonPath in every condition.',
    set('$.currency'),
  ],
  'condition-type-as-sent': [
    'put.data.conditions.each.type :value',
    'Keeps CURRENCY_FIAT as the type of every condition.',
    set('CURRENCY_FIAT'),
  ],
  'action-numbers-changed': [
    'put.data.action .datetime:echo .referenceNo:echo .assetName:echo .positionSide:echo .currency:echo .amount:echo',
    'Responds with other numbers in action than the ones sent.',
    otherNumbers,
  ],
  'action-amount-fractional': [
    'put.data.action.amount :type',
    'Sends the amount of action as 1.5.',
    set(1.5),
  ],
  'action-timezone-unknown': [
    'put.data.action.timezone :format :echo',
    'Sends a timezone that the IANA database does not have, so it also differs from the one sent.',
    set('Mars/Olympus_Mons'),
  ],
  'rule-approved-as-boolean': [
    'delete.data.enableAutomationJournalApproved :type',
    'Sends enableAutomationJournalApproved as a JSON boolean.',
    set(true),
  ],
  'rule-approved-upper-case': [
    'delete.data.enableAutomationJournalApproved :value',
    'Sends enableAutomationJournalApproved as "TRUE".',
    set('TRUE'),
  ],
  'rule-integration-id-upper-case': [
    'delete.data.integrationId :format',
    'Writes integrationId in upper case.',
    respell((id) => id.toUpperCase()),
  ],
  'rule-id-of-another': [
    'delete.data.automationRuleId :echo',
    "Responds with another rule's id.",
    set('ffffffffffffffffffffffffffffffff'),
  ],
  'rule-created-at-with-t': [
    'delete.data.createdAt :format',
    'Writes a T between date and time in createdAt.',
    respell((text) => text.replace(' ', 'T')),
  ],
  'rule-deleted-at-empty': [
    'delete.data.deletedAt :format',
    'Leaves the deletedAt of a deleted rule empty.',
    set(''),
  ],
  'rule-updated-at-with-time': [
    'delete.data.updatedAt :format',
    'Sends updatedAt with a time.',
    respell((text) => `${text} 09:30:00`),
  ],
};

function below(value: Json | undefined, [step, ...rest]: readonly string[], edit: Edit): Json | undefined {
  if (step === undefined) return edit(value);
  if (isArray(value)) return value.map((item) => below(item, rest, edit) ?? null);
  if (!isObject(value)) return value;
  const member = below(value[step], rest, edit);
  if (member !== undefined) return { ...value, [step]: member };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step));
}

/**
 * The faults that have a name: those of each facet that show what may go wrong, and whatever no edit of one answer can
 * say, such as credentials, bytes and answers alike. Every other fault is an edit that whoever starts the service
 * gives.
 */
export const faults: readonly Fault[] = [
  ...Object.entries(openings).map(([name, [serves, operation, description, more = {}]]) => {
    const row = ofCaller[serves];
    return { name, description, trips: operation === '' ? inAll(row) : [operation + row], serves, ...more };
  }),
  ...Object.entries(inBytes).map(([name, [row, description, bytes]]) => {
    return { name, description, trips: inAll(row), bytes };
  }),
  ...Object.entries(inPlaces).map(([name, [rows, description, edit]]) => {
    const [place = '', ...ends] = rows.split(' ');
    const [operation, ...steps] = place.split('.');
    const ids = ends.map((end) => place + end);
    const trips = operation === '' ? ids.flatMap(inAll) : ids;
    return { name, description, trips, edit: (body: Json | undefined) => below(body, steps, edit) };
  }),
];

const json = (code: string, message: string) => Buffer.from(JSON.stringify({ error: { code, message } }));

export const failures: readonly ServiceFailure[] = [
  {
    name: 'internal-error',
    description: 'Responds with 500 and an error in JSON.',
    instead: { status: 500, headers: {}, body: json('internal', 'The service failed.') },
  },
  {
    name: 'too-many-requests',
    description: 'Responds with 429, Retry-After: 1 and an error in JSON.',
    instead: {
      status: 429,
      headers: { 'retry-after': '1' },
      body: json('too_many_requests', 'Too many requests: try again in 1 second.'),
    },
  },
  {
    name: 'bad-gateway',
    description: "Responds with 502 and a gateway's HTML page.",
    instead: {
      status: 502,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: Buffer.from(
        '<!doctype html><title>502 Bad Gateway</title><body><h1>502 Bad Gateway</h1></body>\n',
      ),
    },
  },
  {
    name: 'no-response',
    description: 'Takes the request and never responds; the connection stays open.',
    instead: 'nothing',
  },
  {
    name: 'dropped-connection',
    description: 'Takes the request and closes the connection without a response.',
    instead: 'close',
  },
];

const byName = new Map<string, Fault | ServiceFailure>(
  [...faults, ...failures].map((one) => [one.name, one]),
);

/** @throws Error that names what was asked for, and what there is */
export function faultNamed(name: string): Fault | ServiceFailure {
  const fault = byName.get(name);
  if (fault === undefined)
    throw new Error(`There is no fault named "${name}". There are: ${[...byName.keys()].join(', ')}.`);
  return fault;
}
