// Answers that are ready to be sent again, by their ETag: it names operation, query, the caller's scope, definitions and revision, so an entry is never wrong, only unused.
import type { KeptAnswers } from '../../../generated/runtime/host.ts';
import { leastRecentlyUsed } from '../../../generated/runtime/least-recently-used.ts';

/** Of one contract in one process: some hundred lists of a thousand items. */
export const mostKeptBytes = 32 * 1024 * 1024;

/** The packed form of an answer is kept with it, and takes at most as much again; what refers to both takes less than the rest. */
const costOf = (body: Uint8Array): number => body.byteLength * 2 + 1024;

/** The least recently used leave first. One that alone would take an eighth is not kept. */
export function keptAnswers(mostBytes: number = mostKeptBytes): KeptAnswers {
  const kept = leastRecentlyUsed<Uint8Array>(mostBytes);
  return {
    get: kept.get,
    keep(tag, body) {
      if (costOf(body) <= mostBytes / 8) kept.keep(tag, body, costOf(body));
    },
  };
}
