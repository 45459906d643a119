import { type JsonObject, renderJson } from './json.ts';

/** One thing that is wrong with a request's body. */
export type Problem = {
  /** RFC 6901 JSON Pointer into the request body. */
  readonly pointer: string;
  readonly message: string;
};

/** A refused request, thrown wherever the reason is found. Its answer is the error shape of this service. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];

  constructor(
    status: number,
    code: string,
    message: string,
    details: { headers?: Readonly<Record<string, string>>; problems?: readonly Problem[] } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = details.headers ?? {};
    this.problems = details.problems ?? [];
  }

  /** `{"error":{"code","message","problems"?}}`; it has no envelope, as the document gives one for success only. */
  body(): string {
    const error: JsonObject = { code: this.code, message: this.message };
    return renderJson({ error: this.problems.length > 0 ? { ...error, problems: this.problems } : error });
  }
}
