// Which segments of the log a recovery reads. Each restore begins a timeline, whose history names those before it:
// https://www.postgresql.org/docs/15/continuous-archiving.html#BACKUP-TIMELINES

/** Where a timeline begins, as the number of a segment in the whole log. */
export type Branch = { readonly timeline: number; readonly from: number };

export const timelineOf = (name: string): number => Number.parseInt(name.slice(0, 8), 16);
export const numberOf = (name: string): number =>
  Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16, 24), 16);

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
export const historyOf = (timeline: number): string => `${hex(timeline)}.history`;
const nameOf = (timeline: number, number: number) =>
  `${hex(timeline)}${hex(Math.floor(number / 256))}${hex(number % 256)}`;

/** The timelines that lead to one, itself last. Each line of a history has a timeline and the address of its end. */
export function branchesTo(timeline: number, history: string): readonly Branch[] {
  const lines = [...history.matchAll(/^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gim)];
  const ends = lines.map(([, , high = '', low = '']) =>
    numberOf(`00000000${wide(high)}${wide(low).slice(0, 2).padStart(8, '0')}`),
  );
  const timelines = [...lines.map(([, parent]) => Number(parent)), timeline];
  return timelines.map((each, at) => ({ timeline: each, from: at === 0 ? 0 : (ends[at - 1] ?? 0) }));
}

const wide = (digits: string) => digits.padStart(8, '0');

/** Whether a recovery can go from this backup to the end of the branches. */
export function isOn(branches: readonly Branch[], backup: { first_segment: string; last_segment: string }): boolean {
  const at = branches.findIndex(({ timeline }) => timeline === timelineOf(backup.first_segment));
  const next = branches[at + 1];
  return at >= 0 && (next === undefined || numberOf(backup.last_segment) <= next.from);
}

export type Chain = {
  /** The segments from the first one on, without a gap. */
  readonly segments: readonly string[];
  /** The segment that is missing before others; undefined where the log has no gap. */
  readonly missing: string | undefined;
};

/** A gap ends a recovery without a word. `last` must be in the chain, whatever follows it. */
export function chainOf(names: readonly string[], branches: readonly Branch[], first: string, last: string): Chain {
  const present = new Set(names);
  const nameAt = (number: number) =>
    nameOf(branches.findLast(({ from }) => from <= number)?.timeline ?? timelineOf(first), number);
  const segments: string[] = [];
  let number = numberOf(first);
  for (; present.has(nameAt(number)); number++) segments.push(nameAt(number));
  const isLater = (name: string) =>
    /^[0-9A-F]{24}$/.test(name) && numberOf(name) > number && nameAt(numberOf(name)) === name;
  const missing = numberOf(last) >= number || names.some(isLater) ? nameAt(number) : undefined;
  // Until the first segment of a timeline is there, its beginning is in the last one of the timeline before it.
  const end = branches.findLast(({ from }) => from < number);
  const shared = end === undefined ? '' : nameOf(end.timeline, number);
  if (missing === undefined && shared !== nameAt(number) && present.has(shared)) segments.push(shared);
  return { segments, missing };
}
