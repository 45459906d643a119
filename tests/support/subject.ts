/**
 * The only door from tests to the source, at most thirty names: what a redesign of the inside leaves as it is. Whatever is
 * not here is tested through what is.
 */

// What is written.
export { render as annotations } from '../../reporters/annotations.ts';
export { comparisonReporters, reporters } from '../../reporters/index.ts';
// Shapes of what is written and read; they cost nothing at run time.
export type * from '../../schemas/types.ts';
// Programs and packages.
export type { Client, ClientSettings } from '../../src/http/client.ts';
export { createClient } from '../../src/http/client.ts';
export type { RelaySettings } from '../../src/http/relay.ts';
export { startRelay } from '../../src/http/relay.ts';
export * as api from '../../src/index.ts';
// What is read.
export { parseJson, spansOf } from '../../src/json/json.ts';
export { written } from '../../src/json/plain.ts';
export { judge } from '../../src/judge/judge.ts';
export { matchers } from '../../src/matchers.ts';
export type * from '../../src/model/answer.ts';
export type * from '../../src/model/exchange.ts';
export type * from '../../src/model/json.ts';
export { limits } from '../../src/model/limits.ts';
export type * from '../../src/model/operation.ts';
export type * from '../../src/model/question.ts';
export type * from '../../src/model/reading.ts';
export type * from '../../src/model/recording.ts';
export type * from '../../src/model/requirement.ts';
export type * from '../../src/model/setting.ts';
export { mutationsOf } from '../../src/mutations/mutations.ts';
// The contract of the document, and what judges by it.
export { contract } from '../../src/operations/index.ts';
export { recordingLineProblem } from '../../src/output/written-files.ts';
export { checkedReport } from '../../src/output/written-report.ts';
export { buildReport } from '../../src/report/build.ts';
// Several reports.
export { changeOf, withChange } from '../../src/report/change.ts';
export { execute } from '../../src/run/execute.ts';
export { readJournal } from '../../src/run/journal.ts';
export type { RefusedSettings } from '../../src/run/run.ts';
export { createRedactor } from '../../src/secrets/redaction.ts';
export { readAnswers } from '../../src/settings/answers-file.ts';
// What is set, sent and run.
export { definitions } from '../../src/settings/definitions.ts';
export type { TargetSettings } from '../../src/settings/index.ts';
export { inspectSettings, loadSettings } from '../../src/settings/index.ts';
export type { TrafficOptions } from '../../src/traffic/read-traffic.ts';
export { gatherTraffic } from '../../src/traffic/read-traffic.ts';
export type { ReadTraffic } from '../../src/traffic/seen.ts';
export { trafficOf } from '../../src/traffic/seen.ts';
export * as suite from '../../src/vitest.ts';
