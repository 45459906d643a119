import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { reporters } from '../../../reporters/index.ts';
import type { Report } from '../../../src/model/report.ts';
import { printingTo } from '../../../src/output/io.ts';
import { type Leak, publish } from '../../../src/output/publish.ts';
import { execute } from '../../../src/run/execute.ts';
import { type JournalLine, readJournal } from '../../../src/run/journal.ts';
import type { Secret as NamedSecret } from '../../../src/secrets/redaction.ts';
import { refusalBody, sentTransformer, usualValues } from '../../support/conforming.ts';
import { contract, reportOf } from '../../support/engine.ts';
import { targetSettings } from '../../support/run-target.ts';
import { isOrdinary } from '../properties/conduct.ts';
import { outputProblems } from '../properties/outputs.ts';
import { anySecret, formOf, type Secret } from '../properties/planted.ts';
import { tracesOf } from '../properties/traces.ts';
import type { Answering, FuzzService, SeenRequest } from './fuzz-service.ts';
import { type Attack, anyAttack, type Wire, wireOf } from './fuzz-wire.ts';

/** Milliseconds for one exchange: answers that need longer time out. */
const timeoutMs = 300;
/** Only there to end what hangs, milliseconds: a busy machine takes many times what an idle one does. */
const hungAfterMs = 180_000;

/** One run against a hostile service. */
export interface FuzzCase {
  readonly secret: Secret;
  readonly put: Attack;
  readonly delete: Attack;
  readonly everyone: boolean;
  readonly colour: boolean;
}

const anyCase: fc.Arbitrary<FuzzCase> = fc.record({
  secret: anySecret,
  put: anyAttack,
  delete: anyAttack,
  everyone: fc.boolean(),
  colour: fc.boolean(),
});

/**
 * The same seed makes the same case. Seeds that follow one another are set far apart first; every other case is made
 * without a liking for what is small or extreme.
 */
export function caseOf(seed: number): FuzzCase {
  const from = seed % 2 === 0 ? anyCase : fc.noBias(anyCase);
  const apart = createHash('sha256').update(String(seed)).digest().readInt32LE();
  const [made] = fc.sample(from, { seed: apart, numRuns: 1 });
  if (made === undefined) throw new Error('no case was made');
  return made;
}

function plainly(status: string, body: string): Wire {
  const head = `HTTP/1.1 ${status}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return { pieces: [{ bytes: Buffer.from(head + body), afterMs: 0 }], end: 'end' };
}

function answering(tried: FuzzCase): Answering {
  return ({ operation, credentials }) =>
    credentials === 'authorised' || tried.everyone
      ? wireOf(tried[operation], operation, tried.secret)
      : plainly('401 Unauthorized', refusalBody);
}

interface Sent {
  /** The journal. */
  readonly text: string;
  readonly report: Report;
  readonly secrets: readonly NamedSecret[];
}

async function send(baseUrl: string, token: string): Promise<Sent> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-fuzz-'));
  try {
    const journal = join(folder, 'exchanges.ndjson');
    const result = await execute({
      contract,
      settings: targetSettings(baseUrl, {
        token: { kind: 'value', value: token },
        values: {
          ...usualValues,
          transformer: { text: JSON.stringify(sentTransformer), businessDataTypeId: 'bdt-1' },
        },
        timeoutMs,
      }),
      tool: { name: 't', version: '0' },
      environment: {},
      journal,
    });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    return { text: readFileSync(journal, 'utf8'), ...result };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A request stands in the journal before it is sent, and is sent once. */
function requestProblems(requests: readonly SeenRequest[], journal: string): readonly string[] {
  const lines = journal
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JournalLine);
  const intents = lines.flatMap((line) => (line.line === 'intent' ? [line.probe] : []));
  const keys = requests.map(({ method, path, credentials }) => `${method} ${path} ${credentials}`);
  const intended = new Set(
    intents.map(({ method, path, credentials }) => `${method} ${path} ${credentials}`),
  );
  return [
    ...keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `sent twice: ${key}`),
    ...keys.filter((key) => !intended.has(key)).map((key) => `not in the journal: ${key}`),
  ];
}

interface Published {
  readonly outputs: Readonly<Record<string, string>>;
  readonly leaks: readonly Leak[];
}

async function published(
  report: Report,
  secrets: readonly NamedSecret[],
  colour: boolean,
): Promise<Published> {
  const outputs: Record<string, string> = {};
  const keep = (file: string | null, text: string): void => {
    const name = reporters.find((reporter) => reporter.file === file)?.name ?? 'unnamed';
    outputs[name] = text;
  };
  const { leaks } = await publish({
    report,
    secrets,
    reporters: reporters.map(({ name }) => name),
    folder: { path: (name) => name, write: keep },
    io: {
      ...printingTo(
        (text) => keep(null, text),
        () => undefined,
      ),
      colour,
      columns: 80,
      live: false,
      annotations: false,
    },
  });
  return { outputs, leaks };
}

function formsOf({ secret, put, delete: remove }: FuzzCase): readonly string[] {
  const plantings = [put, remove].flatMap(({ matter }) => (matter.kind === 'token' ? [matter.planting] : []));
  return [secret.token, ...plantings.map((planting) => formOf(secret, planting).text)];
}

async function problemsOf(tried: FuzzCase, name: string, service: FuzzService): Promise<readonly string[]> {
  const { baseUrl, requests } = service.expose(name, answering(tried));
  const { text, report, secrets } = await send(baseUrl, tried.secret.token);
  const again = readJournal(text);
  const rebuilt = reportOf(again);
  const { outputs, leaks } = await published(report, secrets, tried.colour);
  const all = { ...outputs, recording: text };
  return [
    ...requestProblems(requests, text),
    ...([0, 1, 3].includes(report.summary.exitCode) ? [] : [`exit code ${report.summary.exitCode}`]),
    ...(JSON.stringify(rebuilt) === JSON.stringify(report) ? [] : ['the recording gives another report']),
    ...leaks.map(({ where }) => `a secret had to be masked in ${where} before it was written`),
    ...outputProblems(all),
    ...tracesOf(formsOf(tried), all),
  ];
}

async function hung(): Promise<readonly string[]> {
  await new Promise((resolve) => setTimeout(resolve, hungAfterMs).unref());
  return [`the run has not ended after ${hungAfterMs} ms`];
}

/** Runs a case and says what is wrong with what came of it. */
export async function tryCase(seed: number, service: FuzzService): Promise<readonly string[]> {
  const tried = caseOf(seed);
  const { token } = tried.secret;
  if (/^(.)\1+$/.test(token) || (await isOrdinary(token))) return [];
  const name = `case-${seed}`;
  try {
    return await Promise.race([problemsOf(tried, name, service), hung()]);
  } catch (error) {
    return [`it threw ${(error as Error).stack}`];
  } finally {
    service.forget(name);
  }
}
