// Written by `npm run docs` from schemas/suite.
import type { AnswerFinding, AnswerValue } from './answer.ts';
import type { Change } from './change.ts';
import type { Actor, Conclusion, ServiceProblem } from './conclusion.ts';
import type { Exchange } from './exchange.ts';
import type { Evidence, Verdict } from './finding.ts';
import type { Facet, SchemaPlace, Strength } from './requirement.ts';
import type { Tool } from './tool.ts';
import type { RequirementTraffic, TrafficInfo } from './traffic.ts';
import type { WaiverResult } from './waiver.ts';

/** Of a deviation: the keywords of JSON Schema that decided it; absent where no schema did. */
export interface CheckKeywords {
  /** One type, or several of which any conforms. */
  readonly type?: string | readonly string[];
  /** A form of text, as schemas/README.md names it. */
  readonly format?: string;
  /** A regular expression. */
  readonly pattern?: string;
  /** Characters at most. */
  readonly maxLength?: number;
  /** Characters at least. */
  readonly minLength?: number;
  /** The only value. */
  readonly const?: string;
  /** The values. */
  readonly enum?: readonly string[];
}

/** Something odd in the document itself; never held against a target. */
export interface DocumentNote {
  /** Id of the note. */
  readonly id: string;
  /** Sections it is about. */
  readonly sections: readonly string[];
  /** What is odd. */
  readonly note: string;
}

/** What one request did to the data of the target. */
export interface Effect {
  /** Name of an operation of the contract, such as put or delete. */
  readonly operation: string;
  /** Identifier of what was written or removed; null where the response does not contain it. */
  readonly id: string | null;
  /** Whether a response confirms it. */
  readonly state: 'confirmed' | 'unknown';
  /** Id of an exchange of this report. */
  readonly exchange: string;
}

/** What a request does to the data of the target; null where it leaves them as they are. */
export interface EffectWords {
  /** What it is done to. */
  readonly noun: string;
  /** What is done, where the response says so. */
  readonly confirmed: string;
  /** The same, where it does not. */
  readonly unknown: string;
  /** The identifier in the path whose object is gone afterwards; absent where nothing is removed. */
  readonly removes?: string;
}

export interface FollowingDeviations {
  /** The requirement on the request. */
  readonly because: string;
  /** How many there are. */
  readonly exchanges: number;
  /** Of the first ones. */
  readonly evidence: readonly Evidence[];
  /** Of recorded traffic. */
  readonly traffic?: RequirementTraffic;
}

/** An observation where the document states nothing; never right or wrong. */
export interface Observation {
  /** Id of the question. */
  readonly id: string;
  /** What the document leaves open. */
  readonly question: string;
  /** Section of the interface document. */
  readonly section: string;
  /** What this target does. */
  readonly answer: string;
  /** Whether an operator would want to know it first. */
  readonly prominent: boolean;
  /** Where it was seen. */
  readonly evidence: readonly {
    /** Id of an exchange of this report. */
    readonly exchange: string;
    /** Place in the response body. */
    readonly pointer: string;
  }[];
}

/** A question that this run did not ask. */
export interface OpenQuestion {
  /** Id of the question. */
  readonly id: string;
  /** What the document leaves open. */
  readonly question: string;
  /** Section of the interface document. */
  readonly section: string;
}

/** One operation of the document, in the words that reports use. */
export interface OperationSummary {
  /** Name of an operation of the contract, such as put or delete. */
  readonly name: string;
  /** The HTTP method of an operation. */
  readonly method: string;
  /** What it is about. */
  readonly object: string;
  /** Section of the interface document. */
  readonly section: string;
  /** What a request does to the data of the target; null where it leaves them as they are. */
  readonly effect: EffectWords | null;
  /** Whether a run may send it more than once. */
  readonly repeats: boolean;
  /** Members of the scope that are its own. */
  readonly flags: readonly ScopeFlag[];
}

/** Every stated requirement in scope was checked and none deviates; or that, and a waiver is no longer needed; or something deviates; or something could not be judged. */
export type Outcome = 'conforms' | 'stale-waivers' | 'deviates' | 'incomplete';

/** A request as planned. */
export interface PlannedRequest {
  /** Name of the probe, unique in the plan. */
  readonly probe: string;
  /** HTTP method. */
  readonly method: string;
  /** Path below the origin. */
  readonly path: string;
  /** Why it is sent. */
  readonly purpose: string;
}

