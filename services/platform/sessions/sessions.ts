// The life of a browser session (decisions 23, 239): started by a login, found by its key, confirmed by the provider
// every few minutes, ended. PostgreSQL is the record; the fast copy in Redis may vanish at any time.
import type { Bearer, Identity } from '../../../adapters/identity/port.ts';
import type { Cache } from '../../../adapters/keyvalue/port.ts';
import type { Users } from '../../../adapters/store/people/port.ts';
import type { Checked, SessionRecords, SessionRow } from '../../../adapters/store/sessions/port.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import type { Report } from '../../lib/report.ts';
import { type SignedIn, userOf } from '../users.ts';
import { hashKey, newKey, sessionMs } from './cookies.ts';
import { type Copies, copiesOf } from './session-copies.ts';

export type SessionDeps = {
  readonly identity: Pick<Identity, 'refresh'>;
  readonly users: Users;
  readonly records: SessionRecords;
  readonly copies: Cache;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly report: Pick<Report, 'dependencyFailed'>;
};

export type FoundSession = {
  /** The hash of its key, in hex: names it without opening it. */
  readonly id: string;
  readonly signedIn: SignedIn | null;
};

export interface Sessions {
  /** The key, which only the browser keeps. */
  begin(signedIn: SignedIn, granted: { readonly bearer: Bearer; readonly session: string }): Promise<string>;
  /** Null: it has ended, or never existed. Rejects while the provider cannot confirm it. */
  find(key: string): Promise<FoundSession | null>;
  /** Here and in every other process. */
  end(id: string): Promise<void>;
}

type Inner = Omit<SessionDeps, 'copies'> & { readonly copies: Copies };

/** Longer than a provider may take to be found, to answer and to show its keys. */
const leaseMs = 40_000;
const timeoutMs = 8_000;
const purpose = 'browser session';

export function sessions(given: SessionDeps): Sessions {
  const deps: Inner = { ...given, copies: copiesOf(given) };
  const renewing = new Map<string, Promise<SessionRow | null>>();
  /** One question of this process for all requests that come with one session. */
  const renewOnce = (hash: Buffer, row: SessionRow): Promise<SessionRow | null> => {
    const id = hash.toString('hex');
    const running = renewing.get(id) ?? renew(deps, hash, row).finally(() => renewing.delete(id));
    renewing.set(id, running);
    return running;
  };
  return {
    async begin({ user, roles }, { bearer, session }) {
      const key = newKey();
      const at = deps.clock.now();
      await deps.records.begin({
        hash: hashKey(key),
        user_id: user.user_id,
        roles,
        checked_until: bearer.expiresAt,
        provider_session: deps.keys.seal(purpose, session),
        at,
        expires_at: new Date(at.getTime() + sessionMs),
      });
      return key;
    },
    async find(key) {
      const hash = hashKey(key);
      const known = (await deps.copies.read(hash)) ?? (await fromRecord(deps, hash));
      const row = known === null || !isDue(deps, known) ? known : await renewOnce(hash, known);
      if (row === null) return null;
      const { roles, user } = row;
      return { id: hash.toString('hex'), signedIn: roles.length === 0 ? null : { user, roles } };
    },
    end: (id) => end(deps, Buffer.from(id, 'hex')),
  };
}

const isDue = ({ clock }: Pick<Inner, 'clock'>, { checked_until }: SessionRow): boolean => checked_until <= clock.now();

async function fromRecord(deps: Inner, hash: Buffer): Promise<SessionRow | null> {
  const row = await deps.records.use(hash, deps.clock.now());
  return row === null ? null : await remembered(deps, hash, row);
}

async function remembered({ records, copies }: Inner, hash: Buffer, row: SessionRow): Promise<SessionRow | null> {
  await copies.write(hash, row);
  // The process that ended it meanwhile may have deleted the copy before it was written.
  if (await records.has(hash)) return row;
  await copies.remove(hash);
  return null;
}

async function end({ records, copies }: Inner, hash: Buffer): Promise<void> {
  await records.end(hash);
  await copies.remove(hash);
}

/** One of all processes asks the provider; the others wait for its answer. */
async function renew(deps: Inner, hash: Buffer, before: SessionRow): Promise<SessionRow | null> {
  const { records, clock, ids } = deps;
  const renewal = { hash, by: ids.uuid() };
  const began = clock.monotonicMs();
  for (let pauseMs = 20; clock.monotonicMs() - began < timeoutMs; pauseMs = Math.min(250, pauseMs * 2)) {
    const sealed = await records.claimRenewal(renewal, clock.now(), leaseMs);
    if (sealed !== null) return await ask(deps, renewal, sealed, before);
    const row = await records.use(hash, clock.now());
    if (row === null) return null;
    if (!isDue(deps, row)) return await remembered(deps, hash, row);
    await clock.wait(pauseMs);
  }
  throw new RenewalTakesLong();
}

class RenewalTakesLong extends Error {
  override readonly name = 'RenewalTakesLong';
  readonly kind = 'unavailable';
  readonly dependency = 'identity';

  constructor() {
    super('Another process is already checking this session with the identity provider.');
  }
}

type Renewal = Parameters<SessionRecords['renewed']>[0];

async function ask(deps: Inner, renewal: Renewal, sealed: Uint8Array, before: SessionRow): Promise<SessionRow | null> {
  const { identity, users, records, keys } = deps;
  const hash = Buffer.from(renewal.hash);
  const session = opened(keys, sealed);
  const answer =
    session === undefined
      ? 'invalid_session'
      : await identity.refresh(session).catch(async (error: unknown) => {
          // The next request asks again, in whichever process.
          await records.giveUpRenewal(renewal).catch(() => {});
          throw error;
        });
  if (answer === 'invalid_session' || answer.subject !== before.user.subject) {
    await end(deps, hash);
    return null;
  }
  const signedIn = await userOf(users, answer.bearer);
  const checked: Checked = {
    roles: signedIn?.roles ?? [],
    checked_until: answer.bearer.expiresAt,
    provider_session: keys.seal(purpose, answer.session),
  };
  return (await records.renewed(renewal, checked)) ? await fromRecord(deps, hash) : null;
}

/** Undefined when its key is in the ring no more: then only a new login helps. */
function opened(keys: KeyRing, sealed: Uint8Array): string | undefined {
  try {
    return keys.open(purpose, sealed).toString('utf8');
  } catch {
    return undefined;
  }
}
