import { randomBytes } from 'node:crypto';
import type { Exchange, Probe, RecordingHeader, Report, Tool } from '../../schemas/types.ts';
import type { SettingProblem } from '../model/setting.ts';
import type { Secret } from '../secrets/redaction.ts';
import type { Settings, TargetSettings } from '../settings/index.ts';

/** Everything that a run is given, made once and handed on as it is. */
export interface Run {
  readonly settings: Settings;
  readonly tool: Tool;
  /** For the operator's own commands. */
  readonly environment: NodeJS.ProcessEnv;
  /** Absolute path of the recording, which has a name of the run beside it until it ends; null to keep none. */
  readonly journal: string | null;
  /** Ends the sending; the report then says what was done. */
  readonly signal?: AbortSignal;
  readonly events?: RunEvents;
}

/** A run whose target is known: the operator's service, or the embedded one. */
export interface TargetRun extends Omit<Run, 'settings'> {
  readonly settings: TargetSettings;
  /** Whether the target is the embedded service. */
  readonly isReference: boolean;
}

export interface RunEvents {
  /** A line that one of the operator's commands wrote on standard error, without the access token. */
  readonly onCommandError?: (line: string) => void;
  /** The plan is made; nothing was sent yet. */
  readonly onPlan?: (plan: RecordingHeader['plan']) => void;
  /** The run waits for a service that cannot be connected to yet: why, and for how many seconds at most. */
  readonly onUnreachable?: (why: string, seconds: number) => void;
  /** The operator's command did not remove what the run left: a sentence. */
  readonly onLeft?: (problem: string) => void;
  readonly onIntent?: (probe: Probe) => void;
  readonly onExchange?: (exchange: Exchange) => void;
  /** The first requests are on their way: what is needed after them can be loaded now. */
  readonly onWaiting?: () => Promise<void>;
}

export interface RunResult {
  readonly report: Report;
  /** What no output may hold, for a last search of everything that is written. */
  readonly secrets: readonly Secret[];
}

/** A run that cannot begin, as some settings cannot be used: nothing was sent. */
export class RefusedSettings extends Error {
  override readonly name = 'RefusedSettings';
  readonly problems: readonly SettingProblem[];

  constructor(...problems: readonly SettingProblem[]) {
    super(problems.map(({ key }) => key).join(', '));
    this.problems = problems;
  }
}

/** Names a run in the User-Agent, in what is sent and in the report: 12 hexadecimal digits. */
export function newRunId(): string {
  return randomBytes(6).toString('hex');
}

/** What a run has once its target is known. */
type OnTarget<Given extends Pick<Run, 'settings'>> = Omit<Given, 'settings'> &
  Pick<TargetRun, 'settings' | 'isReference'>;

/**
 * Does something with the target of a run. The embedded service is started for it, ended after it, and brings everything
 * about the target: nothing of the operator's is used.
 */
export async function onTarget<Given extends Pick<Run, 'settings'>, Result>(
  run: Given,
  task: (run: OnTarget<Given>) => Result | Promise<Result>,
): Promise<Result> {
  const { settings } = run;
  if (!settings.reference) return task({ ...run, settings, isReference: false });
  const { startReference } = await import('../../reference/service.ts');
  const { baseUrl, token, entityId, settings: values, close } = await startReference();
  const target: TargetSettings = {
    ...settings,
    ...{ reference: false, baseUrl, token: { kind: 'value', value: token }, entityId, values },
    ...{ cleanupCommand: null, headers: [], ca: null, clientCertificate: null, variables: {}, proxies: {} },
  };
  try {
    return await task({ ...run, settings: target, isReference: true });
  } finally {
    await close();
  }
}
