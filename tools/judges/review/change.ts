// The words of a review: what a rule finds (Effect), whom it may concern (Usage), and what the report lists (Change).

import type { Location, Node } from './source.ts';

export type Rating = 'breaking' | 'additive' | 'editorial';

/** Which way the changed element travels. `both`: both ends of a channel depend on it. `text`: nothing travels. */
export type Direction = 'request' | 'reply' | 'producer' | 'consumer' | 'both' | 'text';

export type Step = 'major' | 'minor' | 'none';

/** A rule's verdict with its reason. `{senders}` and `{readers}` become the people of the usage. */
export type Verdict = { readonly rating: Rating; readonly why: string };

/** What a rule found at one place of a schema, judged for both ways a value can travel. */
export type Effect = {
  readonly rule: string;
  /** In plain words, for a changelog: "field `units` is gone". */
  readonly what: string;
  readonly before?: Node | undefined;
  readonly after?: Node | undefined;
  /** From the schema's root, for example `items[].units`; empty at the root. */
  readonly pointer: string;
  /** For those who send such values: callers, producers, teachers. */
  readonly sending: Verdict;
  /** For those who read them: callers that get the reply, consumers. */
  readonly reading: Verdict;
  /**
   * What becomes of the set of valid values, where the verdicts do not say it: readers ignore a new field, a validator
   * does not.
   */
  readonly values?: 'fewer' | 'more' | 'other' | 'same';
};

/** One place of a contract where something is used, and by whom. */
export type Usage = {
  /** `x-document` with the kind of contract: "analytics HTTP". */
  readonly document: string;
  /** File of the document, which carries the version. */
  readonly file: string;
  /** "GET /indices, reply 200". */
  readonly label: string;
  readonly direction: Direction;
  readonly affects: readonly string[];
  readonly senders: string;
  readonly readers: string;
  /** The operation, channel or document in the base; its own deprecation counts for what is inside. */
  readonly owner?: Node | undefined;
  readonly newMajor?: string | undefined;
  readonly remedy?: string | undefined;
};

export type JudgedChange = {
  readonly rating: Rating;
  readonly direction: Direction;
  readonly rule: string;
  readonly documents: readonly string[];
  readonly files: readonly string[];
  readonly subject: string;
  readonly what: string;
  readonly why: string;
  readonly affects: readonly string[];
  readonly before: Location;
  readonly after: Location;
  readonly step: Step;
  readonly changelog: string;
  /** How to make a breaking change without breaking a caller. */
  readonly remedy?: string;
  /** Why a breaking change may stand: a new major version, or a Sunset that has passed. */
  readonly allowed?: string;
  /** What keeps a breaking change from standing. */
  readonly violation?: string;
};

export const stepOf: Record<Rating, Step> = { breaking: 'major', additive: 'minor', editorial: 'none' };

export const order: readonly Rating[] = ['breaking', 'additive', 'editorial'];

/** `a`, `b` and `c`, at most five of them. */
export function listed(values: readonly unknown[], quote = '`'): string {
  const shown = values
    .slice(0, 5)
    .map((value) => `${quote}${typeof value === 'string' ? value : JSON.stringify(value)}${quote}`);
  if (values.length > 5) return `${shown.join(', ')} and ${values.length - 5} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
