// Which known word was meant.

/** The one that is nearest; null when none is near, or two are equally so. */
export function guess(word: string, known: readonly string[]): string | null {
  const asked = bare(word);
  const near = known
    .map((each) => ({ each, distance: distance(asked, bare(each)) }))
    .filter(({ each, distance }) => distance <= Math.max(1, Math.floor(bare(each).length / 4)))
    .sort((a, b) => a.distance - b.distance);
  const [first, second] = near;
  return first && first.distance !== second?.distance ? first.each : null;
}

/** `labId`, `lab-id` and `LAB_ID` are one word. */
const bare = (word: string): string =>
  word
    .slice(0, 64)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Letters added, left out, exchanged or swapped with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (same ? 0 : 1),
        swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? 0;
