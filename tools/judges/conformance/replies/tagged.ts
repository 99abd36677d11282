// One ETag, one state: when an address gives the same caller two different bodies under one ETag, a client that stored
// the first believes that it still counts.
import { createHash } from 'node:crypto';
import type { Operation } from '../contract/document.ts';
import type { Request, WireReply } from '../requests/wire.ts';
import type { Wrong } from './judge.ts';

type Tagged = (
  operation: Operation | undefined,
  request: Request,
  answer: WireReply,
  baseUrl?: string,
) => readonly Wrong[];

/** Remembers every state of a run. */
export function tagged(): Tagged {
  const bodies = new Map<string, string>();
  return (operation, { method, path, headers = {} }, { status, headers: { etag }, body }, baseUrl = '') => {
    if (operation?.conditional !== 'read' || method !== 'GET' || status !== 200 || etag === undefined) return [];
    const { authorization, cookie, accept } = headers;
    const state = JSON.stringify([baseUrl, path, authorization, cookie, accept, etag]);
    const hash = createHash('sha256').update(body).digest('base64');
    const before = bodies.get(state);
    if (before === undefined) bodies.set(state, hash);
    if (before === undefined || before === hash) return [];
    const expected = 'another one, since the body under it was another before';
    return [{ check: 'reply-caching', rule: 'header ETag: one state', expected, observed: etag }];
  };
}
