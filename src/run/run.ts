import { randomBytes } from 'node:crypto';
import type { Exchange, Probe } from '../model/exchange.ts';
import type { RecordingHeader } from '../model/recording.ts';
import type { Report } from '../model/report.ts';
import type { SettingProblem } from '../model/setting.ts';
import type { Tool } from '../model/tool.ts';
import type { Secret } from '../secrets/redaction.ts';
import type { Settings } from '../settings/index.ts';

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

export type RunResult =
  | {
      readonly ok: true;
      readonly report: Report;
      /** What no output may hold, for a last search of everything that is written. */
      readonly secrets: readonly Secret[];
    }
  | { readonly ok: false; readonly problems: readonly SettingProblem[] };

/** Names a run in the User-Agent, in what is sent and in the report: 12 hexadecimal digits. */
export function newRunId(): string {
  return randomBytes(6).toString('hex');
}
