import { findingSentences } from '../../src/answers/words.ts';
import type { ObservationChange } from '../../src/model/comparison.ts';
import type { Observation, Report } from '../../src/model/report.ts';
import { visible } from '../../src/text/escape.ts';
import { plural } from '../../src/text/plural.ts';
import { inSection } from './finding.ts';
import type { OutlineOptions } from './options.ts';
import { type Fact, fact, type OutlineSection, type RichText, type Row } from './outline.ts';
import { exchangeRefs } from './rows.ts';

/** Exchanges that are named for one observation; reports keep a sample of them. */
const mostExchanges = 2;

/** What was seen where the document is silent: what stands out first, the others where somebody asks. */
export function observations(report: Report, { detail }: OutlineOptions): OutlineSection {
  const row = (one: Observation) => observationRow(one, detail === 'page' ? seenIn(report, one) : []);
  const first = report.observations.filter(({ prominent }) => prominent).map(row);
  const others = report.observations.filter(({ prominent }) => !prominent).map(row);
  const all = report.summary.observations;
  const folded: Row = {
    title: `${plural(others.length, 'observation')}: what the service did where the document says nothing, neither right nor wrong`,
    below: others,
  };
  const shown = detail === 'usual' || detail === 'summary' ? first : [...first, ...others];
  return {
    kind: 'list',
    anchor: 'observations',
    heading: 'Observations, where the document says nothing',
    label: 'Observations',
    ...(detail === 'page' ? { empty: 'Nothing was observed.' } : {}),
    count: shown.length === all ? all : `${shown.length} of ${all}`,
    rows: detail === 'page' && others.length > 0 ? [...first, folded] : shown,
  };
}

/** What a team declares of open questions, beside what was seen; a contradiction fails a run only where that is asked for. */
export function declaredAnswers({ answerFindings, run }: Report): OutlineSection {
  const isGated = run.options.gateAnswers === true;
  const rows = findingSentences(answerFindings).map(({ kind, text }): Row => {
    const isContradicted = kind === 'contradicted';
    const sign = isContradicted ? (isGated ? 'deviates' : 'notice') : 'note';
    return { sign, title: visible(text) };
  });
  return {
    kind: 'list',
    anchor: 'answers',
    heading: 'Declared answers to open questions',
    label: 'Declared answers',
    count: rows.length,
    rows,
  };
}

function observationRow(
  { id, question, answer, section, prominent }: Observation,
  seen: readonly Fact[],
): Row {
  return {
    sign: prominent ? 'notice' : 'note',
    title: inSection(question, section),
    lines: [fact('', [{ value: answer }]), ...(seen.length === 0 ? [] : [seen])],
    anchor: `observation.${id}`,
  };
}

function seenIn(report: Report, { evidence }: Observation): readonly Fact[] {
  const exchanges = [...new Set(evidence.map(({ exchange }) => exchange))];
  return fact('seen in', exchangeRefs(report, exchanges, mostExchanges, true));
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
