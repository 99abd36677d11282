// The synchronous form of Python code that is written with async and await, so that the two cannot differ.

const replaced: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/\basync (def|for|with)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\bAwaitable, /g, ''],
  [/\bAwaitable\[((?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*)\]/g, '$1'],
  [/\bAsync(Base|Client|Iterator|LiveUpdates|Socket)\b/g, '$1'],
  [/\bStopAsyncIteration\b/g, 'StopIteration'],
  [/\bimport anyio\b/g, 'import threading'],
  [/\banyio\.Lock\b/g, 'threading.Lock'],
  [/\banyio\.sleep\b/g, 'time.sleep'],
  [/\baclose\b/g, 'close'],
  [/\baiter_bytes\b/g, 'iter_bytes'],
  [/\basync_chunks\b/g, 'chunks'],
  [/\b__a(enter|exit|iter|next)__\b/g, '__$1__'],
  [/\b(_live)?_async\b/g, '$1_sync'],
];

export function syncOf(text: string): string {
  const sync = replaced.reduce((made, [pattern, by]) => made.replaceAll(pattern, by), text);
  const left = /\b(async|await|anyio|Async\w+|a(?:close|iter|next)\w*)\b/.exec(sync.replaceAll(/""".*?"""/gs, ''));
  if (left !== null) throw new Error(`There is no synchronous form of ${left[0]}.`);
  return sync;
}
