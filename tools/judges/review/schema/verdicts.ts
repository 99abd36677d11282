// The four ways a schema's set of values can change, each judged for senders and readers. Keywords use them: the files
// beside this one.

import type { Effect, Verdict } from '../change.ts';
import type { Node } from '../source.ts';

export const breaking = (why: string): Verdict => ({ rating: 'breaking', why });
export const additive = (why: string): Verdict => ({ rating: 'additive', why });
export const editorial = (why: string): Verdict => ({ rating: 'editorial', why });

export type Where = {
  readonly rule: string;
  readonly what: string;
  readonly before?: Node | undefined;
  readonly after?: Node | undefined;
};

/** Fewer values are valid. `gone` names them: "values above 100". */
export const narrowed = (where: Where, gone: string): Effect => ({
  ...where,
  pointer: '',
  sending: breaking(`{Senders} that send ${gone} are now refused.`),
  reading: additive(`Nothing new for {readers}; they no longer have to accept ${gone}.`),
});

/** More values are valid. */
export const widened = (where: Where, fresh: string): Effect => ({
  ...where,
  pointer: '',
  sending: additive(`Everything that {senders} send is still valid; they may also send ${fresh}.`),
  reading: breaking(`{Readers} may get ${fresh}, which the contract excluded until now.`),
});

/** Some values became invalid and others valid, or it cannot be decided. */
export const replaced = (where: Where, reason: string): Effect => ({
  ...where,
  pointer: '',
  sending: breaking(`{Senders} may send values that are now refused: ${reason}.`),
  reading: breaking(`{Readers} may get values that the contract excluded until now: ${reason}.`),
});

/** The review cannot decide, and says so; the change may be harmless. */
export const notUnderstood = (where: Where, what: string): Effect => {
  const verdict = breaking(`Not recognised, so rated breaking: ${what}.`);
  return { ...where, pointer: '', sending: verdict, reading: verdict };
};

/**
 * What becomes of the set of valid values as a validator sees it: for what counts them, excludes them or asks whether a
 * value is one of them.
 */
export function setChange(effects: readonly Effect[]): { readonly widens: boolean; readonly narrows: boolean } {
  const changes = effects.map(
    ({ values, sending, reading }) =>
      values ?? `${sending.rating === 'breaking' ? 'fewer' : ''}${reading.rating === 'breaking' ? 'more' : ''}`,
  );
  const is = (word: string) => changes.some((each) => each === 'other' || each.includes(word));
  return { widens: is('more'), narrows: is('fewer') };
}

/** The valid values stay the same. */
export const annotated = (where: Where, why: string): Effect => ({
  ...where,
  pointer: '',
  sending: editorial(why),
  reading: editorial(why),
});
