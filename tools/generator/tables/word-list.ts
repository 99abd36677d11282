// The words that names and texts of this repository do not use, and what they say instead. The glossary prints this
// list.

export type Word = {
  /** Lower case, each form on its own; names are compared word by word: `toldRun` is `told run`. */
  readonly not: readonly string[];
  readonly say: string;
  /**
   * Names: what code declares, files and folders. Text: contracts, pages, sentences in code that is not a test, and
   * comments of all code.
   */
  readonly in: 'names' | 'text' | 'names and text';
};

export const words: readonly Word[] = [
  { not: ['wish', 'wishes', 'wished'], say: 'desired state, intent, request', in: 'names and text' },
  { not: ['wanted'], say: 'desired, expected', in: 'names' },
  { not: ['seen', 'unseen'], say: 'observed, found, known', in: 'names and text' },
  { not: ['look', 'looks', 'looked', 'aim', 'aims'], say: 'get, find, observe; goal', in: 'names' },
  { not: ['carrier', 'carriers', 'hurry', 'hurried'], say: 'dispatcher, dispatch', in: 'names and text' },
  { not: ['tell', 'tells', 'telling', 'told'], say: 'notify, report, publish, show, log', in: 'names and text' },
  { not: ['say', 'says', 'said', 'saying'], say: 'publish, enqueue, print, report', in: 'names' },
  { not: ['hear', 'hears', 'heard', 'hearing'], say: 'listen, receive, consume', in: 'names and text' },
  { not: ['let in', 'put away', 'bury', 'foresee'], say: 'admit; remove; dead-letter; preview', in: 'names' },
  { not: ['trouble', 'troubles', 'troubled'], say: 'failure, fault, degraded', in: 'names and text' },
  { not: ['ailing', 'ailment', 'ailments'], say: 'degraded, fault', in: 'names and text' },
  { not: ['away'], say: 'unavailable', in: 'names' },
  { not: ['misfit', 'misfits'], say: 'mismatch', in: 'names and text' },
  { not: ['somebody', 'nobody', 'whoever'], say: 'caller, user, owner; no one who ...', in: 'names and text' },
  { not: ['people', 'who', 'whom'], say: 'users, callers, owner', in: 'names' },
  { not: ['lane', 'lanes', 'taking', 'takings'], say: 'mutex, semaphore, attempt', in: 'names' },
  { not: ['patience'], say: 'timeout, deadline', in: 'names and text' },
  { not: ['chore', 'chores'], say: 'cleanup task', in: 'names and text' },
  { not: ['house'], say: 'cleanup', in: 'names' },
  { not: ['watchman', 'accident', 'accidents', 'hands'], say: 'reaper; fault injection; test controls', in: 'names' },
  { not: ['for tests'], say: 'fixture, a file in a test folder', in: 'names' },
  { not: ['bend', 'bends', 'bent', 'bending'], say: 'mutation, mutate', in: 'names and text' },
  { not: ['spoil', 'spoils', 'spoilt', 'spoiled', 'spoiling'], say: 'mutate, corrupt, invalid', in: 'names and text' },
  { not: ['stranger', 'strangers', 'cast'], say: 'third-party document; fixtures', in: 'names' },
  { not: ['thing', 'things'], say: 'resource, item, value', in: 'names and text' },
  { not: ['desk', 'shelf', 'maker', 'makers', 'book'], say: 'context, store, builder', in: 'names' },
  { not: ['way', 'ways', 'kit', 'moved'], say: 'option, rule; what it holds; transition', in: 'names' },
  { not: ['anew'], say: 'again', in: 'names and text' },
  { not: ['of its own', 'of ours', 'an own', 'the own', 'is none'], say: 'a plain sentence', in: 'text' },
];

/** Uses that are right as they are. */
export type AllowedUse = { readonly phrase: string; readonly reason: string };

export const allowedUses: readonly AllowedUse[] = [
  { phrase: 'there is none', reason: 'plain English' },
  { phrase: 'is `none`', reason: 'the value of a field' },
  { phrase: 'irc gnats nobody sshd', reason: 'the names that Linux gives to its own users' },
  { phrase: 'seen_at', reason: 'a field of listVolumes; its name in the contract changes with the next major version' },
];
