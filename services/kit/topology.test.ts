// Declaring what the contract says, on a real broker that has something else under the same name.
import test from 'ava';
import { openBroker } from '../../adapters/broker/amqp.ts';
import { topology } from '../../generated/lab/topology.ts';
import { freshVhost, parts } from '../../tools/embedded/for-tests.ts';
import { manage } from '../../tools/embedded/rabbitmq.ts';
import { systemClock } from './clock.ts';
import { declared } from './topology.ts';

test('a queue in another form is told until an operator has removed it, and then all is declared', async (t) => {
  const { broker: server } = await parts(t, ['broker']);
  const { vhost, url } = await freshVhost(server);
  const queue = `queues/${vhost}/lab.create`;
  t.true((await manage(server, 'PUT', queue, { durable: true, auto_delete: true })).ok);
  const broker = openBroker({ url, name: 'test' });
  t.teardown(() => broker.close());
  const told = Promise.withResolvers<unknown>();
  const deps = { broker, clock: systemClock, failed: told.resolve, backOff: { firstMs: 50, longestMs: 50 } };
  const declaring = declared(deps, topology, new AbortController().signal);
  t.regex(String(await told.promise), /lab\.create/);
  t.true((await manage(server, 'DELETE', queue)).ok);
  await declaring;
  t.true((await manage(server, 'GET', queue)).ok);
});

test('who is told to end stops waiting for the broker', async (t) => {
  const broker = openBroker({ url: 'amqp://127.0.0.1:1', name: 'test' });
  t.teardown(() => broker.close());
  const ending = new AbortController();
  const deps = { broker, clock: systemClock, failed: () => undefined };
  const declaring = declared(deps, topology, ending.signal);
  ending.abort(new Error('the end'));
  await t.throwsAsync(declaring, { message: 'the end' });
});
