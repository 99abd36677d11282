// Whether a broker holds exchanges and queues in the form that the document says. Asked as a consumer would: by
// declaring them, which makes nothing that is missing.

import { asking } from '../checks.ts';
import type { Json } from '../contract/bundle.ts';
import type { Declaration } from './declaration.ts';
import type { Channel, MessageContract } from './document.ts';
import type { MessageFinding } from './published.ts';
import { showExchange, showQueue } from './repeat.ts';
import type { Tap } from './tap.ts';

/**
 * Of a queue by the keys of its x-amqp, and of its dead letters. Not the code that declares them in the services: this
 * judges it.
 */
export function queuesOf({ own }: Pick<Channel, 'own'>): readonly Declaration[] {
  const { queue, type = 'quorum', delivery_limit: limit = 5, message_ttl_ms: ttl, max_length: length } = own;
  const dead = own.dead_letter as Json;
  const quorum = { 'x-queue-type': 'quorum' };
  const queueArguments = {
    ...(type === 'quorum' ? { ...quorum, 'x-delivery-limit': Number(limit) } : {}),
    ...(dead.by === 'consumer'
      ? {}
      : { 'x-dead-letter-exchange': String(dead.exchange), 'x-dead-letter-routing-key': String(dead.queue) }),
    ...(ttl === undefined ? {} : { 'x-message-ttl': Number(ttl) }),
    ...(length === undefined ? {} : { 'x-max-length': Number(length) }),
  };
  return [
    { name: String(queue), durable: true, queueArguments },
    { name: String(dead.queue), durable: true, queueArguments: (dead.type ?? type) === 'quorum' ? quorum : {} },
  ];
}

export function declarationsOf({ channels }: Pick<MessageContract, 'channels'>): readonly Declaration[] {
  const all = channels.flatMap((channel) => [
    { name: channel.exchange, durable: channel.durable, type: channel.exchangeType },
    { name: channel.deadLetter.exchange, durable: true, type: 'direct' },
    ...queuesOf(channel),
  ]);
  return [...new Map(all.map((each) => [`${'type' in each} ${each.name}`, each])).values()];
}

export async function judgeDeclarations(
  contract: Pick<MessageContract, 'channels'>,
  tap: Pick<Tap, 'declare'>,
): Promise<{ readonly findings: readonly MessageFinding[]; readonly declared: number }> {
  const findings: MessageFinding[] = [];
  const declarations = declarationsOf(contract);
  for (const each of declarations) {
    const answer = await tap.declare(each);
    if (answer === 'equal') continue;
    findings.push({
      operation: each.name,
      ...asking('declared'),
      ...(answer === 'missing'
        ? { rule: 'declared', expected: 'it is there', observed: 'it is missing' }
        : refusal(answer)),
      repeat: 'type' in each ? showExchange(each.name) : showQueue(each.name),
    });
  }
  return { findings, declared: declarations.length };
}

/**
 * RabbitMQ says: PRECONDITION_FAILED - inequivalent arg 'x-message-ttl' for queue 'q' in vhost '/': received the value
 * '5' of type 'long' but current is ...
 */
function refusal(answer: string) {
  const [, rule = 'form', received = answer, current = answer] =
    /inequivalent arg '([^']+)' for .*?: received (.*?) but current is (.*?)"?$/.exec(answer) ?? [];
  return { rule, expected: received, observed: current };
}
