// Feeds one consumer through the broker, and looks what becomes of each message: applied once, or one dead letter with
// its reason; nothing lost, nothing that blocks the queue.
import { setTimeout as pause } from 'node:timers/promises';
import { asking } from '../checks.ts';
import type { Json } from '../contract/bundle.ts';
import { casesOf, good, type MessageCase, mark } from './cases.ts';
import type { Message, MessageContract, Operation } from './document.ts';
import type { MessageFinding } from './published.ts';
import { repeatOf, showQueue } from './repeat.ts';
import type { Letter, Tap } from './tap.ts';

export type Fed = {
  readonly operation: string;
  /** How often the message with that id had its effect. Without it only dead letters and the queue are looked at. */
  readonly applied?: (id: string) => Promise<number>;
  /**
   * What is known of a resource (an instance) after its messages, by the names that these have. Without it the run does
   * not check whether an older message counts after a newer one.
   */
  readonly state?: (subject: string) => Promise<Json | undefined>;
};

export type FeedOptions = {
  readonly contract: MessageContract;
  readonly tap: Tap;
  /** How long a consumer may take until all of it is settled. */
  readonly timeoutMs: number;
};

export type FedReport = { readonly findings: MessageFinding[]; readonly cases: number };

export async function feed({ contract, tap, timeoutMs }: FeedOptions, fed: Fed): Promise<FedReport> {
  const operation = contract.operations.find(({ id, action }) => id === fed.operation && action === 'receive');
  if (operation === undefined) throw new Error(`the contract has no receive operation ${fed.operation}`);
  const { channel } = operation;
  const letters: Letter[] = [];
  await tap.copy(channel.deadLetter.exchange, channel.deadLetter.queue, (letter) => letters.push(letter));
  if (!(await isConsumed(tap, operation, timeoutMs)))
    return { findings: [ofQueue(operation, 'consumer', 'consumer', 'one at least', 'none')], cases: 0 };
  const findings: MessageFinding[] = [];
  let cases = 0;
  for (const message of channel.messages) {
    const all = [...casesOf(contract, message), ...sentinel(message)];
    cases += all.length;
    for (const each of all) await send(tap, operation, each);
    await settled(all, letters, fed, Date.now() + timeoutMs);
    for (const each of all) findings.push(...(await verdict(operation, message, each, letters, fed)));
  }
  findings.push(...(await blocked(tap, operation, timeoutMs)));
  return { findings, cases };
}

/** A good one behind all that is broken: who gets that far has let nothing block the queue. */
const sentinel = (message: Message): readonly MessageCase[] =>
  good(message)
    .slice(0, 1)
    .map((each) => ({ ...each, asked: 'a good message after broken ones' }));

async function send(tap: Tap, { channel }: Operation, { properties, body, times }: MessageCase): Promise<void> {
  for (let n = 0; n < times; n++) await tap.send(channel.exchange, channel.address, { properties, body });
}

/** Until each has come to an end, or the deadline passes. */
async function settled(
  all: readonly MessageCase[],
  letters: readonly Letter[],
  { applied }: Fed,
  until: number,
): Promise<void> {
  const isSettled = async (each: MessageCase): Promise<boolean> =>
    each.outcome === 'dead' || applied === undefined
      ? each.outcome === 'applied' || lettersOf(each, letters).length > 0
      : lettersOf(each, letters).length > 0 || (await applied(each.id)) > 0;
  for (const each of all) while (!(await isSettled(each)) && Date.now() < until) await pause(50);
  // What comes too often comes soon after.
  await pause(200);
}

/** Consumers ignore headers that they do not know, and dead letters keep them. */
const lettersOf = ({ id }: MessageCase, letters: readonly Letter[]): readonly Letter[] =>
  letters.filter(({ headers }) => headers[mark] === id);

