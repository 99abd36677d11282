// topology.ts: exchanges, queues, dead letters and bindings of one document.
import { Text } from '@asyncapi/generator-react-sdk';
import { literal, record } from './facts.js';

export function Topology({ header, channels }) {
  return (
    <Text>
      {header}
      {"\nimport type { Account, Topology } from '../runtime/messages/amqp.ts';\n\n"}
      {`export const topology: Topology = {\n${described(channels)}};\n\n`}
      {'/** By account of the broker: what it declares or needs, and what it may do. */\n'}
      {`export const accounts = {\n${accountsOf(channels).map((account) => accountFacts(account, channels)).join('')}} satisfies Readonly<Record<string, Account>>;`}
    </Text>
  );
}

const withQueue = (channels) => channels.filter(({ queue }) => queue !== undefined);
const byName = (facts) => unique(facts, ({ name }) => name);

function described(channels, { queues = channels, bound = channels } = {}) {
  const exchanges = [
    ...channels.filter(({ exchange }) => exchange !== undefined).map(({ exchange: { name, type, durable } }) => ({ name, type, durable })),
    ...withQueue(bound).map(({ queue }) => ({ name: queue.deadLetter.exchange, type: 'direct', durable: true })),
  ];
  return [
    list('exchanges', byName(exchanges)),
    list('queues', byName([...withQueue(bound).flatMap(withDeadLetters), ...withQueue(queues).map((channel) => withDeadLetters(channel)[0])])),
    list('bindings', unique(withQueue(bound).flatMap(bindings), ({ exchange, queue, routingKey }) => `${exchange} ${queue} ${routingKey}`)),
  ].join('');
}

/** Of a queue from which no service of ours takes, the sender is the owner. */
const ownerOf = ({ receiver, sender }) => receiver ?? sender;
const accountsOf = (channels) => [...new Set(channels.flatMap((channel) => [channel.sender, ownerOf(channel)]))].filter(Boolean).sort();

function accountFacts(account, channels) {
  const sent = channels.filter(({ sender }) => sender === account);
  const owned = withQueue(channels.filter((channel) => ownerOf(channel) === account));
  const used = channels.filter((channel) => sent.includes(channel) || owned.includes(channel));
  const exchanges = (of) => of.flatMap(({ exchange }) => exchange?.name ?? []);
  const queues = owned.flatMap(({ queue }) => [queue.name, queue.deadLetter.routingKey]);
  const dead = owned.map(({ queue }) => queue.deadLetter.exchange);
  const rights = {
    configure: [...exchanges(sent), ...queues, ...dead],
    // Binding a queue to an exchange writes to the queue and reads the exchange.
    write: [...exchanges(sent), ...queues, ...dead],
    read: [...owned.map(({ queue }) => queue.name), ...exchanges(owned), ...dead],
  };
  const names = (list) => `[${[...new Set(list)].sort().map(literal).join(', ')}]`;
  const printed = Object.entries(rights).map(([verb, list]) => `      ${verb}: ${names(list)},\n`).join('');
  const others = [...exchanges(used), ...withQueue(used).map(({ queue }) => queue.name)].filter((name) => !rights.configure.includes(name));
  const topology = `${described(used, { bound: owned })}  others: ${names(others)},\n`.replaceAll(/^/gm, '    ').trimEnd();
  return `  ${account}: {\n    topology: {\n${topology}\n    },\n    rights: {\n${printed}    },\n  },\n`;
}

/** Dead letters that the consumer sends are no argument of the queue: what expired with a secret would be kept, secret and all (decision 16). */
function withDeadLetters({ queue }) {
  const { name, type, deadLetter, isDeadByBroker, deadType, deliveryLimit, messageTtlMs, maxLength, transient } = queue;
  return [
    { name, type, durable: true, deadLetter: isDeadByBroker ? deadLetter : undefined, deliveryLimit, messageTtlMs, maxLength, transient },
    { name: deadLetter.routingKey, type: deadType, durable: true },
  ];
}

const bindings = ({ exchange, queue }) => [
  ...(exchange === undefined ? [] : queue.routingKeys.map((routingKey) => ({ exchange: exchange.name, queue: queue.name, routingKey }))),
  { exchange: queue.deadLetter.exchange, queue: queue.deadLetter.routingKey, routingKey: queue.deadLetter.routingKey },
];

function unique(facts, key) {
  const byKey = new Map();
  for (const fact of facts) {
    const earlier = byKey.get(key(fact));
    if (earlier !== undefined && record(earlier) !== record(fact)) throw new Error(`two descriptions of one thing: ${record(earlier)} and ${record(fact)}`);
    byKey.set(key(fact), fact);
  }
  return [...byKey.values()];
}

const list = (name, facts) => `  ${name}: [\n${facts.map((fact) => `    ${record(fact)},\n`).join('')}  ],\n`;
