import type { Caller } from '../credentials.ts';
import { isArray, isObject, type Json } from '../json.ts';
import { operations } from '../operations.ts';

/** Changes the body of a successful answer as a tree; undefined leaves the member out. */
export type Edit = (body: Json | undefined) => Json | undefined;

/** Changes the text of every successful answer to an operation, for whoever starts the service. */
export interface AnswerEdit {
  /** One that the service has. */
  readonly operation: string;
  /** From the JSON text to what is sent instead. */
  readonly edit: (answer: string) => string;
}

/** One named way in which the service departs from the document. Refusals are never changed. */
export interface Fault {
  /** Kebab-case, unique. */
  readonly name: string;
  readonly description: string;
  /**
   * Ids of all requirements that deviate because of it in an ordinary run, which sends two conditions that differ. The
   * operations that they begin with are those whose answers it changes.
   */
  readonly trips: readonly string[];
  /** `stated` when the document states one of the requirements in `trips`, otherwise `shown`. */
  readonly strength: 'stated' | 'shown';
  readonly edit?: Edit;
  /** Changes the bytes of a successful answer, after every edit, those of `AnswerEdit` too. */
  readonly bytes?: (body: Buffer) => Buffer;
  /** A caller that is served although it has no right to be. */
  readonly serves?: Exclude<Caller, 'authorised'>;
  /** HTTP status of the answers to callers that should have been refused; 200 by default. */
  readonly servedStatus?: number;
  /** Whether those answers have no body. */
  readonly servesNoBody?: true;
}

function below(value: Json | undefined, [step, ...rest]: readonly string[], edit: Edit): Json | undefined {
  if (step === undefined) return edit(value);
  if (isArray(value)) return value.map((item) => below(item, rest, edit) ?? null);
  if (!isObject(value)) return value;
  const member = below(value[step], rest, edit);
  if (member !== undefined) return { ...value, [step]: member };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step));
}

export const drop: Edit = () => undefined;

export function set(value: Json): Edit {
  return () => value;
}

/** Edits a string; any other value stays as it is. */
export function respell(edit: (text: string) => string): Edit {
  return (value) => (typeof value === 'string' ? edit(value) : value);
}

/** Edits an array; any other value stays as it is. */
export function rearrange(edit: (items: readonly Json[]) => readonly Json[]): Edit {
  return (value) => (isArray(value) ? edit(value) : value);
}

/** What a fault does to one place: the ends of the ids that deviate, behind the name of the place; words; the edit. */
type EditOfPlace = readonly [trips: string | readonly string[], description: string, edit: Edit];

/**
 * Faults that edit one place, by name.
 * @param operation whose answers they change; null for all
 * @param pointer JSON Pointer, with `*` for every element of an array
 */
export function editsOf(
  operation: string | null,
  pointer: string,
  strength: Fault['strength'],
  edits: Readonly<Record<string, EditOfPlace>>,
): readonly Fault[] {
  const steps = pointer.split('/').slice(1);
  const row = steps.map((step) => (step === '*' ? '.each' : `.${step}`)).join('');
  return Object.entries(edits).map(([name, [ends, description, edit]]) => {
    const rows = [ends].flat().map((end) => row + end);
    const trips = rows.flatMap((one) => (operation === null ? inAll(one) : operation + one));
    return { name, description, trips, strength, edit: (body) => below(body, steps, edit) };
  });
}

/** The requirements about the same place in the answers of all operations. */
export function inAll(row: string): readonly string[] {
  return operations.map(({ name }) => `${name}${row}`);
}

/** Whether a fault changes the answers of an operation. */
export function concerns({ trips }: Fault, operation: string): boolean {
  return trips.some((id) => /^\w+/.exec(id)?.[0] === operation);
}
