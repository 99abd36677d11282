// Who calls the platform: a user with a row in our database and the roles that the provider gave.
import type { UserRow } from '../../adapters/store/people/port.ts';
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
