import fc from 'fast-check';
import { expect, test } from 'vitest';
import { automationRuleId, deleteAnswer, putAnswer } from '../support/conforming.ts';
import { holds } from '../support/properties.ts';
import { runScript, type TargetRun } from '../support/run-target.ts';
import { type Call, type Script, sendPrepared } from '../support/service.ts';
import type { Credentials, Operation } from '../support/subject.ts';
import { readOf, recordingText, verdictsOf } from '../support/traffic.ts';

/**
 * Whole runs against a service that carries out one unauthorised request, and answers it in any way there is. What a DELETE
 * removed is gone afterwards.
 */

type Cell = 'served' | 'refused' | 'unclear';

/** A body, and what of the three signs it has, by hand. */
interface BodyKind {
  readonly text: (operation: Operation) => string;
  readonly word?: true;
  readonly record?: true;
  readonly denial?: true;
  /** Too much of it to be searched for signs. */
  readonly isUnread?: true;
}

const json = (value: unknown) => () => JSON.stringify(value);
const dataOf = (operation: Operation) => (operation === 'put' ? putAnswer.data : deleteAnswer.data);
const withRecord = (members: object) => (operation: Operation) =>
  JSON.stringify({ ...members, data: dataOf(operation) });

const kinds: Readonly<Record<string, BodyKind>> = {
  empty: { text: () => '' },
  blank: { text: () => ' \n' },
  page: { text: () => '<html>Sign in</html>' },
  array: { text: json([{ code: 401 }]) },
  text: { text: json('success') },
  object: { text: json({}) },
  message: { text: json({ message: 'hello' }) },
  denial: { text: json({ error: 'no' }), denial: true },
  code: { text: json({ code: 401, msg: 'please log in' }), denial: true },
  word: { text: json({ status: 'success' }), word: true },
  record: { text: withRecord({}), record: true },
  both: { text: withRecord({ error: 'partly' }), record: true, denial: true },
  envelope: { text: withRecord({ status: 'success', requestId: 'x' }), word: true, record: true },
  deep: { text: () => '['.repeat(300), isUnread: true },
};

/** How the connection ends, where no whole response comes. */
type Ending = 'closed' | 'cut' | 'silent';

interface Reply {
  readonly status: number;
  readonly kind: keyof typeof kinds;
  readonly ending: Ending | null;
}

const within = (status: number, from: number, to: number) => status >= from && status <= to;

/** HTTP has no body after these, so such a response is whole however the connection ends. */
const hasNoBody = (status: number) => status === 204 || status === 304;

/** The table of docs/document.md for unauthorised requests, by hand. */
function cellOf({ status, kind, ending }: Reply): Cell {
  if (ending === 'closed') return 'refused';
  const refuses = within(status, 300, 499) && status !== 429;
  if (ending === 'silent') return 'unclear';
  if (ending === 'cut' && !hasNoBody(status)) return refuses ? 'refused' : 'unclear';
  const { word, record, denial, isUnread } = (hasNoBody(status) ? kinds['empty'] : kinds[kind]) ?? {};
  const isGood = within(status, 200, 299);
  if (word && record) return 'served';
  if (isGood && (word || (record && !denial))) return 'served';
  if ([201, 204, 205].includes(status) && !denial && !isUnread) return 'served';
  if (refuses || (isGood && denial && !record)) return 'refused';
  return 'unclear';
}

/** Whether a response says that nothing was done; one that is not there says nothing. */
function mayHaveDone(reply: Reply): boolean {
  if (reply.ending === 'closed' || reply.ending === 'silent') return true;
  return reply.status !== 429 && (cellOf(reply) !== 'refused' || reply.status >= 500);
}

const usualStatuses = [200, 201, 202, 203, 204, 205, 206, 302, 401, 404, 429, 500, 503];
const replies = fc.record<Reply>({
  status: fc.oneof(fc.constantFrom(...usualStatuses), fc.integer({ min: 200, max: 599 })),
  kind: fc.constantFrom(...Object.keys(kinds)),
  // Silence is waited for.
  ending: fc.constantFrom<Ending | null>(
    ...Array<null>(30).fill(null),
    'closed',
    'closed',
    'cut',
    'cut',
    'silent',
  ),
});

const gone = { 'content-type': 'application/json' };

function scriptOf({ reply: { status, kind, ending }, operation: of, credentials, goneStatus }: Case): Script {
  let isGone = false;
  return (call: Call, prepared, response, socket) => {
    if (call.operation === 'delete' && isGone)
      return sendPrepared({ status: goneStatus, headers: gone, body: '{"error":"gone"}' }, response);
    if (call.operation !== of || call.credentials !== credentials) return sendPrepared(prepared, response);
    isGone = of === 'delete';
    const text = kinds[kind]?.text(of) ?? '';
    if (ending === 'silent') return;
    if (ending === 'closed') return void socket.destroy();
    if (ending === null) return void response.writeHead(status).end(text);
    socket.end(`HTTP/1.1 ${status} Cut\r\ncontent-length: 9999\r\n\r\n${text}`);
  };
}

