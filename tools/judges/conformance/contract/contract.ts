// What the tool knows of a contract: operations with references followed.
import type { Json } from './bundle.ts';

export type Schema = Json & {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly examples?: readonly unknown[];
};

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: unknown;
};

export type Body = {
  readonly media: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** Where the schema stands. */
  readonly pointer: string;
  readonly examples: readonly unknown[];
};

export type Reply = {
  readonly problems: readonly string[];
  /** Where the schema of each header stands. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the schema of each media type stands. */
  readonly content: Readonly<Record<string, string>>;
};

export type Limit = {
  readonly policy: string;
  readonly quota: number;
  readonly window_s: number;
  readonly cost: number;
  /** By whom it is counted. */
  readonly per: 'principal' | 'address';
};

export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly planned: boolean;
  readonly isPublic: boolean;
  /** Whether a bearer token is among the credentials that it takes. */
  readonly takesBearer: boolean;
  /** Whether the cookie of a session is. */
  readonly takesSession: boolean;
  readonly roles: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly bodies: readonly Body[];
  /** By status. */
  readonly replies: Readonly<Record<string, Reply>>;
  readonly bodyBytes: number;
  readonly timeoutMs: number;
  /** How long a body may stand still; as long as the request may take when the document says nothing. */
  readonly idleMs: number;
  readonly conditional: string | undefined;
  readonly idempotent: boolean;
  readonly paged: boolean;
  /** The operation that returns the status of the work that this one began. */
  readonly job: { readonly status: string; readonly id: string } | undefined;
  readonly limit: Limit | undefined;
};

export type Registered = {
  readonly status: number;
  readonly title: string;
  readonly fields?: Readonly<Record<string, 'string' | 'integer'>>;
};

export type Contract = {
  readonly name: string;
  readonly raw: Json;
  /** Problems by slug; none when the document comes without its registry. */
  readonly registry: Readonly<Record<string, Registered>> | undefined;
  readonly operations: readonly Operation[];
  /** The methods of each path, in upper case. */
  readonly methods: ReadonlyMap<string, readonly string[]>;
};

export const isJson = (media: string): boolean => /[/+]json(;|$)/.test(media);
