// Who calls the platform: a user with a row in our database and the roles that the provider gave.

import type { UserRow } from '../../adapters/store/people/port.ts';
import type { Actor } from '../../adapters/store/port.ts';
import type { PlatformHandlers } from '../../generated/platform/server.ts';
import type { RealmRole } from '../../generated/platform/types.ts';

export type Caller = {
  readonly subject: string;
  readonly kind: 'user';
  /** The strongest first. */
  readonly roles: readonly RealmRole[];
  readonly scopeKey: string;
  readonly user: UserRow;
  /** The browser session that says so; null for a bearer token. */
  readonly session: string | null;
};

export type Handlers = PlatformHandlers<Caller>;

type Request = { readonly caller: Caller; readonly requestId: string; readonly traceparent?: string | undefined };

/** Who changes something, for the audit log. */
export const actorOf = ({ caller, requestId, traceparent }: Request): Actor => ({
  user_id: caller.user.user_id,
  requestId,
  traceparent,
});
