import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { concerns } from '../../../../reference/faults/fault.ts';
import { type Fault, faults } from '../../../../reference/faults/index.ts';
import type { ReferenceService } from '../../../../reference/service.ts';
import { type Credentials, put, type Reply, remove, start } from '../client.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T05:06:07Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The requests of a client by hand. */
const requests = {
  put: (service: ReferenceService, credentials: Credentials) => put(service, undefined, credentials),
  delete: (service: ReferenceService, credentials: Credentials) => remove(service, undefined, credentials),
};

type Operation = keyof typeof requests;

function ask(service: ReferenceService, operation: Operation, credentials: Credentials): Promise<Reply> {
  return requests[operation](service, credentials);
}

async function authorised(operation: Operation, names: readonly string[]): Promise<Reply> {
  return ask(await start({ faults: names }), operation, 'authorised');
}

/** The text of an answer with a word in place of each identifier that is new every time. */
function withoutNews(text: string): string {
  return text
    .replace(/(?<="requestId":")[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=")/, 'UUID')
    .replace(/(?<="derivativeFactTransformerId":")[0-9a-f]{32}(?=")/, 'ID');
}

type Tree = { readonly [member: string]: unknown };

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The places, written as in a requirement's id, where two answers differ; the outermost of each. */
function differences(one: unknown, other: unknown, place = ''): readonly string[] {
  if (isTree(one) && isTree(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].flatMap((name) => differences(one[name], other[name], `${place}.${name}`));
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.flatMap((item, index) => differences(item, other[index], `${place}.each`));
  return JSON.stringify(one) === JSON.stringify(other) ? [] : [place];
}

function operationsOf(fault: Fault): readonly Operation[] {
  return (Object.keys(requests) as Operation[]).filter((name) => concerns(fault, name));
}

function placesOf({ trips }: Fault, operation: Operation): readonly string[] {
  const ids = trips.filter((id) => id.startsWith(`${operation}.`));
  return [...new Set(ids.map((id) => id.slice(operation.length, id.indexOf(':'))))];
}

/** Every fault once for each operation whose answers it changes. */
const cases = faults.flatMap((fault) =>
  operationsOf(fault).map((operation) => ({ name: fault.name, operation, fault })),
);

const ofMembers = cases.filter(
  ({ fault }) => fault.edit !== undefined && fault.name !== 'request-id-repeated',
);
const ofBytes = cases.filter(({ fault }) => fault.bytes !== undefined);
const ofCredentials = cases.filter(({ fault }) => fault.serves !== undefined);

describe('a fault of members', () => {
  it.each(ofMembers)('$name changes the $operation where its rows look, and nothing else', async (entry) => {
    const { name, operation, fault } = entry;
    const [right, wrong] = await Promise.all([authorised(operation, []), authorised(operation, [name])]);
    expect(wrong.status).toBe(200);
    const changed = differences(JSON.parse(withoutNews(right.text)), JSON.parse(withoutNews(wrong.text)));
    expect([...new Set(changed)].sort()).toStrictEqual([...placesOf(fault, operation)].sort());
  });

  it('last-condition-empty changes the last condition only', async () => {
    const [right, wrong] = await Promise.all([
      authorised('put', []),
      authorised('put', ['last-condition-empty']),
    ]);
    const [first] = right.json().data.conditions;
    expect(wrong.json().data.conditions).toStrictEqual([first, {}]);
  });

  it('request-id-repeated gives one requestId to every response', async () => {
    const service = await start({ faults: ['request-id-repeated'] });
    const answers = [await put(service), await put(service), await remove(service)];
    expect(new Set(answers.map(({ json }) => json().requestId)).size).toBe(1);
    expect(withoutNews(answers[2]?.text ?? '')).toBe(withoutNews((await authorised('delete', [])).text));
  });

  it('request-id-number gives a new number each time', async () => {
    const service = await start({ faults: ['request-id-number'] });
    const ids = [(await put(service)).json().requestId, (await put(service)).json().requestId];
    expect(ids).toStrictEqual([expect.any(Number), expect.any(Number)]);
    expect(ids[0]).not.toBe(ids[1]);
  });
});

describe('the responses without a fault', () => {
  it.each(['put', 'delete'] as const)('differ in their new identifiers only: %s', async (operation) => {
    const [one, other] = await Promise.all([authorised(operation, []), authorised(operation, [])]);
    expect(withoutNews(one.text)).toBe(withoutNews(other.text));
    expect(one.text).not.toBe(other.text);
    expect(JSON.stringify(one.json())).toBe(one.text);
  });
});

describe('a fault of bytes', () => {
  /** One JSON object in UTF-8, whatever else may be said of it. */
  function isJsonObject(bytes: Buffer): boolean {
    try {
      return isTree(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    } catch {
      return false;
    }
  }

  it.each(ofBytes)('$name is seen in the response to the $operation', async ({ name, operation, fault }) => {
    const { status, bytes, text } = await authorised(operation, [name]);
    expect(status).toBe(200);
    expect(isJsonObject(bytes)).toBe(!fault.trips.includes(`${operation}:json`));
    const marked = bytes.subarray(0, 3).equals(Buffer.from('\ufeff'));
    expect(marked).toBe(fault.trips.includes(`${operation}:byte-order-mark`));
    if (fault.trips.includes(`${operation}:unique-keys`))
      expect(JSON.stringify(JSON.parse(text))).not.toBe(text);
  });

  const readable = ofBytes.filter(({ fault }) => fault.strength === 'shown');
  it.each(readable)('$name keeps the members right: $operation', async ({ name, operation }) => {
    const [right, wrong] = await Promise.all([authorised(operation, []), authorised(operation, [name])]);
    const text = wrong.text.replace(/^\ufeff/, '');
    expect(JSON.parse(withoutNews(text))).toStrictEqual(JSON.parse(withoutNews(right.text)));
  });
});

describe('a fault of the credentials', () => {
  it.each(ofCredentials)(
    '$name serves the $operation to whom it should not',
    async ({ name, operation, fault }) => {
      const served = fault.trips.includes(`${operation}:authorization`) ? 'none' : 'made-up';
      const other = served === 'none' ? 'made-up' : 'none';
      const service = await start({ faults: [name] });
      expect((await ask(service, operation, other)).status).toBe(401);
      const reply = await ask(service, operation, served);
      expect(reply.status).toBe(fault.servedStatus ?? 200);
      const { text } = await authorised(operation, []);
      expect(withoutNews(reply.text)).toBe(fault.servesNoBody === true ? '' : withoutNews(text));
    },
  );

  it.each([
    ['put-open', 'delete', 'none'],
    ['delete-open', 'put', 'none'],
    ['put-any-token', 'delete', 'made-up'],
    ['delete-any-token', 'put', 'made-up'],
  ] as const)('%s leaves the %s alone', async (name, operation, credentials) => {
    const service = await start({ faults: [name] });
    expect((await ask(service, operation, credentials)).status).toBe(401);
    expect((await ask(service, operation, 'authorised')).status).toBe(200);
  });

  it('serves nobody whose header is misshapen, and serves the rightful as ever', async () => {
    const service = await start({ faults: ['no-credentials-check', 'any-token', 'serves-with-401'] });
    expect((await put(service)).status).toBe(200);
    expect((await put(service, undefined, 'made-up')).status).toBe(200);
    expect((await put(service, undefined, 'none')).status).toBe(401);
  });
});

describe('refusals', () => {
  it.each(cases.filter(({ fault }) => fault.serves === undefined))(
    'stay as they are under $name: $operation',
    async ({ name, operation }) => {
      const service = await start({ faults: [name] });
      const [right, wrong] = [
        await ask(await start(), operation, 'none'),
        await ask(service, operation, 'none'),
      ];
      expect([wrong.status, wrong.text]).toStrictEqual([401, right.text]);
    },
  );
});

describe('faults together', () => {
  const pairs = cases.flatMap((one, index) => {
    const other = cases.slice(index + 1).find((later) => {
      const [place = '', otherPlace = ''] = [one, later].map(
        ({ fault }) => placesOf(fault, one.operation)[0],
      );
      const apart = !place.startsWith(otherPlace) && !otherPlace.startsWith(place);
      return later.operation === one.operation && later.fault.edit !== undefined && apart;
    });
    return other === undefined || one.fault.edit === undefined
      ? []
      : [{ one, other, operation: one.operation }];
  });

  it.each(pairs)(
    '$one.name and $other.name both show in the $operation',
    async ({ one, other, operation }) => {
      const names = [one.name, other.name];
      const [right, wrong] = await Promise.all([authorised(operation, []), authorised(operation, names)]);
      const changed = differences(JSON.parse(withoutNews(right.text)), JSON.parse(withoutNews(wrong.text)));
      const places = [...placesOf(one.fault, operation), ...placesOf(other.fault, operation)];
      const masked = places.filter(
        (place) => place !== '.requestId' || !names.includes('request-id-repeated'),
      );
      expect([...new Set(changed)].sort()).toStrictEqual([...new Set(masked)].sort());
    },
  );

  it('change members, bytes and credentials at once', async () => {
    const names = [
      'delete-open',
      'byte-order-mark',
      'status-ok',
      'rule-approved-as-boolean',
      'rule-id-of-another',
    ];
    const reply = await remove(await start({ faults: names }), undefined, 'none');
    expect(reply.bytes.subarray(0, 3)).toStrictEqual(Buffer.from('\ufeff'));
    const { data, ...envelope } = JSON.parse(reply.text.slice(1));
    expect(envelope).toMatchObject({ status: 'OK' });
    expect(data).toMatchObject({
      enableAutomationJournalApproved: true,
      automationRuleId: 'ffffffffffffffffffffffffffffffff',
    });
  });

  it('leave alone what another has taken away', async () => {
    const missing = [
      'data-missing',
      'transformer-name-not-echoed',
      'condition-type-as-sent',
      'duplicate-key-in-record',
    ];
    const reply = await authorised('put', missing);
    expect(JSON.parse(withoutNews(reply.text))).toStrictEqual({ status: 'success', requestId: 'UUID' });
  });
});
