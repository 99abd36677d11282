// A queue over time, by a clock that is turned by hand; its table is an array. On PostgreSQL: relay.server.test.ts and
// the stores' tests.
import test from 'ava';
import type { ClaimResult } from '../../../adapters/store/port.ts';
import { type ManualClock, manualClock } from '../clock.ts';
import { type ClaimQueueOptions, type ClaimTable, claimQueue } from './claim-queue.ts';

type Row = { readonly id: string; attempts: number; dueAt: number; by: string | null };
type Item = { readonly id: string; readonly by: string; readonly attempts: number };

const settle = async () => {
  for (let i = 0; i < 30; i++) await new Promise(setImmediate);
};

/** Turned in steps, so that what is woken has come to rest before the next one. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    await clock.advance(Math.min(left, 100));
    await settle();
  }
}

class Rows implements ClaimTable<Item> {
  readonly calls: string[] = [];
  readonly #clock: ManualClock;
  #rows: Row[] = [];

  constructor(clock: ManualClock, ids: readonly string[]) {
    this.#clock = clock;
    for (const id of ids) this.add(id);
  }

  add(id: string, inMs = 0): void {
    this.#rows.push({ id, attempts: 0, dueAt: this.#clock.monotonicMs() + inMs, by: null });
  }

  settle(id: string): void {
    this.#rows = this.#rows.filter((row) => row.id !== id);
  }

  /** Another process has it. */
  take(id: string, by: string | null, forMs: number): void {
    const row = this.#rows.find((each) => each.id === id);
    if (row) Object.assign(row, { by, dueAt: this.#clock.monotonicMs() + forMs });
  }

  async claim(by: string, leaseMs: number): Promise<ClaimResult<Item>> {
    const now = this.#clock.monotonicMs();
    const due = this.#rows.find(({ dueAt }) => dueAt <= now);
    if (due === undefined) {
      this.calls.push(`${now} nothing`);
      const next = Math.min(...this.#rows.map(({ dueAt }) => dueAt));
      return { kind: 'nothing_due', dueInMs: this.#rows.length === 0 ? null : next - now };
    }
    Object.assign(due, { by, dueAt: now + leaseMs, attempts: due.attempts + 1 });
    this.calls.push(`${now} claim ${due.id}`);
    return { kind: 'claimed', claimed: { id: due.id, by, attempts: due.attempts } };
  }

  async renew({ id, by }: Item, leaseMs: number) {
    const now = this.#clock.monotonicMs();
    const row = this.#rows.find((each) => each.id === id && each.by === by);
    if (row) row.dueAt = now + leaseMs;
    return row !== undefined;
  }

  async giveBack({ id, by }: Item, { error, retryMs, isStopping }: Parameters<ClaimTable<Item>['giveBack']>[1]) {
    const now = this.#clock.monotonicMs();
    const row = this.#rows.find((each) => each.id === id && each.by === by);
    if (row) Object.assign(row, { by: null, dueAt: now + retryMs });
    this.calls.push(`${now} give back ${id} for ${retryMs}${isStopping ? ', stopping' : ''}: ${error}`);
  }
}

const backOff = { firstMs: 500, longestMs: 2_000 };

function started(ids: readonly string[], more: Partial<ClaimQueueOptions<Item>> = {}) {
  const clock = manualClock();
  const rows = new Rows(clock, ids);
  const stop = new AbortController();
  const failures: string[] = [];
  let notify = () => {};
  const queue = claimQueue<Item>({
    table: rows,
    work: async ({ id }) => rows.settle(id),
    holder: 'p',
    leaseMs: 3_000,
    backOff,
    clock,
    random: () => 1,
    listen: (wake) => {
      notify = wake;
      return { close: async () => {} };
    },
    failed: (error, item) => failures.push(`${item?.id ?? 'table'}: ${error}`),
    ...more,
  });
  const running = queue.run(stop.signal);
  const end = async () => {
    stop.abort(new Error('stop'));
    await running;
  };
  return { clock, rows, queue, failures, notify: () => notify(), end };
}

test('claimQueue works until nothing is due, then on a notification, and polls every 15 s', async (t) => {
  const { clock, rows, notify, end } = started(['a', 'b']);
  await settle();
  await pass(clock, 1_000);
  rows.add('c');
  notify();
  await settle();
  await pass(clock, 1_000);
  rows.add('unannounced');
  await pass(clock, 15_000);
  await end();
  t.deepEqual(rows.calls, [
    '0 claim a',
    '0 claim b',
    '0 nothing',
    '1000 claim c',
    '1000 nothing',
    '16000 claim unannounced',
    '16000 nothing',
  ]);
});

test('claimQueue claims later work when it is due, and that of a killed process when its lease ends', async (t) => {
  const { clock, rows, notify, end } = started([]);
  rows.add('held');
  rows.add('later', 5_000);
  rows.take('held', 'q#1', 3_000);
  notify();
  await settle();
  await pass(clock, 6_000);
  await end();
  t.deepEqual(
    rows.calls.filter((call) => call.includes('claim')),
    ['3000 claim held', '5000 claim later'],
  );
});

test('claimQueue renews the lease while the work goes on, however long it takes', async (t) => {
  const done = Promise.withResolvers<void>();
  const { clock, rows, failures, end } = started(['slow'], { work: () => done.promise });
  await settle();
  await pass(clock, 60_000);
  done.resolve();
  rows.settle('slow');
  await settle();
  await end();
  t.deepEqual([rows.calls.filter((call) => !call.endsWith('nothing')), failures], [['0 claim slow'], []]);
});

test('claimQueue aborts work whose lease passed on, and gives nothing back', async (t) => {
  const reasons: string[] = [];
  const { clock, rows, failures, end } = started(['lost'], {
    work: (_item, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reasons.push(String(signal.reason));
          reject(signal.reason);
        });
      }),
  });
  await settle();
  rows.take('lost', 'q#1', 60_000);
  await pass(clock, 1_000);
  await end();
  const reason = 'Error: Lease p#1 is lost: another holder has it';
  t.deepEqual([reasons, failures], [[reason], [`lost: ${reason}`]]);
  t.deepEqual(
    rows.calls.filter((call) => call.includes('give back')),
    [],
  );
});

