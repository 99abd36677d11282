// The queue that a channel names in x-amqp: its arguments, dead letters and keys, as the generated topology declares
// them.

import { type QueueFacts, queueArguments as wire } from '../../../runtime/messages/amqp.ts';
import type { Verdict } from '../change.ts';
import { type Finding, found } from '../finding.ts';
import { additive, breaking, editorial, type Where } from '../schema/verdicts.ts';
import { canonical, fields, list, type Node, text } from '../source.ts';
import { amqp, type Channel } from './channel.ts';
import type { ChannelRule } from './rule.ts';
import { declared } from './topology.ts';

const own = (channel: Channel): Node | undefined => amqp(channel)?.get('x-amqp');

/** What stands where the contract is silent: spec/README.md. */
const defaults = { type: 'quorum', delivery_limit: 5, attempts: 5 } as const;

type Queue = QueueFacts & { readonly attempts: number };

export function queueOf(channel: Channel): Queue | undefined {
  const node = own(channel);
  const name = text(node?.fields.queue) || text(amqp(channel)?.get('queue', 'name')?.value);
  if (name === '') return undefined;
  const number = (key: string) => node?.fields[key] as number | undefined;
  const { exchange, queue, by } = fields(node?.get('dead_letter')?.value);
  const kept = queue !== undefined && by !== 'consumer' && ![...channel.messages.values()].some(isSecret);
  const [ttl, length] = [number('message_ttl_ms'), number('max_length')];
  return {
    name,
    type: node?.fields.type === 'classic' ? 'classic' : defaults.type,
    durable: true,
    attempts: number('attempts') ?? defaults.attempts,
    deliveryLimit: number('delivery_limit') ?? defaults.delivery_limit,
    ...(kept ? { deadLetter: { exchange: String(exchange), routingKey: String(queue) } } : {}),
    ...(ttl === undefined ? {} : { messageTtlMs: ttl }),
    ...(length === undefined ? {} : { maxLength: length }),
  };
}

/** The broker keeps no dead letters of a message with a secret; its consumer sends them on without it. */
function isSecret(message: Node): boolean {
  const visited = new Set<string>();
  const holds = (node: Node | undefined): boolean => {
    if (node === undefined || visited.has(node.id)) return false;
    visited.add(node.id);
    const inner = ['oneOf', 'anyOf', 'allOf'].flatMap((name) => node.get(name)?.items() ?? []);
    const children = (node.get('properties')?.entries() ?? []).map(([, child]) => child);
    return node.fields['x-secret'] === true || [...children, ...inner, node.get('items')].some(holds);
  };
  return holds(message.get('payload'));
}

type Pair = {
  readonly before: Channel;
  readonly after: Channel;
  readonly old: Queue;
  readonly now: Queue;
};

/** Whether the broker holds the queue with another value of one of these arguments, and so refuses it. */
const isRefused = ({ old, now }: Pair, ...names: readonly string[]): boolean =>
  old.name === now.name && names.some((name) => wire(old)[name] !== wire(now)[name]);

/** Where a key of x-amqp stands on both sides, or what is around it. */
const ends = ({ before, after }: Pick<Pair, 'before' | 'after'>, name: string): Pick<Where, 'before' | 'after'> => ({
  before: own(before)?.raw(name) ?? own(before) ?? before.node,
  after: own(after)?.raw(name) ?? own(after) ?? after.node,
});

type Limit = {
  readonly key: string;
  /** None: the broker does not know of it. */
  readonly argument?: string;
  readonly of: (queue: Queue) => number | undefined;
  readonly what: string;
  readonly less: string;
  readonly more: string;
};

const limits: readonly Limit[] = [
  {
    key: 'delivery_limit',
    argument: 'x-delivery-limit',
    of: ({ deliveryLimit }) => deliveryLimit,
    what: 'deliveries before a message goes to the dead letters',
    less: 'a message that consumers could not take yet goes to the dead letters sooner than they rely on.',
    more: 'consumers get a message more often before it is given up.',
  },
  {
    key: 'attempts',
    of: ({ attempts }) => attempts,
    what: 'attempts of the consumer before a message goes to the dead letters',
    less: 'a message that succeeds at a later attempt goes to the dead letters instead.',
    more: 'a message is tried more often before it is given up.',
  },
  {
    key: 'message_ttl_ms',
    argument: 'x-message-ttl',
    of: ({ messageTtlMs }) => messageTtlMs,
    what: 'milliseconds that a message waits',
    less: 'a message expires before consumers that were away for as long as was allowed come back.',
    more: 'consumers find messages for longer.',
  },
  {
    key: 'max_length',
    argument: 'x-max-length',
    of: ({ maxLength }) => maxLength,
    what: 'messages that the queue holds',
    less: 'the oldest messages beyond it are dropped before consumers that are behind read them.',
    more: 'consumers that are behind lose fewer messages.',
  },
];

export const queueArguments: ChannelRule = {
  id: 'x-amqp arguments',
  reason:
    'They control how long a message waits and how often it is delivered, and the broker does not change them for an existing queue.',
  compare(before, after) {
    const [old, now] = [queueOf(before), queueOf(after)];
    if (old === undefined || now === undefined) return [];
    const pair = { before, after, old, now };
    return [...limits.flatMap((limit) => limited(limit, pair)), ...prefetch(before, after)];
  },
};

