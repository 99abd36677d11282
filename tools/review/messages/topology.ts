// Exchanges, queues, bindings and dead letters. RabbitMQ refuses to declare an existing exchange or queue with other properties (406), so those cannot change in place.

import type { Direction, Verdict } from '../change.ts';
import { type Finding, found } from '../finding.ts';
import { additive, breaking, editorial } from '../schema/verdicts.ts';
import { canonical, list, type Node } from '../source.ts';
import { amqp, type Channel } from './channel.ts';
import type { ChannelRule } from './rule.ts';

const refused = 'The broker refuses to declare it anew with another property (406); it has to be deleted or renamed';

const lines = (before: Node | undefined, after: Node | undefined, channels: readonly [Channel, Channel]) => ({
  before: before ?? channels[0].node,
  after: after ?? channels[1].node,
});

export const binding: ChannelRule = {
  id: 'bindings.amqp',
  reason: 'Both ends agree on exchange, key and queue; a message sent to another place is not found.',
  compare(before, after) {
    const [old, now] = [amqp(before), amqp(after)];
    if (old === undefined && now === undefined) return [];
    const ends = lines(old, now, [before, after]);
    if (old === undefined)
      return [
        found(
          'both',
          '',
          { ...ends, rule: 'binding-added', what: 'it is bound to the broker' },
          additive('Nothing was said of the broker before.'),
        ),
      ];
    if (now === undefined)
      return [
        found(
          'both',
          '',
          { ...ends, rule: 'binding-removed', what: 'it is no longer bound to the broker' },
          breaking('Neither end knows where to send or to listen.'),
        ),
      ];
    return [...kind(old, now), ...exchange(old, now), ...queue(old, now)];
  },
};

function kind(old: Node, now: Node): Finding[] {
  if (old.fields.is === now.fields.is) return [];
  const where = {
    rule: 'binding-kind-changed',
    what: `it is a ${String(now.fields.is)}, no longer a ${String(old.fields.is)}`,
    before: old.raw('is') ?? old,
    after: now.raw('is') ?? now,
  };
  return [found('both', '', where, breaking('Both ends address it in the other way.'))];
}

/** What AMQP takes where the document is silent. */
const exchangeDefaults: Readonly<Record<string, unknown>> = {
  name: '',
  type: 'topic',
  durable: undefined,
  autoDelete: undefined,
  vhost: '/',
};
const queueDefaults: Readonly<Record<string, unknown>> = {
  name: '',
  durable: undefined,
  exclusive: undefined,
  autoDelete: undefined,
  vhost: '/',
};

const exchange = (old: Node, now: Node): Finding[] =>
  parts('exchange', exchangeDefaults, old, now, ['producers publish to it and consumers bind queues to it']);
const queue = (old: Node, now: Node): Finding[] => parts('queue', queueDefaults, old, now, ['consumers read from it']);

function parts(
  name: string,
  defaults: Readonly<Record<string, unknown>>,
  old: Node,
  now: Node,
  users: readonly string[],
): Finding[] {
  const [one, other] = [old.get(name), now.get(name)];
  return Object.entries(defaults).flatMap(([key, usual]) => {
    const [was, is] = [one?.fields[key] ?? usual, other?.fields[key] ?? usual];
    if (canonical(was) === canonical(is)) return [];
    const where = {
      rule: `${name}-${key === 'autoDelete' ? 'auto-delete' : key}-changed`,
      what: `${name} ${key} changes from ${JSON.stringify(was)} to ${JSON.stringify(is)}`,
      before: one?.raw(key) ?? one ?? old,
      after: other?.raw(key) ?? other ?? now,
    };
    const why =
      key === 'name' || key === 'vhost'
        ? `The old one gets nothing any more: ${users.join()}.`
        : `${refused}; ${users.join()}.`;
    return [found('both', '', where, breaking(why))];
  });
}

type Judge = (was: number | undefined, is: number | undefined) => Verdict;

/** More is safe, nothing is safest. */
const moreIsSafe =
  (less: string, more: string): Judge =>
  (was, is) =>
    is === undefined || (was !== undefined && is > was) ? additive(more) : breaking(less);

const arguments_: Readonly<Record<string, { what: string; direction: Direction; judge: Judge }>> = {
  delivery_limit: {
    what: 'deliveries before a message goes to the dead letters',
    direction: 'consumer',
    judge: moreIsSafe(
      'A message that {readers} could not take yet goes to the dead letters sooner than they rely on.',
      '{Readers} get a message more often before it is given up; the queue has to be declared anew (406).',
    ),
  },
  message_ttl_ms: {
    what: 'milliseconds that a message waits',
    direction: 'consumer',
    judge: moreIsSafe(
      'A message expires before {readers} that were away for as long as was allowed come back.',
      '{Readers} find messages for longer; the queue has to be declared anew (406).',
    ),
  },
  prefetch: {
    what: 'messages that one consumer holds',
    direction: 'consumer',
    judge: () => editorial('Each consumer sets it for itself; no message changes.'),
  },
};

