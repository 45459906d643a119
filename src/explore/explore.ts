import { Judge } from '../judge/judge.ts';
import { type AnswerValue, mostRequests, type SeenAnswer, whyNot } from '../model/answer.ts';
import type { AddedExchange } from '../model/reading.ts';
import type { Effect } from '../model/report.ts';
import type { SettingProblem } from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import { cleanUp } from '../run/commands.ts';
import { planOf, prepare, runCommands, type TargetRun } from '../run/prepare.ts';
import { withReference } from '../run/reference.ts';
import type { Run } from '../run/run.ts';
import { openSession } from '../run/session.ts';
import { untilReachable } from '../run/until-reachable.ts';
import type { Secret } from '../secrets/redaction.ts';
import { leaksIn } from './leaks.ts';
import {
  basesOf,
  chosenProbes,
  type ExploreChoice,
  preparedFor,
  removes,
  servedAskers,
  slotsOf,
} from './plan.ts';
import {
  type Base,
  type ProbeContext,
  type ProbeResult,
  type QuestionProbe,
  textOf,
  withBody,
} from './probe.ts';
import { Interrupted, Sender } from './send.ts';

/** Asks a service what the document leaves open. Nothing of it is a verdict. */

export interface Exploration extends Run {
  readonly choice: ExploreChoice;
  /** Operations whose request a run has shown to be served, where it may not be sent here. */
  readonly servedBefore: readonly string[];
  /** Answers that this asking checks, by the ids of their questions. */
  readonly expected: ReadonlyMap<string, AnswerValue>;
}

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

interface ExploringRun extends TargetRun, Pick<Exploration, 'choice' | 'servedBefore' | 'expected'> {}

/** What is asked of one service, and what was learnt so far. */
class Explorer {
  readonly answers = new Map<string, SeenAnswer>();
  readonly notes = new Map<string, string>();
  private readonly run: ExploringRun;
  private readonly bases: readonly Base[];
  private readonly sender: Sender;
  private readonly shared: Pick<ProbeContext, 'runId' | 'removed' | 'bases' | 'aboutFields'>;
  private readonly token: string;
  private readonly taken = new Set<string>();
  private readonly servedByBase = new Map<Base, AddedExchange>();

  constructor(run: ExploringRun, bases: readonly Base[], sender: Sender, runId: string, token: string) {
    this.token = token;
    this.run = run;
    this.bases = bases;
    this.sender = sender;
    this.shared = { runId, bases, removed: new Map(), aboutFields: sender.aboutFields };
  }

  async askAll(probes: readonly QuestionProbe[]): Promise<void> {
    for (const asker of servedAskers(probes, this.bases, this.run.choice)) {
      if (this.sender.left < asker.most) break;
      const { base } = asker;
      this.servedByBase.set(base, await this.sender.for(asker)(withBody(base, base.body, asker.sends)));
    }
    for (const probe of probes) this.note(probe, await this.asked(probe));
    await this.sender.noteStopped();
  }

  /** What responses to requests as a run sends them show besides, and what all refusals show of errors. */
  passive(): readonly SeenAnswer[] {
    const { sent } = this.sender;
    const asRun = new Set(this.servedByBase.values());
    const isUsual = (one: AddedExchange) =>
      asRun.has(one) || removes(contract.operation(one.exchange.operation));
    const usual = sent.filter((one) => one.meaning === 'success' && isUsual(one));
    const ofErrors = this.shownBy(sent.filter(({ meaning }) => meaning === 'refusal'));
    return [...this.shownBy(usual), ...ofErrors.filter(({ id }) => id.startsWith('question.error.'))];
  }

  private shownBy(read: readonly AddedExchange[]): readonly SeenAnswer[] {
    const judge = new Judge();
    for (const [key, { exchange }] of read.entries()) judge.add(exchange, key);
    return judge.results((key) => read[key]?.exchange).answers.filter(({ answer }) => answer !== null);
  }

  /** Why a question cannot be asked; null where it can. */
  private obstacle({ question, base, most }: QuestionProbe): string | null {
    const { left, stopped } = this.sender;
    if (stopped !== null) return stopped;
    const unserved = question.needsServed === true ? this.unserved(base) : null;
    if (unserved !== null) return unserved;
    if (left >= most) return null;
    const { mostRequests: all } = this.run.choice;
    return `of ${all} requests (--max-requests) ${left} are left, and it may take ${most}`;
  }

  private unserved(base: Base): string | null {
    // What removes something shows itself that it is served.
    if (base.body === undefined) return base.gap;
    const served = this.servedByBase.get(base);
    const { name, method } = base.operation;
    if (served !== undefined)
      return served.meaning === 'success' ? null : `the ${method} of a run is not served: ${served.reason}`;
    if (this.run.servedBefore.includes(name)) return null;
    return base.gap ?? `nothing shows that the ${method} of a run is served: run first, or allow write`;
  }

