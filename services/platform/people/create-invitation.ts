// createInvitation: a link by which a user creates their account at the embedded identity provider (decision 613).
import type { Accounts } from '../../../adapters/identity/port.ts';
import type { UserRecords } from '../../../adapters/store/people/port.ts';
import type { Store } from '../../../adapters/store/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import { actorOf, type Handlers } from '../caller.ts';
import { noSuchUser } from './users.ts';

type Deps = {
  readonly store: Pick<Store, 'transaction'>;
  readonly identity: Accounts;
  readonly userRecords: Pick<UserRecords, 'find' | 'invited'>;
};

export const createInvitation = ({ store, identity, userRecords }: Deps) =>
  ({
    async createInvitation({ path: { id }, ...request }) {
      const user = await userRecords.find(id);
      if (user === null) return noSuchUser();
      const { user_id, username, email, display_name: name, roles, status } = user;
      if (status !== 'invited') return problems.conflict({ detail: details[status] });
      const invitation = await identity.createInvitation({ username, email, name, roles });
      if (typeof invitation === 'string') return problems.conflict({ detail: details[invitation] });
      await store.transaction((tx) => userRecords.invited(tx, user, actorOf(request)));
      const { url: invitation_url, expiresAt } = invitation;
      return { status: 200, body: { user_id, invitation_url, expires_at: expiresAt.toISOString() } };
    },
  }) satisfies Pick<Handlers, 'createInvitation'>;

const details = {
  active: 'The user has logged in before, and so has an account.',
  disabled: 'The user is disabled. Enable the user first.',
  account_exists: 'The identity provider has an account with this user name. Its first login finds this user.',
  unsupported:
    'The identity provider of this installation manages its accounts itself. Invite the user there; the first login with the same user name, or with the same verified e-mail, finds the user here.',
} as const;
