// Messages of the broker, printed as they come: `covenant messages tail`.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import '../../messages/runtime/node20.ts';
import type { Channel, ConsumeMessage } from 'amqplib';
import { optionsOf } from '../../../command-line/options.ts';
import { guess } from '../../../runtime/nearest-word.ts';
import { commonOptions, optionsIn, type Words } from './arguments.ts';
import type { SharedMessage, Table } from './command.ts';
import { CommandError, type ExitCode, exitCodes } from './failure.ts';
import { outputFor } from './output.ts';
import { note, print, styled, type Terminal } from './terminal.ts';

export const messagesHelp = ({ messages }: Table): string => `covenant messages tail [MESSAGE ...]

Prints messages of the broker while it runs: one JSON object for each, or a line on a terminal. Without MESSAGE all of them:

${messages.map(({ name, title }) => `  ${name.padEnd(26)}${title}`).join('\n')}

      --broker URL                amqp://user:password@host:5672/vhost; the environment variable COVENANT_BROKER_URL
                                  keeps the password out of the list of processes
      --count NUMBER              end after so many messages; Ctrl-C ends it before
  -o, --output table|json
  -q, --quiet                     no line about what it listens for

It gets copies: its queue is removed when it ends, and takes nothing from other consumers. The account of a team is enough
(\`npm run broker:accounts -- --team NAME\`). What was published before is not shown.

Example
  covenant messages tail lab.status -o json | jq .payload.state
`;

const options = { ...commonOptions, broker: { type: 'string' }, count: { type: 'string' } } as const;

interface Tail {
  readonly url: URL;
  readonly messages: readonly SharedMessage[];
  readonly count: number;
  readonly output: 'table' | 'json';
  readonly quiet: boolean;
}

export async function tail(args: readonly string[], table: Table, terminal: Terminal): Promise<ExitCode> {
  const asked = read(args, table, terminal);
  // Loaded by this command alone.
  const { connect } = await import('amqplib');
  const { url } = asked;
  const unreachable = (error: unknown): never => {
    throw new CommandError(`The broker at ${url.host} cannot be used: ${reasonOf(error)}.`, exitCodes.server);
  };
  const connection = await connect(url.href, { clientProperties: { connection_name: 'covenant messages tail' } }).catch(
    unreachable,
  );
  const ended = Promise.withResolvers<ExitCode>();
  const fail = (error?: unknown) =>
    ended.reject(
      new CommandError(`The connection to the broker at ${url.host} was lost: ${reasonOf(error)}.`, exitCodes.server),
    );
  ended.promise.catch(() => undefined);
  connection.on('error', fail);
  connection.on('close', fail);
  const stop = () => ended.resolve(exitCodes.ok);
  process.once('SIGINT', stop);
  try {
    const channel = await connection.createChannel();
    channel.on('error', () => undefined); // the call that waits rejects, too
    channel.on('close', fail);
    await listen(channel, asked, { terminal, stop, fail }).catch(unreachable);
    return await ended.promise;
  } finally {
    process.off('SIGINT', stop);
    await connection.close().catch(() => undefined);
  }
}

