// Whether a breaking change may stand: behind a new major version, or after an announced Sunset (decisions 106 and 221). Planned operations are exempt: compare.ts leaves them out.

import type { Change } from './change.ts';
import type { Collected } from './collect.ts';
import { announced, day } from './deprecation.ts';
import type { Node } from './source.ts';

export type Context = {
  readonly today: Date;
  /** "v1 → v2" by file of the document. */
  readonly newMajors: ReadonlyMap<string, string>;
};

export function judge({ change, effect, usages }: Collected, { today, newMajors }: Context): Change {
  if (change.rating !== 'breaking') return change;
  const majors = usages.map(({ file, newMajor }) => newMajor ?? newMajors.get(file));
  if (majors.every((each) => each !== undefined))
    return { ...change, allowed: `new major version (${[...new Set(majors)].join(', ')})` };
  const sunsets = usages.map(({ owner }) => sunsetOf(effect.before) ?? sunsetOf(owner));
  if (sunsets.every((each) => each !== undefined && each <= today))
    return { ...change, allowed: `its Sunset, ${day(latest(sunsets))}, has passed` };
  return { ...change, violation: violationOf(usages, sunsets) };
}

const latest = (dates: readonly (Date | undefined)[]): Date =>
  dates.reduce<Date>((last, each) => (each !== undefined && each > last ? each : last), new Date(0));

function violationOf(usages: Collected['usages'], sunsets: readonly (Date | undefined)[]): string {
  const [usage] = usages;
  if (sunsets.every((each) => each !== undefined)) return `its Sunset is ${day(latest(sunsets))}; until then it stays`;
  const step = usage?.document.endsWith('HTTP')
    ? 'a new major version in the path of the server'
    : usage?.document.endsWith('messages')
      ? 'a new channel beside the old one, or a higher schema_version'
      : 'a new major version';
  return `needs ${step}, or deprecated with x-deprecation { since, sunset } and the Sunset passed`;
}

/** Announced for the thing itself or for what it is part of. */
function sunsetOf(node: Node | undefined): Date | undefined {
  for (let length = node?.path.length ?? 0; node !== undefined && length > 0; length--) {
    const { sunset } = announced(node.sources.at(node.file, node.path.slice(0, length))) ?? {};
    if (sunset !== undefined) return sunset;
  }
  return undefined;
}
