import type { OperationSummary, ScopeFlag } from '../../schemas/types.ts';
import type { CheckResult } from './check.ts';
import type { Question } from './question.ts';
import type { Lack } from './recording.ts';
import type {
  ChoiceAsked,
  Known,
  Parsed,
  SettingAsked,
  SettingProblem,
  SettingsByKey,
  SettingValues,
  Wording,
} from './setting.ts';

/** One resource that an operation is about: where it is and what is sent to it. */
export interface Resource {
  /** Identifiers for the parameters of the path, unencoded. */
  readonly addressed: Readonly<Record<string, string>>;
  /** JSON text; absent where the document gives no body. */
  readonly body?: string;
  /** How often the authorised request is sent. */
  readonly times: number;
}

/** Everything that was given, so that an operation can judge its own part. */
export interface KnownInScope<V = SettingValues> extends Known<V> {
  /** Whether the operation is sent. */
  readonly isInScope: boolean;
  /** How often a request is sent that may be repeated. */
  readonly repeat: number;
}

/** A command of the operator's that makes what an operation needs, such as a rule to delete. Only a run starts it. */
export interface OperationCommand {
  /** Key of the setting that holds it. */
  readonly setting: string;
  /** Key of the setting whose value it makes. */
  readonly makes: string;
  /** What it prints, in words: `an id`. */
  readonly prints: string;
  /** Its output, without white space around it, as a value; problems continue "… printed X, which …". */
  readonly read: (output: string) => Parsed<unknown>;
}

/** Something without which an operation is left out: `no automation rule is set`, and a line that would do. */
export interface Missing {
  readonly what: string;
  readonly example: string;
}

/**
 * Everything that is known about one operation of the document.
 * @typeParam V values of its own settings
 */
export interface OperationContract<V = SettingValues> extends OperationSummary {
  /** `Put a derivative fact transformer`. */
  readonly title: string;
  /** Path below {base_url}; parameters in braces. */
  readonly path: string;
  /** What it does to the entity in its path, in words: `whose rules are deleted`. */
  readonly entity?: string;
  /** File names in the contract's schemas. */
  readonly responseSchema: string;
  readonly requestSchema: string | null;
  /** The member of the record that identifies it. */
  readonly recordId: string;
  /**
   * Members of the record, outside of the path, that no error has. A response without the word of success is taken for
   * the record only where one of them is filled.
   */
  readonly recordSigns: readonly string[];
  /** The field of its request that takes any text. `explore` writes the id of its run there, so that people find it. */
  readonly markedField?: string;
  /** `the rule was already deleted`, where a request without proper credentials took the place of the authorised one. */
  readonly alreadyDone: string;
  /** Flags of the scope, and which sent body makes each true; one is true where nothing is sent. */
  readonly flags: readonly (ScopeFlag & { readonly isSet: (sent: unknown) => boolean })[];
  /** Its own settings, by keys that nothing else has. What all operations need is declared with the service. */
  readonly settings?: SettingsByKey;
  /** Problems of its settings with one another. Says nothing about a setting that has a problem of its own. */
  problems?(known: KnownInScope<V>): readonly SettingProblem[];
  /** What outputs show of its settings, by their keys. */
  shown?(values: V): Readonly<Record<string, string | undefined>>;
  /** Key of the setting that gives a body of the operator's own. */
  readonly bodySetting?: string;
  readonly command?: OperationCommand;
  /** What is missing to send it; null where nothing is. */
  missing?(known: Known<V>, wording: Wording): Missing | null;
  /** What `doctor` says of it, by a short and permanent id. */
  readonly check?: { readonly id: string; readonly title: string; look(known: Known<V>): CheckResult };
  /** What `init` asks for it, in order. */
  readonly asks?: readonly (SettingAsked | ChoiceAsked)[];
  /** The resources that a run addresses, or why there are none. */
  resources(input: {
    readonly runId: string;
    readonly entityId: string;
    readonly repeat: number;
    readonly values: V;
  }): { readonly resources: readonly Resource[] } | { readonly gap: Lack };
  /** What the document leaves open about it. */
  readonly questions: readonly Question[];
  /**
   * The settings of what a request names and a service may not know, by the names that an error may have; `body` for
   * other values of the body.
   */
  readonly names: Readonly<Record<string, string>>;
}

/** An operation whose name and path the compiler knows, so that types can be derived from them. */
export type DeclaredOperation<Name, Path, V = SettingValues> = OperationContract<V> & {
  readonly name: Name;
  readonly path: Path;
};
