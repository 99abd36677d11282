// What each database and the upload bucket are cleared of, beside the relays.
import { uploads } from '../../adapters/store/analytics/uploads.ts';
import { idempotencyRecords } from '../../adapters/store/idempotency.ts';
import { leases } from '../../adapters/store/leases.ts';
import { inbox } from '../../adapters/store/messages/inbox.ts';
import { subscriptionExpiry } from '../../adapters/store/subscriptions/expire.ts';
import { sweepFamilies, sweepSuccessors } from '../../adapters/store/tokens/families.ts';
import { sweepLogins } from '../../adapters/store/tokens/logins.ts';
import { webhookDeliveries } from '../../adapters/store/webhooks/deliveries.ts';
import { webhookSecrets } from '../../adapters/store/webhooks/secrets.ts';
import { graceMs } from '../analytics/access/refresh-tokens.ts';
import { forgetErrorLists, forgetUploads } from '../analytics/ingest/forget-uploads.ts';
import { expireSubscriptions } from '../analytics/subscriptions/expire-subscriptions.ts';
import { resealSecrets } from '../analytics/webhooks/secrets.ts';
import { errorOf } from '../lib/errors.ts';
import { messageCleanup } from '../lib/messages/cleanup-tasks.ts';
import { type CleanupOptions, type CleanupTask, runCleanup } from '../lib/work/cleanup.ts';
import { type Adapters, type Database, uploadBucket } from './adapters.ts';
import { runUntilStopped } from './run-until-stopped.ts';

const hourMs = 60 * 60 * 1000;
const batch = 1000;

const databases: readonly Database[] = ['analytics', 'infrastructure'];

export async function startHousekeeping(parts: Adapters, stack: AsyncDisposableStack): Promise<void> {
  for (const database of databases)
    runUntilStopped((signal) => runCleanup(cleanupOf(parts, database), signal), parts, stack);
}

const cleanupOf = (parts: Adapters, database: Database): CleanupOptions => ({
  name: database,
  leases: leases(parts.store(database)),
  holder: `housekeeping-${parts.ids.uuid()}`,
  tasks: tasksOf(parts, database),
  everyMs: 10 * 60 * 1000,
  clock: parts.clock,
  done: (name, count) => parts.log.info('housekeeping', { name, count }),
  failed: (name, error) => parts.report.dependencyFailed({ dependency: `store-${database}`, name, ...errorOf(error) }),
});

const ago = ({ clock }: Adapters, ms: number): Date => new Date(clock.now().getTime() - ms);

function tasksOf(parts: Adapters, database: Database): readonly CleanupTask[] {
  const store = parts.store(database);
  const common: readonly CleanupTask[] = [
    // Published messages stay for a day, so that an operator can see what was said.
    { name: 'outbox', work: () => parts.outbox(database).sweep(24 * hourMs, batch) },
    ...messageCleanup({ inbox: inbox(store), idempotency: idempotencyRecords(store) }, batch),
  ];
  if (database !== 'analytics') return common;
  const files = parts.objects('analytics').bucket(uploadBucket);
  return [
    ...common,
    { name: 'refresh families', work: () => sweepFamilies(store, parts.clock.now(), batch) },
    { name: 'successors', work: () => sweepSuccessors(store, ago(parts, 2 * graceMs), batch) },
    { name: 'login failures', work: () => sweepLogins(store, ago(parts, hourMs), batch) },
    {
      name: 'ended subscriptions',
      work: () =>
        expireSubscriptions({
          subscriptions: subscriptionExpiry(store),
          enqueue: parts.enqueue(database),
          clock: parts.clock,
        }),
    },
    { name: 'uploads', work: () => forgetUploads({ uploads: uploads(store), files, clock: parts.clock }) },
    {
      name: 'webhook deliveries',
      work: () => webhookDeliveries(store).sweep(ago(parts, 14 * 24 * hourMs), batch),
    },
    { name: 'webhook secrets', work: () => resealSecrets(webhookSecrets(store), parts.keys()) },
    { name: 'error lists', work: () => forgetErrorLists({ files, clock: parts.clock }) },
    // A process that was killed while it uploaded could not end its upload.
    {
      name: 'unfinished uploads',
      work: () => files.clearUnfinished(ago(parts, 24 * hourMs)),
    },
  ];
}
