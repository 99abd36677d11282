// Users for administrators: who they are, and whether they may log in (decision 611).
import type {
  FullUser,
  Invitation,
  InvitationConflict,
  InvitationResult,
  LoginRevocations,
  UserRecords,
  Users,
} from '../../../adapters/store/people/port.ts';
import type { Store } from '../../../adapters/store/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import type { UserRequest } from '../../../generated/platform/types.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import { actorOf, type Handlers } from '../caller.ts';
import { student_ids } from '../labs/student-ids.ts';
import { rolesOf } from '../rights.ts';
import type { Sessions } from '../sessions/sessions.ts';

type Deps = {
  readonly store: Pick<Store, 'transaction'>;
  readonly users: Pick<Users, 'invite'>;
  readonly userRecords: UserRecords;
  readonly loginRevocations: Pick<LoginRevocations, 'add'>;
  readonly sessions: Pick<Sessions, 'end'>;
};

export const users = ({ store, users: accounts, userRecords, loginRevocations, sessions }: Deps) =>
  ({
    async listUsers({ query, page }) {
      const rows = await userRecords.list({ ...query, ...page });
      return { status: 200, rows: rows.map(shownUser), key: ({ username }) => username };
    },

    async createUser({ body, ...request }) {
      const invitation = invitationOf(body);
      if (invitation.username === null && invitation.email === null) return namelessUser();
      const by = actorOf(request);
      return await store.transaction(async (tx) => {
        const [result] = await accounts.invite(tx, [invitation], { student_ids, dryRun: false });
        if (result === undefined) throw new Error('an invitation has no result');
        if (result.outcome !== 'created') return existingUser(result);
        const user = await userRecords.created(tx, result.user.user_id, by);
        return { status: 201, body: shownUser(user), headers: { Location: `/users/${user.user_id}` } };
      });
    },

    async getUser({ path: { id } }) {
      const user = await userRecords.find(id);
      if (user === null) return noSuchUser();
      const body = shownUser(user);
      return { status: 200, body, revision: JSON.stringify(body) };
    },

    async disableUser({ path: { id }, ...request }) {
      const by = actorOf(request);
      if (id === by.user_id) return problems.conflict({ detail: 'You cannot disable your own account.' });
      const { result, ended } = await store.transaction(async (tx) => {
        const result = await userRecords.setEnabled(tx, id, false, by);
        if (!result?.changed) return { result, ended: [] };
        const { student_id } = result.user;
        if (student_id !== null) await loginRevocations.add(tx, { student_id, requested_by: by.user_id });
        return { result, ended: await userRecords.endSessions(tx, id, 'all', by) };
      });
      await Promise.all(ended.map((session_id) => sessions.end(session_id)));
      return result === null ? noSuchUser() : { status: 200, body: shownUser(result.user) };
    },

    async enableUser({ path: { id }, ...request }) {
      const result = await store.transaction((tx) => userRecords.setEnabled(tx, id, true, actorOf(request)));
      return result === null ? noSuchUser() : { status: 200, body: shownUser(result.user) };
    },
  }) satisfies Pick<Handlers, 'listUsers' | 'createUser' | 'getUser' | 'disableUser' | 'enableUser'>;

const invitationOf = ({ username, email, display_name, roles }: UserRequest): Invitation => ({
  username: username ?? null,
  email: email ?? null,
  display_name: display_name ?? null,
  roles: rolesOf(roles ?? ['student']),
});

const namelessUser = () =>
  problems.businessRule({
    detail: 'The user has neither a user name nor an e-mail.',
    errors: [{ pointer: '/username', rule: 'named', message: 'must be present, or email must be' }],
  });

const existingUser = (result: Exclude<InvitationResult, { outcome: 'created' }>) =>
  problems.conflict({
    detail:
      result.outcome === 'known'
        ? `The user ${result.user.username} exists, with the student_id ${result.user.student_id}.`
        : conflictDetails[result.reason],
  });

export const conflictDetails: Readonly<Record<InvitationConflict, string>> = {
  other_email: 'A user with this user name and another e-mail exists. Correct the e-mail, or leave it out.',
  shared_email: 'Several users have this e-mail. Add the user name.',
};

export const noSuchUser = () => problems.notFound({ detail: 'The user does not exist.' });

export const shownUser = (user: FullUser) => serializeDates(user);
