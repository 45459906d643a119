import { hanging, type Page, pageFor } from '../../../reporters/print/terminal/page.ts';
import type { DoctorCheck } from '../../model/check.ts';
import type { Io } from '../../output/io.ts';
import { visible } from '../../text/escape.ts';
import { padded, widthOf } from '../../text/layout.ts';

const marks: Readonly<Record<DoctorCheck['standing'], string>> = {
  pass: '✓',
  warn: '!',
  fail: '✗',
  skipped: '–',
};

const titleWidth = 19;

function paintOf({ paint }: Page, standing: DoctorCheck['standing']): (text: string) => string {
  return { pass: paint.good, warn: paint.doubtful, fail: paint.bad, skipped: paint.quiet }[standing];
}

function checkLines(page: Page, { title, standing, detail, remedy }: DoctorCheck): readonly string[] {
  const prefix = `${marks[standing]} ${padded(title, titleWidth)} `;
  const lines = hanging(page, prefix, visible(detail), paintOf(page, standing));
  const indent = ' '.repeat(widthOf(prefix));
  return remedy === undefined
    ? lines
    : [...lines, ...hanging(page, `${indent}→ `, visible(remedy), page.paint.strong)];
}

/** One line or more for each check: what was found and, where it is needed, how to fix it. */
export function checkText(checks: readonly DoctorCheck[], io: Pick<Io, 'colour' | 'columns'>): string {
  const page = pageFor(io);
  return `${checks.flatMap((check) => checkLines(page, check)).join('\n')}\n`;
}
