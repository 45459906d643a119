import { createHash } from 'node:crypto';
import { locationsName } from '../../../src/model/location.ts';
import type { Report, RequirementResult } from '../../../src/model/report.ts';
import { sarifString, sarifText } from '../../../src/text/escape.ts';
import { numbered } from '../../../src/text/more.ts';
import { placeWords } from '../../outline/row-text.ts';
import { probeOf, problemOf, share } from '../../outline/rows.ts';
import { operationWords, problemTitle, strengthWords } from '../../outline/words.ts';
import { levelOf } from './rules.ts';

/** Places named in one message; the rest is counted. */
const mostPlaces = 3;

/** Deviations and what is waived, as `result` objects (SARIF section 3.27), in document order. */
export function resultsOf(report: Report) {
  return report.requirements.flatMap((row, ruleIndex) =>
    row.verdict === 'deviates' || row.verdict === 'waived' ? [result(report, row, ruleIndex)] : [],
  );
}

function result(report: Report, row: RequirementResult, ruleIndex: number) {
  const { verdict, counts, waiver } = row;
  return {
    ruleId: row.id,
    ruleIndex,
    kind: 'fail',
    level: levelOf(row),
    message: { text: sarifText(messageOf(report, row)) },
    locations: [location(report, row)],
    partialFingerprints: fingerprints(row),
    ...(verdict === 'waived'
      ? { suppressions: [{ kind: 'external', status: 'accepted', justification: waiver ?? '' }] }
      : {}),
    properties: { verdict, section: row.section, strength: row.strength, counts },
  };
}

/** One line: SARIF lets a viewer show the first sentence alone. */
function messageOf(report: Report, row: RequirementResult): string {
  const { statement, section, strength, evidence, evidenceOmitted } = row;
  const places = evidence
    .slice(0, mostPlaces)
    .map(
      ({ exchange, pointer, expected, actual }) =>
        `${placeWords(pointer)} (${probeOf(report, exchange)}): expected ${expected}, actual ${actual}`,
    );
  const more = evidence.length - places.length + evidenceOmitted;
  const seen = share(row);
  const problem = problemOf(report, row.id);
  const cure = problem?.cure ?? null;
  return [
    `${problem === undefined ? statement : problemTitle(problem)} (section ${section}, ${strengthWords[strength]}).`,
    ...places.map((place) => `At ${place}.`),
    ...(more > 0 ? [`And ${numbered(more)} more.`] : []),
    ...(seen === null ? [] : [`In ${seen}.`]),
    ...(cure === null ? [] : [`Fix: ${cure}.`]),
  ].join(' ');
}

/**
 * The place in the service's own sources, and the one in the answer. Code scanning takes no result without a file: one
 * that has none points to the file in which it can be given.
 */
function location(report: Report, { location: source, operation, place }: RequirementResult) {
  const { method, object } = operationWords(report, operation);
  const { file, line } = source ?? { file: locationsName, line: 1 };
  const physical = {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(sarifString(file)), uriBaseId: '%SRCROOT%' },
      region: { startLine: line },
    },
  };
  const name = place?.split('/').at(-1) ?? object;
  return {
    ...physical,
    logicalLocations: [
      {
        name,
        fullyQualifiedName: `${method} ${place ?? ''}`.trim(),
        kind: 'property',
      },
    ],
  };
}

/** The same in every run: an alert is one requirement, whatever the service answers and wherever its line moves. */
function fingerprints({ id }: RequirementResult) {
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 16);
  return { 'requirement/v1': id, primaryLocationLineHash: `${hash}:1` };
}
