// What is made of the measured rounds: medians, ratios of what was measured side by side, and their tables.

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The smallest value that so many percent do not exceed. */
export const percentile = (values: readonly number[], percent: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil((values.length * percent) / 100) - 1)] ?? Number.NaN;

/** The ratio of each round by itself, since the machine may be faster in the next one. */
export const ratio = (over: readonly number[], under: readonly number[]): number =>
  median(over.map((value, round) => value / (under[round] ?? Number.NaN)));

export type Goal = {
  readonly what: string;
  readonly measured: number;
  readonly sign: '>=' | '<';
  readonly goal: number;
};

/** One line: printed, never a gate. */
export function goalLine({ what, measured, sign, goal }: Goal): string {
  const met = sign === '<' ? measured < goal : measured >= goal;
  return `${met ? 'met   ' : 'MISSED'} ${what}: ${measured.toFixed(2)} (goal ${sign} ${goal})`;
}

/** Columns as wide as their widest cell; numbers to the right. */
export function table(heading: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [heading, ...rows].map((row) => row.map((cell) => (typeof cell === 'number' ? shown(cell) : cell)));
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))))
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}

const shown = (value: number): string =>
  !Number.isFinite(value)
    ? '-'
    : value >= 1000
      ? Math.round(value).toLocaleString('en')
      : value.toFixed(value < 10 ? 2 : 1);
