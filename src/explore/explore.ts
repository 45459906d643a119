import { Judge } from '../judge/judge.ts';
import { mostRequests, type SeenAnswer, whyNot } from '../model/answer.ts';
import type { AddedExchange } from '../model/reading.ts';
import type { Effect } from '../model/report.ts';
import type { SettingProblem } from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import { cleanUp } from '../run/commands.ts';
import { planOf } from '../run/plan.ts';
import { prepare, runCommands } from '../run/prepare.ts';
import { openSession } from '../run/session.ts';
import { onTarget } from '../run/target.ts';
import type { Secret } from '../secrets/redaction.ts';
import {
  basesOf,
  chosenProbes,
  type Exploration,
  type ExploringRun,
  preparedFor,
  servedAskers,
  slotsOf,
} from './plan.ts';
import type { ProbeContext, ProbeResult, QuestionProbe } from './probes.ts';
import { type Base, removes, withBody } from './requests.ts';
import { leaksIn } from './responses.ts';
import { createSender, Interrupted, type Sender } from './send.ts';

/** Asks a service what the document leaves open. Nothing of it is a verdict. */

/** What the asking came to. */
export interface Explored {
  /** Of each question that was asked or could not be, and of what the responses show besides. */
  readonly answers: readonly SeenAnswer[];
  /** What else was noticed, by the ids of questions. */
  readonly notes: ReadonlyMap<string, string>;
  /** What responses show of the inside of the service, each with the exchange that shows it first. */
  readonly leaks: readonly { readonly what: string; readonly exchange: string }[];
  readonly requests: number;
  readonly effects: readonly Effect[];
  readonly runId: string;
  readonly startedAt: string;
  /** Whether it ended before all was asked. */
  readonly cut: boolean;
  /** That nothing listens any more, and since which request; null where something does. */
  readonly stopped: string | null;
  readonly secrets: readonly Secret[];
}

export type ExploreResult =
  | ({ readonly ok: true } & Explored)
  | { readonly ok: false; readonly problems: readonly SettingProblem[] };

/** Asks one service, and remembers what was learnt so far. */
function explorer(run: ExploringRun, ready: Ready, sender: Sender) {
  const { settings, servedBefore, expected } = run;
  const { bases, askers, probes, runId, token } = ready;
  const answers = new Map<string, SeenAnswer>();
  const notes = new Map<string, string>();
  const taken = new Set<string>();
  const servedByBase = new Map<Base, AddedExchange>();
  const removed: ProbeContext['removed'] = new Map();

  function unserved(base: Base): string | null {
    // What removes something shows itself that it is served.
    if (base.body === undefined) return base.gap;
    const served = servedByBase.get(base);
    const { name, method } = base.operation;
    if (served !== undefined)
      return served.meaning === 'success' ? null : `the ${method} of a run is not served: ${served.reason}`;
    if (servedBefore.includes(name)) return null;
    return base.gap ?? `nothing shows that the ${method} of a run is served: run first, or allow write`;
  }

  /** Why a question cannot be asked; null where it can. */
  function obstacle({ question, base, most }: QuestionProbe): string | null {
    const stopped = sender.stopped();
    if (stopped !== null) return stopped;
    const why = question.needsServed === true ? unserved(base) : null;
    const left = sender.left();
    if (why !== null || left >= most) return why;
    return `of ${run.choice.mostRequests} requests (--max-requests) ${left} are left, and it may take ${most}`;
  }

  /** A resource that no probe has taken, of those that are set or that a command makes. */
  async function take({ operation, resources, gap }: Base): ReturnType<ProbeContext['take']> {
    const free = () => resources.find((one) => !taken.has(JSON.stringify(one)));
    if (free() === undefined && gap === null) {
      const alone = { ...settings, operations: [operation.name] };
      const results = await runCommands({ ...run, settings: alone }, token);
      const { chains } = planOf(alone, runId, 'key' in results ? new Map() : results);
      resources.push(...chains.flatMap(([probe]) => (probe === undefined ? [] : [probe.addressed])));
    }
    const found = free();
    if (found === undefined)
      return { why: gap ?? `no other ${operation.object} was set, or made by a command` };
    taken.add(JSON.stringify(found));
    return found;
  }

  const asked = (probe: QuestionProbe): Promise<ProbeResult> =>
    probe.inquire({
      ...{ runId, bases, removed, base: probe.base, aboutFields: sender.aboutFields },
      ask: sender.askedBy(probe),
      take: () => take(probe.base),
      expected: expected.get(probe.id) ?? null,
      served: servedByBase.get(probe.base) ?? null,
    });

  function note({ id }: QuestionProbe, told: ProbeResult): void {
    if ('why' in told) {
      const why =
        told.differs === true ? `${whyNot.differed}: ${told.why}` : whyNot.couldNotBeAsked(told.why);
      answers.set(id, { id, answer: null, why, seen: 0, requests: [] });
      return;
    }
    const requests = told.shown.map(({ exchange }) => exchange.id).slice(0, mostRequests);
    answers.set(id, { id, answer: told.answer, seen: 1, requests });
    if (told.note !== undefined) notes.set(id, told.note);
  }

  return {
    answers,
    notes,
    async askAll(): Promise<void> {
      for (const asker of askers) {
        if (sender.left() < asker.most) break;
        const { base, sends } = asker;
        servedByBase.set(base, await sender.askedBy(asker)(withBody(base, base.body, sends)));
      }
      for (const probe of probes) {
        const why = obstacle(probe);
        note(probe, why === null ? await asked(probe) : { why });
      }
      await sender.noteStopped();
    },
    /** What responses to requests as a run sends them show besides, and what all refusals show of errors. */
    passive(): readonly SeenAnswer[] {
      const asRun = [...servedByBase.values()];
      const isUsual = (one: AddedExchange) =>
        asRun.includes(one) || removes(contract.operation(one.exchange.operation));
      const usual = sender.sent.filter((one) => one.meaning === 'success' && isUsual(one));
      const ofErrors = shownBy(sender.sent.filter(({ meaning }) => meaning === 'refusal'));
      return [...shownBy(usual), ...ofErrors.filter(({ id }) => id.startsWith('question.error.'))];
    },
  };
}

