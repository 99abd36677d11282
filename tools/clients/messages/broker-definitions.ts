// What a broker holds for all services, in the form that brokers import.
import { topology as analytics } from '../../../generated/analytics/topology.ts';
import { topology as lab } from '../../../generated/lab/topology.ts';
import { queueArguments, type Topology } from '../../../generated/runtime/messages/amqp.ts';

const once = <T>(list: readonly T[]): readonly T[] => [
  ...new Map(list.map((each) => [JSON.stringify(each), each])).values(),
];

/** The topology of both message contracts, each name once. */
export const wholeTopology: Topology = {
  exchanges: once([...analytics.exchanges, ...lab.exchanges]),
  queues: once([...analytics.queues, ...lab.queues]),
  bindings: once([...analytics.bindings, ...lab.bindings]),
};

/** As `rabbitmqctl import_definitions` and the management API read it. */
export const brokerDefinitions = (vhost = '/') => ({
  exchanges: wholeTopology.exchanges.map((each) => ({
    ...each,
    vhost,
    auto_delete: false,
    internal: false,
    arguments: {},
  })),
  queues: wholeTopology.queues.map((queue) => ({
    name: queue.name,
    vhost,
    durable: queue.durable,
    auto_delete: false,
    arguments: queueArguments(queue),
  })),
  bindings: wholeTopology.bindings.map(({ exchange, queue, routingKey }) => ({
    source: exchange,
    vhost,
    destination: queue,
    destination_type: 'queue',
    routing_key: routingKey,
    arguments: {},
  })),
});
