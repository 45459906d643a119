import type { Question } from '../model/question.ts';
import { contract } from '../operations/index.ts';
import type { Base, ProbeParts, QuestionProbe, Ways } from './probe.ts';
import { errorWays } from './probes/errors.ts';
import { fieldWays, required } from './probes/fields.ts';
import { limit } from './probes/limits.ts';
import { removalWays } from './probes/removals.ts';
import { requestWays } from './probes/requests.ts';
import { valueWays } from './probes/values.ts';

const ways: Ways = { ...fieldWays, ...requestWays, ...valueWays, ...errorWays, ...removalWays };

/** Those of which there are several, each about one field: the way, and the name of the field. */
const ofField = /^question\.[^.]+\.(required|limit)\.(.+)$/;

/** Null for a question that nobody can ask. */
function partsOf({ id, form }: Question, base: Base): ProbeParts | null {
  const [, way, field = ''] = ofField.exec(id) ?? [];
  if (way === 'required') return required(base, field);
  if (way === 'limit') return limit(base, field, form);
  return ways[id.slice(id.lastIndexOf('.') + 1)]?.(base) ?? null;
}

/** A question that is asked by requests of its own. */
export function isAsked({ asks }: Question): boolean {
  return asks !== 'passive' && asks !== 'never';
}

/**
 * How the questions are asked, the cheap ones first.
 * @param bases of the operations that are asked about
 */
export function probesOf(bases: readonly Base[]): readonly QuestionProbe[] {
  const probes = contract.questions.filter(isAsked).flatMap((question): readonly QuestionProbe[] => {
    const base = bases.find(({ operation }) => operation.name === question.operation);
    const parts = base === undefined ? null : partsOf(question, base);
    return base === undefined || parts === null
      ? []
      : [{ id: question.id, asks: question.asks, question, base, ...parts }];
  });
  // What sends nothing reads what the others have sent.
  const rank = ({ most, isLast }: QuestionProbe) => (isLast === true ? most + 0.5 : most || Infinity);
  return [...probes].sort((one, other) => rank(one) - rank(other));
}
