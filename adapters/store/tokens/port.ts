// Where families of refresh tokens are kept (decision 1).
import type { AuthRefreshTokenReused } from '../../../generated/analytics/payloads.ts';
import type { Tx } from '../port.ts';

export type NewFamily = {
  readonly family_id: string;
  readonly principal: string;
  readonly client_id: string;
  /** What the provider gave for this session, sealed. */
  readonly provider_session: Uint8Array;
  readonly token_hash: Uint8Array;
  readonly created_at: Date;
  readonly idle_expires_at: Date;
  readonly expires_at: Date;
};

/** A token with what matters of its family. */
export type TokenRow = Pick<AuthRefreshTokenReused, 'family_id' | 'principal' | 'generation'> & {
  /** Null once the family is revoked. */
  readonly provider_session: Uint8Array | null;
  readonly expires_at: Date;
  /** Since when the token has a successor; once that was sent, when it was. */
  readonly used_at: Date | null;
  /** The successor was sent to a client that was still there. */
  readonly answered: boolean;
  readonly successor_sealed: Uint8Array | null;
  readonly successor_used: boolean;
  readonly family_expires_at: Date;
  readonly family_revoked: boolean;
};

export type Successor = { readonly hash: Uint8Array; readonly sealed: Uint8Array };

export type Rotation = {
  readonly hash: Uint8Array;
  readonly at: Date;
  readonly successor: Successor;
  /** When the successor ends unless it is used. */
  readonly expires_at: Date;
};

type Family = Pick<TokenRow, 'family_id' | 'principal'>;

/** Methods that take a `tx` work in a transaction of this port. */
export interface RefreshFamilies {
  create(family: NewFamily): Promise<void>;
  find(hash: Uint8Array): Promise<TokenRow | null>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Locks the family until the transaction ends, so that parallel presentations of one token are judged one after the
   * other. Null: no such token.
   */
  claim(tx: Tx, hash: Uint8Array): Promise<TokenRow | null>;
  /** Stores the successor of a claimed token. */
  rotate(tx: Tx, token: TokenRow, rotation: Rotation): Promise<void>;
  /** Null: the family was revoked before. */
  revoke(tx: Tx, family_id: string, reason: string, at: Date): Promise<Family | null>;
  /**
   * The successor of this token is about to be sent: from now on it can be sent again for a while only. Changes nothing
   * the second time.
   */
  recordAnswer(hash: Uint8Array): Promise<void>;
}

export type LoginPolicy = { readonly freeFailures: number; readonly windowMs: number; readonly longestDelayMs: number };

export interface LoginAttempts {
  /**
   * Counts an attempt before its password is checked, so that parallel guesses count as well.
   * 0: go on. Else the account is slowed down for so many ms, and nothing was counted.
   */
  admit(account: Uint8Array, at: Date, policy: LoginPolicy): Promise<number>;
  /**
   * The password was right, or could not be checked: the attempt and those before it are forgotten, or only the
   * attempt.
   */
  forget(account: Uint8Array, what: 'all' | 'last'): Promise<void>;
}
