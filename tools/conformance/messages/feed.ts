// Feeds one consumer through the broker, and looks what becomes of each message: applied once, or one dead letter with its reason; nothing lost, nothing that blocks the queue.
import { setTimeout as pause } from 'node:timers/promises';
import { type Case, casesOf, good, mark } from './cases.ts';
import type { Message, MessageContract, Operation } from './document.ts';
import type { MessageFinding } from './published.ts';
import type { Letter, Tap } from './tap.ts';

export type Fed = {
  readonly operation: string;
  /** How often the message with that id had its effect. Without it only dead letters and the queue are looked at. */
  readonly applied?: (id: string) => Promise<number>;
};

export type FeedOptions = {
  readonly contract: MessageContract;
  readonly tap: Tap;
  /** How long a consumer may take until all of it is settled. */
  readonly patienceMs: number;
};

export type FedReport = { readonly findings: MessageFinding[]; readonly cases: number };

export async function feed({ contract, tap, patienceMs }: FeedOptions, fed: Fed): Promise<FedReport> {
  const operation = contract.operations.find(({ id, action }) => id === fed.operation && action === 'receive');
  if (operation === undefined) throw new Error(`the contract has no receive operation ${fed.operation}`);
  const { channel } = operation;
  const letters: Letter[] = [];
  await tap.copy(channel.deadLetter.exchange, channel.deadLetter.queue, (letter) => letters.push(letter));
  if (!(await isConsumed(tap, operation, patienceMs)))
    return { findings: [{ ...about(operation), rule: 'consumer', expected: 'one at least', seen: 'none' }], cases: 0 };
  const findings: MessageFinding[] = [];
  let cases = 0;
  for (const message of channel.messages) {
    const all = [...casesOf(contract, message), ...sentinel(message)];
    cases += all.length;
    for (const each of all) await send(tap, operation, each);
    await settled(all, letters, fed, Date.now() + patienceMs);
    for (const each of all) findings.push(...(await verdict(operation, message, each, letters, fed)));
  }
  findings.push(...(await blocked(tap, operation, patienceMs)));
  return { findings, cases };
}

/** A good one behind all that is broken: who gets that far has let nothing block the queue. */
const sentinel = (message: Message): readonly Case[] =>
  good(message)
    .slice(0, 1)
    .map((each) => ({ ...each, check: 'a good message after broken ones' }));

async function send(tap: Tap, { channel }: Operation, { properties, body, times }: Case): Promise<void> {
  for (let n = 0; n < times; n++) await tap.send(channel.exchange, channel.address, { properties, body });
}

/** Until each has come to an end, or patience has. */
async function settled(
  all: readonly Case[],
  letters: readonly Letter[],
  { applied }: Fed,
  until: number,
): Promise<void> {
  const isSettled = async (each: Case): Promise<boolean> =>
    each.wanted === 'dead' || applied === undefined
      ? each.wanted === 'applied' || lettersOf(each, letters).length > 0
      : lettersOf(each, letters).length > 0 || (await applied(each.id)) > 0;
  for (const each of all) while (!(await isSettled(each)) && Date.now() < until) await pause(50);
  // What comes too often comes soon after.
  await pause(200);
}

/** Consumers ignore headers that they do not know, and dead letters keep them. */
const lettersOf = ({ id }: Case, letters: readonly Letter[]): readonly Letter[] =>
  letters.filter(({ headers }) => headers[mark] === id);

async function verdict(
  operation: Operation,
  message: Message,
  each: Case,
  letters: readonly Letter[],
  { applied }: Fed,
): Promise<MessageFinding[]> {
  const mine = lettersOf(each, letters);
  const found = (rule: string, expected: string, seen: string): MessageFinding => ({
    operation: operation.id,
    check: each.check,
    rule,
    expected,
    seen,
  });
  const times = applied === undefined ? undefined : await applied(each.id);
  if (each.wanted === 'applied')
    return [
      ...(mine.length > 0 ? [found('dead letter', 'none', String(mine[0]?.headers['x-reason']))] : []),
      ...(times !== undefined && times > 1 ? [found('applied once', 'one effect', `${times}`)] : []),
      ...(times === 0 && mine.length === 0 ? [found('lost', 'one effect', 'neither an effect nor a dead letter')] : []),
    ];
  const [letter] = mine;
  if (letter === undefined) return [found('lost', 'a dead letter', 'neither a dead letter nor an answer')];
  return [
    ...(mine.length > 1 ? [found('dead letter', 'one', `${mine.length}`)] : []),
    ...(typeof letter.headers['x-reason'] === 'string'
      ? []
      : [
          found(
            'reason',
            'x-reason, told by the consumer',
            JSON.stringify(letter.headers['x-death'] ?? 'none').slice(0, 200),
          ),
        ]),
    ...(times !== undefined && times > 0 ? [found('applied once', 'no effect', `${times}`)] : []),
    ...secretsIn(message, each, letter).map((name) => found('secret', `${name} removed`, `${name} in the dead letter`)),
  ];
}

function secretsIn({ secrets, examples }: Message, each: Case, { body }: Letter): readonly string[] {
  const payload = examples[0]?.payload as Readonly<Record<string, unknown>> | undefined;
  return secrets.filter((name) => {
    const secret = String(payload?.[name]);
    return each.body.includes(secret) && body.includes(secret);
  });
}

const about = ({ id }: Operation) => ({ operation: id, check: 'the queue' });

async function isConsumed(tap: Tap, { channel }: Operation, patienceMs: number): Promise<boolean> {
  const until = Date.now() + patienceMs;
  while ((await tap.depth(channel.queue)).consumers === 0) {
    if (Date.now() > until) return false;
    await pause(100);
  }
  return true;
}

async function blocked(tap: Tap, operation: Operation, patienceMs: number): Promise<MessageFinding[]> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const { waiting } = await tap.depth(operation.channel.queue);
    if (waiting === 0) return [];
    if (Date.now() > until)
      return [{ ...about(operation), rule: 'blocked', expected: 'nothing waits', seen: `${waiting} messages` }];
    await pause(100);
  }
}
