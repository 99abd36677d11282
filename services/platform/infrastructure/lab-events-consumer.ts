// What the platform takes from the broker: states of instances, access data, notices to teachers. Each is acknowledged
// once its row is written.
import type { Broker } from '../../../adapters/broker/port.ts';
import type { Inbox } from '../../../adapters/store/messages/port.ts';
import type { Feed, Instances } from '../../../adapters/store/platform/port.ts';
import type { Store } from '../../../adapters/store/port.ts';
import {
  consumers,
  type LabStatusMessage,
  type StudentNotificationMessage,
  type TeacherNotificationMessage,
} from '../../../generated/lab/messages.ts';
import { accounts } from '../../../generated/lab/topology.ts';
import type { Clock } from '../../lib/clock.ts';
import { errorOf } from '../../lib/errors.ts';
import { reportConsumer } from '../../lib/messages/consumer-report.ts';
import { startConsumer } from '../../lib/messages/inbox.ts';
import { declareTopology } from '../../lib/messages/topology.ts';
import type { Report } from '../../lib/report.ts';

export type LabEventsDeps = {
  readonly broker: Pick<Broker, 'ready' | 'assertTopology' | 'consume' | 'publish'>;
  readonly store: Pick<Store, 'transaction'>;
  readonly inbox: Inbox;
  readonly instances: Pick<Instances, 'applyStatus' | 'markRunning'>;
  readonly feed: Pick<Feed, 'notice'>;
  readonly clock: Clock;
  readonly report: Report;
};

/** Two processes share the queues. Resolves when the signal has come and what was in hand is done. */
export async function consumeLabEvents(deps: LabEventsDeps, signal: AbortSignal): Promise<void> {
  const { instances, feed } = deps;
  const failed = (error: unknown) => deps.report.dependencyFailed({ dependency: 'broker-platform', ...errorOf(error) });
  await declareTopology({ ...deps, failed }, accounts.platform.topology, signal);
  const shared = { ...deps, name: 'platform', observe: reportConsumer(deps.report, 'store-platform') };
  const subscriptions = await Promise.all([
    startConsumer<LabStatusMessage>({
      ...shared,
      consumer: consumers.labStatus,
      handle: async (tx, message) => {
        await instances.applyStatus(tx, message.payload, occurred(message));
        return 'done';
      },
    }),
    startConsumer<StudentNotificationMessage>({
      ...shared,
      consumer: consumers.studentNotification,
      // The password goes no further than this (decision 16): the student asks for it when it is wanted.
      handle: async (tx, message) => {
        const { instance_id, run_id, generation } = message.payload;
        await instances.markRunning(tx, { instance_id, run_id, generation }, occurred(message));
        return 'done';
      },
    }),
    startConsumer<TeacherNotificationMessage>({
      ...shared,
      consumer: consumers.teacherNotification,
      handle: async (tx, message) => {
        const { id: notice_id, headers, payload } = message;
        await feed.notice(tx, { ...payload, notice_id, occurred_at: headers.occurred_at });
        return 'done';
      },
    }),
  ]);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.all(subscriptions.map((each) => each.cancel()));
}

const occurred = ({ headers }: { readonly headers: { readonly occurred_at: string } }) => new Date(headers.occurred_at);
