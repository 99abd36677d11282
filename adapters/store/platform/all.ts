// Everything that the platform keeps in one database, for who wires it.

import type { Store } from '../database.ts';
import { idempotencyRecords } from '../idempotency.ts';
import { leases } from '../leases.ts';
import { inbox } from '../messages/inbox.ts';
import { directory } from '../people/directory.ts';
import { loginRevocations } from '../people/login-revocations.ts';
import { userRecords } from '../people/user-records.ts';
import { users } from '../people/users.ts';
import { browserLogins } from '../sessions/browser-logins.ts';
import { sessionRecords } from '../sessions/sessions.ts';
import { courses } from './courses/courses.ts';
import { members } from './courses/members.ts';
import { studentGroups } from './courses/student-groups.ts';
import { feed } from './feed.ts';
import { instances } from './instances.ts';
import { intents } from './intents.ts';
import { labs } from './labs.ts';
import { learners } from './learners.ts';

export const platformStores = (store: Store) => ({
  store,
  users: users(store),
  directory: directory(store),
  userRecords: userRecords(store),
  loginRevocations: loginRevocations(store),
  records: sessionRecords(store),
  browserLogins: browserLogins(store),
  courses: courses(store),
  members: members(store),
  studentGroups: studentGroups(store),
  labs: labs(store),
  learners: learners(store),
  intents: intents(store),
  instances: instances(store),
  feed: feed(store),
  inbox: inbox(store),
  idempotency: idempotencyRecords(store),
  leases: leases(store),
});
