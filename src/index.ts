/** The programmatic interface of entity-config-conformance. Everything that is not exported here may change. */

export type {
  Body,
  BodyRecorded,
  CheckKeywords,
  Credentials,
  DocumentNote,
  Effect,
  EffectWords,
  Evidence,
  Exchange,
  Facet,
  Failure,
  FollowingDeviations,
  Header,
  Masked,
  Observation,
  OpenQuestion,
  OperationSummary,
  Outcome,
  PlannedRequest,
  Probe,
  Recorded,
  RecordedMessage,
  Report,
  ReportAnswer,
  ReportEvidence,
  ReportTarget,
  RequirementResult,
  Response,
  ResponseHead,
  RunInfo,
  RunOptions,
  Scope,
  ScopeFlag,
  SentRequest,
  Strength,
  Summary,
  Tally,
  Timings,
  Unanswered,
  Verdict,
} from '../schemas/types.ts';
export * from './api/errors.ts';
export { type ToExchangeOptions, toExchange } from './api/exchange.ts';
export { type JudgeOptions, judge } from './api/judge.ts';
export type {
  BodyInput,
  FetchRequest,
  FetchResponse,
  HeadersInput,
  PlainRequest,
  PlainResponse,
  RequestInput,
  ResponseInput,
  UndiciResponse,
} from './api/message.ts';
export { formats, type RenderOptions, render } from './api/render.ts';
export { type RunContext, type RunSettings, requirements, run } from './api/run.ts';
export type { FailureKind } from './model/exchange.ts';
export type { Operation, Requirement } from './model/requirement.ts';
export type { Problem } from './model/setting.ts';