/** The report of one run, format version 1: what was sent, what came back, and what follows from it. Requirements are in the order of the document, keys in the order of this schema. */
export interface Report {
  /** Rises when a reader of the former version would misread this one. */
  readonly formatVersion: 1;
  /** What wrote the report. */
  readonly tool: Tool;
  /** What the target was judged by. */
  readonly document: {
    /** Title of the interface document. */
    readonly title: string;
    /** SHA-256 of the schemas, in lower-case hexadecimal. */
    readonly sha256: string;
    /** Where people read it; absent where it was not set. */
    readonly url?: string;
  };
  /** What was judged. */
  readonly target: ReportTarget;
  /** The circumstances. */
  readonly run: RunInfo;
  /** Requests as planned. */
  readonly plan: readonly PlannedRequest[];
  /** The operations of the document, in its order and in the words that reports use. */
  readonly operations: readonly OperationSummary[];
  /** The result. */
  readonly summary: Summary;
  /** What the report says first. */
  readonly conclusion: Conclusion;
  /** What is wrong with the service, the most severe first: deviations that have one cause together. */
  readonly problems: readonly ServiceProblem[];
  /** What changed since an earlier report; null where none was looked for. */
  readonly change: Change | null;
  /** Every requirement with its verdict. */
  readonly requirements: readonly RequirementResult[];
  /** The operator's waivers, in the order of their file, and what became of each. */
  readonly waivers: readonly WaiverResult[];
  /** What was observed where the document states nothing. */
  readonly observations: readonly Observation[];
  /** Open questions that this run did not ask. */
  readonly notAsked: readonly OpenQuestion[];
  /** Answers to open questions that the exchanges show, or that are declared; absent in reports of earlier versions. */
  readonly answers?: readonly ReportAnswer[];
  /** What is declared of open questions, beside what was seen; absent in reports of earlier versions. */
  readonly answerFindings?: readonly AnswerFinding[];
  /** Where the document seems to contradict itself. */
  readonly documentNotes: readonly DocumentNote[];
  /** Authorised requests that did not succeed. */
  readonly unanswered: readonly Unanswered[];
  /** Everything written to or deleted from the target. */
  readonly effects: readonly Effect[];
  /** Every request and response, in the order of the plan; of recorded traffic those that evidence names. */
  readonly exchanges: readonly Exchange[];
  /** What was read, where somebody else recorded it; absent where the suite sent the requests itself. */
  readonly traffic?: TrafficInfo;
  /** What the report was made from and with; render --verify says whether a recording gives it. Digests are SHA-256. Absent from what a program judged, and from reports of earlier versions. */
  readonly evidence?: ReportEvidence;
}

/** What is known of an open question; never right or wrong. */
export interface ReportAnswer {
  /** Id of the question. */
  readonly id: string;
  /** Section of the interface document. */
  readonly section: string;
  /** What the document leaves open. */
  readonly question: string;
  /** Null where there is none. */
  readonly answer: null | AnswerValue;
  /** Why there is none. */
  readonly why?: string;
  /** Whether it was seen, or is only declared; absent without an answer. */
  readonly basis?: 'observed' | 'declared';
  /** How many exchanges show it. */
  readonly seen: number;
  /** Ids of exchanges that show it. */
  readonly requests: readonly string[];
}

/** What the report was made from and with; render --verify says whether a recording gives it. Digests are SHA-256. Absent from what a program judged, and from reports of earlier versions. */
export interface ReportEvidence {
  /** Of exchanges.ndjson, byte by byte; absent where no recording was kept, as for recorded traffic. */
  readonly recording?: string;
  /** Of the waivers that it was judged with, as canonical JSON (RFC 8785); absent where there were none. */
  readonly waivers?: string;
  /** Of the declared answers to open questions, as canonical JSON (RFC 8785); absent where there were none. */
  readonly answers?: string;
  /** Of what it was judged by: schemas, operations and requirements. */
  readonly contract: string;
  /** Version of the suite that judged. */
  readonly suite: string;
  /** Version of Node.js that it ran on. */
  readonly node: string;
}

/** What was judged. */
export interface ReportTarget {
  /** Base URL of the service. */
  readonly baseUrl: string;
  /** True for the embedded reference service. */
  readonly reference: boolean;
}

/** One checkable sentence about one place, and its verdict. */
export interface RequirementResult {
  /** Permanent: operation, place with dots, colon, facet. */
  readonly id: string;
  /** Name of an operation of the contract, such as put or delete. */
  readonly operation: string;
  /** What the requirement is about; absent for responses. */
  readonly side?: 'request';
  /** JSON Pointer with * for each element; null for a requirement on the whole response. */
  readonly place: string | null;
  /** What the requirement checks in its place. */
  readonly facet: Facet;
  /** How firmly the document supports it: a table or a rule says so, or only an example or a remark shows it. */
  readonly strength: Strength;
  /** Section of the interface document. */
  readonly section: string;
  /** The requirement in one sentence. */
  readonly statement: string;
  /** Where the schemas ask for it; absent where none does, as for the method of a request. */
  readonly schema?: SchemaPlace;
  /** Over the whole run: one deviating response makes the requirement deviate, and nothing conforms because there was nothing to check. */
  readonly verdict: Verdict;
  /** Of a deviation: the keywords of JSON Schema that decided it; absent where no schema did. */
  readonly check?: CheckKeywords;
  /** Why it was not checked. */
  readonly reason?: string;
  /** The requirement whose deviation is the cause. */
  readonly because?: string;
  /** What came of an unauthorised request that was neither refused nor served; the reason has it in its sentence. */
  readonly unclear?: string;
  /** Why the operator accepts the deviation for now: the reason of the waiver that covers it. Also of a requirement that was not checked because of a waived one. */
  readonly waiver?: string;
  /** Responses per verdict. */
  readonly counts: {
    /** Responses that conform. */
    readonly conforms: number;
    /** Responses that deviate. */
    readonly deviates: number;
    /** Responses with nothing to judge. */
    readonly notExercised: number;
  };
  /** Where it deviates. */
  readonly evidence: readonly Evidence[];
  /** Further places of the same kind that are not listed. */
  readonly evidenceOmitted: number;
  /** Of recorded traffic: evidence of deviations from all over the exchanges, beside the first ones. */
  readonly spread?: readonly Evidence[];
  /** Of recorded traffic, for what deviates. */
  readonly traffic?: RequirementTraffic;
  /** Of the deviations, those that follow from a deviation of the request. Where there are others, `evidence`, `spread` and `traffic` are of those alone. */
  readonly follows?: readonly FollowingDeviations[];
}