test('claimQueue retries failed work later each time, and holds up no other work', async (t) => {
  const { clock, rows, failures, end } = started(['bad', 'good'], {
    work: async ({ id }) => {
      if (id === 'bad') throw new Error('no');
      rows.settle(id);
    },
  });
  await settle();
  await pass(clock, 5_000);
  await end();
  t.deepEqual(
    rows.calls.filter((call) => !call.endsWith('nothing')),
    [
      '0 claim bad',
      '0 give back bad for 500: Error: no',
      '0 claim good',
      '500 claim bad',
      '500 give back bad for 1000: Error: no',
      '1500 claim bad',
      '1500 give back bad for 2000: Error: no',
      '3500 claim bad',
      '3500 give back bad for 2000: Error: no',
    ],
  );
  t.deepEqual(failures, Array(4).fill('bad: Error: no'));
});

test('claimQueue asks a table that does not answer again after a second', async (t) => {
  let isThere = false;
  const clock = manualClock();
  const rows = new Rows(clock, ['a']);
  const stop = new AbortController();
  const failures: string[] = [];
  const table: ClaimTable<Item> = {
    claim: async (by, leaseMs) => {
      if (isThere) return await rows.claim(by, leaseMs);
      isThere = true;
      throw new Error('no connection');
    },
    renew: (item, leaseMs) => rows.renew(item, leaseMs),
    giveBack: (item, failure) => rows.giveBack(item, failure),
  };
  const queue = claimQueue<Item>({
    table,
    work: async ({ id }) => rows.settle(id),
    holder: 'p',
    leaseMs: 3_000,
    backOff,
    clock,
    failed: (error) => failures.push(String(error)),
  });
  const running = queue.run(stop.signal);
  await settle();
  await pass(clock, 1_000);
  stop.abort();
  await running;
  t.deepEqual([rows.calls, failures], [['1000 claim a', '1000 nothing'], ['Error: no connection']]);
});

test('claimQueue bounds the work in hand, and claims the next as soon as one ends', async (t) => {
  const ends = new Map<string, () => void>();
  const { clock, rows, end } = started(['a', 'b', 'c'], {
    parallel: 2,
    work: ({ id }) =>
      new Promise((resolve) =>
        ends.set(id, () => {
          rows.settle(id);
          resolve();
        }),
      ),
  });
  await settle();
  await pass(clock, 1_000);
  t.deepEqual(rows.calls, ['0 claim a', '0 claim b']);
  ends.get('b')?.();
  await settle();
  t.deepEqual(rows.calls, ['0 claim a', '0 claim b', '1000 claim c']);
  for (const each of ends.values()) each();
  await end();
});

test('claimQueue gives back unfinished work when its process stops, due at once', async (t) => {
  const { rows, failures, end } = started(['long'], {
    work: (_item, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  await settle();
  await end();
  t.deepEqual([rows.calls, failures], [['0 claim long', '0 give back long for 0, stopping: Error: stop'], []]);
});

test('workNow claims with its own function, and what it gives back is due for the queue', async (t) => {
  const { clock, rows, queue, end } = started([]);
  await settle();
  rows.add('mine');
  const claim = (by: string) =>
    rows.claim(by, 3_000).then((result) => (result.kind === 'claimed' ? result.claimed : null));
  const failing = await queue.workNow(claim, async () => {
    throw new Error('no');
  });
  t.is(await queue.workNow(claim, async () => 'never'), null);
  await settle();
  await pass(clock, 500);
  rows.add('other');
  const worked = await queue.workNow(claim, async ({ id }) => {
    rows.settle(id);
    return `did ${id}`;
  });
  await end();
  t.deepEqual([failing, worked?.result], [{ item: { id: 'mine', by: 'p#2', attempts: 1 } }, 'did other']);
  t.true(rows.calls.includes('500 claim mine'), JSON.stringify(rows.calls));
});