function limited(limit: Limit, pair: Pair): Finding[] {
  const [was, is] = [limit.of(pair.old), limit.of(pair.now)];
  if (was === is) return [];
  const verb = was === undefined ? 'added' : is === undefined ? 'removed' : is < was ? 'lowered' : 'raised';
  const shown = (value: number | undefined) => value?.toLocaleString('en') ?? 'no limit';
  const rule = `${limit.key.replaceAll('_', '-').replace('-ms', '')}-${verb}`;
  const where = { ...ends(pair, limit.key), rule, what: `${limit.what}: ${shown(was)}, now ${shown(is)}` };
  const less = verb === 'added' || verb === 'lowered';
  const why = less ? limit.less : limit.more;
  if (limit.argument !== undefined && isRefused(pair, limit.argument)) return [declared(pair.after, where, why)];
  const sentence = `${why[0]?.toUpperCase()}${why.slice(1)}`;
  return [found('consumer', '', where, less ? breaking(sentence) : additive(sentence))];
}

function prefetch(before: Channel, after: Channel): Finding[] {
  const [was, is] = [before, after].map((channel) => own(channel)?.fields.prefetch);
  if (was === is) return [];
  const what = `messages that one consumer holds: ${String(was ?? 'the usual number')}, now ${String(is ?? 'the usual number')}`;
  const where = { ...ends({ before, after }, 'prefetch'), rule: 'prefetch-changed', what };
  return [found('consumer', '', where, editorial('It is a setting of each consumer and changes no message.'))];
}

export const queueIdentity: ChannelRule = {
  id: 'x-amqp queue',
  reason:
    'Consumers and monitoring use the names of the queue and of its dead-letter queue, and a queue cannot change its type.',
  compare(before, after) {
    const [old, now] = [queueOf(before), queueOf(after)];
    if (old === undefined && now === undefined) return [];
    const where = (rule: string, what: string) => ({ ...ends({ before, after }, 'queue'), rule, what });
    if (old === undefined)
      return [
        found(
          'consumer',
          '',
          where('queue-added', `the queue \`${now?.name}\` is new`),
          additive('{Readers} may read from it.'),
        ),
      ];
    if (now === undefined) return [lost(where('queue-removed', `the queue \`${old.name}\` is gone`))];
    const pair = { before, after, old, now };
    const renamed = old.name !== now.name;
    return [
      ...(renamed && own(before)?.fields.queue !== undefined
        ? [lost(where('queue-removed', `the queue \`${old.name}\` is now \`${now.name}\``))]
        : []),
      ...(old.type === now.type || renamed ? [] : [retyped(pair)]),
      ...deadLetters(pair),
      ...keys(pair),
    ];
  },
};

const lost = (where: Where): Finding =>
  found(
    'consumer',
    '',
    where,
    breaking('{Readers} of the old queue get nothing any more, and what waits in it is left.'),
  );

const retyped = (pair: Pair): Finding =>
  declared(
    pair.after,
    {
      ...ends(pair, 'type'),
      rule: 'queue-type-changed',
      what: `the queue and its dead letters are ${pair.now.type}, no longer ${pair.old.type}`,
    },
    'and its clients may not read the other type.',
  );

const deadArguments = ['x-dead-letter-exchange', 'x-dead-letter-routing-key'] as const;

function deadLetters(pair: Pair): Finding[] {
  const [was, is] = [pair.before, pair.after].map((channel) => own(channel)?.get('dead_letter')) as [
    Node | undefined,
    Node | undefined,
  ];
  const refused = isRefused(pair, ...deadArguments);
  const name = (node: Node | undefined) =>
    `\`${text(node?.fields.queue) || text(node?.fields.exchange) || 'nowhere'}\``;
  const where = (rule: string, what: string) => ({ ...ends(pair, 'dead_letter'), rule, what });
  const report = (place: Where, why: string, verdict: (why: string) => Verdict): Finding[] => [
    refused ? declared(pair.after, place, why) : found('consumer', '', place, verdict(why)),
  ];
  const target = (node: Node | undefined) => canonical({ ...fields(node?.value), by: undefined });
  if (target(was) === target(is)) {
    if (!refused) return [];
    const byConsumer = pair.now.deadLetter === undefined;
    return report(
      where(
        'dead-letter-argument-changed',
        `dead letters come from ${byConsumer ? 'the consumer alone, without their secrets' : 'the broker too'}`,
      ),
      byConsumer ? 'what expires is dropped.' : 'what expires is kept.',
      breaking,
    );
  }
  if (was === undefined)
    return report(
      where('dead-letter-added', `refused messages go to ${name(is)}`),
      'until now they were dropped.',
      additive,
    );
  if (is === undefined)
    return report(
      where('dead-letter-removed', 'refused messages are dropped'),
      'tools that read or repeat dead letters loses them.',
      breaking,
    );
  return report(
    where('dead-letter-changed', `refused messages go to ${name(is)}, no longer to ${name(was)}`),
    'tools that read the old dead letters finds nothing any more.',
    breaking,
  );
}

/** By which keys the exchange gives messages to the queue. */
function keys(pair: Pair): Finding[] {
  const of = (channel: Channel) => {
    const named = list(own(channel)?.fields.routing_keys).map(String);
    return named.length > 0 ? named : [channel.address];
  };
  const [old, now] = [of(pair.before), of(pair.after)];
  const where = (rule: string, what: string) => ({ ...ends(pair, 'routing_keys'), rule, what });
  return [
    ...old
      .filter((key) => !now.includes(key))
      .map((key) =>
        found(
          'both',
          '',
          where('routing-key-removed', `the queue is no longer bound by \`${key}\``),
          breaking('Messages with that routing key no longer arrive.'),
        ),
      ),
    ...now
      .filter((key) => !old.includes(key))
      .map((key) =>
        found(
          'both',
          '',
          where('routing-key-added', `the queue is also bound by \`${key}\``),
          additive('Messages with that routing key also arrive, and have the schema of the channel.'),
        ),
      ),
  ];
}
