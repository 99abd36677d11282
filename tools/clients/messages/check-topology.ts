// `npm run topology -- --check amqp://...`: what a live broker has that differs from the message contracts, and what to
// do about it.
import { type Channel, type ChannelModel, connect } from 'amqplib';
import { queueArguments } from '../../../generated/runtime/messages/amqp.ts';
import { messageOf } from '../../command-line/message-of.ts';
import { optionsOf } from '../../command-line/options.ts';
import { brokerDefinitions, wholeTopology } from './broker-definitions.ts';

const usage = `usage: npm run topology -- --check URL | --definitions

  --check URL     compares exchanges and queues of a broker with the message contracts; nothing is changed. URL: amqp://user:password@host/vhost
  --definitions   prints the definitions file of all services, for rabbitmqctl import_definitions

Bindings are not compared: AMQP cannot read them. \`npm run conformance\` does, over the management API.

exit code: 0 equal; 1 something differs or is missing; 2 the command cannot be read, or the broker does not answer`;

export interface Difference {
  readonly subject: string;
  readonly finding: string;
  readonly advice: string;
}

type Step = {
  readonly subject: string;
  /** Fails with 404 where it is missing. */
  readonly find: (channel: Channel) => Promise<unknown>;
  /** What exists in the same form stays as it is; what has another form is refused with 406. */
  readonly compare: (channel: Channel) => Promise<unknown>;
};

const steps: readonly Step[] = [
  ...wholeTopology.exchanges.map(({ name, type, durable }) => ({
    subject: `exchange ${name}`,
    find: (channel: Channel) => channel.checkExchange(name),
    compare: (channel: Channel) => channel.assertExchange(name, type, { durable }),
  })),
  ...wholeTopology.queues.map((queue) => ({
    subject: `queue ${queue.name}`,
    find: (channel: Channel) => channel.checkQueue(queue.name),
    compare: (channel: Channel) =>
      channel.assertQueue(queue.name, { durable: queue.durable, arguments: queueArguments(queue) }),
  })),
];

/** Nothing is declared that does not exist in the same form already. */
export async function differences(url: string): Promise<readonly Difference[]> {
  const connection = await connect(url);
  connection.on('error', () => undefined); // the call that waits rejects, too
  try {
    const found: Difference[] = [];
    for (const { subject, find, compare } of steps) {
      const difference = (await refusal(connection, find)) ?? (await refusal(connection, compare));
      if (difference !== undefined) found.push({ subject, ...difference });
    }
    return found;
  } finally {
    await connection.close();
  }
}

type Found = Omit<Difference, 'subject'> | undefined;

/** A broker closes the channel with each refusal. */
async function refusal(connection: ChannelModel, ask: Step['find']): Promise<Found> {
  const channel = await connection.createChannel();
  channel.on('error', () => undefined);
  try {
    await ask(channel);
    await channel.close();
    return undefined;
  } catch (error) {
    return foundOf(error as Error & { code?: number });
  }
}

function foundOf(error: Error & { code?: number }): Found {
  if (error.code === 404)
    return {
      finding: 'is missing',
      advice: 'Start the services, which declare it, or import the file of --definitions.',
    };
  if (error.code === 406) {
    const [, argument = 'form', reason = error.message] =
      /inequivalent arg '([^']+)' for .*?: (.*?)"?$/.exec(error.message) ?? [];
    return {
      finding: `has another ${argument}: ${reason}`,
      advice: 'Delete it once it is empty; the services declare it again. RabbitMQ does not change a queue.',
    };
  }
  if (error.code === 403)
    return { finding: 'was not compared', advice: 'This account has no right to it: use one that may configure it.' };
  throw error;
}

export async function main(args: readonly string[]): Promise<{ readonly output: string; readonly code: 0 | 1 | 2 }> {
  try {
    const options = { check: { type: 'string' }, definitions: { type: 'boolean' }, help: { type: 'boolean' } } as const;
    const { values } = optionsOf({ args: [...args], options });
    if (values.help === true) return { output: usage, code: 0 };
    if (values.definitions === true) return { output: JSON.stringify(brokerDefinitions(), null, 2), code: 0 };
    if (values.check === undefined) return { output: usage, code: 2 };
    const found = await differences(values.check);
    const lines = found.map(({ subject, finding, advice }) => `${subject} ${finding}\n  ${advice}`);
    if (found.length > 0) return { output: lines.join('\n'), code: 1 };
    return { output: `The broker has all ${steps.length} exchanges and queues of the contracts.`, code: 0 };
  } catch (error) {
    return { output: messageOf(error), code: 2 };
  }
}

if (import.meta.main) {
  const { output, code } = await main(process.argv.slice(2));
  (code === 2 ? process.stderr : process.stdout).write(`${output}\n`);
  process.exitCode = code;
}
