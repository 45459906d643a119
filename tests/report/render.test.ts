import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusals } from '../cases/refusals.ts';
import { verdicts } from '../cases/verdicts.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { type Run, recorded } from '../support/runs.ts';
import { buildReport, contract } from '../support/subject.ts';
import { recordingText } from '../support/traffic.ts';

/** The same tables through the command line: a recording of each run, judged by `render`, gives the same report. */

test.each(Object.entries({ ...refusals, ...verdicts }))('%s', async (_, run: Run) => {
  const cwd = temporaryFolder();
  const recording = recorded(run);
  writeFileSync(join(cwd, 'run.ndjson'), recordingText(recording));
  const { code } = await conformance(['render', 'run.ndjson', '--reporter', 'json', '--out', 'out'], { cwd });
  expect(code).toBe(0);
  const { summary, problems, unanswered, conclusion } = JSON.parse(
    readFileSync(join(cwd, 'out', 'report.json'), 'utf8'),
  );
  const wanted = JSON.parse(JSON.stringify(buildReport(contract, recording)));
  expect({ summary, problems, unanswered, verdict: conclusion.verdict, act: conclusion.act }).toEqual({
    ...{ summary: wanted.summary, problems: wanted.problems, unanswered: wanted.unanswered },
    ...{ verdict: wanted.conclusion.verdict, act: wanted.conclusion.act },
  });
});