/** The circumstances. */
export interface RunInfo {
  /** Id of the run; requests carry it in their User-Agent. */
  readonly id: string;
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  /** Milliseconds from the first request to the last response. */
  readonly durationMs: number;
  /** How it was run. */
  readonly options: RunOptions;
  /** What the operator chose to have judged. */
  readonly scope: Scope;
  /** True when the run ended before its plan did. */
  readonly cut: boolean;
  /** The build of the service that was judged, such as a commit; absent where it was not set. */
  readonly label?: string;
}

/** How it was run. */
export interface RunOptions {
  /** Whether a deviation from what is only shown fails the gate. */
  readonly strict: boolean;
  /** How often operations were sent that may be repeated, such as the PUT. */
  readonly repeat: number;
  /** Whether one request waited for the other. */
  readonly serial: boolean;
  /** Milliseconds between requests. */
  readonly delayMs: number;
  /** Milliseconds that one request may take. */
  readonly timeoutMs: number;
  /** Path, from the root of the repository, of the file that findings in SARIF and code quality point at; absent for the usual one. */
  readonly sarifFile?: string;
  /** Whether a file of authorities to trust was set; absent for none. */
  readonly ca?: true;
  /** Whether a client certificate was set; absent for none. */
  readonly clientCertificate?: true;
  /** Whether commands make what requests remove, so that the same run can be repeated; absent for no. */
  readonly made?: true;
  /** Ids of requirements the document only suggests, whose deviations fail the run all the same; absent for none. */
  readonly requireShown?: readonly string[];
  /** What a waiver does that is no longer needed; fail where it is absent. */
  readonly staleWaivers?: 'fail' | 'warn';
  /** Whether a declared answer that is contradicted fails the run; absent for no. */
  readonly gateAnswers?: true;
}

/** What the operator chose to have judged. */
export interface Scope {
  /** Operations in scope. */
  readonly operations: readonly string[];
  /** Of recorded traffic: ids of the requirements that have to be checked, and nothing else has to. */
  readonly required?: readonly string[];
  /** Whether requests without credentials and with a made-up token were part of it. */
  readonly unauthorized: boolean;
  /** False when the operator's own PUT body sends no conditions: their requirements need not be checked. */
  readonly conditionsSent?: boolean;
  readonly [name: string]: boolean | readonly string[] | undefined;
}

/** Whether some requirements of an operation have to be checked, by the name under which the scope has it. */
export interface ScopeFlag {
  /** Name of the member of the scope. */
  readonly name: string;
  /** What a report says where it is false. */
  readonly words: string;
  /** Requirements at this place and below need not be checked where it is false. */
  readonly place: string;
}

/** The result. */
export interface Summary {
  /** Every stated requirement in scope was checked and none deviates; or that, and a waiver is no longer needed; or something deviates; or something could not be judged. */
  readonly outcome: Outcome;
  /** 0, 1, 1 and 3, in the order of the outcomes. */
  readonly exitCode: 0 | 1 | 3;
  /** One sentence each, the decisive one first. */
  readonly reasons: readonly string[];
  /** Requirements that the document states. */
  readonly stated: Tally;
  /** Requirements that it only shows. */
  readonly shown: Tally;
  /** Requirements on requests, counted separately; absent where only responses were judged. */
  readonly requests?: {
    /** Requirements that the document states. */
    readonly stated: Tally;
    /** Requirements that it only shows. */
    readonly shown: Tally;
  };
  /** Number of observations. */
  readonly observations: number;
  /** Who has to act. */
  readonly actor: Actor;
  /** Whether the same run may end differently with nothing changed. */
  readonly retryMayHelp: boolean;
}

/** Requirements per verdict. */
export interface Tally {
  /** Conforming. */
  readonly conforms: number;
  /** Deviating and not waived. */
  readonly deviates: number;
  /** Deviating, and accepted by a waiver. */
  readonly waived: number;
  /** Not checked. */
  readonly notExercised: number;
}

/** An authorised request that did not succeed. */
export interface Unanswered {
  /** Id of the exchange. */
  readonly exchange: string;
  /** What came instead, in words. */
  readonly reason: string;
  /** The likely cause, for an operator; absent where there is none. Sentences that reports print as they are. */
  readonly hint?: string;
}