export const queueArguments: ChannelRule = {
  id: 'x-amqp arguments',
  reason: 'They decide how long a message waits and how often it is tried.',
  compare(before, after) {
    const [old, now] = [amqp(before)?.get('x-amqp'), amqp(after)?.get('x-amqp')];
    return Object.entries(arguments_).flatMap(([name, { what, direction, judge }]) => {
      const [was, is] = [old?.fields[name], now?.fields[name]] as [number | undefined, number | undefined];
      if (was === is) return [];
      const ends = lines(old?.raw(name) ?? old, now?.raw(name) ?? now, [before, after]);
      const verb = was === undefined ? 'added' : is === undefined ? 'removed' : is < was ? 'lowered' : 'raised';
      const shown = (value: number | undefined) => value?.toLocaleString('en') ?? 'no limit';
      return [
        found(
          direction,
          '',
          {
            ...ends,
            rule: `${name.replaceAll('_', '-').replace('-ms', '')}-${verb}`,
            what: `${what}: ${shown(was)}, now ${shown(is)}`,
          },
          judge(was, is),
        ),
      ];
    });
  },
};

export const queueIdentity: ChannelRule = {
  id: 'x-amqp queue',
  reason: 'Consumers name the queue; its type cannot change in place; dead letters are watched by name.',
  compare(before, after) {
    const [old, now] = [amqp(before)?.get('x-amqp'), amqp(after)?.get('x-amqp')];
    const ends = (name: string) => lines(old?.raw(name) ?? old, now?.raw(name) ?? now, [before, after]);
    const findings: Finding[] = [];
    const differs = (name: string) => canonical(old?.fields[name]) !== canonical(now?.fields[name]);
    if (differs('queue'))
      findings.push(
        old?.fields.queue === undefined
          ? found(
              'consumer',
              '',
              { ...ends('queue'), rule: 'queue-added', what: `the queue \`${String(now?.fields.queue)}\` is new` },
              additive('{Readers} may read from it.'),
            )
          : found(
              'consumer',
              '',
              {
                ...ends('queue'),
                rule: 'queue-removed',
                what: `the queue \`${String(old.fields.queue)}\` is ${now?.fields.queue === undefined ? 'gone' : `now \`${String(now.fields.queue)}\``}`,
              },
              breaking('{Readers} of the old queue get nothing any more, and what waits in it is left.'),
            ),
      );
    if (differs('type') && old?.fields.queue !== undefined && now?.fields.queue !== undefined)
      findings.push(
        found(
          'both',
          '',
          {
            ...ends('type'),
            rule: 'queue-type-changed',
            what: `the queue is ${String(now.fields.type)}, no longer ${String(old.fields.type)}`,
          },
          breaking(`${refused}, and its clients may not read the other type.`),
        ),
      );
    if (differs('dead_letter')) findings.push(deadLetter(old, now, ends('dead_letter')));
    return [...findings, ...bindings(old, now, [before, after])];
  },
};

function deadLetter(old: Node | undefined, now: Node | undefined, ends: { before: Node; after: Node }): Finding {
  const name = (node: Node | undefined) =>
    `\`${String(node?.get('dead_letter', 'queue')?.value ?? node?.get('dead_letter', 'exchange')?.value ?? 'nowhere')}\``;
  if (old?.fields.dead_letter === undefined)
    return found(
      'consumer',
      '',
      { ...ends, rule: 'dead-letter-added', what: `refused messages go to ${name(now)}` },
      additive('Until now they were dropped; the queue has to be declared anew (406).'),
    );
  if (now?.fields.dead_letter === undefined)
    return found(
      'consumer',
      '',
      { ...ends, rule: 'dead-letter-removed', what: 'refused messages are dropped' },
      breaking('Whoever reads or repeats dead letters loses them.'),
    );
  return found(
    'consumer',
    '',
    { ...ends, rule: 'dead-letter-changed', what: `refused messages go to ${name(now)}, no longer to ${name(old)}` },
    breaking('Whoever reads the old dead letters finds nothing any more.'),
  );
}

function bindings(old: Node | undefined, now: Node | undefined, channels: readonly [Channel, Channel]): Finding[] {
  const of = (node: Node | undefined) => new Map(list(node?.fields.bindings).map((each) => [canonical(each), each]));
  const [was, is] = [of(old), of(now)];
  const ends = lines(old?.raw('bindings') ?? old, now?.raw('bindings') ?? now, channels);
  return [
    ...[...was.keys()]
      .filter((key) => !is.has(key))
      .map((key) =>
        found(
          'both',
          '',
          { ...ends, rule: 'extra-binding-removed', what: `the queue is no longer bound by ${key}` },
          breaking('Messages sent by that key no longer arrive.'),
        ),
      ),
    ...[...is.keys()]
      .filter((key) => !was.has(key))
      .map((key) =>
        found(
          'both',
          '',
          { ...ends, rule: 'extra-binding-added', what: `the queue is also bound by ${key}` },
          additive('Messages sent by that key arrive too; their form is that of the channel.'),
        ),
      ),
  ];
}
