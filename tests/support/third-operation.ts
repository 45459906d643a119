import { createServer, type IncomingMessage } from 'node:http';
import { type Contract, makeContract } from '../../src/contract/contract.ts';
import type { Schema } from '../../src/contract/schemas.ts';
import type { OperationContract } from '../../src/model/operation.ts';
import type { SettingsByKey, ValuesOf } from '../../src/model/setting.ts';
import { contract } from '../../src/operations/index.ts';
import { questionsOf } from '../../src/operations/questions.ts';
import { valuesOf } from '../../src/questions/records.ts';
import { identifiers } from '../../src/settings/kinds.ts';
import { automationRuleId, deleteAnswer, entityId, putAnswer } from './conforming.ts';
import { listening } from './free-port.ts';
import { goodToken } from './service.ts';

/** An operation that the document does not have, and a contract that has it beside two of the document. */

const settings = {
  readRuleId: {
    kind: identifiers,
    topic: 'requests',
    description: 'The automation rules to read.',
    example: '00112233445566778899aabbccddeeff',
  },
} satisfies SettingsByKey;

const responseSchema: Schema = {
  $id: 'https://entity-config-conformance.example/schemas/read-response.schema.json',
  title: 'Response of the GET',
  'x-section': '4.3',
  $ref: 'envelope.schema.json',
  properties: {
    data: {
      type: 'object',
      required: ['automationRuleId', 'readCount', 'ratio', 'note', 'labels', 'history'],
      properties: {
        automationRuleId: { type: 'string', 'x-echo': 'path#/automationRuleId' },
        readCount: { type: 'integer' },
        ratio: { type: 'number' },
        note: { type: ['string', 'null'] },
        labels: { type: 'array', items: { type: 'string' } },
        checkedOn: { type: 'string', 'x-shown': { format: 'date' } },
        history: { type: 'array', items: { type: 'string', enum: ['made', 'read'] } },
      },
    },
  },
};

export const readRule: OperationContract<ValuesOf<typeof settings>> = {
  name: 'read',
  title: 'Read an automation rule',
  method: 'GET',
  path: '/entity/{entityId}/automationRule/{automationRuleId}',
  object: 'automation rule as it is kept',
  section: '4.3',
  responseSchema: 'read-response.schema.json',
  requestSchema: null,
  recordId: 'automationRuleId',
  recordSigns: ['readCount', 'history'],
  effect: null,
  alreadyDone: 'the rule was already read',
  repeats: true,
  flags: [],
  settings,
  missing: ({ given }) =>
    given.has('readRuleId')
      ? null
      : { what: 'no rule to read is named', example: `CONFORMANCE_READ_RULE_ID=${automationRuleId}` },
  resources: ({ entityId: entity, repeat, values: { readRuleId = [] } }) =>
    readRuleId.length === 0
      ? {
          gap: {
            reason: 'no rule to read was named (CONFORMANCE_READ_RULE_ID)',
            setting: 'CONFORMANCE_READ_RULE_ID',
            isSet: false,
          },
        }
      : {
          resources: readRuleId.map((rule) => ({
            addressed: { entityId: entity, automationRuleId: rule },
            times: repeat,
          })),
        },
  questions: [
    {
      id: 'question.read.count',
      section: '4.3',
      question: 'How often was a rule read?',
      ...valuesOf('read', ['/data/readCount']),
    },
  ],
  names: { automationRuleId: 'CONFORMANCE_READ_RULE_ID', entityId: 'CONFORMANCE_ENTITY_ID' },
};

const operations = [contract.operation('put'), contract.operation('delete'), readRule as OperationContract];
const schemas = { ...contract.schemas, 'read-response.schema.json': responseSchema };

export const threeOperations: Contract = makeContract({
  ...contract,
  operations,
  schemas,
  questions: questionsOf(operations, schemas),
});

/**
 * What is wrong with the GET: nothing, a wrong answer, a list without elements, a status, a record without its envelope for everybody, or an
 * error with status 200 that gives the path's identifiers back to whoever has no token.
 */
export type Fault = 'none' | 'wrong' | 'empty' | 'teapot' | 'open' | 'echo';

const records: Readonly<Record<string, (number: number, sent: string) => unknown>> = {
  PUT: (_, sent) => {
    const { conditions = [], ...rest } = JSON.parse(sent) as { conditions?: object[] };
    const kept = conditions.map((one) => {
      const { jsonPath: _path, ...members } = one as { jsonPath?: string };
      return { ...members, type: 'BUSINESS_CURRENCY' };
    });
    return { ...putAnswer.data, ...rest, conditions: kept };
  },
  DELETE: () => deleteAnswer.data,
  GET: (number) => ({
    automationRuleId,
    readCount: number,
    ratio: 0.75,
    note: number % 2 === 0 ? null : 'read again',
    labels: ['first', 'second'],
    checkedOn: '2025-01-05',
    history: ['made', 'read'],
  }),
};

const echo = { automationRuleId, entityId, type: 'error', name: 'Denied', createdAt: '2025-01-05 10:20:30' };

const wrongRecord = {
  automationRuleId: 'another',
  readCount: 7.5,
  ratio: '0.75',
  note: 7,
  labels: ['first', null],
  checkedOn: 'today',
  history: ['lost'],
};

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A service on loopback with the three operations. @returns its base URL, what it was asked, and how to end it */
export async function startThree(fault: Fault = 'none') {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const sent = await textOf(request);
    const { method = '', url = '', headers } = request;
    asked.push(`${method} ${url}`);
    const its = method === 'GET' ? fault : 'none';
    const right = records[method]?.(asked.length, sent) as object;
    const data = its === 'wrong' ? wrongRecord : { ...right, ...(its === 'empty' ? { labels: [] } : {}) };
    const isAuthorised = headers.authorization === `Bearer ${goodToken}`;
    const requestId = `00000000-0000-4000-8000-${String(asked.length).padStart(12, '0')}`;
    const isServed = isAuthorised || its === 'open' || its === 'echo';
    const status = !isServed ? 401 : its === 'teapot' ? 418 : 200;
    const envelope = { status: 'success', requestId, data };
    const answers = {
      open: data,
      echo: isAuthorised ? envelope : echo,
      none: envelope,
      wrong: envelope,
      empty: envelope,
    };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 && its !== 'teapot' ? answers[its] : { error: 'no' }));
  });
  const port = await listening(server);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { baseUrl: `http://127.0.0.1:${port}`, asked, close };
}

/** As an operator names them in the environment, the service apart. */
export const environment = {
  CONFORMANCE_ACCESS_TOKEN: goodToken,
  CONFORMANCE_ENTITY_ID: entityId,
  CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'bdt-1',
  CONFORMANCE_AUTOMATION_RULE_ID: automationRuleId,
  CONFORMANCE_READ_RULE_ID: automationRuleId,
} as const;
