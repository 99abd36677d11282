// The platform, put together: its handlers, each file named after what it handles, and what goes on behind them.
import type { Broker } from '../../adapters/broker/port.ts';
import type { Accounts } from '../../adapters/identity/port.ts';
import type { Inbox, Listen } from '../../adapters/store/messages/port.ts';
import type { Directory, LoginRevocations, UserRecords, Users } from '../../adapters/store/people/port.ts';
import type { Courses, Members, StudentGroups } from '../../adapters/store/platform/courses/port.ts';
import type { Feed, Instances, Intents, Labs, Learners } from '../../adapters/store/platform/port.ts';
import type { IdempotencyRecords, Leases, Store } from '../../adapters/store/port.ts';
import type { BrowserLogins, SessionRecords } from '../../adapters/store/sessions/port.ts';
import type { Clock } from '../lib/clock.ts';
import type { Failpoints } from '../lib/failpoints.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { Report } from '../lib/report.ts';
import type { Handlers } from './caller.ts';
import { courses } from './courses/courses.ts';
import { members } from './courses/members.ts';
import { groups } from './groups/groups.ts';
import { changes } from './infrastructure/changes.ts';
import { type InfraOptions, infraOf } from './infrastructure/infra.ts';
import { intentDispatcher } from './infrastructure/intent-dispatcher.ts';
import type { LabConfigDeps } from './labs/config-file.ts';
import { labAccess } from './labs/lab-access.ts';
import { labConfigs } from './labs/lab-configs.ts';
import { labInstances } from './labs/lab-instances.ts';
import { labs } from './labs/labs.ts';
import { restartLab } from './labs/restart-lab.ts';
import { startLab } from './labs/start-lab.ts';
import { stopLab } from './labs/stop-lab.ts';
import { uploadLab } from './labs/upload-lab.ts';
import { type Live, type LiveDeps, live } from './live/live.ts';
import { me } from './me.ts';
import { createInvitation } from './people/create-invitation.ts';
import { importUsers } from './people/import-users.ts';
import { revocations } from './people/login-revocations.ts';
import { students } from './people/students.ts';
import { userSessions } from './people/user-sessions.ts';
import { users } from './people/users.ts';
import { runPlatform } from './running.ts';
import { type LoginDeps, login } from './sessions/authentication.ts';

export type PlatformDeps = {
  readonly store: Pick<Store, 'transaction'>;
  readonly labs: Labs;
  readonly courses: Courses;
  readonly members: Members;
  readonly studentGroups: StudentGroups;
  readonly learners: Learners;
  readonly intents: Intents;
  readonly instances: Instances;
  readonly feed: Feed;
  /** Calls when an intent was added, settled or given back. */
  readonly listenToIntents: Listen;
  /** Calls when the live feed may have grown. */
  readonly listen: Listen;
  readonly inbox: Inbox;
  readonly idempotency: Pick<IdempotencyRecords, 'sweep'>;
  readonly leases: Leases;
  readonly files: LabConfigDeps['files'];
  readonly judge: LabConfigDeps['judge'];
  readonly infra: InfraOptions;
  readonly broker: Pick<Broker, 'ready' | 'assertTopology' | 'consume' | 'publish'>;
  readonly authenticate: LiveDeps['authenticate'];
  readonly users: Users;
  readonly directory: Directory;
  readonly userRecords: UserRecords;
  readonly loginRevocations: LoginRevocations;
  readonly records: Pick<SessionRecords, 'sweep'>;
  readonly browserLogins: BrowserLogins;
  readonly identity: LoginDeps['identity'] & Accounts;
  readonly sessions: LoginDeps['sessions'];
  readonly cookies: LoginDeps['cookies'];
  readonly publicUrl: string;
  readonly keys: LoginDeps['keys'];
  readonly listenEnded: LiveDeps['listenEnded'];
  readonly origins: LiveDeps['origins'];
  /** Names this process among those that share the database. */
  readonly holder: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly report: Report;
  readonly failpoints: Failpoints;
  readonly answerTimeoutMs?: number | undefined;
  /** The lease of intents. */
  readonly leaseMs?: number | undefined;
};

export type Platform = {
  readonly handlers: Handlers;
  readonly live: Pick<Live, 'open'>;
  /** Resolves when the signal has come and what was in progress has ended. */
  run(signal: AbortSignal): Promise<void>;
};

export function platformOf(given: PlatformDeps): Platform {
  const deps = { ...given, infra: infraOf(given.infra) };
  const shared = {
    ...deps,
    dispatcher: intentDispatcher(deps),
    changes: changes(deps),
    live: live(deps),
    revocations: revocations(deps),
  };
  return {
    handlers: {
      ...me(),
      ...students(shared),
      ...users(shared),
      ...importUsers(shared),
      ...userSessions(shared),
      ...createInvitation(shared),
      ...login(shared),
      ...courses(shared),
      ...members(shared),
      ...groups(shared),
      ...labs(shared),
      ...labConfigs(shared),
      ...uploadLab(shared),
      ...startLab(shared),
      ...stopLab(shared),
      ...restartLab(shared),
      ...labInstances(shared),
      ...labAccess(shared),
    },
    live: shared.live,
    run: (signal) => runPlatform({ ...shared, labEvents: deps }, signal),
  };
}
