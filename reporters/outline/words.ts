import type {
  Conclusion,
  Facet,
  OperationSummary,
  Outcome,
  Report,
  RequirementResult,
  ServiceProblem,
  Strength,
  Tool,
} from '../../schemas/types.ts';
import type { Operation } from '../../src/model/requirement.ts';
import { judgedNoun } from '../../src/report/follows.ts';
import { capital } from '../../src/text/capital.ts';
import { glue } from '../../src/text/layout.ts';
import { joined, plural } from '../../src/text/plural.ts';
import { urlOf } from '../../src/text/url.ts';
import type { TextPiece } from './outline.ts';

/** How a requirement is marked in a table; a deviation from what is only shown has a mark of its own. */
export type Mark = 'conforms' | 'deviates' | 'shown-deviates' | 'waived' | 'not-exercised';

export function markOf({ verdict, strength }: Pick<RequirementResult, 'verdict' | 'strength'>): Mark {
  return verdict === 'deviates' && strength === 'shown' ? 'shown-deviates' : verdict;
}

/** The worst first: of several the first that occurs marks them all, and what was not checked never looks as if it conformed. */
export const worstFirst: readonly Mark[] = [
  'deviates',
  'shown-deviates',
  'waived',
  'not-exercised',
  'conforms',
];

/** How an outcome is marked. */
export const outcomeMarks: Readonly<Record<Outcome, Mark>> = {
  conforms: 'conforms',
  'stale-waivers': 'waived',
  deviates: 'deviates',
  incomplete: 'not-exercised',
};

/** How firmly the document supports a requirement, as people read it. */
export const strengthWords: Readonly<Record<Strength, string>> = {
  stated: 'required by the document',
  shown: 'only suggested by the document',
};

export const markWords: Readonly<Record<Mark, string>> = {
  conforms: 'conforms',
  deviates: 'deviates',
  'shown-deviates': 'deviates from what the document only suggests',
  waived: 'accepted by a waiver',
  'not-exercised': 'not checked',
};

/** Whether a sign is that of a verdict. */
export function isMark(sign: string): sign is Mark {
  return Object.hasOwn(markWords, sign);
}

/** What a requirement rests on that the document does not state and no example shows. */
const otherSupport: Readonly<Partial<Record<Facet, string>>> = {
  'byte-order-mark': 'advice of RFC 8259, not of the document',
  'unique-keys': 'advice of RFC 8259, not of the document',
  uniqueness: 'implied by the name requestId',
};

type Supported = Pick<RequirementResult, 'strength' | 'section' | 'facet'>;

/** How firmly the document supports a requirement, or what else does. */
export function supportOf({ strength, facet }: Omit<Supported, 'section'>): string {
  return (strength === 'shown' ? otherSupport[facet] : undefined) ?? strengthWords[strength];
}

/** `required by the document, section 2.2`. */
export function supportWords(row: Supported): string {
  return `${supportOf(row)}, section ${row.section}`;
}

/** Without what is only shown in a section that also requires one of them. */
export function firmest<One extends Supported>(rows: readonly One[]): readonly One[] {
  const stated = new Set(rows.flatMap(({ strength, section }) => (strength === 'stated' ? section : [])));
  return rows.filter(({ strength, section }) => strength === 'stated' || !stated.has(section));
}

export const severityNames: Readonly<Record<ServiceProblem['severity'], string>> = {
  security: 'security',
  type: 'severe',
  form: 'moderate',
  shown: 'minor',
};

/** The severity and what it means, for the service or for its clients. */
export function severityText({ severity, side }: ServiceProblem): string {
  const name = severityNames[severity];
  if (severity === 'form') return `${name}, the form or the value is wrong`;
  if (severity !== 'type') return name;
  return `${name}, ${side === 'request' ? 'the service may not read it' : 'clients cannot read it'}`;
}

/** What is wrong; of what comes and goes, in how many responses. */
export function problemTitle(problem: Pick<ServiceProblem, 'title' | 'seen' | 'side'>): string {
  const { title, seen } = problem;
  const { deviates, judged } = seen;
  return deviates < judged ? `${title} (${deviates} of ${plural(judged, judgedNoun(problem))})` : title;
}

