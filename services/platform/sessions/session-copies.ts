// The fast copy of sessions (decision 23): sealed, so that write access to the store is not enough to forge one, and
// trusted for a minute.
import type { Cache } from '../../../adapters/keyvalue/port.ts';
import type { SessionRow } from '../../../adapters/store/sessions/port.ts';
import { leastRecentlyUsed } from '../../../generated/runtime/least-recently-used.ts';
import type { Clock } from '../../lib/clock.ts';
import { errorOf } from '../../lib/errors.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import type { Report } from '../../lib/report.ts';
import { sessionMs } from './cookies.ts';

export interface Copies {
  /** Null: none, one that is too old, or the store is unavailable. */
  read(hash: Buffer): Promise<SessionRow | null>;
  write(hash: Buffer, row: SessionRow): Promise<void>;
  remove(hash: Buffer): Promise<void>;
}

type Deps = {
  readonly copies: Cache;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly report: Pick<Report, 'dependencyFailed'>;
};

/**
 * After this the record is read again. A copy that could not be removed when its session ended counts no longer than
 * that.
 */
const believedMs = 60_000;

type SessionCopy = { readonly at: number; readonly row: SessionRow };

/**
 * Copies that a process has opened and need not open again while the store gives the same bytes; the one that was asked
 * for least recently is forgotten.
 */
const mostOpened = 2_000;

export function copiesOf({ copies, keys, clock, report }: Deps): Copies {
  const unavailable = (error: unknown): null => {
    report.dependencyFailed({ dependency: 'keyvalue', ...errorOf(error) });
    return null;
  };
  const open = openOnce(keys);
  return {
    async read(hash) {
      const found = await copies.get(keyOf(hash)).catch(unavailable);
      const copy = found === null ? null : open(hash, found);
      const age = clock.now().getTime() - (copy?.at ?? 0);
      return copy !== null && age >= 0 && age < believedMs && copy.row.expires_at > clock.now() ? copy.row : null;
    },
    async write(hash, row) {
      const at = clock.now().getTime();
      const sealed = keys.seal(purposeOf(hash), JSON.stringify({ at, row } satisfies SessionCopy));
      const ttlS = Math.min(sessionMs, row.expires_at.getTime() - at) / 1_000;
      if (ttlS > 0) await copies.set(keyOf(hash), sealed, ttlS).catch(unavailable);
    },
    async remove(hash) {
      await copies.delete(keyOf(hash)).catch(unavailable);
    },
  };
}

const keyOf = (hash: Buffer): string => `session:${hash.toString('hex')}`;
/**
 * A copy under another key than its own opens as little as a changed one, or one that an earlier release wrote in
 * another form.
 */
const purposeOf = (hash: Buffer): string => `copy 3 of session ${hash.toString('hex')}`;

type Opened = { readonly sealed: Buffer; readonly copy: SessionCopy | null };

function openOnce(keys: KeyRing): (hash: Buffer, sealed: Buffer) => SessionCopy | null {
  const known = leastRecentlyUsed<Opened>(mostOpened);
  return (hash, sealed) => {
    const id = hash.toString('hex');
    const before = known.get(id);
    if (before?.sealed.equals(sealed)) return before.copy;
    const copy = opened(keys, hash, sealed);
    known.set(id, { sealed, copy }, 1);
    return copy;
  };
}

/** Null for what this installation did not write. */
function opened(keys: KeyRing, hash: Buffer, sealed: Buffer): SessionCopy | null {
  try {
    const { at, row } = JSON.parse(keys.open(purposeOf(hash), sealed).toString('utf8')) as SessionCopy;
    return {
      at,
      row: { ...row, checked_until: new Date(row.checked_until), expires_at: new Date(row.expires_at) },
    };
  } catch {
    return null;
  }
}
