// Asks a broker what a message contract promises: every published message is judged by its schema, every consumer fed
// what it must apply once and what it must refuse.
import { judgeDeclarations } from './messages/declared.ts';
import { readMessages } from './messages/document.ts';
import { type Fed, type FedReport, feed } from './messages/feed.ts';
import { type Listened, type MessageFinding, publishedJudge } from './messages/published.ts';
import { openTap } from './messages/tap.ts';

export type { MessageFinding } from './messages/published.ts';

export type MessagesOptions = {
  /** AsyncAPI 3.0 with AMQP bindings. */
  readonly document: string;
  /** The URL of an account that may bind its queues to the exchanges, with the virtual host. */
  readonly brokerUrl: string;
  /** Consumers to feed; none are when it is left out, since what they are fed stays: rows, and dead letters. */
  readonly consumers?: readonly Fed[];
  /**
   * While it runs, everything that is published is judged; it gets the number of messages that were received. Default:
   * as long as the consumers are fed.
   */
  readonly during?: (received: () => number) => Promise<void>;
  readonly timeoutMs?: number;
};

export type MessagesReport = {
  readonly findings: readonly MessageFinding[];
  /** How many exchanges and queues were compared with the document. */
  readonly declared: number;
  /** How often the publication of each message was observed. */
  readonly published: Readonly<Record<string, number>>;
  /** How many messages each consumer was fed. */
  readonly fed: Readonly<Record<string, number>>;
  /** Messages of the contract that were not published meanwhile, and consumers that were not fed. */
  readonly unreached: readonly string[];
};

export async function conformMessages(options: MessagesOptions): Promise<MessagesReport> {
  const { document, brokerUrl, consumers = [], during = async () => {}, timeoutMs = 20_000 } = options;
  const contract = readMessages(document);
  await using tap = await openTap(brokerUrl);
  const listened: Listened = { findings: [], times: new Map() };
  const judging: Promise<void>[] = [];
  const ours = new Set<string>();
  let received = 0;
  for (const channel of contract.channels) {
    const judge = publishedJudge(contract, channel);
    await tap.copy(channel.exchange, channel.address, (letter) => {
      if (ours.has(channel.address)) return;
      received += 1;
      judging.push(judge(letter, listened));
    });
  }
  await during(() => received);
  await Promise.all(judging);
  const declarations = await judgeDeclarations(contract, tap);
  const fed: Record<string, FedReport> = {};
  for (const each of consumers) {
    // What is fed is broken on purpose, so nothing is judged where it goes.
    const operation = contract.operations.find(({ id }) => id === each.operation);
    if (operation) ours.add(operation.channel.address);
    fed[each.operation] = await feed({ contract, tap, timeoutMs }, each);
  }
  await Promise.all(judging);
  const names = contract.channels.flatMap(({ messages }) => messages.map(({ name }) => name));
  const receiving = contract.operations.filter(({ action }) => action === 'receive').map(({ id }) => id);
  return {
    declared: declarations.declared,
    findings: [
      ...declarations.findings,
      ...listened.findings,
      ...Object.values(fed).flatMap(({ findings }) => findings),
    ],
    published: Object.fromEntries(listened.times),
    fed: Object.fromEntries(Object.entries(fed).map(([id, { cases }]) => [id, cases])),
    unreached: [
      ...names.filter((name) => !listened.times.has(name)).map((name) => `${name}: none was published meanwhile`),
      ...receiving.filter((id) => fed[id] === undefined).map((id) => `${id}: not fed`),
    ],
  };
}

/** Exchanges and queues alone: no message is consumed, and nothing is sent. */
export async function conformQueues({
  document,
  brokerUrl,
}: Pick<MessagesOptions, 'document' | 'brokerUrl'>): Promise<MessagesReport> {
  await using tap = await openTap(brokerUrl);
  return { ...(await judgeDeclarations(readMessages(document), tap)), published: {}, fed: {}, unreached: [] };
}
