import type { Exchange } from './exchange.ts';
import type { JsonNode } from './json.ts';
import type { Question } from './question.ts';
import type { OperationSummary, ScopeFlag } from './report.ts';

/** One resource that an operation is about: where it is and what is sent to it. */
export interface Resource {
  /** Identifiers for the parameters of the path, unencoded. */
  readonly addressed: Readonly<Record<string, string>>;
  /** JSON text; absent where the document gives no body. */
  readonly body?: string;
  /** How often the authorised request is sent. */
  readonly times: number;
}

/** What a plan is made of. */
export interface PlanInput {
  readonly runId: string;
  readonly entityId: string;
  /** How often a request is sent that may be repeated. */
  readonly repeat: number;
  /** Values of the operation's own settings, by their names. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** What an operation asks for, or why it cannot be asked. */
export type Asked = { readonly resources: readonly Resource[] } | { readonly gap: string };

/** A flag of the scope, and what makes it true. */
export interface OperationFlag extends ScopeFlag {
  readonly isSet: (sent: JsonNode | undefined) => boolean;
}

/** Everything about one operation of the document that judging and reporting have to know. */
export interface OperationContract extends OperationSummary {
  /** `Put a derivative fact transformer`. */
  readonly title: string;
  /** Path below {base_url}; parameters in braces. */
  readonly path: string;
  /** File names in the contract's schemas. */
  readonly responseSchema: string;
  readonly requestSchema: string | null;
  /** The member of the record that identifies it. */
  readonly recordId: string;
  /** `the rule was already deleted`, where a request without proper credentials took the place of the authorised one. */
  readonly alreadyDone: string;
  readonly flags: readonly OperationFlag[];
  /** The resources that a run addresses. */
  readonly resources: (input: PlanInput) => Asked;
  /** What the document leaves open about it. */
  readonly questions: readonly Question[];
  /** Where an operator would look first when an authorised request was answered so; null where nothing suggests itself. */
  readonly hint: (answer: Pick<Exchange, 'response' | 'failure'>) => string | null;
}
