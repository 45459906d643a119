import { OpenNames } from '../secrets/open-names.ts';
import { isAuthorization } from './headers.ts';

/** What a name of a header says of its value. */
export type NameKind = 'authorization' | 'secret' | 'open';

export class NameKinds {
  readonly open = new OpenNames();

  of(name: string): NameKind {
    if (isAuthorization(name)) return 'authorization';
    return this.open.has(name) ? 'open' : 'secret';
  }
}
