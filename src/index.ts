/** The programmatic interface of entity-config-conformance. Everything that is not exported here may change. */
export {
  ConformanceError,
  FaultError,
  FormatError,
  RequestError,
  ResponseError,
  SettingsError,
} from './api/errors.ts';
export { type ToExchangeOptions, toExchange } from './api/exchange-of.ts';
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
} from './api/http-message.ts';
export { type JudgeOptions, judge } from './api/judge.ts';
export { formats, type RenderOptions, render } from './api/render.ts';
export { requirements } from './api/requirements.ts';
export { run } from './api/run.ts';
export type { RunContext, RunSettings } from './api/settings.ts';
export type * from './model/exchange.ts';
export type { Evidence, Verdict } from './model/finding.ts';
export type * from './model/report.ts';
export type { Facet, Operation, Requirement, Strength } from './model/requirement.ts';
export type { Problem } from './model/setting.ts';
