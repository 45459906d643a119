import type { Exchange } from '../../../schemas/types.ts';
import type { UnansweredRequest } from '../../judge/several.ts';
import type { OperationContract } from '../../model/operation.ts';
import { joined } from '../../text/plural.ts';

/** The likelier of two owners, and where to look. */
export interface RefusalAct {
  readonly first: 'service' | 'operator';
  /** Null where nothing suggests itself. */
  readonly hint: string | null;
  /** Continues "By the operators of the service: "; absent where they have nothing to do. */
  readonly service?: string;
  /** Continues "By whoever runs this check: "; absent where there is no doubt about the service. */
  readonly operator?: string;
}

/** What a rule looks at. */
export interface RefusedRequest {
  readonly exchange: Exchange;
  readonly status: number;
  readonly operation: OperationContract;
  readonly kind: UnansweredRequest['kind'];
  /** Methods of other operations that succeeded in the same run, with the same base URL, entity and token. */
  readonly served: string;
  /** What these name is known to the service. */
  readonly known: ReadonlySet<string>;
  /** Whether all that the service says to requests of the operation is that there is no such route. */
  readonly isWithoutRoute: boolean;
  /** Whether another request of the operation succeeded with the same token. */
  readonly isServedElse: boolean;
  /** Whether requests of the operation without a valid token got the same status. */
  readonly isForAll: boolean;
}

/** Null where it does not apply. */
export type Rule = (given: RefusedRequest) => RefusalAct | null;

/** 304 leads nowhere. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** Of an error page everything that matters is at its beginning. */
const longestError = 4096;

/** The beginning of a response, as text. */
export function textOf({ response }: Exchange): string {
  return response?.body.encoding === 'utf8' ? response.body.text.slice(0, longestError) : '';
}

/** Settings of what an operation names, all of them or those for some names. */
export function settingNames(
  { names }: OperationContract,
  only: readonly string[] = Object.keys(names),
): string {
  return joined(only.flatMap((name) => names[name] ?? []));
}

export const unexplained: RefusalAct = {
  first: 'operator',
  hint: null,
  operator: 'find out why the service refused',
};

/** The body of a 2xx that is too deep or too large. */
export const unread: RefusalAct = {
  first: 'operator',
  hint: null,
  operator: 'find out why the response could not be judged',
};
