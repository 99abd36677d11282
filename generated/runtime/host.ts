// Generated from tools/runtime/host.ts by npm run generate; do not edit.
// What the service that hosts a contract gives to it: who calls, how limits and keys are stored, what time it is.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { ProblemReply } from './problem.ts';

export interface CallerBase {
  readonly subject: string;
  readonly kind: 'user' | 'client' | 'service';
  readonly roles: readonly string[];
  /** Changes whenever what the caller may see changes; part of every ETag and of every idempotency record. */
  readonly scopeKey: string;
}

export interface ContractHost<Caller extends CallerBase> {
  /** Prefix of all paths, such as `/api/v1`. */
  readonly basePath: string;
  /** Folder for uploads in progress; each request has its own folder in it, removed when its handler has ended. */
  readonly spoolDir: string;
  /** What files leave free on the disk of `spoolDir`; by default a gibibyte, or a tenth of a smaller disk. */
  readonly reserveBytes?: number;
  /** Part of every ETag: raise it when the meaning of a figure changes. */
  readonly definitionsVersion: string;
  /** Fields of every answer, such as Strict-Transport-Security. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Other origins whose pages may read the answers, or `*`. Cookies never count there. */
  readonly origins?: readonly string[];
  /** Quotas of rate-limit policies where the installation grants more than the contract. */
  readonly quotas?: Readonly<Record<string, number>>;
  readonly idempotency: IdempotencyStore;
  readonly ids: { requestId(): string };
  /** Ready answers of conditional reads; absent: each is made again. */
  readonly replyCache?: ReplyCache;
  /** Checks each reply against the contract and fails when it lies. For tests and development. */
  readonly checkReplies?: boolean;
  authenticate(input: CredentialInput): Promise<Caller | ProblemReply>;
  /**
   * Asked when a file of a form begins, with the fields before it; a refusal ends the request. The handler judges the
   * whole form once it is read.
   */
  admitFile?(input: FileBegun<Caller>): Promise<ProblemReply | undefined>;
  /**
   * Asked for each operation that takes a credential, before its handler: what the policies refuse, they refuse here.
   */
  refusal?(caller: Caller, operationId: string, input: Asked): ProblemReply | undefined;
  limit(input: LimitInput): Promise<LimitVerdict>;
  /** The address at the other end, behind the trusted proxies. */
  clientOf(request: IncomingMessage): ClientFacts;
  now(): Date;
  log(event: RequestEvent): void;
  /** Names a thrown error to the caller (500, or 503 when a dependency is away) and reports it. */
  fault(
    error: unknown,
    context: { readonly requestId: string; readonly operationId: string | undefined },
  ): ProblemReply;
}

/** What a request asks for, in the form that the contract has of it. */
export interface Asked {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface ReplyCache {
  /** By ETag: that of the unpacked form. */
  get(tag: string): Uint8Array | undefined;
  set(tag: string, body: Uint8Array): void;
}

export interface CredentialInput {
  /** Names of the security schemes of which one is enough. */
  readonly schemes: readonly string[];
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  readonly address: string;
  readonly operationId: string;
}

export interface FileBegun<Caller> {
  readonly operationId: string;
  readonly caller: Caller;
  /** As text, unjudged. */
  readonly fields: ReadonlyMap<string, string>;
}

export interface ClientFacts {
  readonly address: string;
  readonly scheme: string;
  readonly host: string;
  /** Path that a trusted proxy took off, such as `/analytics`. */
  readonly prefix?: string;
}

export interface LimitInput {
  readonly policy: string;
  readonly quota: number;
  readonly windowS: number;
  readonly cost: number;
  readonly key: string;
}

export interface LimitVerdict {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetS: number;
  readonly retryAfterS: number;
}

/** A reply as it is stored for an Idempotency-Key. */
export interface StoredReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface IdempotencyStore {
  begin(key: string, principal: string, operation: string, bodyHash: string): Promise<Begun>;
}

export type Begun =
  | { readonly kind: 'fresh'; store(reply: StoredReply): Promise<void>; release(): Promise<void> }
  | { readonly kind: 'replay'; readonly reply: StoredReply }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'in-flight'; readonly retryAfterS?: number };

/** A file of a form, spooled to disk. */
export interface UploadedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly filename: string;
  readonly mediaType: string;
  open(): Readable;
}

/** What every handler learns about its request beside the declared input. */
export interface RequestFacts {
  readonly requestId: string;
  readonly address: string;
  /** What stands before a path of the contract in an address for this caller, as in Location. */
  readonly base: string;
  readonly traceparent: string | undefined;
  /** Aborted when the client has gone or the time of the operation is over. */
  readonly signal: AbortSignal;
}

/** One line of the access log, written when the answer has ended. */
export interface RequestEvent {
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly address: string;
  readonly method: string;
  /** The template of the contract, never the address itself, which may hold personal data. */
  readonly path: string | undefined;
  readonly operationId: string | undefined;
  readonly subject: string | undefined;
  readonly status: number;
  readonly problem: string | undefined;
  readonly bytes: number;
  readonly ms: number;
  /** The client went away before the answer was complete. */
  readonly aborted: boolean;
}