  private async asked(probe: QuestionProbe): Promise<ProbeResult> {
    const obstacle = this.obstacle(probe);
    if (obstacle !== null) return { why: obstacle };
    return probe.inquire({
      ...this.shared,
      base: probe.base,
      ask: this.sender.for(probe),
      take: () => this.take(probe.base),
      expected: this.run.expected.get(probe.id) ?? null,
      served: this.servedByBase.get(probe.base) ?? null,
    });
  }

  /** A resource that no probe has taken, of those that are set or that a command makes. */
  private async take({ operation, resources, gap }: Base): ReturnType<ProbeContext['take']> {
    const free = () => resources.find((one) => !this.taken.has(JSON.stringify(one)));
    if (free() === undefined && gap === null) {
      const { settings } = this.run;
      const alone = { ...settings, operations: [operation.name] };
      const results = await runCommands({ ...this.run, settings: alone }, this.token);
      const { chains } = planOf(alone, this.shared.runId, 'key' in results ? new Map() : results);
      resources.push(...chains.flatMap(([probe]) => (probe === undefined ? [] : [probe.addressed])));
    }
    const found = free();
    if (found === undefined)
      return { why: gap ?? `no other ${operation.object} was set, or made by a command` };
    this.taken.add(JSON.stringify(found));
    return found;
  }

  private note({ id }: QuestionProbe, told: ProbeResult): void {
    if ('why' in told) {
      const why =
        told.differs === true ? `${whyNot.differed}: ${told.why}` : whyNot.couldNotBeAsked(told.why);
      this.answers.set(id, { id, answer: null, why, seen: 0, requests: [] });
      return;
    }
    const requests = told.shown.map(({ exchange }) => exchange.id).slice(0, mostRequests);
    this.answers.set(id, { id, answer: told.answer, seen: 1, requests });
    if (told.note !== undefined) this.notes.set(id, told.note);
  }
}

/** Each kind of leak once, with the first exchange that shows it. */
function leaksOf(sent: readonly AddedExchange[]): Explored['leaks'] {
  const first = new Map<string, string>();
  for (const read of sent)
    for (const what of leaksIn(textOf(read))) if (!first.has(what)) first.set(what, read.exchange.id);
  return [...first].map(([what, exchange]) => ({ what, exchange }));
}

/** What is prepared and planned before anything is sent. */
async function begun(run: ExploringRun) {
  const { settings, choice } = run;
  if (!run.isReference) await untilReachable(run);
  const prepared = await prepare({ ...run, settings: preparedFor(settings, mayRemove(run)) });
  if ('problems' in prepared) return prepared;
  const bases = basesOf(settings, prepared.plan, prepared.header.runId);
  const probes = chosenProbes(bases, choice);
  const plan = slotsOf([...servedAskers(probes, bases, choice), ...probes], settings.baseUrl);
  const header = { ...prepared.header, plan };
  const session = openSession(run, { ...prepared, header });
  if ('message' in session) return { problems: [session] };
  return { bases, probes, header, session, token: prepared.token };
}

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
  const { settings, choice, signal } = run;
  const ready = await begun(run);
  if ('problems' in ready) return { ok: false, problems: ready.problems };
  const { bases, probes, header, session, token } = ready;
  const { baseUrl, delayMs } = settings;
  // A service that ended may be started again within two seconds.
  const isListening = () => untilReachable({ settings: { ...settings, waitSeconds: 2 } });
  const sender = new Sender({ session, baseUrl, token, delayMs, signal, isListening, ...choice });
  const explorer = new Explorer(run, bases, sender, header.runId, token);
  try {
    const cut = await explorer.askAll(probes).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Interrupted) return true;
        throw error;
      },
    );
    session.end(Math.round(performance.now() - began), cut);
    const { effects, sent } = sender;
    await cleanUp(run, { run: { id: header.runId }, effects }, token);
    return {
      ok: true,
      answers: [...explorer.passive(), ...explorer.answers.values()],
      notes: explorer.notes,
      leaks: leaksOf(sent),
      requests: sent.length,
      effects,
      runId: header.runId,
      startedAt: header.startedAt,
      cut,
      stopped: sender.stopped,
      secrets: session.secrets,
    };
  } finally {
    await session.hangUp();
    session.close();
  }
}

/** Sends what was allowed, keeps the journal, and gives the answers. Problems come back before anything was sent. */
export function explore(exploration: Exploration): Promise<ExploreResult> {
  const { settings } = exploration;
  if (!settings.reference) return exploreOn({ ...exploration, settings, isReference: false });
  return withReference(settings, (target) =>
    exploreOn({ ...exploration, settings: target, isReference: true }),
  );
}
