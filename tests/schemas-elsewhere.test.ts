import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { formats } from '../src/contract/formats.ts';
import { deleteAnswer, putAnswer } from './support/conforming.ts';
import { contract, deviatingIn, requirements } from './support/engine.ts';
import { mutationsOf } from './support/mutations.ts';

/** Another user's validator: the published files, no code of ours but, if at all, the formats. */
function validators(options: object) {
  const ajv = new Ajv2020({ strict: false, logger: false, ...options });
  for (const schema of Object.values(contract.schemas)) ajv.addSchema(schema);
  const validate = (name: string) => {
    const { responseSchema } = contract.operation(name);
    return ajv.getSchema(contract.schemas[responseSchema]?.$id ?? '');
  };
  return { put: validate('put'), delete: validate('delete') };
}

const plain = validators({ formats: {}, validateFormats: false });
const exact = validators({
  formats: Object.fromEntries([...formats.values()].map(({ name, test: accepts }) => [name, accepts])),
});

test('the schema files accept conforming answers as they stand', () => {
  for (const { put, delete: remove } of [plain, exact]) {
    expect([put?.(putAnswer), remove?.(deleteAnswer)]).toEqual([true, true]);
  }
});

test('with our formats, a plain validator rejects an answer exactly when a stated row of a schema deviates', () => {
  let rejected = 0;
  for (const { exchanges, name, requirement } of requirements.flatMap(mutationsOf)) {
    const operation = contract.requirement(requirement)?.operation === 'delete' ? 'delete' : 'put';
    const answer = exchanges.find(
      (exchange) => exchange.operation === operation && exchange.credentials === 'authorised',
    );
    let body: unknown;
    try {
      body = JSON.parse(answer?.response?.body.text ?? '');
    } catch {
      continue;
    }
    const stated = deviatingIn(exchanges).some((id) => {
      const row = contract.requirement(id);
      return (
        row?.operation === operation &&
        row.strength === 'stated' &&
        row.facet !== 'echo' &&
        row.facet !== 'authorization' &&
        row.facet !== 'made-up-token'
      );
    });
    expect(exact[operation]?.(body), `${requirement} ${name}`).toBe(!stated);
    if (!stated) expect(plain[operation]?.(body), `${requirement} ${name}`).toBe(true);
    rejected += stated ? 1 : 0;
  }
  expect(rejected).toBeGreaterThan(1_000);
});
