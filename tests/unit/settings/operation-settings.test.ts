import { describe, expect, test } from 'vitest';
import { renderEnvExample } from '../../../scripts/generate/env-example.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { operationChecks } from '../../../src/doctor/local-checks.ts';
import { prepare, type TargetRun } from '../../../src/run/prepare.ts';
import { settingsFromProgram, toldOperator } from '../../../src/settings/index.ts';
import { choice, commandLine, identifier } from '../../../src/settings/kinds.ts';
import { operationNames } from '../../support/conforming.ts';
import { contract as document } from '../../support/engine.ts';
import { noRule, targetSettings } from '../../support/run-target.ts';
import {
  type OperationContract,
  type SettingsByKey,
  settingsOf,
  type ValuesOf,
} from '../../support/subject.ts';
import { complete, load as loadWorld } from './load.ts';

/** An operation that no document has: what it declares of settings is all that is said of them. */

const settings = {
  bookId: {
    kind: identifier,
    topic: 'requests',
    description: 'The book to read.',
    example: 'b-1',
  },
  bookCommand: {
    flag: null,
    kind: commandLine,
    topic: 'requests',
    secret: true,
    description: 'A command that prints the id of a book.',
    example: './make-book.sh',
  },
  binding: {
    kind: choice(['paper', 'cloth']),
    topic: 'requests',
    description: 'How it is bound.',
    example: 'cloth',
  },
} satisfies SettingsByKey;

const readBook: OperationContract<ValuesOf<typeof settings>> = {
  ...document.operation('delete'),
  name: 'read',
  method: 'GET',
  path: '/entity/{entityId}/book/{bookId}',
  entity: 'whose books are read',
  settings,
  problems: ({ given, isInScope }) =>
    isInScope && given.has('bookCommand') && given.has('bookId')
      ? [{ key: 'bookId', message: ({ label }) => `contradicts ${label('bookCommand')}` }]
      : [],
  shown: ({ bookId }) => ({ bookId }),
  command: {
    setting: 'bookCommand',
    makes: 'bookId',
    prints: 'a title',
    read: (output) => (output === 'none' ? { problems: ['nobody wrote'] } : { value: output }),
  },
  missing: ({ given }) =>
    given.has('bookId') ? null : { what: 'no book is named', example: 'CONFORMANCE_BOOK_ID=b-1' },
  check: {
    id: 'book',
    title: 'book',
    look: ({ values }) => ({ standing: 'pass', detail: `${values.bookId} is named` }),
  },
  resources: ({ entityId, values: { bookId } }) =>
    bookId === undefined
      ? { gap: { reason: 'no book', setting: 'CONFORMANCE_BOOK', isSet: false } }
      : { resources: [{ addressed: { entityId, bookId }, times: 1 }] },
};

const contract: Contract = { ...document, operations: [...document.operations, readBook] };

const load = (environment: Readonly<Record<string, string>>, flags = {}) =>
  loadWorld({ contract, flags, environment });

const fromProgram = (given: Readonly<Record<string, string>>) =>
  settingsFromProgram(given, { contract, cwd: '/', reporters: [], usual: [] });

describe('the settings of a contract', () => {
  test('stand behind those of the service, before those of the connection', () => {
    const keys = settingsOf(contract).entries.map(([key]) => key);
    const own = ['bookId', 'bookCommand', 'binding'];
    const others = keys.filter((key) => !own.includes(key));
    expect(others).toEqual(settingsOf(document).entries.map(([key]) => key));
    expect(keys.slice(keys.indexOf('bookId')).slice(0, 4)).toEqual([...own, 'headersFile']);
    expect(settingsOf(contract)).toBe(settingsOf(contract));
  });

  test('no two of them have one key', () => {
    const operations = [...contract.operations, { ...readBook, name: 'again' }];
    expect(() => settingsOf({ operations })).toThrow('two settings of a contract have the same key');
  });

  test('say in their texts which operations there are', () => {
    const { get } = settingsOf(contract);
    expect(get('operation').kind.form).toBe(`${operationNames.join(', ')} or read`);
    expect(get('operation').description).toContain('all without it');
    expect(get('entityId').description).toMatch(/ and whose books are read\.$/);
    expect(renderEnvExample(contract)).toContain('\n# Example: b-1\nCONFORMANCE_BOOK_ID=\n');
  });
});

