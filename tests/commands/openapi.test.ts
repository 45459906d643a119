import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noAnswers } from '../../src/answers/file.ts';
import { openApiDocument } from '../../src/openapi/document.ts';
import { schemaBundle } from '../../src/openapi/named-schemas.ts';
import { overlayOf } from '../../src/openapi/overlay.ts';
import { tool } from '../../src/output/tool.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { contract } from '../support/engine.ts';
import type { Answer } from '../support/subject.ts';

/** `export`: the contract for other tools, on standard output. */

test('export openapi prints OpenAPI 3.1', async () => {
  const { code, stdout, stderr } = await conformance(['export', 'openapi']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(openApiDocument(contract, tool.version))));
});

test('export json-schema prints one JSON Schema', async () => {
  const { code, stdout, stderr } = await conformance(['export', 'json-schema']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(
    JSON.parse(JSON.stringify(schemaBundle(contract.title, contract.schemas))),
  );
});

test('export types prints types, with what is only shown in comments', async () => {
  const { code, stdout, stderr } = await conformance(['export', 'types']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('  /** As it was sent. Shown: "FUTURE". */\n  derivativeType: string;\n');
  expect(stdout).toContain('export interface PutResponse {');
  expect(stdout).toContain('  enableAutomationJournalApproved: "true" | "false";\n');
  expect(stdout).toContain('    jsonPath?: never;\n');
});

const answer: Answer = {
  ...{ answer: ['200'], basis: 'observed', seen: 3, contrary: 0, since: '2026-11-24' },
  contract: 'c'.repeat(64),
  requests: ['put-authorised'],
};
const known = noAnswers(contract);
const answers = { ...known, found: { ...known.found, 'question.put.success-status': answer } };

test.each([
  [['export', 'overlay'], 'conformance.answers.json'],
  [['export', 'overlay', 'mine.json'], 'mine.json'],
])('%s prints an overlay', async (args, file) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, file), JSON.stringify(answers));
  const { code, stdout, stderr } = await conformance(args, { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { found, declared } = answers;
  expect(JSON.parse(stdout)).toEqual(overlayOf(contract, { found, declared }, tool.version));
});
