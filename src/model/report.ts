import type { AnswerFinding, AnswerValue } from './answer.ts';
import type { Change } from './change.ts';
import type { Actor, Conclusion, ServiceProblem } from './conclusion.ts';
import type { Exchange, Probe } from './exchange.ts';
import type { Evidence, Verdict } from './finding.ts';
import type { SourcePlace } from './location.ts';
import type { Gating, Operation, Requirement } from './requirement.ts';
import type { Tool } from './tool.ts';
import type { RequirementTraffic, TrafficInfo } from './traffic.ts';
import type { WaiverResult } from './waiver.ts';

/** `stale-waivers`: everything conforms, and a waiver is no longer needed: nothing but the waivers has to change. */
export type Outcome = 'conforms' | 'stale-waivers' | 'deviates' | 'incomplete';

export interface OpenQuestion {
  readonly id: string;
  readonly question: string;
  readonly section: string;
}

/** Where the document is silent: seen, never right or wrong. */
export interface Observation extends OpenQuestion {
  readonly answer: string;
  /** Worth a prominent place: something an operator would want to know first. */
  readonly prominent: boolean;
  readonly evidence: readonly { readonly exchange: string; readonly pointer: string }[];
}

/** What is known of an open question, as a value of a closed form; never right or wrong. */
export interface ReportAnswer extends OpenQuestion {
  /** Null where there is none. */
  readonly answer: AnswerValue | null;
  /** Why there is none. */
  readonly why?: string;
  /** `declared`: it was not seen here, and the file of answers declares it; absent without an answer. */
  readonly basis?: 'observed' | 'declared';
  /** How many exchanges show it. */
  readonly seen: number;
  /** Ids of exchanges that show it. */
  readonly requests: readonly string[];
}

/** Something odd in the document itself; never a finding about a target. */
export interface DocumentNote {
  readonly id: string;
  readonly sections: readonly string[];
  readonly note: string;
}

/** One operation of the contract, in the words that reports use. */
export interface OperationSummary {
  readonly name: Operation;
  /** HTTP method. */
  readonly method: string;
  /** What it is about: `derivative fact transformer`. */
  readonly object: string;
  /** Section of the document. */
  readonly section: string;
  /** What a request does to the target's data; null where it leaves them as they are. */
  readonly effect: EffectWords | null;
  /** Whether `--repeat` sends it more than once. */
  readonly repeats: boolean;
  /** Flags of the scope that are its own. */
  readonly flags: readonly ScopeFlag[];
}

/** Whether some requirements of an operation have to be checked, by the name under which a scope has it. */
export interface ScopeFlag {
  readonly name: string;
  /** What reports say where it is false: `no conditions sent`. */
  readonly words: string;
  /** Requirements at this place and below need not be checked where it is false. */
  readonly place: string;
}

export interface EffectWords {
  /** `transformer`. */
  readonly noun: string;
  /** `written`, where the response says so. */
  readonly confirmed: string;
  /** `may have been written`. */
  readonly unknown: string;
  /** The identifier in the path whose object is gone afterwards; absent where nothing is removed. */
  readonly removes?: string;
}

/** What the run did to the target's data. */
export interface Effect {
  readonly operation: Operation;
  /** Identifier of what was removed or written; null where the response did not give it. */
  readonly id: string | null;
  readonly state: 'confirmed' | 'unknown';
  readonly exchange: string;
}

/** An authorised request that got no response of success. */
export interface Unanswered {
  /** Id of the exchange. */
  readonly exchange: string;
  readonly reason: string;
  /** Where an operator would look first; absent where nothing suggests itself. */
  readonly hint?: string;
}

/** What the operator chose to have judged. */
export interface Scope {
  readonly operations: readonly Operation[];
  /** Whether requests without credentials and with a made-up token are part of the run. */
  readonly unauthorized: boolean;
  /** Recorded traffic only: ids of the requirements that must be checked. */
  readonly required?: readonly string[];
  /** Flags that operations declare: false where some of their requirements need not be checked. */
  readonly [flag: string]: boolean | readonly string[] | undefined;
}

export interface RunOptions extends Gating {
  readonly repeat: number;
  readonly serial: boolean;
  readonly delayMs: number;
  readonly timeoutMs: number;
  /** Whether a file of authorities to trust was given; absent for none. */
  readonly ca?: true;
  /** The same for a client certificate. */
  readonly clientCertificate?: true;
  /** What a waiver does that is no longer needed; fail where it is absent. */
  readonly staleWaivers?: 'fail' | 'warn';
  /** Whether a declared answer that is contradicted fails the run; absent for no. */
  readonly gateAnswers?: true;
}

/** What was judged. */
export interface ReportTarget {
  readonly baseUrl: string;
  /** Whether it is the embedded service. */
  readonly reference: boolean;
  /** Its name in the configuration; absent for a run without one. */
  readonly name?: string;
}

export interface RunInfo {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly options: RunOptions;
  readonly scope: Scope;
  /** True when the run was ended before its plan was: an interrupt, a crash. */
  readonly cut: boolean;
  /** The build of the service that was judged, such as a commit; absent where nobody named it. */
  readonly label?: string;
}

export interface PlannedRequest extends Pick<Probe, 'method' | 'path' | 'purpose'> {
  readonly probe: string;
}

