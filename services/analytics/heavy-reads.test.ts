// How many heavy reads run at once, by a clock that the test turns. With a real database: ../heavy-reads.test.ts.
import test from 'ava';
import type { DealerId, ReadScope } from '../../adapters/store/analytics/port.ts';
import { manualClock } from '../kit/clock.ts';
import { heavyReadBounds, heavyReads } from './heavy-reads.ts';

const scopeOf = (...dealers: readonly string[]): readonly ReadScope[] =>
  dealers.map((dealerId) => ({ dealerId: dealerId as DealerId, brands: null, regions: null }));

/** Reads that end when the test says so. */
function reads(rows: number = heavyReadBounds.rows) {
  const clock = manualClock();
  const refused: string[] = [];
  const heavy = heavyReads({ clock, report: { limited: (facts) => void refused.push(String(facts?.policy)) } });
  const ends: (() => void)[] = [];
  let running = 0;
  const read = (dealers: readonly string[], signal = new AbortController().signal) =>
    heavy.run(
      { scope: scopeOf(...dealers), standing: { rows } },
      async () => {
        running += 1;
        await new Promise<void>((resolve) => ends.push(resolve));
        running -= 1;
        return 'read' as const;
      },
      signal,
    );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { clock, refused, read, ends, settle, running: () => running };
}

test('two heavy reads of a dealer run at once; a third waits for room, and not for long', async (t) => {
  const { clock, refused, read, ends, settle, running } = reads();
  const first = [read(['alfa']), read(['alfa'])];
  const [third, fourth] = [read(['alfa']), read(['alfa'])];
  await settle();
  t.is(running(), 2);
  ends.shift()?.();
  await settle();
  t.is(running(), 2, 'the third has the place of the first');
  await clock.advance(heavyReadBounds.waitMs);
  t.is(await fourth, 'busy');
  t.deepEqual(refused, ['heavy-reads']);
  for (const end of ends) end();
  t.deepEqual(await Promise.all([...first, third]), ['read', 'read', 'read']);
});

test('all dealers together have four heavy reads at once, and a read of several dealers counts for each of them', async (t) => {
  const { clock, read, ends, settle, running } = reads();
  const started = [read(['alfa', 'beta']), read(['alfa']), read(['beta']), read(['gamma'])];
  const late = [read(['delta']), read(['alfa', 'delta'])];
  await settle();
  t.is(running(), 4);
  await clock.advance(heavyReadBounds.waitMs);
  t.deepEqual(await Promise.all(late), ['busy', 'busy']);
  for (const end of ends) end();
  t.deepEqual(await Promise.all(started), ['read', 'read', 'read', 'read']);
  const again = read(['alfa']);
  await settle();
  ends.at(-1)?.();
  t.is(await again, 'read', 'all room was given back');
});

test('a read that fails gives its room back', async (t) => {
  const heavy = heavyReads({ clock: manualClock(), report: { limited: () => {} } });
  const of = { scope: scopeOf('alfa'), standing: { rows: heavyReadBounds.rows } };
  const { signal } = new AbortController();
  for (let i = 0; i < 5; i++)
    await t.throwsAsync(
      heavy.run(of, () => Promise.reject(new Error('timeout')), signal),
      { message: 'timeout' },
    );
  t.is(await heavy.run(of, async () => 'read', signal), 'read');
});

test('a caller who has gone does not wait, and what it began keeps its room until it has ended', async (t) => {
  const { read, ends, settle, running } = reads();
  const caller = new AbortController();
  const begun = [read(['alfa'], caller.signal), read(['alfa'], caller.signal)];
  const waiting = read(['alfa'], caller.signal);
  await settle();
  caller.abort();
  t.is(await waiting, 'busy');
  t.is(running(), 2);
  for (const end of ends) end();
  t.deepEqual(await Promise.all(begun), ['read', 'read']);
});

test('reads of few rows are not counted', async (t) => {
  const { read, ends, settle, running } = reads(heavyReadBounds.rows - 1);
  const all = Array.from({ length: 100 }, () => read(['alfa']));
  await settle();
  t.is(running(), 100);
  for (const end of ends) end();
  await Promise.all(all);
});
