import type { Cause } from '../../../src/http/failure.ts';
import { recordExchange } from '../../../src/http/record.ts';
import { Read } from '../../../src/reading/meaning.ts';
import { plannedRequests } from '../../../src/run/plan.ts';
import { planBeforeCommands } from '../../../src/run/prepare.ts';
import { probePlan } from '../../../src/run/prober.ts';
import { automationRuleId, recordingOf, refusalBody, sentTransformer } from '../../support/conforming.ts';
import { contract, reportOf } from '../../support/engine.ts';
import { targetSettings } from '../../support/run-target.ts';
import { goodToken } from '../../support/service.ts';
import {
  createRedactor,
  type JournalLine,
  type Operation,
  type Probe,
  type Report,
  type ResponseHead,
  readJournal,
  reporters,
} from '../../support/subject.ts';
import { conformingText } from './bodies.ts';
import { plainHead } from './heads.ts';

/** What a service answers to one request: as it came, content codings not undone. */
export interface Reply {
  readonly head: ResponseHead;
  readonly body: Buffer;
  /** Why the answer is not complete; absent when it is. */
  readonly cause?: Cause;
}

export interface Behaviour {
  /** Answers to the authorised requests, one after another; what is left out is answered as the document says. */
  readonly answers: Partial<Record<Operation, readonly Reply[]>>;
  /** Whether requests without credentials get the same answers; they are refused otherwise. */
  readonly everyone?: boolean;
  /** Whether the terminal shows colour. */
  readonly colour?: boolean;
}

/** What all that was made of a run, as an operator would find it. */
export interface Conducted {
  readonly report: Report;
  /** Text of the recording, and of every format by its name. */
  readonly outputs: Readonly<Record<string, string>>;
}

const origin = 'http://127.0.0.1:1';
const timings = { startedAt: '2025-01-07T08:09:10.000Z', connectMs: 1, firstByteMs: 2, totalMs: 3 };

const transformer = { text: JSON.stringify(sentTransformer), businessDataTypeId: null };

/** How often each operation is asked for with the token: once for each answer. */
function planFor({ answers }: Behaviour) {
  const times = (operation: Operation) => answers[operation]?.length ?? 1;
  const rules = Array.from({ length: times('delete') }, (_, at) =>
    at === 0 ? automationRuleId : at.toString(16).padStart(automationRuleId.length, '0'),
  );
  const values = { transformerFile: transformer, automationRuleId: rules };
  return planBeforeCommands(contract, targetSettings(origin, { values, repeat: times('put') }), 'run1');
}

/** Answers requests in their order. */
function repliesOf({ answers, everyone = false }: Behaviour): (probe: Probe) => Reply {
  const given: Partial<Record<Operation, number>> = {};
  return ({ operation, credentials }) => {
    if (credentials !== 'authorised' && !everyone)
      return { head: { ...plainHead, status: 401 }, body: Buffer.from(refusalBody) };
    const all = answers[operation] ?? [{ head: plainHead, body: Buffer.from(conformingText(operation)) }];
    if (credentials !== 'authorised') return all[0] as Reply;
    const at = given[operation] ?? 0;
    given[operation] = at + 1;
    return (all[at] ?? all.at(-1)) as Reply;
  };
}

/** The text of a recording, made as the client makes it. */
async function recorded(behaviour: Behaviour): Promise<string> {
  const plan = planFor(behaviour);
  const { header } = recordingOf([], { plan: plannedRequests(plan) });
  const replyTo = repliesOf(behaviour);
  const redactor = createRedactor([{ name: 'access token', value: goodToken }]);
  const probed = await probePlan({
    plan,
    token: goodToken,
    serial: false,
    delayMs: 0,
    alreadyDone: (operation) => contract.operation(operation).alreadyDone,
    onExchange: (exchange) => new Read(exchange, contract).meaning === 'success',
    send: async (probe, authorization) => {
      const { cause = null, ...reply } = replyTo(probe);
      const headers = authorization === null ? [] : [['authorization', authorization] as const];
      const sending = { id: probe.id, probe, origin, headers, extraHeaders: [] };
      return recordExchange(sending, { ...reply, sent: true, cause, timings }, redactor);
    },
  });
  const lines: readonly JournalLine[] = [
    { line: 'run', formatVersion: 1, header },
    ...probed.exchanges.map((exchange) => ({ line: 'exchange', exchange }) as const),
    ...probed.unsent.map((unsent) => ({ line: 'unsent', unsent }) as const),
    { line: 'end', durationMs: 12, cut: probed.cut },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The text of every format, by its name. */
export async function rendered(report: Report, colour: boolean): Promise<Readonly<Record<string, string>>> {
  const texts = reporters.map(async ({ name, load }) => [
    name,
    (await load())(report, { colour, columns: 80 }),
  ]);
  return Object.fromEntries(await Promise.all(texts));
}

/** A whole run against a service that behaves so, without a network: probes, recording, judge, report, formats. */
export async function conduct(behaviour: Behaviour): Promise<Conducted> {
  const text = await recorded(behaviour);
  const recording = readJournal(text);
  const report = reportOf(recording);
  return { report, outputs: { ...(await rendered(report, behaviour.colour === true)), recording: text } };
}
