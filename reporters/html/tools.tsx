/** @jsxImportSource preact */
import type { Report, RequirementResult } from '../../src/model/report.ts';
import { operationsOf } from '../outline/rows.ts';
import { type Mark, markOf, markWords, operationWords, strengthWords } from '../outline/words.ts';

const sorts = Object.entries({
  severity: 'severity',
  field: 'field',
  since: 'since when, the newest first',
});

/** Search, filters and the order of deviations. Only the page's script shows the form, which needs it. */
export function Tools({ report }: { readonly report: Report }) {
  const { requirements } = report;
  const choices = (
    legend: string,
    name: string,
    labels: readonly (readonly [value: string, label: string])[],
    partOf: (row: RequirementResult) => string,
  ) => (
    <fieldset>
      <legend>{legend}</legend>
      {labels.map(([value, label]) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} /> {label}{' '}
          <span class="quiet number">{requirements.filter((row) => partOf(row) === value).length}</span>
        </label>
      ))}
    </fieldset>
  );
  const marks = new Set(requirements.map(markOf));
  const operations = operationsOf(report).map((name) => [name, operationWords(report, name).method] as const);
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
            {choices(
              'Verdict',
              'mark',
              Object.entries(markWords).filter(([mark]) => marks.has(mark as Mark)),
              markOf,
            )}
            {choices('Supported', 'strength', Object.entries(strengthWords), ({ strength }) => strength)}
            {operations.length > 1 &&
              choices('Operation', 'operation', operations, ({ operation }) => operation)}
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
