import { Judge } from '../judge/judge.ts';
import { mostRequests, type SeenAnswer, whyNot } from '../model/answer.ts';
import type { AddedExchange } from '../model/reading.ts';
import { contract } from '../operations/index.ts';
import { cleanUp } from '../run/commands.ts';
import { planOf } from '../run/plan.ts';
import { prepare, runCommands } from '../run/prepare.ts';
import { onTarget, RefusedSettings } from '../run/run.ts';
import { openSession } from '../run/session.ts';
import { askersOf, type Exploration, type ExploringRun, preparedFor } from './plan.ts';
import type { Asker, ProbeResult } from './probes.ts';
import { type Base, type Identifiers, removes } from './requests.ts';
import { leaksIn, type NoResult } from './responses.ts';
import { createSender, Interrupted, type Sender } from './send.ts';

/** Asks a service what the document leaves open. Nothing of it is a verdict. */

function noted(id: string, told: ProbeResult): SeenAnswer {
  if ('why' in told) {
    const why = told.differs === true ? `${whyNot.differed}: ${told.why}` : whyNot.couldNotBeAsked(told.why);
    return { id, answer: null, why, seen: 0, requests: [] };
  }
  const requests = told.shown.map(({ exchange }) => exchange.id).slice(0, mostRequests);
  return { id, answer: told.answer, seen: 1, requests };
}

/** Hands out the resources of operations, each once: those that are set, then those that a command makes. */
function takingFrom(run: ExploringRun, runId: string, token: string) {
  const taken = new Set<string>();
  return async ({ operation, resources, gap }: Base): Promise<Identifiers | NoResult> => {
    const free = () => resources.find((one) => !taken.has(JSON.stringify(one)));
    if (free() === undefined && gap === null) {
      const alone = { ...run.settings, operations: [operation.name] };
      const results = await runCommands({ ...run, settings: alone }, token);
      const { chains } = planOf(alone, runId, results);
      resources.push(...chains.flatMap(([probe]) => (probe === undefined ? [] : [probe.addressed])));
    }
    const found = free();
    if (found === undefined)
      return { why: gap ?? `no other ${operation.object} was set, or made by a command` };
    taken.add(JSON.stringify(found));
    return found;
  };
}

/** Asks all, or until it is interrupted: what was learnt so far stays. */
async function askAll(
  { servedBefore, expected, choice }: ExploringRun,
  askers: readonly Asker[],
  sender: Sender,
  take: ReturnType<typeof takingFrom>,
) {
  const answers: SeenAnswer[] = [];
  /** What else was noticed, by the ids of questions. */
  const notes = new Map<string, string>();
  const served = new Map<Base, AddedExchange>();
  const removed: Identifiers[] = [];

  function unserved(base: Base): string | null {
    const { body, gap, operation } = base;
    const { name, method } = operation;
    const read = served.get(base);
    // What removes something shows itself that it is served.
    if (body === undefined) return gap;
    if (read !== undefined)
      return read.meaning === 'success' ? null : `the ${method} of a run is not served: ${read.reason}`;
    if (servedBefore.includes(name)) return null;
    return gap ?? `nothing shows that the ${method} of a run is served: run first, or allow write`;
  }

  /** Why it cannot be asked; null where it can. */
  function obstacle({ question, base, most }: Asker): string | null {
    const why = sender.stopped() ?? (question?.needsServed === true ? unserved(base) : null);
    const left = sender.left();
    if (why !== null || left >= most) return why;
    return `of ${choice.mostRequests} requests (--max-requests) ${left} are left, and it may take ${most}`;
  }

  async function askAlone(asker: Asker): Promise<void> {
    const { id, base, question } = asker;
    const why = obstacle(asker);
    const context = {
      ...{ removed, aboutFields: sender.aboutFields, ask: sender.askedBy(asker) },
      take: () => take(base),
      expected: expected.get(id) ?? null,
    };
    const told = why === null ? await asker.inquire(context) : { why };
    if (question !== null) answers.push(noted(id, told));
    else if ('shown' in told) for (const read of told.shown) served.set(base, read);
    if ('note' in told) notes.set(id, told.note);
  }

  try {
    for (const asker of askers) await askAlone(asker);
    await sender.noteStopped();
    return { answers, notes, served, cut: false };
  } catch (error) {
    if (error instanceof Interrupted || error instanceof RefusedSettings)
      return { answers, notes, served, cut: true };
    throw error;
  }
}

function shownBy(read: readonly AddedExchange[]): readonly SeenAnswer[] {
  const judge = new Judge();
  for (const [key, { exchange }] of read.entries()) judge.add(exchange, key);
  return judge.results((key) => read[key]?.exchange).answers.filter(({ answer }) => answer !== null);
}

/** What responses to requests as a run sends them show besides, and what all refusals show of errors. */
function passive(sent: readonly AddedExchange[], asRun: readonly AddedExchange[]): readonly SeenAnswer[] {
  const isUsual = (one: AddedExchange) =>
    asRun.includes(one) || removes(contract.operation(one.exchange.operation));
  const ofErrors = shownBy(sent.filter(({ meaning }) => meaning === 'refusal'));
  return [
    ...shownBy(sent.filter((one) => one.meaning === 'success' && isUsual(one))),
    ...ofErrors.filter(({ id }) => id.startsWith('question.error.')),
  ];
}

/** Each kind of what responses show of the inside of the service, with the first exchange that shows it. */
function leaksOf(sent: readonly AddedExchange[]) {
  const all = sent.flatMap((read) => leaksIn(read).map((what) => ({ what, exchange: read.exchange.id })));
  return all.filter((one, at) => all.findIndex(({ what }) => what === one.what) === at);
}

async function exploreOn(run: ExploringRun) {
  const began = performance.now();
  const { settings, choice } = run;
  const prepared = await prepare({ ...run, settings: preparedFor(settings, choice) });
  const { token, header } = prepared;
  const { runId, startedAt } = header;
  const { askers, slots } = askersOf(settings, prepared.plan, runId, choice);
  const session = openSession(run, { ...prepared, header: { ...header, plan: slots } });
  const sender = createSender(run, session, token);
  try {
    const asked = await askAll(run, askers, sender, takingFrom(run, runId, token));
    const { answers, notes, served, cut } = asked;
    session.end(Math.round(performance.now() - began), cut);
    const { sent } = sender;
    const effects = sender.effects();
    await cleanUp(run, { runId, effects }, token);
    return {
      ...{ notes, effects, runId, startedAt },
      /** Of each question that was asked or could not be, and of what the responses show besides. */
      answers: [...passive(sent, [...served.values()]), ...answers],
      leaks: leaksOf(sent),
      requests: sent.length,
      /** Whether it ended before all was asked. */
      cut,
      /** That nothing listens any more, and since which request; null where something does. */
      stopped: sender.stopped(),
      secrets: session.secrets,
    };
  } finally {
    await session.hangUp();
    session.close();
  }
}

/** Sends what was allowed, keeps the journal, and gives the answers. @throws RefusedSettings before anything is sent */
export function explore(exploration: Exploration) {
  return onTarget(exploration, exploreOn);
}

export type Explored = Awaited<ReturnType<typeof explore>>;
