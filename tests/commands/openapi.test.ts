import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/openapi/document.ts';
import { schemaBundle } from '../../src/openapi/named-schemas.ts';
import { tool } from '../../src/output/tool.ts';
import { conformance } from '../support/cli.ts';
import { contract } from '../support/engine.ts';

/** `openapi` and `schema`: the contract for other tools, on standard output. */

test('openapi prints OpenAPI 3.1', async () => {
  const { code, stdout, stderr } = await conformance(['openapi']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(openApiDocument(contract, tool.version))));
});

test.each([[['schema']], [['schema', '--bundle']]])('%s prints one JSON Schema', async (args) => {
  const { code, stdout, stderr } = await conformance(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(
    JSON.parse(JSON.stringify(schemaBundle(contract.title, contract.schemas))),
  );
});

test('schema --types prints types, with what is only shown in comments', async () => {
  const { code, stdout, stderr } = await conformance(['schema', '--types']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('  /** As it was sent. Shown: "FUTURE". */\n  derivativeType: string;\n');
  expect(stdout).toContain('export interface PutResponse {');
  expect(stdout).toContain('  enableAutomationJournalApproved: "true" | "false";\n');
  expect(stdout).toContain('    jsonPath?: never;\n');
});

test('schema prints one of them', async () => {
  const { code, stdout, stderr } = await conformance(['schema', '--bundle', '--types']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('--bundle and --types contradict each other');
});
