/** The programmatic interface of entity-config-conformance. Everything that is not exported here may change. */
export * from './api/errors.ts';
export { type ToExchangeOptions, toExchange } from './api/exchange-of.ts';
export type * from './api/http-message.ts';
export { type JudgeOptions, judge } from './api/judge.ts';
export { formats, type RenderOptions, render } from './api/render.ts';
export { type RunContext, type RunSettings, requirements, run } from './api/run.ts';
export type * from './model/exchange.ts';
export type { Evidence, Verdict } from './model/finding.ts';
export type * from './model/report.ts';
export type { Facet, Operation, Requirement, Strength } from './model/requirement.ts';
export type { Problem } from './model/setting.ts';