describe('what is given', () => {
  test('becomes a value of the operation, from a flag, the environment or a program', async () => {
    const told = await load({ CONFORMANCE_BINDING: 'paper' }, { bookId: 'b-7' });
    expect(told).toMatchObject({ ok: true, settings: { values: { bookId: 'b-7', binding: 'paper' } } });
    const ids = { entityId: 'e', businessDataTypeId: 'b', bookId: 'b-7' };
    const given = { baseUrl: 'http://localhost', accessToken: 'a-token-1', ...ids, operation: 'read' };
    expect(await fromProgram(given)).toMatchObject({
      ok: true,
      settings: { values: { bookId: 'b-7' }, operations: ['read'] },
    });
  });

  test('is judged by its kind and by the rules of the operation, in the wording of each', async () => {
    const wrong = { CONFORMANCE_BOOK_COMMAND: 'x', CONFORMANCE_BINDING: 'gold' };
    expect(await load(wrong, { bookId: 'b-7' })).toMatchObject({
      ok: false,
      problems: [
        { setting: 'CONFORMANCE_BINDING (--binding)', example: 'CONFORMANCE_BINDING=cloth' },
        { setting: 'CONFORMANCE_BOOK_ID (--book-id)', message: 'contradicts CONFORMANCE_BOOK_COMMAND' },
      ],
    });
    const given = { bookCommand: 'x', bookId: 'b-7', binding: 'gold', baseUrl: 'http://localhost' };
    expect(await fromProgram(given)).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([
        { setting: 'binding', message: 'must be paper or cloth, not "gold"', example: "binding: 'cloth'" },
        { setting: 'bookId', message: 'contradicts bookCommand', example: "bookId: 'b-1'" },
      ]),
    });
    expect(await load(wrong, { bookId: 'b-7', operation: 'put' })).toMatchObject({
      problems: [{ key: 'binding' }],
    });
  });

  test('what an operation lacks is told beside other problems, where it is in scope', async () => {
    expect(await load({ CONFORMANCE_REPEAT: '0', CONFORMANCE_AUTOMATION_RULE_ID: 'r' })).toMatchObject({
      missing: expect.arrayContaining([expect.objectContaining({ method: 'GET', what: 'no book is named' })]),
    });
    expect(await load({ CONFORMANCE_REPEAT: '0', CONFORMANCE_OPERATION: 'put' })).toMatchObject({
      missing: [],
    });
  });

  test('that holds the token is refused', async () => {
    const token = complete['CONFORMANCE_ACCESS_TOKEN'] ?? '';
    expect(await load({}, { bookId: token })).toMatchObject({
      problems: [{ key: 'bookId', message: expect.stringContaining('contains the access token') }],
    });
  });

  test('doctor asks the operation, where it is in scope', () => {
    const look = (operation: string) =>
      operationChecks({ given: new Map(), values: { bookId: 'b-7', operation } }, [readBook]);
    expect(look('read')).toEqual([
      { id: 'book', title: 'book', area: 'configuration', standing: 'pass', detail: 'b-7 is named' },
    ]);
    expect(look('put')).toMatchObject([{ standing: 'skipped', detail: 'the GET is out of scope' }]);
  });
});

describe('a command that makes what an operation needs', () => {
  async function prepared(bookCommand: string, operations = ['read']) {
    const run: TargetRun = {
      contract,
      settings: {
        ...targetSettings('http://127.0.0.1:1', { values: { ...noRule, bookCommand }, operations }),
        reference: false,
      },
      isReference: false,
      tool: { name: 't', version: '0' },
      environment: { PATH: process.env['PATH'] },
      journal: null,
    };
    const made = await prepare(run);
    if ('problems' in made)
      throw new Error(made.problems.map((one) => toldOperator(one, contract).message).join());
    return { paths: made.plan.chains.flat().map(({ path }) => path), gaps: made.plan.gaps };
  }

  test('is run by a run, and its output addresses the resource', async () => {
    const { paths, gaps } = await prepared('echo made-9');
    expect(gaps).toEqual([]);
    expect(new Set(paths.map((path) => path.replace(/^.*\/book\//, '')))).toEqual(new Set(['made-9']));
  });

  test.each([
    ['exit 3', /^CONFORMANCE_BOOK_COMMAND .*3/],
    ['echo none', /^CONFORMANCE_BOOK_COMMAND printed none, which nobody wrote: print a title alone$/],
    ['true', /^CONFORMANCE_BOOK_COMMAND printed nothing; expected a title$/],
  ])('%j leaves the operation open, in its words', async (command, reason) => {
    const failed = { operation: 'read', setting: 'CONFORMANCE_BOOK_COMMAND', isSet: true };
    const { paths, gaps } = await prepared(command);
    expect([paths, gaps]).toEqual([[], [{ ...failed, reason: expect.stringMatching(reason) }]]);
  });

  test('is not run where the operation is out of scope', async () => {
    const { gaps, paths } = await prepared('exit 3', ['put']);
    expect([gaps, paths.length]).toEqual([[], 3]);
  });
});
