// What a document cannot know of a deployment: who may ask, and values that mean something there. The values of our own
// contracts stand beside them.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Person = {
  /** As findings name it; its token is $NAME_TOKEN in the request to repeat. */
  readonly name: string;
  readonly token: string;
  /**
   * What a page of the deployment sends in place of a token: the cookie of a session, its origin. Only operations
   * without a bearer token are asked so, and what names this person.
   */
  readonly session?: Readonly<Record<string, string>>;
  /** As `x-roles` of the document has them. */
  readonly roles: readonly string[];
  /** Nothing of the others belongs to this one: what they make is not found for it. */
  readonly ownsNothing?: boolean;
  /** The account ends with the run, so that no later run lacks what is used up of its limits. */
  readonly isPassing?: boolean;
  /**
   * What a values file may name as `{{name.fact}}`: an address, a password, an id. Shown as variables, never in clear.
   */
  readonly facts?: Readonly<Record<string, string>>;
};

/** How a request says who asks. */
export const credentialOf = ({ token, session }: Person): Readonly<Record<string, string>> =>
  session ?? { authorization: `Bearer ${token}` };

/** What a request has in place of the examples of the document. */
export type Given = {
  /** Who asks; `anonymous` for no credential. */
  readonly as?: string;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the whole body. */
  readonly body?: unknown;
  /** Fields in place of those of the body's example. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Which of the body's media types; the first when left out. */
  readonly media?: string;
};

/** A refusal that only the meaning of values can cause, with the place that it names. */
export type Cause = Given & { readonly place?: string };

export type Until = {
  readonly operation: string;
  readonly pointer: string;
  readonly is?: readonly unknown[];
  readonly not?: readonly unknown[];
  /** What is asked of that operation, on top of its good request. */
  readonly with?: Given;
};

export type OperationValues = {
  /** The request that reaches the 2xx. */
  readonly good?: Given;
  /**
   * Requests that must reach it earlier, for what they make, or another operation: the last answer is
   * `{{cancelJob.before:/job_id}}`.
   */
  readonly before?: readonly (Given & { readonly operation?: string })[];
  /** Further ones that must. */
  readonly more?: readonly Given[];
  /** Requests for each reply that follows from the meaning of values: `403 out-of-scope`. */
  readonly causes?: Readonly<Record<string, Cause | readonly Cause[]>>;
  /** Operations that have to be asked before. */
  readonly after?: readonly string[];
  /** After the first good answer: ask that operation until the value at `pointer` is one of these, or none of those. */
  readonly until?: Until | readonly Until[];
  /**
   * Doing it again would need another state, so a key is tried on the one request that reaches the 2xx, sent many times
   * at once.
   */
  readonly once?: boolean;
  /** Ids of other parents that exist, by the name of the parameter, where no operation creates or lists one. */
  readonly otherParents?: Readonly<Record<string, string>>;
  /** Its deletion restores a default, which its address shows from then on: only its repetition answers 404. */
  readonly restoresDefault?: boolean;
  /** What it lists belongs to no caller: all who may ask see the same. */
  readonly isShared?: boolean;
  /** Why the tool leaves it alone, for example because it would end what others need. */
  readonly leave?: string;
};

/** What the document of a WebSocket says in words alone. */
export type SocketValues = {
  /** Codes with which the server ends the line, by what was wrong. */
  readonly closes: Readonly<Record<'credential' | 'origin' | 'silent' | 'message' | 'size', number>>;
  readonly maxBytes?: number;
  /** How long a client may say nothing at first. */
  readonly silentMs?: number;
};

export type Values = {
  readonly operations?: Readonly<Record<string, OperationValues>>;
  /**
   * Replies that cannot be caused from outside, each with its reason: `getJob 503 unavailable`, or `* 503 unavailable`
   * for all.
   */
  readonly unreached?: Readonly<Record<string, string>>;
  /** WebSockets of asyncapi.yaml beside the document, by channel. */
  readonly sockets?: Readonly<Record<string, SocketValues>>;
};

/**
 * A deployment of the same contract in which something is wrong, so that each operation answers what the contract has
 * for that.
 */
export type DegradedDeployment = {
  readonly baseUrl: string;
  readonly status: number;
  readonly problem: string;
  /** All whose contract has that reply, when left out. */
  readonly operations?: readonly string[];
  readonly except?: readonly string[];
  /** Makes it ill, right before it is asked. */
  readonly begin?: () => Promise<void>;
};

export function readValues(file: string): Values {
  const values = (parse(readFileSync(file, 'utf8')) ?? {}) as Values;
  for (const [id, { good }] of Object.entries(values.operations ?? {}))
    if (Object.keys(good?.headers ?? {}).some((name) => name.toLowerCase() === 'idempotency-key'))
      throw new Error(`${file}: ${id}: ${sharedKey}`);
  return values;
}

const sharedKey =
  'the good request must not have an Idempotency-Key. Every other request is made from it, and the first of them would decide what the key stands for. Give the key to `before` and `causes`.';
