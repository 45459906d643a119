import transformerRequest from '../../schemas/transformer-request.schema.json' with { type: 'json' };
import type { Kind } from '../model/setting.ts';
import { file } from '../settings/files.ts';

/** A PUT body of the operator's own, checked against the request's schema. */
export interface Transformer {
  /** As in the file, so that numbers keep their digits. */
  readonly text: string;
  /** Null where the file has none. */
  readonly businessDataTypeId: string | null;
}

/** What reads it is loaded only where a file is named. */
export const transformerFile: Kind<Transformer> = file('a file with one JSON object', async (content) =>
  (await import('./transformer-body.ts')).readTransformer(content, transformerRequest),
);
