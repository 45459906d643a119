import type { Change, Observation, ObservationChange, Report } from '../../schemas/types.ts';
import { findingSentences } from '../../src/answers/words.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { visible } from '../../src/text/escape.ts';
import { plural } from '../../src/text/plural.ts';
import { idList, inSection } from './finding.ts';
import {
  capped,
  fact,
  listed,
  type OutlineOptions,
  type OutlineSection,
  type RichText,
  type Row,
  type TextPiece,
} from './outline.ts';
import { exchangeRefs } from './rows.ts';

/** The first ids; how many more there are, and where. A page has room for all. @param known those that a page has */
export function firstIds(
  all: readonly string[],
  { whole, detail }: Pick<OutlineOptions, 'whole' | 'detail'>,
  known?: ReadonlySet<string>,
): readonly TextPiece[] {
  const { rows, more } = detail === 'page' ? { rows: all, more: '' } : capped(all, 'ids', whole);
  return [...idList(rows, known), ...(more === '' ? [] : [' ', more])];
}

/** One thing that a document says of a requirement, and why: what has one cause is said once. */
interface Caused {
  readonly id: string;
  /** What is wrong, or why it was not checked; null where nothing says it. */
  readonly cause: string | null;
  /** What else has to be the same. */
  readonly as: unknown;
  readonly row: () => Row;
}

/** A row for each cause, with the evidence of its first requirement and the ids of all. */
export function byCause(all: readonly Caused[], options: OutlineOptions): readonly Row[] {
  const groups = groupBy(all, ({ id, cause, as }) => JSON.stringify(cause === null ? id : [cause, as]));
  return [...groups.values()].map(([first, ...others]): Row => {
    const { lines = [], ...row } = first.row();
    if (others.length === 0 || first.cause === null) return { lines, ...row };
    const ids = [first, ...others].map(({ id }) => id);
    return {
      ...row,
      title: first.cause,
      lines: [...lines, fact(`ids (${ids.length})`, firstIds(ids, options))],
    };
  });
}

/** What is new, fixed, still there, comes and goes, or is no longer checked, each with its ids. */
export function changes({ change, requirements }: Report, options: OutlineOptions): OutlineSection {
  const known = new Set(requirements.map(({ id }) => id));
  const ids = (label: string, all: readonly string[], lead = '') =>
    fact(`${label} (${all.length})`, all.length > 0 && [lead, ...firstIds(all, options, known)]);
  const idsOf = (all: Change['still']) => all.map(({ id }) => id);
  const rows =
    change === null
      ? []
      : [
          ...ids('new', change.appeared),
          ...ids('fixed', change.fixed),
          ...ids('still', idsOf(change.still)),
          ...change.still.flatMap(({ id, value }) =>
            fact(
              'other value',
              value && [{ value: id }, ' was ', { value: value.before }, ', is ', { value: value.after }],
            ),
          ),
          ...ids('comes and goes', change.flaky),
          ...ids('no longer checked', change.lost),
          ...ids('not seen', idsOf(change.unseen), 'deviated before; not seen in this run: '),
          ...fact('follow from these', change.consequences > 0 && plural(change.consequences, 'requirement')),
          ...change.notes.flatMap((note) => fact('note', note)),
        ];
  return { kind: 'facts', anchor: 'changes', heading: 'Since the earlier run', rows };
}

export function changedObservations({ change }: Report): OutlineSection {
  const rows = (change?.observations ?? []).map(changedRow);
  return listed('list', 'changed-observations', 'Observations that changed', rows);
}

/** An open question of which two reports give different answers. */
export function changedRow({ question, section, before, after }: ObservationChange): Row {
  const answer = (given: string | null): RichText => (given === null ? 'not answered' : [{ value: given }]);
  return {
    sign: 'note',
    title: inSection(question, section),
    lines: [fact('before', answer(before)), fact('after', answer(after))],
  };
}

/** What was seen where the document is silent: what stands out first, the others where somebody asks. */
export function observations(report: Report, { detail }: OutlineOptions): OutlineSection {
  const isPage = detail === 'page';
  const row = ({ id, question, answer, section, prominent, evidence }: Observation): Row => {
    const seen = isPage ? [...new Set(evidence.map(({ exchange }) => exchange))] : [];
    const refs = exchangeRefs(report, seen, true);
    return {
      sign: prominent ? 'notice' : 'note',
      title: inSection(question, section),
      lines: [fact('', [{ value: answer }]), fact('seen in', refs)],
      anchor: `observation.${id}`,
    };
  };
  const first = report.observations.filter(({ prominent }) => prominent).map(row);
  const others = report.observations.filter(({ prominent }) => !prominent).map(row);
  const all = report.summary.observations;
  const folded: Row = {
    title: `${plural(others.length, 'observation')}: what the service did where the document says nothing, neither right nor wrong`,
    below: others,
  };
  const shown = detail === 'usual' || detail === 'summary' ? first : [...first, ...others];
  const rows = isPage && others.length > 0 ? [...first, folded] : shown;
  return listed('list', 'observations', 'Observations, where the document says nothing', rows, {
    label: 'Observations',
    empty: isPage ? 'Nothing was observed.' : undefined,
    count: shown.length === all ? all : `${shown.length} of ${all}`,
  });
}

/** What a team declares of open questions, beside what was seen; a contradiction fails a run only where that is asked for. */
export function declaredAnswers({ answerFindings, run }: Report): OutlineSection {
  const contradicted = run.options.gateAnswers === true ? 'deviates' : 'notice';
  const rows = findingSentences(answerFindings).map(
    ({ kind, text }): Row => ({
      sign: kind === 'contradicted' ? contradicted : 'note',
      title: visible(text),
    }),
  );
  const label = 'Declared answers';
  return listed('list', 'answers', 'Declared answers to open questions', rows, { label });
}
