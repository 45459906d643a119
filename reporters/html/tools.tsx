/** @jsxImportSource preact */
import type { Report } from '../../src/model/report.ts';
import { operationsOf } from '../support/rows.ts';
import { type Mark, markOf, markWords, operationWords, symbols } from '../support/words.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** Search and filters. The form is of no use without the page's script, which shows it. */
export function Tools({ report }: { readonly report: Report }) {
  const { requirements } = report;
  const marks = (Object.keys(symbols) as Mark[]).map((value) => ({
    value,
    label: value === 'shown-deviates' ? 'deviates from shown' : markWords[value],
    count: requirements.filter((row) => markOf(row) === value).length,
  }));
  const strengths = (['stated', 'shown'] as const).map((value) => ({
    value,
    label: value === 'stated' ? 'stated' : 'only shown',
    count: requirements.filter(({ strength }) => strength === value).length,
  }));
  const operations = operationsOf(report).map((value) => ({
    value,
    label: operationWords(report, value).method,
    count: requirements.filter(({ operation }) => operation === value).length,
  }));
  return (
    <search class="tools card" aria-label="Requirements" hidden>
      <form>
        <div class="search">
          <label for="words" class="hidden">
            Search the requirements
          </label>
          <input
            id="words"
            name="words"
            type="search"
            placeholder="Search requirements"
            autocomplete="off"
            aria-keyshortcuts="/"
          />
          <kbd>/</kbd>
          <output for="words" aria-live="polite" />
          <button class="button" type="reset">
            Clear
          </button>
        </div>
        <div class="choices">
          <Choices legend="Verdict" name="mark" choices={marks.filter(({ count }) => count > 0)} />
          <Choices legend="Strength" name="strength" choices={strengths} />
          {operations.length > 1 ? (
            <Choices legend="Operation" name="operation" choices={operations} />
          ) : null}
        </div>
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
  readonly choices: readonly Choice[];
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
