// The order in which instances are worked on.
import test from 'ava';
import type { InstanceId } from '../../adapters/store/labs/port.ts';
import { Queue } from './queue.ts';

/** Work that ends when the test says so. */
function queueOf(parallel: number) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const stopping = new AbortController();
  const queue = new Queue(
    (id) => {
      begun.push(id);
      return new Promise((resolve) => ends.set(id, resolve));
    },
    parallel,
    stopping.signal,
  );
  return {
    begun,
    stop: () => stopping.abort(),
    add: (...ids: readonly string[]) => ids.forEach((id) => void queue.add(id as InstanceId)),
    addStarted: (...ids: readonly string[]) => ids.forEach((id) => void queue.addStarted(id as InstanceId)),
    forget: (id: string) => queue.forget(id as InstanceId),
    outsideLimit: <T>(login: () => Promise<T>) => queue.outsideLimit(login),
    async end(id: string): Promise<void> {
      ends.get(id)?.();
      await new Promise(setImmediate);
    },
  };
}

test('a lab that the cluster reports is worked on in turn with those whose start has not begun', async (t) => {
  const { add, addStarted, end, begun } = queueOf(1);
  add('anna', 'ben', 'carl', 'dora');
  addStarted('eva', 'carl', 'finn');
  for (const id of ['anna', 'eva', 'ben', 'carl', 'dora', 'finn']) await end(id);
  t.deepEqual(begun, ['anna', 'eva', 'ben', 'carl', 'dora', 'finn']);
});

test('an instance is worked on once, and comes again when it is called for meanwhile', async (t) => {
  const { add, addStarted, forget, end, begun } = queueOf(2);
  add('anna', 'anna');
  addStarted('anna');
  t.deepEqual(begun, ['anna']);
  await end('anna');
  t.deepEqual(begun, ['anna', 'anna']);
  add('anna');
  addStarted('anna');
  forget('anna');
  await end('anna');
  t.deepEqual(begun, ['anna', 'anna']);
});

test('a login does not count as work, and nothing begins after a stop', async (t) => {
  const { add, outsideLimit, stop, end, begun } = queueOf(1);
  const login = Promise.withResolvers<void>();
  add('anna', 'ben', 'carl');
  const waiting = outsideLimit(() => login.promise);
  t.deepEqual(begun, ['anna', 'ben']);
  login.resolve();
  await waiting;
  await end('anna');
  t.deepEqual(begun, ['anna', 'ben']);
  stop();
  await end('ben');
  t.deepEqual(begun, ['anna', 'ben']);
});