function read(args: readonly string[], table: Table, { env, out }: Terminal): Tail {
  const { values, positionals } = optionsOf({ args: [...args], allowPositionals: true, options });
  const { output, quiet } = optionsIn(values as Words);
  if (output === 'csv') throw new CommandError('--output is csv; it must be one of table, json.');
  const { broker = env.COVENANT_BROKER_URL, count = '0' } = values;
  if (broker === undefined || broker === '')
    throw new CommandError('Name the broker: --broker amqp://USER:PASSWORD@HOST, or COVENANT_BROKER_URL.');
  if (!/^amqps?:\/\//.test(broker) || !URL.canParse(broker))
    throw new CommandError('The address of the broker must begin with amqp:// or amqps://.');
  if (!/^\d+$/.test(count)) throw new CommandError(`--count is ${count}; it must be a whole number.`);
  const messages = positionals.map((name) => find(name, table));
  return {
    url: new URL(broker),
    messages: messages.length === 0 ? table.messages : messages,
    count: count === '0' ? Number.POSITIVE_INFINITY : Number(count),
    output: outputFor({ out } as Terminal, output) === 'table' ? 'table' : 'json',
    quiet,
  };
}

function find(name: string, { messages }: Table): SharedMessage {
  const found = messages.find((each) => each.name === name);
  if (found !== undefined) return found;
  const near = guess(
    name,
    messages.map((each) => each.name),
  );
  const advice = near === null ? 'Run `covenant messages --help`.' : `Did you mean ${near}?`;
  throw new CommandError(`There is no message ${name}. ${advice}`);
}

/** A team may declare queues that begin with its name, which is that of its account. */
const queueOf = ({ username }: URL): string =>
  `${decodeURIComponent(username) || 'guest'}.tail.${randomBytes(6).toString('hex')}`;

/** Exported for its test: no client can cancel the exclusive queue of another. */
export async function listen(
  channel: Pick<Channel, 'ack' | 'assertQueue' | 'bindQueue' | 'consume' | 'prefetch'>,
  { url, messages, count, output, quiet }: Tail,
  {
    terminal,
    stop,
    fail,
  }: { readonly terminal: Terminal; readonly stop: () => void; readonly fail: (error: unknown) => void },
): Promise<void> {
  const { queue } = await channel.assertQueue(queueOf(url), {
    exclusive: true,
    autoDelete: true,
    durable: false,
    // While no one reads on, as in a pager, the oldest are dropped instead of filling the broker.
    maxLength: 10_000,
  });
  for (const { name, exchange } of messages) await channel.bindQueue(queue, exchange, name);
  let shown = 0;
  const take = async (message: ConsumeMessage | null) => {
    if (shown === count) return;
    if (message === null) throw new Error('its queue was deleted');
    shown++;
    print(terminal, output === 'json' ? JSON.stringify(recordOf(message)) : lineOf(terminal, message));
    channel.ack(message);
    if (shown === count) return stop();
    // A reader that is slow holds back the broker, not the memory of this process.
    if ((terminal.out as { writableNeedDrain?: boolean }).writableNeedDrain === true) await once(terminal.out, 'drain');
  };
  await channel.prefetch(100);
  let turn = Promise.resolve();
  await channel.consume(queue, (message) => {
    turn = turn.then(() => take(message)).catch(fail);
  });
  if (!quiet) note(terminal, `Listening for ${messages.map(({ name }) => name).join(', ')}.`);
}

/** What is not JSON is shown as text: this is where a faulty sender is looked for. */
function recordOf({ content, fields, properties }: ConsumeMessage) {
  const { message_id, occurred_at, schema_version, traceparent } = (properties.headers ?? {}) as Readonly<
    Record<string, unknown>
  >;
  return {
    name: fields.routingKey,
    id: message_id ?? properties.messageId,
    occurred_at,
    schema_version,
    traceparent,
    payload: payloadOf(content.toString()),
  };
}

function payloadOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function lineOf(terminal: Terminal, message: ConsumeMessage): string {
  const { name, occurred_at, payload } = recordOf(message);
  const fields = typeof payload === 'object' && payload !== null ? Object.entries(payload) : [['payload', payload]];
  const texts = fields
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}=${clean(typeof value === 'string' ? value : JSON.stringify(value))}`);
  const head = `${clean(String(occurred_at ?? ''))}  ${styled(terminal, terminal.out, 'bold', clean(name))}`;
  return `${head}  ${texts.join(' ')}`;
}

/** Control characters would move the cursor of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const clean = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');

/** The library repeats the address with its password in some errors. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : 'it was closed')
    .replaceAll(/\/\/[^@\s]*@/g, '//')
    .replace(/\.$/, '');
