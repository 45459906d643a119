import { file } from './files.ts';
import type { Kind } from './setting.ts';

/** A PUT body of the operator's own, checked against the request's schema. */
export interface Transformer {
  /** As in the file, so that numbers keep their digits; with the setting's businessDataTypeId where the file has none. */
  readonly text: string;
  readonly businessDataTypeId: string | null;
}

/** What reads it, the request's schema among it, is loaded only where a file is named. */
export const transformerFile: Kind<Transformer> = file(
  'a file with one JSON object',
  async (content, { contract }) => {
    const { readTransformer } = await import('./transformer-body.ts');
    return readTransformer(content, contract.schemas['transformer-request.schema.json'] ?? {});
  },
);
