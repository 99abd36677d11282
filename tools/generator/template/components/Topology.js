// topology.ts: exchanges, queues, dead letters and bindings of one document.
import { Text } from '@asyncapi/generator-react-sdk';
import { record } from './facts.js';

export function Topology({ header, channels }) {
  const queues = channels.filter(({ queue }) => queue !== undefined);
  const exchanges = [
    ...channels.filter(({ exchange }) => exchange !== undefined).map(({ exchange: { name, type, durable } }) => ({ name, type, durable })),
    ...queues.map(({ queue }) => ({ name: queue.deadLetter.exchange, type: 'direct', durable: true })),
  ];
  return (
    <Text>
      {header}
      {"\nimport type { Topology } from '../runtime/amqp.ts';\n\n"}
      {'export const topology: Topology = {\n'}
      {list('exchanges', unique(exchanges, ({ name }) => name))}
      {list('queues', unique(queues.flatMap(withDeadLetters), ({ name }) => name))}
      {list('bindings', unique(queues.flatMap(bindings), ({ exchange, queue, routingKey }) => `${exchange} ${queue} ${routingKey}`))}
      {'};'}
    </Text>
  );
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
