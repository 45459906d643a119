import { expect, test } from 'vitest';
import { publish } from '../../../src/output/publish.ts';
import { fakeIo } from '../../support/io.ts';
import { changeOf, type Report, withChange } from '../../support/subject.ts';
import { report } from '../reporters/fixture.ts';

const token = 'tok-of-this-run-0123456789';

/** An earlier report, made with another token, in which this run's stands by chance. */
const before: Report = {
  ...report,
  requirements: report.requirements.map((row) =>
    row.id === 'delete.data.createdAt:presence' ? { ...row, verdict: 'conforms' } : row,
  ),
  run: { ...report.run, id: token },
};

test('a secret in an earlier report is masked in what is told of it', async () => {
  const written = new Map<string, string>();
  const folder = {
    path: (name: string) => name,
    write: (name: string, text: string) => void written.set(name, text),
  };
  const later = withChange(report, changeOf(before, report, 'named'));
  const secrets = [{ name: 'access token', value: token }];
  await publish({ report: later, reporters: ['markdown'], folder, io: fakeIo(), secrets });
  const markdown = written.get('report.md') ?? '';
  expect(markdown).toContain('1 new deviation');
  expect(markdown).toContain('Worse than run &#91;masked: access token&#93;');
  expect(markdown).not.toContain(token);
});
