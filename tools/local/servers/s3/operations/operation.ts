// What every operation takes and gives.
import type { Payload } from '../protocol/payload.ts';
import type { Call } from '../protocol/request.ts';
import type { OpenStore } from '../rights.ts';

export type Ask = { readonly call: Call; readonly payload: Payload; readonly store: OpenStore };

export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly xml?: string;
  /** Its length is in the headers. */
  readonly body?: AsyncIterable<Buffer>;
};

export type Operation = (ask: Ask) => Promise<Reply>;

/** There is one owner: anyone who holds a key. */
export const OWNER = [
  ['ID', 'covenant'],
  ['DisplayName', 'covenant'],
] as const;
