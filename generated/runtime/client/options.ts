// Generated from tools/runtime/client/options.ts by npm run generate; do not edit.
// What the user of a generated client gives, and what an operation says of itself.

export interface ClientOptions {
  /** Ends with the version prefix, such as `https://covenant.example/analytics/api/v1`. */
  readonly baseUrl: string;
  /** The access token, or how to get the one in force. Absent: requests go without, as in a browser session. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>);
  /** Gets a new access token after a 401; `undefined` when there is none to be had. Many 401s at once ask once. */
  readonly refresh?: () => Promise<string | undefined>;
  /** Sent with every request, such as what a browser session asks for against forged requests. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  /** How often a request that may be repeated is tried again; 3 by default. */
  readonly retries?: number;
  /**
   * Milliseconds for one attempt with its answer, of a file or stream up to the head; 60,000 by default, for requests
   * with a form `Infinity`.
   */
  readonly timeoutMs?: number;
  /** Called before each attempt, such as for a log or to add a header to `headers`. */
  readonly onRequest?: (attempt: Attempt & { readonly headers: Headers }) => void;
  /** Called after each attempt; `status` is undefined where no answer came. */
  readonly onResponse?: (attempt: Attempt & { readonly status: number | undefined; readonly ms: number }) => void;
  /** Resolves after so many milliseconds; tests give their own. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** A number from 0 to 1, to spread retries. */
  readonly random?: () => number;
}

/** One of the tries of a request. */
export interface Attempt {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** 0 for the first. */
  readonly tried: number;
}

export interface Client extends ClientOptions {
  /** The token that `refresh` has brought, once it has. */
  refreshed: string | undefined;
  /** How often it has been asked: `refreshed` is newer than a request if this has grown since the request began. */
  refreshes: number;
  /**
   * What `token` gave last, and what it gave when it was refreshed: as long as these are equal, `refreshed` stands in.
   */
  given: string | undefined;
  stale: string | undefined;
  refreshing: Promise<string | undefined> | undefined;
}

/** `Form` names the media types that the operation has beside JSON. */
export interface CallOptions<Form extends string = never> {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Names one creation over several calls; without it each call has its own, kept over its retries. */
  readonly idempotencyKey?: string;
  /** Instead of the client's. */
  readonly timeoutMs?: number;
  /** Called as the body of the request is sent; `sent` begins at 0 again with each attempt. */
  readonly onProgress?: (progress: UploadProgress) => void;
  /** Set by `streamOf`, which reads the answer itself. */
  readonly stream?: AnswerReader<Form>;
}

export interface AnswerReader<Form extends string> {
  readonly accept: Form;
  readonly read: (shape: RequestShape, answer: Response) => Promise<unknown>;
}

/** Bytes of the file, or of the body where it has none. What a form adds around a file is left out. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
}

export interface RequestShape {
  /** As the contract calls it; messages begin with it. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** Needs no token. */
  readonly public?: true;
  readonly idempotent?: true;
  /** Media type of the body. */
  readonly body?: string;
  /** Query parameters whose values are written as one, with commas. */
  readonly lists?: readonly string[];
  /** What the successes of the contract bring. */
  readonly replies: Readonly<Record<number, 'json' | 'bytes' | 'nothing'>>;
  /** The fields that each JSON document must contain. */
  readonly members?: Readonly<Record<number, Members>>;
}

/** The members that a value always has, with theirs; a list of what each entry has; 0: anything. */
export type Members = 0 | readonly [Members] | { readonly [name: string]: Members };
