// Messages on lab.create and lab.delete. They are hints: the row says what is wanted and keeps being due (decisions 19
// and 20).
import type { Broker, Subscription } from '../../../adapters/broker/port.ts';
import type { InstanceId } from '../../../adapters/store/labs/port.ts';
import type { Work } from '../../../adapters/store/labs/upkeep/port.ts';
import type { Inbox } from '../../../adapters/store/messages/port.ts';
import type { Store } from '../../../adapters/store/port.ts';
import { consumers, type LabCreateMessage, type LabDeleteMessage } from '../../../generated/lab/messages.ts';
import type { Consumer } from '../../../generated/runtime/messages/message.ts';
import type { Clock } from '../../lib/clock.ts';
import { type ConsumerEvent, startConsumer } from '../../lib/messages/inbox.ts';

type Deps = {
  readonly broker: Pick<Broker, 'consume' | 'publish'>;
  readonly store: Pick<Store, 'transaction'>;
  readonly inbox: Inbox;
  readonly work: Pick<Work, 'wake'>;
  readonly clock: Clock;
  readonly observe: (event: ConsumerEvent) => void;
};

/**
 * `wake` is called after the row is due and before the acknowledgement; a kill in between costs a second, until the
 * poll finds the row.
 */
export async function consumeLabs(
  deps: Deps,
  wake: (instance_id: InstanceId) => void,
): Promise<readonly Subscription[]> {
  return [await take(deps, consumers.labCreate, wake), await take(deps, consumers.labDelete, wake)];
}

function take<Message extends LabCreateMessage | LabDeleteMessage>(
  { broker, store, inbox, work, clock, observe }: Deps,
  consumer: Consumer<Message>,
  wake: (instance_id: InstanceId) => void,
): Promise<Subscription> {
  return startConsumer<Message>({
    name: `worker ${consumer.queue}`,
    consumer,
    broker,
    store,
    inbox,
    clock,
    observe,
    handle: async (tx, { payload: { instance_id, generation } }) => {
      // A message about an older request, or about a row that is no longer there, has nothing to say.
      if (await work.wake(tx, instance_id, generation)) setImmediate(() => wake(instance_id));
      return 'done';
    },
  });
}
