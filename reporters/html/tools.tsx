/** @jsxImportSource preact */
import { h } from 'preact';
import type { Report, RequirementResult } from '../../src/model/report.ts';
import { operationsOf } from '../outline/rows.ts';
import { markOf, markWords, operationWords, strengthWords } from '../outline/words.ts';

const sorts = { severity: 'severity', field: 'field', since: 'since when, the newest first' };

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
  const found = new Set<string>(requirements.map(markOf));
  const marks = Object.entries(markWords).filter(([mark]) => found.has(mark));
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
            {choices('Verdict', 'mark', marks, markOf)}
            {choices('Supported', 'strength', Object.entries(strengthWords), ({ strength }) => strength)}
            {operations.length > 1 &&
              choices('Operation', 'operation', operations, ({ operation }) => operation)}
            <label>
              Sort deviations by{' '}
              <select name="sort">
                {Object.entries(sorts).map(([value, label]) => h('option', { value }, label))}
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
