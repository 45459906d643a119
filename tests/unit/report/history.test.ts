import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { historyOutline } from '../../../reporters/outline/history.ts';
import { type Outline, plainText } from '../../../reporters/outline/outline.ts';
import { matrixOf, reduced } from '../../../src/report/matrix.ts';
import { nightly, reachedNothing, thirtyNights, withoutDelete } from '../../support/nights.ts';
import { runs as cases } from '../../support/properties.ts';
import { onDay } from '../../support/series.ts';
import type { Matrix, Report } from '../../support/subject.ts';
import { report } from '../reporters/fixture.ts';

const nights = thirtyNights(report);

function matrix(reports: readonly Report[]): Matrix {
  return matrixOf(reports.map((one) => reduced(one, null)));
}

function sentence(reports: readonly Report[]): string {
  return matrix(reports).sentence;
}

/** The rows of a section as texts, by its anchor. */
function said({ sections }: Outline, anchor: string): readonly string[] {
  const found = sections.find((section) => section.anchor === anchor);
  if (found?.kind !== 'strip' && found?.kind !== 'list' && found?.kind !== 'record') return [];
  return found.rows.map(({ title, lines = [] }) =>
    [plainText(title), ...lines.flat().map(({ label, text }) => `${label} ${plainText(text)}`)].join('\n'),
  );
}

function outline(reports: readonly Report[]): Outline {
  return historyOutline(matrix(reports), { detail: 'summary', whole: null });
}

const groups = ['broken', 'unchecked', 'flickers', 'healed', 'observations'] as const;

/** A run without a result, half a day after a night. */
function inserted(after: number): Report {
  const startedAt = new Date(Date.UTC(2026, 0, 1 + after, 18)).toISOString();
  const run = reachedNothing(onDay(report, after));
  return { ...run, run: { ...run.run, id: `gap-${after}`, startedAt, label: `gap-${after}` } };
}

describe('what a target comes to today', () => {
  const [sound, bad, gap] = [nights[0], nights[27], nights[16]] as [Report, Report, Report];
  const part = withoutDelete(sound);
  const at = (runs: readonly Report[]) => runs.map((one, day) => onDay(one, day));
  test.each([
    ['a deviation', at([sound, bad, bad]), 'Deviates since build-1, 2 runs'],
    ['the whole history', at([sound, sound]), 'Conforms since build-0 or earlier, 2 runs'],
    ['a gap inside', at([sound, bad, gap, bad]), 'Deviates since build-1, 2 runs'],
    ['a part inside', at([sound, bad, part, bad]), 'Deviates since build-1, 2 runs'],
    [
      'a gap at the end',
      at([bad, sound, gap, gap]),
      'Reached nothing since build-2, 2 runs; before: conforms since build-1, 1 run',
    ],
    [
      'a part at the end',
      at([bad, sound, part, gap, part]),
      'Incomplete since build-2, 2 runs; before: conforms since build-1, 1 run',
    ],
    ['nothing at all', at([gap, gap]), 'Reached nothing since build-0 or earlier, 2 runs'],
    ['one run', at([bad]), 'Deviates since build-0 or earlier, 1 run'],
  ])('%s', (_, runs, expected) => expect(sentence(runs)).toBe(expected));

  it('names a run without a build by its minute, and a commit by its beginning', () => {
    const labelled = (label: string | undefined) =>
      at([sound, bad]).map(({ run: { label: _, ...run }, ...one }) => ({
        ...one,
        run: label === undefined ? run : { ...run, label },
      }));
    expect(sentence(labelled(undefined))).toBe('Deviates since 2026-01-02 06:00 UTC, 1 run');
    expect(sentence(labelled('a'.repeat(40)))).toBe('Deviates since build aaaaaaaaaa, 1 run');
  });
});

describe('thirty nights', () => {
  const today = outline(nights);

  it('have one requirement in each group, with its beginning and its last value', () => {
    expect(today).toMatchObject({ title: 'Deviates since build-27, 3 runs', mark: 'deviates' });
    expect(said(today, 'broken')).toEqual([
      expect.stringMatching(
        /^delete\.data\.priority:type: .*\nsince build-27 \(2026-01-28\), 3 runs\nlatest at \/data\/priority .*, build-29: expected an integer, got "7"$/,
      ),
      expect.stringMatching(
        /^put\.data\.action\.timezone:format: .*\nsince build-12 \(2026-01-13\), 16 runs\n/,
      ),
    ]);
    expect(said(today, 'flickers')).toEqual([
      expect.stringMatching(
        /\nsince build-25 \(2026-01-26\), 5 runs; 12 changes, deviates in 7 of 28 runs\nlatest .*, build-24: expected .*$/,
      ),
    ]);
    expect(said(today, 'healed')).toEqual([
      expect.stringMatching(
        /^delete:json.*\nsince build-14 \(2026-01-15\), 14 runs; deviates in 4 of 28 runs\n/,
      ),
    ]);
  });

  it('show a minor deviation as such, and a run that reached nothing as a gap', () => {
    const rows = today.sections.find(({ anchor }) => anchor === 'broken')?.rows ?? [];
    const signs = rows.map((row) => ('cells' in row ? row.cells.map((cell) => cell?.sign) : []));
    expect(signs[1]?.slice(12)).toEqual(
      Array.from({ length: 18 }, (_, at) => ([4, 10].includes(at) ? 'note' : 'shown-deviates')),
    );
    expect(rows.map((row) => 'sign' in row && row.sign)).toEqual(['deviates', 'shown-deviates']);
  });

  it('change in no sentence with a run that reached nothing, wherever it is', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: -1, max: 29 }), { minLength: 1, maxLength: 5 }),
        (places) => {
          const more = outline([...nights, ...places.map(inserted)]);
          for (const group of groups) expect(said(more, group)).toEqual(said(today, group));
          expect(more.conclusion.at(-1)).toEqual(today.conclusion.at(-1));
          expect(more.head).toEqual(today.head);
          const isLast = places.includes(29);
          const gaps = 'Reached nothing since build gap-29, 1 run; before: deviates since build-27, 3 runs';
          expect(more.title).toBe(isLast ? gaps : today.title);
        },
      ),
      cases(0.3),
    );
  });

  it('say what the last runs did not check any more, and go on to say what deviates', () => {
    const after = [30, 31].map((day) => onDay(withoutDelete(nights[29] as Report), day));
    const later = outline([...nights, ...after]);
    expect(later.title).toBe('Incomplete since build-30, 2 runs; before: deviates since build-27, 3 runs');
    expect(said(later, 'unchecked')).toEqual([
      expect.stringMatching(
        /^\d+ requirements since build-30: no automation rule\n delete\.data\.priority:type, /,
      ),
    ]);
    expect(said(later, 'broken')[0]).toMatch(
      /since build-27 \(2026-01-28\), 3 runs\n[\s\S]*\nnot checked since build-30$/,
    );
  });
});

it('does not flicker any more once it was the same for ten runs', () => {
  const id = nightly.healed;
  const days = (letters: string) =>
    Array.from(letters, (one, day) =>
      onDay(nights[0] as Report, day, { [id]: one === 'd' ? 'deviates' : 'conforms' }),
    );
  const course = (letters: string) =>
    matrix(days(letters)).requirements.find((row) => row.id === id)?.histories[0]?.course;
  expect([course('cdcdccccccccc'), course('cdcdcccccccccc'), course('cdcdcdddddddddd')]).toEqual([
    'flickers',
    'healed',
    'broke',
  ]);
});
