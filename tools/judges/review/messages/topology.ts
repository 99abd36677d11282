// Exchanges, and queues that a channel itself is. RabbitMQ refuses to declare an existing one with other properties
// (406), so those cannot change in place.

import { type Finding, found } from '../finding.ts';
import { additive, breaking, type Where } from '../schema/verdicts.ts';
import { canonical, type Node } from '../source.ts';
import { amqp, type Channel, consumers, operators, producers } from './channel.ts';
import type { ChannelRule } from './rule.ts';

const refused =
  'The broker refuses to declare it with another property (406) until it is deleted, so no service that declares it starts';

const lines = (before: Node | undefined, after: Node | undefined, channels: readonly [Channel, Channel]) => ({
  before: before ?? channels[0].node,
  after: after ?? channels[1].node,
});

export const binding: ChannelRule = {
  id: 'bindings.amqp',
  reason: 'Both sides must use the same exchange, routing key and queue; otherwise messages do not arrive.',
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
          additive('The contract did not describe the broker before.'),
        ),
      ];
    if (now === undefined)
      return [
        found(
          'both',
          '',
          { ...ends, rule: 'binding-removed', what: 'it is no longer bound to the broker' },
          breaking('Neither side knows where to send or listen.'),
        ),
      ];
    return [...kind(old, now), ...exchange([before, after], [old, now]), ...queue([before, after], [old, now])];
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
  return [found('both', '', where, breaking('Both sides use the old way to address it.'))];
}

/** What AMQP takes where the document is silent. */
const exchangeDefaults: Readonly<Record<string, unknown>> = {
  name: '',
  type: 'topic',
  durable: undefined,
  autoDelete: false,
  vhost: '/',
};
const queueDefaults: Readonly<Record<string, unknown>> = {
  name: '',
  durable: undefined,
  exclusive: false,
  autoDelete: false,
  vhost: '/',
};

const exchange = (channels: readonly [Channel, Channel], ends: readonly [Node, Node]): Finding[] =>
  parts('exchange', exchangeDefaults, channels, ends, 'producers publish to it and consumers bind queues to it');
const queue = (channels: readonly [Channel, Channel], ends: readonly [Node, Node]): Finding[] =>
  parts('queue', queueDefaults, channels, ends, 'consumers read from it');

function parts(
  name: string,
  defaults: Readonly<Record<string, unknown>>,
  [, after]: readonly [Channel, Channel],
  [old, now]: readonly [Node, Node],
  users: string,
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
    if (key === 'name' || key === 'vhost')
      return [found('both', '', where, breaking(`The old one no longer receives messages: ${users}.`))];
    return [declared(after, where, `${users}.`)];
  });
}

/** A finding about an exchange or queue that is on the broker already. */
export const declared = (channel: Channel, where: Where, more: string): Finding => ({
  ...found('both', '', where, breaking(`${refused}; ${more}`)),
  affects: [operators, ...producers(channel), ...consumers(channel)],
  remedy: 'a new name beside the old one',
});
