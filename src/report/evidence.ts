import type { DeclaredAnswers, Report, ReportEvidence } from '../../schemas/types.ts';
import { digestOf } from '../contract/digest.ts';
import { pointerToken } from '../json/place.ts';
import { known } from '../model/known.ts';
import { contractDigest } from '../operations/index.ts';
import { plainWaiver } from './waivers.ts';

/** What a report does not say itself: what judged it, the digest of its recording, and the answers that were declared. */
interface Judging extends Pick<ReportEvidence, 'suite' | 'node' | 'recording'> {
  readonly answers?: DeclaredAnswers | undefined;
}

/** What a report was made from and with. */
export function evidenceOf({ waivers }: Report, judging: Judging): ReportEvidence {
  const { recording, answers = {}, suite, node } = judging;
  return {
    ...known({ recording }),
    ...(waivers.length > 0 && { waivers: digestOf(waivers.map(plainWaiver)) }),
    ...(Object.keys(answers).length > 0 && { answers: digestOf(answers) }),
    contract: contractDigest(),
    suite,
    node,
  };
}

/** A place at which two reports differ, and what is there; undefined where there is nothing. */
export interface ReportDifference {
  /** JSON Pointer. */
  readonly pointer: string;
  readonly given: unknown;
  readonly judged: unknown;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function differences(given: unknown, judged: unknown, pointer: string): readonly ReportDifference[] {
  if (!isObject(given) || !isObject(judged) || Array.isArray(given) !== Array.isArray(judged))
    return given === judged ? [] : [{ pointer, given, judged }];
  const [one, other] = [new Map(Object.entries(given)), new Map(Object.entries(judged))];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) =>
    differences(one.get(key), other.get(key), `${pointer}/${pointerToken(key)}`),
  );
}

/** What depends on more than the recording and the contract: an earlier report, and what does the judging. */
function reproducible(report: Report, isCompared: boolean): unknown {
  const { evidence, conclusion, change, ...rest } = report;
  const { suite: _suite, node: _node, ...digests } = evidence ?? {};
  const { changed, ...concluded } = conclusion;
  const compared = isCompared ? { changed, change } : {};
  return { ...(evidence && { evidence: digests }), ...rest, ...compared, conclusion: concluded };
}

/**
 * Where a report is not what its recording gives when it is judged again.
 * @param isCompared whether both look back to the same earlier report; what changed since is left out otherwise
 */
export function reportDifferences(
  given: Report,
  judged: Report,
  isCompared: boolean,
): readonly ReportDifference[] {
  return differences(reproducible(given, isCompared), reproducible(judged, isCompared), '');
}
