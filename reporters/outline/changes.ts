import type { Change, Observation, Report } from '../../schemas/types.ts';
import { findingSentences } from '../../src/answers/words.ts';
import { visible } from '../../src/text/escape.ts';
import { plural } from '../../src/text/plural.ts';
import { inSection } from './finding.ts';
import { fact, listed, type OutlineOptions, type OutlineSection, type Row } from './outline.ts';
import { exchangeRefs } from './rows.ts';
import { answers, beforeAndAfter, firstIds } from './several.ts';

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

export function changedObservations({ change }: Report, options: OutlineOptions): OutlineSection {
  const all = change?.observations ?? [];
  return answers('list', 'changed-observations', 'Observations that changed', all, beforeAndAfter, options);
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
  const isAll = detail === 'page' || detail === 'verbose';
  const shown = isAll ? [...first, ...others] : first;
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
