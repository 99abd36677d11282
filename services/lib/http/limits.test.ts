// The limits in process: the share of a replica, and never a rejected request because a counter is unavailable.
import test from 'ava';
import fc from 'fast-check';
import { manualClock } from '../clock.ts';
import { localCounters } from './gcra.ts';
import { limits } from './limits.ts';

const unavailable = { spend: () => Promise.reject(new Error('away')) };

test('limits grant at most twice the quota in any window, and exactly the quota at once', (t) => {
  const step = fc.record({ wait: fc.integer({ min: 0, max: 2_000 }), cost: fc.integer({ min: 1, max: 4 }) });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 10 }),
      fc.array(step, { maxLength: 200 }),
      (quota, windowS, steps) => {
        const counters = localCounters();
        const granted: { at: number; cost: number }[] = [];
        let now = 0;
        for (const { wait, cost } of steps) {
          now += wait;
          const verdict = counters.spend({ key: 'k', quota, windowS, cost }, now);
          if (verdict.allowed) granted.push({ at: now, cost });
          else if (cost <= quota) {
            // The advice is kept: what is asked again at that time fits.
            const later = now + verdict.retryAfterS * 1_000;
            const copy = localCounters();
            for (const each of granted) copy.spend({ key: 'k', quota, windowS, cost: each.cost }, each.at);
            t.true(copy.spend({ key: 'k', quota, windowS, cost }, later).allowed);
          }
          const within = granted
            .filter(({ at }) => at > now - windowS * 1_000)
            .reduce((sum, each) => sum + each.cost, 0);
          t.true(within <= 2 * quota);
        }
      },
    ),
    { numRuns: 100 },
  );
  const counters = localCounters();
  const burst = Array.from(
    { length: 10 },
    () => counters.spend({ key: 'k', quota: 7, windowS: 60, cost: 1 }, 0).allowed,
  );
  t.is(burst.filter(Boolean).length, 7);
});

test('limits grant a replica its share while the counters are unavailable, and report it once', async (t) => {
  const logged: string[] = [];
  const clock = manualClock();
  const replica = limits({ counters: unavailable, replicas: 3, clock, onChange: (mode) => logged.push(mode) });
  const asked = await Promise.all(
    Array.from({ length: 20 }, () => replica.limit({ policy: 'p', key: 'k', quota: 10, windowS: 60, cost: 1 })),
  );
  t.is(asked.filter(({ allowed }) => allowed).length, 3);
  t.deepEqual(logged, ['local']);
  t.true((await replica.limit({ policy: 'p', key: 'dear', quota: 10, windowS: 60, cost: 10 })).allowed);
});

test('limits bound the memory that hostile keys take', (t) => {
  const counters = localCounters(100);
  for (let i = 0; i < 10_000; i++) counters.spend({ key: `k${i}`, quota: 1, windowS: 60, cost: 1 }, 0);
  t.true(counters.spend({ key: 'k1', quota: 1, windowS: 60, cost: 1 }, 0).allowed);
  t.false(counters.spend({ key: 'k9999', quota: 1, windowS: 60, cost: 1 }, 0).allowed);
});

test('limits never report a window as longer than it is, whatever fraction of a millisecond the clock shows', (t) => {
  const logged = Array.from({ length: 1_000 }, (_, n) => {
    const { resetS } = localCounters().spend({ key: 'k', quota: 1, windowS: 60, cost: 1 }, 1_000 + n * 137.123456789);
    return resetS;
  });
  t.deepEqual([...new Set(logged)], [60]);
});
