// A short unified difference of two texts by lines, by longest common subsequence.

export function unified(before: string, after: string, context = 1): string {
  if (before === after) return '';
  const [old, now] = [before, after].map((each) => (each === '' ? [] : each.split('\n'))) as [string[], string[]];
  const lines = align(old, now);
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ mark }) => mark !== ' '),
  );
  // The first line names the type.
  const shown = lines.flatMap((line, index) =>
    near[index] || index === 0 ? [`${line.mark}${line.text}`] : near[index - 1] || index === 1 ? [' …'] : [],
  );
  while (shown.at(-1) === ' …') shown.pop();
  return shown.join('\n');
}

type Line = { readonly mark: ' ' | '-' | '+'; readonly text: string };

function align(old: readonly string[], now: readonly string[]): Line[] {
  const longest = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  const at = (row: number, column: number): number => longest[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--)
      (longest[row] as Uint32Array)[column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length)
    if (row < old.length && column < now.length && old[row] === now[column]) {
      lines.push({ mark: ' ', text: old[row++] as string });
      column++;
    } else if (row < old.length && (column >= now.length || at(row + 1, column) >= at(row, column + 1)))
      lines.push({ mark: '-', text: old[row++] as string });
    else lines.push({ mark: '+', text: now[column++] as string });
  return lines;
}
