/** @jsxImportSource preact */
import type { Report } from '../../src/model/report.ts';
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
  const marks = (Object.keys(symbols) as Mark[]).map((value) => ({
    value,
    label: markWords[value],
    count: requirements.filter((row) => markOf(row) === value).length,
  }));
  const strengths = (['stated', 'shown'] as const).map((value) => ({
    value,
    label: strengthWords[value],
    count: requirements.filter(({ strength }) => strength === value).length,
  }));
  const operations = operationsOf(report).map((value) => ({
    value,
    label: operationWords(report, value).method,
    count: requirements.filter(({ operation }) => operation === value).length,
  }));
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