function shownBy(read: readonly AddedExchange[]): readonly SeenAnswer[] {
  const judge = new Judge();
  for (const [key, { exchange }] of read.entries()) judge.add(exchange, key);
  return judge.results((key) => read[key]?.exchange).answers.filter(({ answer }) => answer !== null);
}

/** Each kind of leak once, with the first exchange that shows it. */
function leaksOf(sent: readonly AddedExchange[]): Explored['leaks'] {
  const all = sent.flatMap((read) => leaksIn(read).map((what) => ({ what, exchange: read.exchange.id })));
  return all.filter((one, at) => all.findIndex(({ what }) => what === one.what) === at);
}

/** What is prepared and planned before anything is sent. */
async function begun(run: ExploringRun) {
  const { settings, choice } = run;
  const prepared = await prepare({ ...run, settings: preparedFor(settings, mayRemove(run)) });
  if ('problems' in prepared) return prepared;
  const bases = basesOf(settings, prepared.plan, prepared.header.runId);
  const probes = chosenProbes(bases, choice);
  const askers = servedAskers(probes, bases, choice);
  const plan = slotsOf([...askers, ...probes], settings.baseUrl);
  const header = { ...prepared.header, plan };
  const session = openSession(run, { ...prepared, header });
  if ('message' in session) return { problems: [session] };
  const { runId, startedAt } = header;
  return { bases, askers, probes, session, runId, startedAt, token: prepared.token };
}

type Ready = Exclude<Awaited<ReturnType<typeof begun>>, { readonly problems: unknown }>;

/** Whether a question was allowed that takes a resource which is there to be removed. */
function mayRemove({ choice: { allowed } }: ExploringRun): boolean {
  return contract.questions.some(
    ({ asks, operation }) =>
      asks !== 'refusal' &&
      allowed.has(asks) &&
      operation !== undefined &&
      removes(contract.operation(operation)),
  );
}

async function exploreOn(run: ExploringRun): Promise<ExploreResult> {
  const began = performance.now();
  const ready = await begun(run);
  if ('problems' in ready) return { ok: false, problems: ready.problems };
  const { session, runId, startedAt, token } = ready;
  const sender = createSender(run, session, token);
  const { askAll, passive, answers, notes } = explorer(run, ready, sender);
  try {
    const cut = await askAll().then(
      () => false,
      (error: unknown) => {
        if (error instanceof Interrupted) return true;
        throw error;
      },
    );
    session.end(Math.round(performance.now() - began), cut);
    const { sent } = sender;
    const effects = sender.effects();
    await cleanUp(run, { runId, effects }, token);
    return {
      ...{ ok: true, notes, effects, runId, startedAt, cut },
      answers: [...passive(), ...answers.values()],
      leaks: leaksOf(sent),
      requests: sent.length,
      stopped: sender.stopped(),
      secrets: session.secrets,
    };
  } finally {
    await session.hangUp();
    session.close();
  }
}

/** Sends what was allowed, keeps the journal, and gives the answers. Problems come back before anything was sent. */
export function explore(exploration: Exploration): Promise<ExploreResult> {
  return onTarget(exploration, exploreOn);
}
