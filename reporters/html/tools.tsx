/** @jsxImportSource preact */
import type { Report, RequirementResult } from '../../src/model/report.ts';
import { operationsOf } from '../outline/rows.ts';
import { type Mark, markOf, markWords, operationWords, strengthWords, symbols } from '../outline/words.ts';

interface FilterChoice {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

const sorts: readonly (readonly [string, string])[] = [
  ['severity', 'severity'],
  ['field', 'field'],
  ['since', 'since when, the newest first'],
];

/** Search, filters and the order of deviations. Only the page's script shows the form, which needs it. */
export function Tools({ report }: { readonly report: Report }) {
  const { requirements } = report;
  const choices = <Value extends string>(
    values: readonly Value[],
    partOf: (row: RequirementResult) => string,
    labelOf: (value: Value) => string,
  ): readonly FilterChoice[] =>
    values.map((value) => {
      const count = requirements.filter((row) => partOf(row) === value).length;
      return { value, label: labelOf(value), count };
    });
  const marks = choices(Object.keys(symbols) as Mark[], markOf, (mark) => markWords[mark]);
  const strengths = choices(
    ['stated', 'shown'],
    ({ strength }) => strength,
    (one) => strengthWords[one],
  );
  const operations = choices(
    operationsOf(report),
    ({ operation }) => operation,
    (name) => operationWords(report, name).method,
  );
  return (
    <search class="tools" aria-label="Requirements" hidden>
      <form>
        <label for="words" class="hidden">
          Search requirements and values
        </label>
        <input
          id="words"
          name="words"
          type="search"
          placeholder="Search fields and values"
          autocomplete="off"
          aria-keyshortcuts="/"
        />
        <output for="words" aria-live="polite" />
        <details>
          <summary>Filter and sort</summary>
          <div class="choices">
            <Choices legend="Verdict" name="mark" choices={marks.filter(({ count }) => count > 0)} />
            <Choices legend="Supported" name="strength" choices={strengths} />
            {operations.length > 1 ? (
              <Choices legend="Operation" name="operation" choices={operations} />
            ) : null}
            <label>
              Sort deviations by{' '}
              <select name="sort">
                {sorts.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <button class="button" type="reset">
              Clear
            </button>
          </div>
        </details>
      </form>
    </search>
  );
}

function Choices({
  legend,
  name,
  choices,
}: {
  readonly legend: string;
  readonly name: string;
  readonly choices: readonly FilterChoice[];
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {choices.map(({ value, label, count }) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} /> {label}{' '}
          <span class="quiet number">{count}</span>
        </label>
      ))}
    </fieldset>
  );
}
