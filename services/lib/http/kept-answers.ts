// Answers that are ready to be sent again, by their ETag: it names operation, query, the caller's scope, definitions and revision, so an entry is never wrong, only unused.
import type { KeptAnswers } from '../../../generated/runtime/host.ts';

/** Of one contract in one process: some hundred lists of a thousand items. */
export const mostKeptBytes = 32 * 1024 * 1024;

/** The packed form of an answer is kept with it, and takes at most as much again; what refers to both takes less than the rest. */
const costOf = (body: Uint8Array): number => body.byteLength * 2 + 1024;

/** The least recently used leave first. One that alone would take an eighth is not kept. */
export function keptAnswers(mostBytes: number = mostKeptBytes): KeptAnswers {
  // In the order of use.
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;
  const drop = (tag: string): void => {
    const known = kept.get(tag);
    if (known === undefined) return;
    bytes -= costOf(known);
    kept.delete(tag);
  };
  return {
    get(tag) {
      const found = kept.get(tag);
      if (found === undefined) return undefined;
      kept.delete(tag);
      kept.set(tag, found);
      return found;
    },
    keep(tag, body) {
      if (costOf(body) > mostBytes / 8) return;
      drop(tag);
      kept.set(tag, body);
      bytes += costOf(body);
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
  };
}
