// Makes a broker hold a topology, and says which queue and argument conflicts.
import type { Channel, ChannelModel } from 'amqplib';
import { type QueueFacts, queueArguments, type Topology } from '../../generated/runtime/messages/amqp.ts';

export class TopologyConflict extends Error {
  override readonly name = 'TopologyConflict';
  readonly subject: string;
  readonly argument: string;
  constructor(subject: string, argument: string, reason: string) {
    super(
      `${subject} exists on the broker with another ${argument} than the contract has (${reason}). Delete it once it is empty, or give the changed queue a new name.`,
    );
    this.subject = subject;
    this.argument = argument;
  }
}

export class TopologyMissing extends Error {
  override readonly name = 'TopologyMissing';
  readonly subject: string;
  constructor(subject: string) {
    super(`${subject} is missing on the broker, and this account may not declare it.`);
    this.subject = subject;
  }
}

type Step = {
  readonly subject: string;
  /** Another account declares it. */
  readonly isOthers?: boolean;
  declare(channel: Channel): Promise<unknown>;
  check?(channel: Channel): Promise<unknown>;
  /** Takes the place of what exists in another form; false: that is in use. */
  replace?(channel: Channel): Promise<boolean>;
};

/** One channel for all steps; the broker closes it at the first refusal, and with it we know which step it was. */
export async function assertTopology(connection: ChannelModel, topology: Topology): Promise<void> {
  let channel = await open(connection);
  for (const step of steps(topology)) {
    // Asked for first, since the broker logs each declaration that it refuses as an error.
    if (step.isOthers === true && step.check !== undefined) {
      if (await exists(step.check(channel))) continue;
      channel = await open(connection);
    }
    try {
      await step.declare(channel);
    } catch (error) {
      if (codeOf(error) === 406 && step.replace !== undefined) {
        channel = await open(connection);
        if (await step.replace(channel)) continue;
      }
      if (!refused(error) || step.check === undefined) throw explain(step.subject, error);
      // An account without the right to configure may still check: then another account declares, and we only need the
      // queue to exist.
      channel = await open(connection);
      await step.check(channel).catch((missing: unknown) => {
        throw codeOf(missing) === 404 ? new TopologyMissing(step.subject) : missing;
      });
    }
  }
  await channel.close();
}

async function open(connection: ChannelModel): Promise<Channel> {
  const channel = await connection.createChannel();
  channel.on('error', () => {}); // the failing call rejects with the same error
  return channel;
}

const exists = (found: Promise<unknown>): Promise<boolean> =>
  found.then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 404) return false;
      throw error;
    },
  );

function* steps(topology: Topology): Generator<Step> {
  const others = new Set(topology.others);
  for (const { name, type, durable } of topology.exchanges)
    yield {
      subject: `exchange "${name}"`,
      isOthers: others.has(name),
      declare: (channel) => channel.assertExchange(name, type, { durable }),
      check: (channel) => channel.checkExchange(name),
    };
  for (const queue of topology.queues) {
    yield {
      subject: `queue "${queue.name}"`,
      isOthers: others.has(queue.name),
      declare: (channel) => declareQueue(channel, queue),
      check: (channel) => channel.checkQueue(queue.name),
      ...(queue.transient || queue.maxLength !== undefined
        ? { replace: (channel) => replaceQueue(channel, queue) }
        : {}),
    };
    // At once: who publishes to it waits until the queue is there, and cannot see whether it is bound.
    for (const binding of topology.bindings) if (binding.queue === queue.name) yield bindingStep(binding);
  }
  const declared = new Set(topology.queues.map(({ name }) => name));
  for (const binding of topology.bindings) if (!declared.has(binding.queue)) yield bindingStep(binding);
}

const bindingStep = ({ exchange, queue, routingKey }: Topology['bindings'][number]): Step => ({
  subject: `binding of queue "${queue}" to exchange "${exchange}"`,
  declare: (channel) => channel.bindQueue(queue, exchange, routingKey),
  check: async () => {},
});

const declareQueue = (channel: Channel, queue: QueueFacts) =>
  channel.assertQueue(queue.name, { durable: queue.durable, arguments: queueArguments(queue) });

/**
 * RabbitMQ refuses `if-unused` for quorum queues. Transient messages are lost to a consumer that is there in any case.
 */
async function replaceQueue(channel: Channel, queue: QueueFacts): Promise<boolean> {
  const { consumerCount } = await channel.checkQueue(queue.name);
  if (!queue.transient && consumerCount > 0) return false;
  await channel.deleteQueue(queue.name);
  await declareQueue(channel, queue);
  return true;
}

const codeOf = (error: unknown): number =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : 0;
const refused = (error: unknown): boolean => codeOf(error) === 403;

/**
 * RabbitMQ says: PRECONDITION_FAILED - inequivalent arg 'x-delivery-limit' for queue 'q' in vhost '/': received the
 * value '5' of type 'long' but current is ...
 */
function explain(subject: string, error: unknown): unknown {
  if (codeOf(error) !== 406 || !(error instanceof Error)) return error;
  const [, argument = 'form', reason = error.message] =
    /inequivalent arg '([^']+)' for .*?: (.*?)"?$/.exec(error.message) ?? [];
  return new TopologyConflict(subject, argument, reason);
}