async function verdict(
  operation: Operation,
  message: Message,
  each: MessageCase,
  letters: readonly Letter[],
  fed: Fed,
): Promise<MessageFinding[]> {
  const mine = lettersOf(each, letters);
  const found: Found = (rule, expected, observed) => {
    const { check, asked } = each;
    return { operation: operation.id, check, asked, rule, expected, observed, repeat: repeated(operation, each) };
  };
  const times = await fed.applied?.(each.id);
  if (each.outcome === 'dead') return ofBroken(message, each, mine, times, found);
  return [
    ...(mine.length > 0 ? [found('dead letter', 'none', String(mine[0]?.headers['x-reason']))] : []),
    ...(times !== undefined && times > 1 ? [found('applied once', 'one effect', `${times}`)] : []),
    ...(times === 0 && mine.length === 0 ? [found('lost', 'one effect', 'neither an effect nor a dead letter')] : []),
    ...(await stale(each, fed, found)),
  ];
}

type Found = (rule: string, expected: string, observed: string) => MessageFinding;

function ofBroken(
  message: Message,
  each: MessageCase,
  mine: readonly Letter[],
  times: number | undefined,
  found: Found,
): MessageFinding[] {
  const [letter] = mine;
  const effects = times !== undefined && times > 0 ? [found('applied once', 'no effect', `${times}`)] : [];
  if (letter === undefined) return [...effects, found('lost', 'a dead letter', 'none')];
  const death = JSON.stringify(letter.headers['x-death'] ?? 'none').slice(0, 200);
  return [
    ...effects,
    ...(mine.length > 1 ? [found('dead letter', 'one', `${mine.length}`)] : []),
    ...(typeof letter.headers['x-reason'] === 'string'
      ? []
      : [found('reason', 'x-reason, set by the consumer', death)]),
    ...secretsIn(message, each, letter).map((name) => found('secret', `${name} removed`, `${name} in the dead letter`)),
  ];
}

/** What is known in the end is what the newer message said, as far as it is shown. */
async function stale({ newer }: MessageCase, { state }: Fed, found: Found): Promise<MessageFinding[]> {
  if (newer === undefined || state === undefined) return [];
  const known = await state(newer.subject);
  const names = Object.keys(known ?? {});
  const outcome = JSON.stringify(Object.fromEntries(names.map((name) => [name, newer.payload[name]])));
  const observed = JSON.stringify(known ?? 'nothing');
  return names.length > 0 && outcome === observed
    ? []
    : [found('newest', names.length > 0 ? outcome : 'something', observed)];
}

/** With what came before it about the same resource. */
function repeated({ channel }: Operation, each: MessageCase): string {
  const { exchange, address: routingKey } = channel;
  const all = each.newer === undefined ? [each] : [each.newer.case, each];
  return repeatOf(
    all.map(({ properties, body, times, id }) => ({ exchange, routingKey, properties, body, times, id })),
  );
}

function secretsIn({ secrets, examples }: Message, each: MessageCase, { body }: Letter): readonly string[] {
  const payload = examples[0]?.payload as Readonly<Record<string, unknown>> | undefined;
  return secrets.filter((name) => {
    const secret = String(payload?.[name]);
    return each.body.includes(secret) && body.includes(secret);
  });
}

const ofQueue = (
  { id, channel }: Operation,
  check: 'consumer' | 'consumer-unblocked',
  rule: string,
  expected: string,
  observed: string,
): MessageFinding => ({ operation: id, ...asking(check), rule, expected, observed, repeat: showQueue(channel.queue) });

async function isConsumed(tap: Tap, { channel }: Operation, timeoutMs: number): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while ((await tap.depth(channel.queue)).consumers === 0) {
    if (Date.now() > until) return false;
    await pause(100);
  }
  return true;
}

async function blocked(tap: Tap, operation: Operation, timeoutMs: number): Promise<MessageFinding[]> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const { waiting } = await tap.depth(operation.channel.queue);
    if (waiting === 0) return [];
    if (Date.now() > until)
      return [ofQueue(operation, 'consumer-unblocked', 'blocked', 'nothing waits', `${waiting} messages`)];
    await pause(100);
  }
}
