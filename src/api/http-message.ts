/** Headers in any of the forms that HTTP clients hand out. */
export type HeadersInput =
  | { forEach(callback: (value: string, name: string) => void): void }
  | readonly (readonly [name: string, value: string])[]
  | readonly string[]
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A body in memory; an object or an array is written as JSON. */
export type BodyInput = string | Uint8Array | object | null | undefined;

/** A fetch `Request`, before it was sent: `fetch(request.clone())` leaves its body to be read. */
export interface FetchRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { forEach(callback: (value: string, name: string) => void): void };
  readonly bodyUsed: boolean;
  clone(): { text(): Promise<string> };
}

/** What was sent, in plain data: for undici's `request(url, options)`, `{ url, ...options }`. */
export interface PlainRequest {
  readonly method?: string | undefined;
  readonly url: string | URL;
  readonly headers?: HeadersInput | undefined;
  readonly body?: BodyInput;
}

/** A fetch `Response` whose body was not read yet. It is read from a clone, so the caller can read it as well. */
export interface FetchResponse {
  readonly status: number;
  readonly statusText: string;
  readonly type: string;
  readonly redirected: boolean;
  readonly headers: { forEach(callback: (value: string, name: string) => void): void };
  readonly bodyUsed: boolean;
  clone(): { readonly body: unknown };
}

/** What undici's `request` resolves to. Its body can be read only once, and is read here. */
export interface UndiciResponse {
  readonly statusCode: number;
  readonly statusText?: string;
  readonly headers: HeadersInput;
  readonly body: AsyncIterable<Uint8Array>;
}

/** A response in plain data, its content codings undone. */
export interface PlainResponse {
  readonly status: number;
  readonly statusText?: string | undefined;
  readonly headers?: HeadersInput | undefined;
  readonly body?: BodyInput;
}

export type RequestInput = FetchRequest | PlainRequest;
export type ResponseInput = FetchResponse | UndiciResponse | PlainResponse;