/** Keywords of JSON Schema by which a value was judged: `{ "type": "integer" }`. */
export interface CheckKeywords {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly const?: string;
  readonly enum?: readonly string[];
}

/** Of the deviations of responses from one requirement, those that follow from a deviation of the request. */
export interface FollowingDeviations {
  /** Id of the requirement on the request. */
  readonly because: string;
  /** How many exchanges. */
  readonly exchanges: number;
  readonly evidence: readonly Evidence[];
  /** Recorded traffic only: when, how often, by which clients. */
  readonly traffic?: RequirementTraffic;
}

export interface RequirementResult extends Requirement {
  readonly verdict: Verdict;
  /** Of a deviation: the keywords of JSON Schema that decided it; absent where no schema did. */
  readonly check?: CheckKeywords;
  /** Where the service's own sources meet it; absent where nobody said so. */
  readonly location?: SourcePlace;
  readonly reason?: string;
  readonly because?: string;
  /** What came of an unauthorised request that was neither refused nor served; the reason has it in its sentence. */
  readonly unclear?: string;
  /**
   * The reason of the waiver that covers it; `waivers` of the report has the rest. Present for every waived requirement,
   * and for a requirement that was not exercised because of a waived one.
   */
  readonly waiver?: string;
  /** Findings per verdict, one per exchange that was judged. */
  readonly counts: { readonly conforms: number; readonly deviates: number; readonly notExercised: number };
  readonly evidence: readonly Evidence[];
  readonly evidenceOmitted: number;
  /** Recorded traffic only: further evidence of deviations, spread over all exchanges. */
  readonly spread?: readonly Evidence[];
  /** Recorded traffic only, for deviations: when, how often, by which clients. */
  readonly traffic?: RequirementTraffic;
  /**
   * Deviations that follow from deviations of requests; absent for none. Where there are others, `evidence`, `spread` and
   * `traffic` are of those alone.
   */
  readonly follows?: readonly FollowingDeviations[];
}

export interface Tally {
  readonly conforms: number;
  readonly deviates: number;
  readonly waived: number;
  readonly notExercised: number;
}

export interface Summary {
  readonly outcome: Outcome;
  readonly exitCode: 0 | 1 | 3;
  /** One sentence each, the decisive one first. */
  readonly reasons: readonly string[];
  readonly stated: Tally;
  readonly shown: Tally;
  /** Requirements on requests, which the other two do not count; absent where only responses were judged. */
  readonly requests?: { readonly stated: Tally; readonly shown: Tally };
  readonly observations: number;
  /** Who has to act. */
  readonly actor: Actor;
  /** Whether the same run may end differently with nothing changed: no response arrived, or only sometimes. */
  readonly retryMayHelp: boolean;
}

/** What a report was made from and with: enough to say later whether a recording gives it. Digests are SHA-256, hexadecimal. */
export interface ReportEvidence {
  /** Of `exchanges.ndjson`, byte by byte; absent where none was kept, as for recorded traffic. */
  readonly recording?: string;
  /** Of the waivers that it was judged with, as canonical JSON (RFC 8785); absent where there were none. */
  readonly waivers?: string;
  /** Of the declared answers to open questions, as canonical JSON (RFC 8785); absent where there were none. */
  readonly answers?: string;
  /** Of what it was judged by. */
  readonly contract: string;
  /** Version of the suite that judged. */
  readonly suite: string;
  /** Version of Node.js. */
  readonly node: string;
}

/** `OUT/report.json`, `formatVersion` 1; its schema is schemas/suite/report.schema.json. */
export interface Report {
  readonly formatVersion: 1;
  readonly tool: Tool;
  /** `url` is where people read it; absent where nobody named it. */
  readonly document: { readonly title: string; readonly sha256: string; readonly url?: string };
  readonly target: ReportTarget;
  readonly run: RunInfo;
  readonly plan: readonly PlannedRequest[];
  readonly operations: readonly OperationSummary[];
  readonly summary: Summary;
  readonly conclusion: Conclusion;
  /** What is wrong with the service, the gravest first. */
  readonly problems: readonly ServiceProblem[];
  /** Null where no earlier report was looked for. */
  readonly change: Change | null;
  readonly requirements: readonly RequirementResult[];
  /** In the order of the waivers file; empty without one. */
  readonly waivers: readonly WaiverResult[];
  readonly observations: readonly Observation[];
  readonly notAsked: readonly OpenQuestion[];
  /** Answers to open questions that the exchanges show, or that are declared; absent in reports of earlier versions. */
  readonly answers?: readonly ReportAnswer[];
  /** What is declared beside what was seen; absent in reports of earlier versions. */
  readonly answerFindings?: readonly AnswerFinding[];
  readonly documentNotes: readonly DocumentNote[];
  readonly unanswered: readonly Unanswered[];
  readonly effects: readonly Effect[];
  readonly exchanges: readonly Exchange[];
  /** Absent where the suite sent the requests itself; otherwise `exchanges` holds some of the recorded ones. */
  readonly traffic?: TrafficInfo;
  /** Absent from what a program judged, as nothing is kept of it, and from reports of earlier versions. */
  readonly evidence?: ReportEvidence;
}