const unprotected = 'it is not known whether the operation is protected';
const anyToken = 'it is not known whether a made-up token is refused';

interface Case {
  readonly reply: Reply;
  readonly operation: Operation;
  readonly credentials: Exclude<Credentials, 'authorised'>;
  readonly goneStatus: number;
}

function idsOf({ operation, credentials }: Case) {
  const isMadeUp = credentials === 'made-up';
  return {
    requirement: `${operation}:${isMadeUp ? 'made-up-token' : 'authorization'}`,
    exchange: `${operation}-${isMadeUp ? 'made-up-token' : 'no-header'}`,
  };
}

function expectServed({ report, calls }: TargetRun, given: Case): void {
  const { operation, credentials, reply } = given;
  const { requirement, exchange } = idsOf(given);
  expect(report.summary).toMatchObject({ outcome: 'deviates', exitCode: 1, actor: 'service' });
  expect(report.problems[0]).toMatchObject({ severity: 'security', requirements: [requirement] });
  const own = calls.filter((call) => call.operation === operation).map((call) => call.credentials);
  expect(own.at(-1)).toBe(credentials);
  const [effect] = report.effects.filter((one) => one.exchange === exchange);
  expect(effect?.state).toBe('confirmed');
  if (operation === 'delete') expect(effect?.id).toBe(automationRuleId);
  const others = report.requirements.filter(({ id }) => id !== requirement);
  const judged = others.filter((row) => row.operation === operation && row.verdict !== 'not-exercised');
  const hasBody = !hasNoBody(reply.status) && reply.kind !== 'empty';
  expect(judged.some(({ facet }) => facet !== 'authorization')).toBe(hasBody);
}

function expectUnclear({ report }: TargetRun, given: Case): void {
  const { operation, credentials, reply, goneStatus } = given;
  const { requirement, exchange } = idsOf(given);
  const method = operation.toUpperCase();
  const { reason = '', unclear = '' } = report.requirements.find(({ id }) => id === requirement) ?? {};
  expect(unclear).not.toBe('');
  const header = report.requirements.find(({ id }) => id === `${operation}:authorization`);
  const phrase = header?.verdict === 'conforms' ? anyToken : unprotected;
  const how = phrase === unprotected ? 'without a valid token, ' : '';
  expect(reason.startsWith(`${phrase}: ${how}${unclear}`)).toBe(true);
  const unknown = credentials === 'made-up' ? `refuses a made-up token (${unclear})` : 'is protected';
  const { notChecked } = report.conclusion;
  expect(notChecked?.startsWith(`Whether ${method} ${unknown}; `), notChecked ?? '').toBe(true);
  const isLost = operation === 'delete' && mayHaveDone(reply);
  const lost = `the automation rule may have been deleted by that request, as delete-authorised then got ${goneStatus}`;
  expect(reason.endsWith(lost)).toBe(isLost);
  const hint = report.unanswered.find((one) => one.exchange === 'delete-authorised')?.hint ?? '';
  expect(hint.includes(`the automation rule may have been deleted by ${exchange}`)).toBe(isLost);
  const isOpen = operation === 'delete' || credentials === 'none';
  expect(report.summary.outcome).toBe(isOpen ? 'incomplete' : 'conforms');
  const [first] = report.summary.reasons;
  if (isOpen) expect(first?.startsWith(`${method}: ${phrase}: `), first).toBe(true);
}

const cases = fc.record<Case>({
  reply: replies,
  operation: fc.constantFrom('put', 'delete'),
  credentials: fc.constantFrom('none', 'made-up'),
  goneStatus: fc.constantFrom(404, 410),
});

test('an unauthorised request is served, refused or unclear, whatever comes back, and its effects are reported', async () => {
  const property = fc.asyncProperty(cases, async (given) => {
    const { reply, operation } = given;
    const run = await runScript(scriptOf(given), { timeoutMs: reply.ending === 'silent' ? 3_000 : 60_000 });
    const { requirement } = idsOf(given);
    const verdict = run.report.requirements.find(({ id }) => id === requirement)?.verdict;
    const cell = cellOf(reply);
    const hasTwin = operation === 'put';
    expect(verdict).toBe(
      cell === 'served' ? 'deviates' : cell === 'refused' && hasTwin ? 'conforms' : 'not-exercised',
    );
    if (cell === 'served') expectServed(run, given);
    if (cell === 'unclear') expectUnclear(run, given);
    const verdicts = Object.fromEntries(run.report.requirements.map((row) => [row.id, row.verdict]));
    expect(verdictsOf(await readOf(recordingText(run.recording)))).toEqual(verdicts);
  });
  await holds(property);
});
