import type { Cell, MatrixRun } from '../../model/matrix.ts';
import type { Report, RequirementResult } from '../../model/report.ts';
import { identity, type Requirement } from '../../model/requirement.ts';
import { clipped } from '../../text/escape.ts';
import { standing } from '../compare/flips.ts';
import { isInScope } from '../gate.ts';

/** What a matrix keeps of a report; exchanges and evidence, which take the most memory, are dropped. */
export interface ReducedReport {
  readonly run: MatrixRun;
  /** Equal texts for equal scopes. */
  readonly scope: string;
  readonly requirements: readonly Omit<Requirement, 'schema'>[];
  /** By the ids of requirements. */
  readonly cells: ReadonlyMap<string, Cell>;
  readonly observations: readonly ObservedAnswer[];
}

interface ObservedAnswer {
  readonly id: string;
  readonly question: string;
  readonly section: string;
  readonly answer: string;
}

/** Values and reasons are cut to so many characters. */
const longestText = 300;

/** Shared by nearly all cells. */
const conforms: Cell = { verdict: 'conforms' };
const outOfScope: Cell = { verdict: 'out-of-scope' };

function cut<T extends object>(texts: T): T {
  const short = Object.entries(texts).map(([key, value]) => [
    key,
    typeof value === 'string' ? clipped(value, longestText) : value,
  ]);
  return Object.fromEntries(short) as T;
}

function cellOf(row: RequirementResult, report: Report): Cell {
  if (!isInScope(row, report.run.scope, report.operations)) return outOfScope;
  if (row.verdict === 'conforms') return conforms;
  const { strength: _, seenOmitted: __, seen, ...rest } = standing(row, report);
  return { ...cut(rest), ...(seen && { seen: cut(seen) }) };
}

function runOf({ run, target, tool, document, summary }: Report, page: string | null): MatrixRun {
  return {
    runId: run.id,
    startedAt: run.startedAt,
    label: run.label ?? null,
    target: target.reference ? 'the embedded reference service' : target.baseUrl,
    tool: `${tool.name} ${tool.version}`,
    schemas: document.sha256,
    outcome: summary.outcome,
    exitCode: summary.exitCode,
    reason: clipped(summary.reasons[0] ?? '', longestText),
    cut: run.cut,
    page,
  };
}

/** @param page the page of the report, as a URL relative to the matrix; null for none */
export function reduced(report: Report, page: string | null): ReducedReport {
  return {
    run: runOf(report, page),
    scope: JSON.stringify(report.run.scope),
    requirements: report.requirements.map(identity),
    cells: new Map(report.requirements.map((row) => [row.id, cellOf(row, report)])),
    observations: report.observations.map(({ id, question, section, answer }) =>
      cut({ id, question, section, answer }),
    ),
  };
}
