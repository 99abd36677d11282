// Where families of refresh tokens are kept (decision 1).
import type { Tx } from '../port.ts';

export type NewFamily = {
  readonly familyId: string;
  readonly principal: string;
  readonly clientId: string;
  /** What the provider gave for this session, sealed. */
  readonly providerSession: Uint8Array;
  readonly tokenHash: Uint8Array;
  readonly createdAt: Date;
  readonly idleExpiresAt: Date;
  readonly expiresAt: Date;
};

/** A token with what matters of its family; times in ms since the epoch. */
export type TokenRow = {
  readonly familyId: string;
  readonly principal: string;
  readonly generation: number;
  /** Null once the family is revoked. */
  readonly providerSession: Uint8Array | null;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  readonly successorSealed: Uint8Array | null;
  readonly successorUsed: boolean;
  readonly familyExpiresAt: number;
  readonly familyRevoked: boolean;
};

export type Successor = { readonly hash: Uint8Array; readonly sealed: Uint8Array };

export type Exchange<Verdict> = {
  readonly hash: Uint8Array;
  readonly at: Date;
  readonly idleMs: number;
  readonly successor: Successor;
  /** Called under the family's lock, so that parallel presentations of one token are judged one after the other. */
  readonly judge: (token: TokenRow) => Verdict;
  /** In the transaction that revokes the family: for the event. */
  readonly onRevoked: (tx: Tx, token: TokenRow) => Promise<void>;
};

export interface RefreshFamilies {
  start(family: NewFamily): Promise<void>;
  find(hash: Uint8Array): Promise<TokenRow | null>;
  /** Null: no such token. After `rotate` the successor is stored; after `reuse` the family is revoked; `same` and `refused` change nothing. */
  exchange<Verdict extends 'rotate' | 'same' | 'reuse' | 'refused'>(
    exchange: Exchange<Verdict>,
  ): Promise<{ readonly verdict: Verdict; readonly token: TokenRow } | null>;
  revoke(familyId: string, reason: string, at: Date): Promise<void>;
}

export type LoginPolicy = { readonly freeFailures: number; readonly windowMs: number; readonly longestDelayMs: number };

export interface LoginAttempts {
  /**
   * Counts an attempt before its password is looked at, so that parallel guesses count as well.
   * 0: go on. Else the account is slowed down for so many ms, and nothing was counted.
   */
  admit(account: Uint8Array, at: Date, policy: LoginPolicy): Promise<number>;
  /** The password was right, or could not be looked at: the attempt and those before it are forgotten, or only the attempt. */
  forget(account: Uint8Array, what: 'all' | 'last'): Promise<void>;
}
