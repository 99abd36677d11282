// A cache of replies by their ETag: it names operation, query, the caller's scope, definitions and revision, so an
// entry is never wrong, only unused.
import type { ReplyCache } from '../../../generated/runtime/host.ts';
import { leastRecentlyUsed } from '../../../generated/runtime/least-recently-used.ts';

/** The limit of one contract in one process: some hundred lists of a thousand items. */
export const mostCachedBytes = 32 * 1024 * 1024;

/**
 * The packed form of an answer is cached with it, and takes at most as much again; what refers to both takes less than
 * the rest.
 */
const costOf = (body: Uint8Array): number => body.byteLength * 2 + 1024;

/** The least recently used leave first. One that alone would take an eighth is not cached. */
export function replyCache(mostBytes: number = mostCachedBytes): ReplyCache {
  const cache = leastRecentlyUsed<Uint8Array>(mostBytes);
  return {
    get: cache.get,
    set(tag, body) {
      if (costOf(body) <= mostBytes / 8) cache.set(tag, body, costOf(body));
    },
  };
}
