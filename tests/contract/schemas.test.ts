import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { faultsOf } from '../cases/requirement-faults.ts';
import { conformance, root } from '../support/cli.ts';
import { answerTo, operationNames } from '../support/conforming.ts';
import { deviatingIn } from '../support/engine.ts';
import { sampleOf } from '../support/properties.ts';
import { contract } from '../support/subject.ts';

/** The schema files say the same to other validators. */

const { requirements, schemas } = contract;

/** What the lines of schemas/README.md, run as they are, say of responses. */
function documented(
  cases: readonly { readonly address: string; readonly body: unknown }[],
): readonly boolean[] {
  const lines = /```js\n(.*?)```/s.exec(readFileSync(join(root, 'schemas/README.md'), 'utf8'))?.[1] ?? '';
  const program = `
    import { readFileSync } from 'node:fs';
    const { files, cases } = JSON.parse(readFileSync(0, 'utf8'));
    const body = {};
    ${lines}
    console.log(JSON.stringify(cases.map(({ address, body }) => ajv.validate(address, body))));`;
  const files = Object.keys(schemas).map((file) => `schemas/${file}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    input: JSON.stringify({ files, cases }),
    encoding: 'utf8',
    maxBuffer: 100 * 1024 * 1024,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('the schemas elsewhere', () => {
  const isOfSchema = (id: string, operation: string) => {
    const row = contract.requirement(id);
    const isOther = ['echo', 'authorization', 'made-up-token'].includes(row?.facet ?? '');
    return row?.operation === operation && row.strength === 'stated' && !isOther;
  };
  const fileOf = (operation: string) => schemas[contract.operation(operation).responseSchema];
  const casesOf = (requirement: (typeof requirements)[number]) =>
    faultsOf(requirement).flatMap(({ exchanges, name }) => {
      const { id, operation } = requirement;
      const own = exchanges.find((one) => one.operation === operation && one.credentials === 'authorised');
      const stated = deviatingIn(exchanges).some((one) => isOfSchema(one, operation));
      try {
        const body: unknown = JSON.parse(own?.response?.body.text ?? '');
        return [{ name: `${id} ${name}`, body, stated, file: fileOf(operation) }];
      } catch {
        return [];
      }
    });

  test('reject a response exactly when a stated requirement of a schema deviates, as files and as a bundle', async () => {
    const bundle = JSON.parse((await conformance(['export', 'json-schema'])).stdout);
    // Another user's validator without any formats.
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const schema of [...Object.values(schemas), bundle]) ajv.addSchema(schema);
    const inBundle = (title?: string) =>
      Object.keys(bundle.$defs).find((key) => bundle.$defs[key].title === title);
    const conforming = operationNames.map((name) => ({
      name,
      body: answerTo(name) as unknown,
      stated: false,
      file: fileOf(name),
    }));
    const cases = [...conforming, ...sampleOf(requirements).flatMap(casesOf)];
    const verdicts = documented(cases.map(({ body, file }) => ({ address: file?.$id ?? '', body })));
    for (const [at, { name, stated, body, file }] of cases.entries()) {
      expect([name, verdicts[at]]).toEqual([name, !stated]);
      const plain = ajv.validate(file?.$id ?? '', body);
      if (!stated) expect([name, plain]).toEqual([name, true]);
      expect([name, ajv.validate(`${bundle.$id}#/$defs/${inBundle(file?.title)}`, body)]).toEqual([
        name,
        plain,
      ]);
    }
    expect(new Set(verdicts)).toEqual(new Set([true, false]));
    expect(Object.keys(bundle.$defs)).toHaveLength(Object.keys(schemas).length);
    expect(JSON.stringify(bundle.$defs)).not.toContain('schema.json');
  });
});
