// The browser sessions of a user, for administrators (decision 611).
import type { UserRecords } from '../../../adapters/store/people/port.ts';
import type { Store } from '../../../adapters/store/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import { actorOf, type Handlers } from '../caller.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { noSuchUser } from './users.ts';

type Deps = {
  readonly store: Pick<Store, 'transaction'>;
  readonly userRecords: Pick<UserRecords, 'find' | 'sessions' | 'endSessions'>;
  readonly sessions: Pick<Sessions, 'end'>;
};

export const userSessions = ({ store, userRecords, sessions }: Deps) =>
  ({
    async listUserSessions({ path: { id }, page }) {
      if ((await userRecords.find(id)) === null) return noSuchUser();
      const rows = await userRecords.sessions(id, page);
      return { status: 200, rows: rows.map(serializeDates), key: ({ session_id }) => session_id };
    },

    async endUserSessions({ path: { id }, ...request }) {
      if ((await userRecords.find(id)) === null) return noSuchUser();
      const ended = await store.transaction((tx) => userRecords.endSessions(tx, id, 'all', actorOf(request)));
      await Promise.all(ended.map((session_id) => sessions.end(session_id)));
      return { status: 204 };
    },

    async endUserSession({ path: { id, session_id }, ...request }) {
      const ended = await store.transaction((tx) => userRecords.endSessions(tx, id, session_id, actorOf(request)));
      if (ended.length === 0)
        return problems.notFound({ detail: 'The session has ended, or the user does not exist.' });
      await sessions.end(session_id);
      return { status: 204 };
    },
  }) satisfies Pick<Handlers, 'listUserSessions' | 'endUserSessions' | 'endUserSession'>;
