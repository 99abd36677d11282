// The transactions of refresh-token families: a presented token is exchanged, or its family ends, with the message that
// says so.
import type { Tx } from '../../../adapters/store/port.ts';
import type { RefreshFamilies, TokenRow } from '../../../adapters/store/tokens/port.ts';
import { messages } from '../../../generated/analytics/messages.ts';
import type { SessionRevoked } from '../../../generated/analytics/payloads.ts';
import type { Enqueue } from '../../lib/messages/outbox.ts';
import type { Report } from '../../lib/report.ts';
import { hashToken, idleEnd, judge, mintToken, openSuccessor, sealSuccessor, type Verdict } from './refresh-tokens.ts';

type Deps = {
  readonly families: RefreshFamilies;
  readonly enqueue: Enqueue;
  readonly report: Pick<Report, 'refreshReused'>;
};

export type Presentation = {
  readonly presented: string;
  readonly address: string;
  readonly at: Date;
  /** Aborted when the client no longer waits for the answer. A rotation is undone then. */
  readonly signal: AbortSignal;
};

/**
 * The token to return, or null when the presented one is refused. Reuse ends the login and is published on the broker.
 */
export async function exchangeToken(deps: Deps, presentation: Presentation): Promise<string | null> {
  const { presented, signal } = presentation;
  const minted = mintToken();
  const exchanged = await judged(deps, presentation, minted).catch((error: unknown) => {
    if (signal.aborted && error === signal.reason) return null;
    throw error;
  });
  if (exchanged?.verdict === 'reuse') deps.report.refreshReused(subjectOf(exchanged.token));
  const token = exchanged === null ? null : successorOf(exchanged, presented, minted);
  if (token !== null && !exchanged?.token.answered && !signal.aborted)
    await deps.families.recordAnswer(hashToken(presented));
  return token;
}

/** Ends the family, and enqueues that it has ended; does nothing where it has ended before. */
export const endFamily = (
  deps: Pick<Deps, 'families' | 'enqueue'>,
  family_id: string,
  reason: SessionRevoked['reason'],
  at: Date,
): Promise<void> => deps.families.transaction((tx) => revoke(deps, tx, family_id, reason, at));

type Exchanged = { readonly verdict: Verdict; readonly token: TokenRow };

const judged = (
  deps: Deps,
  { presented, address, at, signal }: Presentation,
  minted: string,
): Promise<Exchanged | null> =>
  deps.families.transaction(async (tx) => {
    const hash = hashToken(presented);
    const token = await deps.families.claim(tx, hash);
    if (token === null) return null;
    const verdict = judge(token, at);
    if (verdict === 'rotate') {
      const successor = { hash: hashToken(minted), sealed: sealSuccessor(presented, minted) };
      await deps.families.rotate(tx, token, { hash, at, successor, expires_at: idleEnd(token, at) });
      signal.throwIfAborted();
    }
    if (verdict === 'reuse') {
      const { family_id, principal, generation } = token;
      const reused = { family_id, principal, generation, address, reused_at: at.toISOString() };
      await deps.enqueue(tx, (meta) => messages.authRefreshTokenReused(reused, meta));
      await revoke(deps, tx, family_id, 'refresh_token_reused', at);
    }
    return { verdict, token };
  });

const storedReasons: Readonly<Record<SessionRevoked['reason'], string>> = {
  logout: 'logout',
  refresh_token_reused: 'refresh token reused',
  ended_by_provider: 'ended by the provider',
};

async function revoke(
  { families, enqueue }: Pick<Deps, 'families' | 'enqueue'>,
  tx: Tx,
  family_id: string,
  reason: SessionRevoked['reason'],
  at: Date,
): Promise<void> {
  const family = await families.revoke(tx, family_id, storedReasons[reason], at);
  if (family === null) return;
  const { principal } = family;
  await enqueue(tx, (meta) =>
    messages.sessionRevoked({ family_id, principal, reason, revoked_at: at.toISOString() }, meta),
  );
}

const subjectOf = ({ principal, family_id, generation }: TokenRow) => ({ principal, family_id, generation });

function successorOf({ verdict, token }: Exchanged, presented: string, minted: string): string | null {
  if (verdict === 'rotate') return minted;
  return verdict === 'same' && token.successor_sealed ? openSuccessor(presented, token.successor_sealed) : null;
}
