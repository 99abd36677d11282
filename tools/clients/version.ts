// Which version of a package a change of its contract asks for (semver.org; below 1.0.0 a breaking change raises the
// minor version, as npm's caret takes it).
import type { Step } from './release.ts';

export type Semantic = readonly [major: number, minor: number, patch: number];

export function semanticOf(text: string): Semantic | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/**
 * The lowest version after `released` that may carry such a change; `released` itself where nothing changed for
 * callers.
 */
export function lowestAfter([major, minor, patch]: Semantic, step: Step): Semantic {
  if (step === 'none') return [major, minor, patch];
  const isStable = major > 0;
  if (step === 'major') return isStable ? [major + 1, 0, 0] : [0, minor + 1, 0];
  return isStable ? [major, minor + 1, 0] : [0, minor, patch + 1];
}

export const compare = (one: Semantic, other: Semantic): number =>
  one[0] - other[0] || one[1] - other[1] || one[2] - other[2];

/** Why the version may not be given to this change; undefined when it may. */
export function refusalOf(version: string, released: string | undefined, step: Step): string | undefined {
  const now = semanticOf(version);
  if (now === undefined) return `${version} is no version such as 1.2.3`;
  const before = released === undefined ? undefined : semanticOf(released);
  if (before === undefined || released === undefined) return undefined;
  const lowest = lowestAfter(before, step);
  if (compare(now, lowest) >= 0) return undefined;
  const change = { major: 'breaking', minor: 'additive', none: 'no' }[step];
  return `the contract has ${change} changes since ${released}: the next version is at least ${lowest.join('.')}, not ${version}`;
}
