// What all forms of the report say first: the verdict in a sentence, and how changes and affected people are listed.

import { type JudgedChange, listed, plural } from '../change.ts';
import type { DocumentSummary, Report } from '../review.ts';

export type Heading = { readonly base: string; readonly head: string };

export function verdict({ verdict: outcome, changes }: Report): string {
  if (changes.length === 0) return 'No contract changes.';
  const count = (rating: JudgedChange['rating']) => changes.filter((each) => each.rating === rating).length;
  const violations = changes.filter(({ violation }) => violation !== undefined).length;
  const counts = `${count('breaking')} breaking, ${count('additive')} additive, ${count('editorial')} editorial`;
  if (outcome === 'violated')
    return `${plural(violations, 'change breaks', 'changes break')} callers without a new major version or a Sunset that has passed (${counts}).`;
  return count('breaking') > 0 ? `Breaking, and allowed (${counts}).` : `No caller breaks (${counts}).`;
}

/** "callers of a, b and c" rather than three times "callers of". */
export function affected(affects: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const each of affects) {
    const [, head = each, tail] =
      /^(callers of|consumers of(?: queue)?|producers of|callers that handle) (.+)$/.exec(each) ?? [];
    groups.set(head, [...(groups.get(head) ?? []), ...(tail === undefined ? [] : [tail])]);
  }
  return (
    [...groups].map(([head, tails]) => (tails.length === 0 ? head : `${head} ${listed(tails, '')}`)).join('; ') ||
    'unknown callers'
  );
}

export const party: Readonly<Record<JudgedChange['direction'], string>> = {
  request: 'request',
  reply: 'reply',
  producer: 'producer',
  consumer: 'consumer',
  both: 'both ends',
  text: 'text',
};

export const at = ({ file, line, column }: JudgedChange['before']): string => `${file}:${line}:${column}`;

export function versions({ before, after, step, advice }: DocumentSummary): string {
  const label = (version: DocumentSummary['before']) =>
    version === undefined
      ? 'absent'
      : [version.major === undefined ? '' : `v${version.major}`, version.label].filter(Boolean).join(' ') ||
        'unversioned';
  const asked = step === 'major' ? 'a major step' : step === 'minor' ? 'a minor step' : 'no step';
  return `${label(before)} → ${label(after)}, asks for ${asked}${advice === undefined ? '' : `; missing: ${advice}`}`;
}

export const touched = (report: Report): DocumentSummary[] =>
  report.documents.filter(({ counts }) => counts.breaking + counts.additive + counts.editorial > 0);

/** Whom what concerns: one row for each change, or for the same change of several, from the worst to the least. */
export type Concern = { readonly party: string; readonly what: string; readonly change: JudgedChange };

export const concerns = ({ changes }: Report, rating: JudgedChange['rating']): Concern[] =>
  changes
    .filter((change) => change.rating === rating)
    .map((change) => ({ party: affected(change.affects), what: `${change.subject}: ${change.what}`, change }));

/**
 * Who is concerned by the same change and not broken by it: the other end of a message, the other direction of a
 * schema.
 */
export function spared(change: JudgedChange, { changes }: Report): string | undefined {
  const others = changes.filter(
    (each) =>
      each.rating !== 'breaking' &&
      each.rule === change.rule &&
      each.what === change.what &&
      at(each.before) === at(change.before) &&
      at(each.after) === at(change.after),
  );
  const alsoAffected = others.flatMap(({ affects }) => affects).filter((each) => !change.affects.includes(each));
  return alsoAffected.length === 0 ? undefined : affected([...new Set(alsoAffected)]);
}
