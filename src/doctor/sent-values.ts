import { validator } from '../contract/compiled-facets.ts';
import type { Check } from '../contract/requirements.ts';
import { isPlainObject } from '../json/plain.ts';
import { checkOf, type DoctorCheck, warn } from '../model/check.ts';
import type { OperationContract, Resource } from '../model/operation.ts';
import { contract } from '../operations/index.ts';
import { sourceOf } from '../reading/sent.ts';
import { definitions } from '../settings/definitions.ts';
import type { Inspection } from '../settings/index.ts';

/**
 * Values that a run would send, that a response has to return, and that the document excludes in a response: no service
 * can do both.
 */

type ToSend = Pick<Resource, 'addressed' | 'body'>;

/** What a run sends; of a body, only one that the operator gives. */
function sentBy(operation: OperationContract, { values }: Pick<Inspection, 'values'>): readonly ToSend[] {
  const { entityId = '', repeat = 1 } = values;
  const asked = operation.resources({ runId: '', entityId, repeat, values });
  if (!('resources' in asked)) return [{ addressed: { entityId } }];
  const isGiven = operation.bodySetting !== undefined && values[operation.bodySetting] !== undefined;
  return asked.resources.map(({ addressed, body }) =>
    isGiven && body ? { addressed, body } : { addressed },
  );
}

/** Everything in a value at a place, of each element where the place says so. */
function allAt(value: unknown, [token, ...rest]: readonly string[]): readonly unknown[] {
  if (token === undefined) return value === undefined ? [] : [value];
  if (token === '*') return Array.isArray(value) ? value.flatMap((item) => allAt(item, rest)) : [];
  return isPlainObject(value) ? allAt(value[token], rest) : [];
}

function isExcluded(value: unknown, check: Check): boolean {
  if (check.kind !== 'schema' || check.where !== undefined || value === check.unless) return false;
  return !validator(check.schema)(value);
}

/** A requirement, and a value that is sent and breaks it. */
function excluded(operation: OperationContract, inspection: Pick<Inspection, 'values'>) {
  const own = contract.requirements.filter((one) => one.operation === operation.name);
  const sent = sentBy(operation, inspection).map(({ addressed, body }) => ({
    addressed,
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  }));
  return own.flatMap(({ place, check: echo }) => {
    if (echo.kind !== 'echo') return [];
    const { isPath, tokens, pointer } = sourceOf(echo.source);
    const values = sent.flatMap(({ addressed, body }) => allAt(isPath ? addressed : body, tokens));
    const beside = own.filter((one) => one.place === place);
    return beside.flatMap(({ check, statement }) => {
      const value = values.find((one) => (one !== '' || !isPath ? isExcluded(one, check) : false));
      const [key = ''] = tokens;
      return value === undefined ? [] : [{ key, isPath, pointer, value, statement }];
    });
  });
}

/** A warning for each such value, with the setting that gives it. */
export function sentChecks(inspection: Pick<Inspection, 'values'>): readonly DoctorCheck[] {
  const { values } = inspection;
  const { wording } = definitions;
  const told = new Set<string>();
  const inScope = contract.operations.filter(({ name }) => [name, undefined].includes(values.operation));
  return inScope.flatMap((operation) =>
    excluded(operation, inspection).flatMap(({ key, isPath, pointer, value, statement }) => {
      const setting = wording.name(isPath ? key : (operation.bodySetting ?? ''));
      const subject = isPath ? setting : `${pointer.slice(1).replaceAll('/', '.')} in ${setting}`;
      if (told.has(subject)) return [];
      told.add(subject);
      const shown = typeof value === 'string' && value !== '' && isPath ? value : JSON.stringify(value);
      const found = warn(
        `${subject} is ${shown}, but the document says: ${statement}; a response that returns it deviates`,
        isPath ? `set ${setting} to the id in that form` : `correct it in the file that ${setting} is set to`,
      );
      return [
        isPath
          ? checkOf('id-form', 'form of ids', 'configuration', found)
          : checkOf('sent-value', 'values to send', 'configuration', found),
      ];
    }),
  );
}
