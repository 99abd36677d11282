// Generated from tools/runtime/contract.ts by npm run generate; do not edit.
// The facts of one document that the runtime needs, as the generated server of each document states them.
import type { Validator } from './formats.ts';
import type { ProblemFacts } from './problem.ts';

type Scalar = 'string' | 'integer' | 'number' | 'boolean';
/** How text becomes a value: one, given several times (`[]`), or separated by commas (` list`). */
export type Coercion = Scalar | `${Scalar}[]` | `${Scalar} list`;
export type Coercions = Readonly<Record<string, Coercion>>;

/** How a body is read: JSON, form fields, form with files, or text as it is. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'text';

export interface OperationFacts {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly planned?: true;
  /** Security schemes of which one is enough; none: the operation is public. */
  readonly schemes: readonly string[];
  /** A public one that takes client credentials by HTTP Basic, of which its handler judges. */
  readonly basic?: true;
  /**
   * The `error` of RFC 6749 that goes with a problem, by slug or by slug and wrong place (`invalid-request /scope`).
   */
  readonly errorCodes?: Readonly<Record<string, string>>;
  /** Roles of which the caller needs one; absent: any caller. */
  readonly roles?: readonly string[];
  readonly limits: readonly RateLimit[];
  readonly bodyBytes: number;
  readonly fileBytes?: number;
  readonly timeoutMs: number;
  /** How long a sender may send nothing of a body; absent: as long as the whole request may take. */
  readonly idleMs?: number;
  readonly parameters: Readonly<Record<'path' | 'query' | 'headers' | 'cookies', Coercions>>;
  readonly body?: BodyFacts;
  readonly idempotent?: true;
  /** A list whose handler gives rows, of which the runtime makes pages. */
  readonly paged?: true;
  /** The members of the items of a list that is offered as CSV and NDJSON. */
  readonly columns?: readonly string[];
  readonly conditional?: 'read' | 'write';
  /** The operation whose ETag an If-Match names. */
  readonly etagOf?: string;
  readonly job?: { readonly path: string; readonly id: string; readonly retryAfterS: number };
  readonly deprecation?: { readonly since: number; readonly sunset?: string };
  readonly replies: Readonly<Record<string, ReplyFacts>>;
  readonly problems: readonly string[];
}

export interface BodyFacts {
  readonly required: boolean;
  readonly media: Readonly<Record<string, BodyKind>>;
  /** Fields of a form and how their text becomes a value. */
  readonly fields?: Coercions;
  /** Fields of a form that are files. */
  readonly files?: readonly string[];
  /** What is not among the fields is passed over, and a field without a value counts as left out. */
  readonly open?: true;
}

export interface ReplyFacts {
  readonly media: readonly string[];
  readonly headers?: readonly string[];
}

export interface RateLimit {
  readonly policy: string;
  readonly quota: number;
  readonly windowS: number;
  readonly cost: number;
  readonly per: 'principal' | 'address';
}

export interface Resource {
  readonly path: string;
  readonly methods: Readonly<Record<string, string>>;
  /** The header Allow. */
  readonly allow: string;
}

export interface Found {
  readonly resource: Resource;
  readonly path: Readonly<Record<string, string>>;
}

export type Validators = Readonly<Record<string, Validator<unknown>>>;

export interface Contract {
  readonly operations: Readonly<Record<string, OperationFacts>>;
  readonly problems: Readonly<Record<string, ProblemFacts>>;
  /** Validators of the input, named `getJob_query`. */
  readonly validators: Validators;
  /** Validators of the replies, named `getJob_200`; loaded only when replies are checked. */
  replies(): Promise<Validators>;
  route(segments: readonly string[]): Found | undefined;
}
