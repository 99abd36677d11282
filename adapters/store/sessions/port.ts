// Where logins in the browser and their sessions are stored (decisions 23, 239).
import type { RealmRole } from '../../../generated/platform/types.ts';
import type { UserRow } from '../people/port.ts';

export type BrowserLogin = {
  readonly state_hash: Uint8Array;
  readonly browser_hash: Uint8Array;
  /** Sealed. */
  readonly checks: Uint8Array;
  readonly expires_at: Date;
};

export interface BrowserLogins {
  store(login: BrowserLogin): Promise<void>;
  /** What was stored, for the first who brings both; null for everybody else, and when its time is over. */
  take(state_hash: Uint8Array, browser_hash: Uint8Array, at: Date): Promise<BrowserLogin | null>;
  /** Removes what has expired; returns how many. */
  sweep(now: Date, limit: number): Promise<number>;
}

/** What the provider last said, and what it can be asked again with (sealed). */
export type Checked = {
  readonly roles: readonly RealmRole[];
  readonly checked_until: Date;
  readonly provider_session: Uint8Array;
};

export type NewSession = Checked & {
  readonly hash: Uint8Array;
  readonly user_id: string;
  readonly at: Date;
  readonly expires_at: Date;
};

export type SessionRow = Omit<Checked, 'provider_session'> & { readonly user: UserRow; readonly expires_at: Date };

export type Renewal = { readonly hash: Uint8Array; readonly by: string };

export interface SessionRecords {
  begin(session: NewSession): Promise<void>;
  /** Notes that it is in use. Null: ended, expired or never there. */
  use(hash: Uint8Array, at: Date): Promise<SessionRow | null>;
  has(hash: Uint8Array): Promise<boolean>;
  /** Notifies every process of it (channel `ended_sessions`). */
  end(hash: Uint8Array): Promise<void>;
  /** What to ask the provider with, for one of all who ask when it is due; null for the others. */
  claimRenewal(renewal: Renewal, at: Date, leaseMs: number): Promise<Uint8Array | null>;
  /** False: the session has ended, or the claim had and another process holds it. */
  renewed(renewal: Renewal, checked: Checked): Promise<boolean>;
  giveUpRenewal(renewal: Renewal): Promise<void>;
  /** Removes what has expired; returns how many. */
  sweep(now: Date, limit: number): Promise<number>;
}
