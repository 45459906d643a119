import type { Exchange, Outcome, Report } from '../../schemas/types.ts';
import type { Judgement } from '../judge/judge.ts';
import type { Recording } from '../model/recording.ts';
import { type Gap, gapsOf } from './gaps.ts';
import { outcomeOf } from './gate.ts';
import { type Obstacle, obstaclesOf } from './obstacles.ts';
import { problemsOf } from './problems.ts';
import type { RefusalActs } from './refused/refused.ts';
import { serviceFailures } from './service-failures.ts';
import { type Situation, situationOf } from './situation.ts';

/** A report of which nothing is concluded yet, with its exchanges as they were recorded, and what it is made from. */
export interface Unconcluded extends Omit<Report, 'summary' | 'conclusion' | 'problems' | 'change'> {
  readonly recording: Recording;
  readonly judgement: Judgement;
  /** Who has to act on refused requests. */
  readonly refusals: RefusalActs;
}

/** The same, with what every sentence of a conclusion looks at. */
export interface Basis extends Unconcluded, Pick<Report, 'problems'> {
  readonly situation: Situation;
  readonly gaps: readonly Gap[];
  readonly obstacles: readonly Obstacle[];
  /** To what the service has to respond otherwise, so that a run is complete. */
  readonly failures: readonly Exchange[];
  readonly outcome: Outcome;
}

export function basisOf(parts: Unconcluded): Basis {
  const problems = problemsOf(parts);
  const situation = situationOf(parts, problems);
  const obstacles = obstaclesOf(parts);
  return {
    ...parts,
    problems,
    situation,
    gaps: gapsOf(parts.requirements),
    obstacles,
    failures: serviceFailures(parts, situation),
    outcome: outcomeOf(parts, obstacles),
  };
}