const outcomeWords: Readonly<Record<Outcome, string>> = {
  conforms: 'CONFORMS',
  'stale-waivers': 'WAIVER NO LONGER NEEDED',
  deviates: 'DEVIATES',
  incomplete: 'INCOMPLETE',
};

/** `Deviates`, for a heading. */
export function outcomeWord(outcome: Outcome): string {
  return capital(outcomeWords[outcome].toLowerCase());
}

/** An operation as the report describes it. */
export function operationWords(
  { operations }: Pick<Report, 'operations'>,
  name: Operation,
): OperationSummary {
  const found = operations.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`the report describes no operation ${name}`);
  return found;
}

const shortFacets: Partial<Record<Facet, string>> = {
  presence: 'present',
  absence: 'absent',
  uniqueness: 'unique',
};

/** Column headings, at most seven cells wide; facets of the whole response keep their own name. */
export function facetHeading(facet: Facet): string {
  return shortFacets[facet] ?? facet;
}

/** Milliseconds as seconds with two decimals. */
export function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2);
}

/** ISO 8601 in UTC, read more easily and without fractions: `2026-11-21 07:43:00 UTC`. */
export function moment(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}

/** What was judged and how: operations, unauthorised requests, repeats, strictness. */
export function scopeWords(report: Pick<Report, 'run' | 'operations' | 'traffic'>): string {
  const { scope, options } = report.run;
  const own = scope.operations.map((name) => operationWords(report, name));
  return [
    joined(own.map(({ method }) => method)) || 'no operation',
    ...(scope.unauthorized ? ['unauthorised requests included'] : []),
    ...(scope.unauthorized || report.traffic !== undefined ? [] : ['without unauthorised requests']),
    ...own.flatMap(({ flags }) => flags.flatMap(({ name, words }) => (scope[name] === false ? [words] : []))),
    ...(options.repeat > 1
      ? own.filter(({ repeats }) => repeats).map(({ method }) => `${method} ${options.repeat} times`)
      : []),
    ...(options.strict ? ['strict'] : []),
    ...(options.requireShown === undefined ? [] : [`also required: ${options.requireShown.join(', ')}`]),
  ].join(', ');
}

/** What was not checked, said where there is nothing of it too. */
export function notCheckedWords({ notChecked }: Conclusion): string {
  return notChecked ?? 'Nothing: every requirement was checked';
}

/** `CONFORMS (exit 0): The service conforms`: the verdict on one line, with a word that programs look for. */
export function outcomeLine({ summary, conclusion }: Pick<Report, 'summary' | 'conclusion'>): string {
  const { outcome, exitCode } = summary;
  return `${outcomeWords[outcome]} (exit ${exitCode}): ${conclusion.verdict}`;
}

/** A command as this program names itself, and its words up to the end of the text or of a parenthesis. */
const commandLine =
  /((?:npx (?:--package=\S+ )?|npm run |[^\s()]*\/)?\bconformance (?:-- )?[a-z]+(?: (?:'[^']*'|[^\s()'])+)*)/;

/** A text in which commands are values, that can be copied; a flag stays on one line with what it is set to. */
export function withCommands(text: string): readonly TextPiece[] {
  return text.split(commandLine).flatMap((piece, at): readonly TextPiece[] => {
    if (at % 2 === 0) return piece === '' ? [] : [piece];
    return [{ value: piece.replaceAll(/(?<= --[a-z-]+) (?!-)/g, glue) }];
  });
}

/** Prints what the document says about a requirement, with examples. */
export function explainCommand({ command = 'conformance' }: Tool, id: string): string {
  return `${command} explain ${id}`;
}

/** A text as a link where it has an address that a page may link to: http and https only, no user name, nothing unseen. */
export function linked(text: string, address = ''): TextPiece {
  const isPlain = /^https?:\/\/[!-~]+$/.test(address) && !/["'<>`\\]/.test(address);
  const url = isPlain ? urlOf(address) : null;
  return url === null || url.username + url.password !== '' ? text : { link: text, url: address };
}
