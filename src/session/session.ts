import type { Problem, TargetSettings } from '../config.ts';
import type { Exchange, Probe } from '../model/exchange.ts';
import type { Recording, RecordingHeader } from '../model/recording.ts';
import type { Secret } from '../target/redaction.ts';

/** What one run is about. */
export interface Session {
  readonly settings: TargetSettings;
  /** Whether the target is the embedded reference service. */
  readonly reference: boolean;
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly tool: { readonly name: string; readonly version: string };
  /** For the operator's own commands. */
  readonly environment: NodeJS.ProcessEnv;
}

export interface SessionEvents {
  /** A line that the command which makes a rule wrote on standard error, without the access token. */
  readonly onCommandError?: (line: string) => void;
  /** The plan is made; nothing was sent yet. */
  readonly onPlan?: (plan: RecordingHeader['plan']) => void;
  readonly onIntent?: (probe: Probe) => void;
  readonly onExchange?: (exchange: Exchange) => void;
}

export type SessionResult =
  | {
      readonly ok: true;
      readonly recording: Recording;
      /** What may stand in no output, for a last look at everything that is written. */
      readonly secrets: readonly Secret[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };
