// Who calls the platform: a person, with a row of ours and the roles of the token.
import type { UserRow } from '../../adapters/store/platform/port.ts';
import type { PlatformHandlers } from '../../generated/platform/server.ts';
import type { RealmRole } from '../../generated/platform/types.ts';

export type Caller = {
  readonly subject: string;
  readonly kind: 'user';
  /** The strongest first. */
  readonly roles: readonly RealmRole[];
  readonly scopeKey: string;
  readonly user: UserRow;
};

export type Handlers = PlatformHandlers<Caller>;
