// The pull of every minute, by a clock that is turned by hand: what no message reported is known after it, also when
// one before it failed.
import test from 'ava';
import type { Changes, Instance } from '../../../generated/infra/types.ts';
import type { Plain } from '../../../generated/runtime/brand.ts';
import { manualClock } from '../../lib/clock.ts';
import { changes } from './changes.ts';

type Kept = { epoch: string | null; sequence: number; readonly states: Map<string, string> };

const instance = (instance_id: string, sequence: number, state: Instance['state']) =>
  ({ instance_id, sequence, state }) as Instance;

/** An infrastructure and a copy of it in words, and how often the one was asked. */
function scene() {
  const clock = manualClock();
  const there = { epoch: 'one', items: [] as Instance[], isDown: false };
  const kept: Kept = { epoch: null, sequence: 0, states: new Map() };
  const asked: number[] = [];
  const failed: string[] = [];
  const keep = (items: readonly Pick<Plain<Instance>, 'instance_id' | 'state'>[]) => {
    for (const { instance_id, state } of items) kept.states.set(instance_id, state);
  };
  const pulling = changes({
    clock,
    report: { dependencyFailed: (facts) => void failed.push(String(facts?.dependency)) },
    infra: {
      async changes(since): Promise<Changes> {
        asked.push(since);
        if (there.isDown) throw new Error('nobody is there');
        const [item, next] = there.items.filter(({ sequence }) => sequence > since);
        const items = item === undefined ? [] : [item];
        return { epoch: there.epoch, sequence: item?.sequence ?? since, more: next !== undefined, items };
      },
    },
    instances: {
      position: async () => ({ epoch: kept.epoch, sequence: kept.sequence }),
      async pulled(epoch, sequence, items) {
        if (kept.epoch !== epoch) return 'other epoch';
        kept.sequence = sequence;
        keep(items);
        return 'stored';
      },
      async replaced(epoch, sequence, items) {
        kept.states.clear();
        Object.assign(kept, { epoch, sequence });
        keep(items);
      },
    },
  });
  return { clock, there, kept, asked, failed, pulling };
}

test('changes reads everything that changed each minute from where it stopped, whatever came before', async (t) => {
  const { clock, there, kept, asked, failed, pulling } = scene();
  there.items.push(instance('anna', 1, 'creating'), instance('ben', 2, 'creating'));
  const stopping = new AbortController();
  const running = pulling.run(stopping.signal);
  const states = () => Object.fromEntries(kept.states);
  await clock.advance(0);
  await new Promise(setImmediate);
  t.deepEqual([states(), kept.sequence], [{ anna: 'creating', ben: 'creating' }, 2], 'at once');
  there.items.push(instance('anna', 3, 'running'));
  await clock.advance(59_999);
  t.is(kept.states.get('anna'), 'creating');
  await clock.advance(1);
  await new Promise(setImmediate);
  t.is(kept.states.get('anna'), 'running', 'within a minute');
  there.isDown = true;
  there.items.push(instance('ben', 4, 'failed'));
  await clock.advance(60_000);
  await new Promise(setImmediate);
  t.deepEqual([failed, kept.states.get('ben')], [['infra'], 'creating']);
  there.isDown = false;
  await clock.advance(60_000);
  await new Promise(setImmediate);
  t.is(kept.states.get('ben'), 'failed', 'the next one makes good for it');
  Object.assign(there, { epoch: 'two', items: [instance('carl', 1, 'stopped')] });
  await clock.advance(60_000);
  await new Promise(setImmediate);
  t.deepEqual([states(), kept.epoch], [{ carl: 'stopped' }, 'two'], 'a restored database is read from its beginning');
  const before = asked.length;
  stopping.abort();
  await running;
  await clock.advance(120_000);
  t.is(asked.length, before);
});

test('changes gives callers that ask during a pull the next one, together', async (t) => {
  const { there, kept, asked, pulling } = scene();
  kept.epoch = 'one';
  const first = pulling.pull();
  there.items.push(instance('anna', 1, 'running'));
  await Promise.all([first, pulling.pull(), pulling.pull()]);
  t.deepEqual([asked.length, kept.states.get('anna')], [2, 'running']);
});
