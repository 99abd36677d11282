// Benchmark "growth": what reads and uploads cost as a dealer's stored rows grow, in a whole installation.
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { goalLine, table } from '../figures.ts';
import { databaseUs } from '../service/processor-time.ts';
import { openAnalytics } from './analytics.ts';
import { type Figures, figuresOf, readCases } from './reads.ts';
import { bytesPerRow, chooseDealer, dealerOf, prepare } from './stored.ts';
import { type Uploaded, uploadYears } from './uploads.ts';

/** The largest is that of --rows. */
const sizes = [100_000, 1_000_000, 5_000_000, 20_000_000] as const;

type Reads = { readonly title: string; readonly figures: readonly Figures[] };
type Grown = { readonly size: number; readonly uploaded: Uploaded; readonly bytes: number };

export const growth: Bench = {
  name: 'growth',
  async run({ dir, print, seed, rows, signal }) {
    print('Bringing up an installation ...');
    await using stack = new AsyncDisposableStack();
    const { run, ask, url } = await openAnalytics(dir, signal, stack);
    const grown: Grown[] = [];
    for (const size of sizes.filter((each) => each <= rows)) {
      const dealer = dealerOf(size);
      await prepare(url, [dealer], ask.subject);
      const uploaded = await uploadYears(ask, { dealer, rows: size, seed }, signal);
      print(`${size.toLocaleString('en')} rows: ${uploaded.jobs} uploads, ${Math.round(uploaded.seconds)} s`);
      const bytes = await bytesPerRow(url);
      grown.push({ size, uploaded, bytes });
    }
    const database = () => databaseUs(run, 'analytics');
    await settled(database, signal);
    const dealers = grown.map(({ size, uploaded }) => ({
      at: uploaded.at,
      chosen: () => chooseDealer(url, dealerOf(size), ask.subject),
    }));
    const reads: Reads[] = [];
    for (const [kind, { title }] of readCases('').entries()) {
      signal.throwIfAborted();
      reads.push({ title, figures: await figuresOf(kind, dealers, ask, database) });
    }
    for (const line of report(grown, reads)) print(line);
  },
};

/** Forecasts of what was uploaded are computed for some time after it. */
async function settled(databaseUs: () => number, signal: AbortSignal): Promise<void> {
  let [before, isBusy] = [databaseUs(), true];
  while (isBusy) {
    await pause(3_000, undefined, { signal });
    const now = databaseUs();
    isBusy = now - before > 100_000;
    before = now;
  }
}

/** One table of the reads, one of the uploads, and the goals at the largest size. */
function* report(grown: readonly Grown[], reads: readonly Reads[]): Generator<string> {
  const [small, large] = [grown.findIndex(({ size }) => size === 1_000_000), grown.at(-1)];
  if (large === undefined) return;
  const cell = ({ firstMs, medianMs, p99Ms, firstDatabaseMs }: Figures) =>
    `${ms(firstMs)} (${ms(firstDatabaseMs)}) / ${ms(medianMs)} / ${ms(p99Ms)}`;
  yield 'The first read of each, with the CPU time of PostgreSQL, then the median and the slowest hundredth of others; ms:\n';
  yield table(
    ['', ...grown.map(({ size }) => `${size / 1e6} M rows`)],
    reads.map(({ title, figures }) => [title, ...figures.map(cell)]),
  );
  yield `\n${table(
    ['rows', 'rows/s of all uploads', 'rows/s of the last', 'bytes of all stored rows, each'],
    grown.map(({ size, uploaded, bytes }) => [
      size.toLocaleString('en'),
      Math.round(size / uploaded.seconds),
      Math.round(uploaded.lastRows / uploaded.lastSeconds),
      Math.round(bytes),
    ]),
  )}\n`;
  for (const { title, figures } of reads) {
    const p99Ms = figures.at(-1)?.p99Ms ?? Number.NaN;
    yield goalLine({
      what: `${title}, p99 in ms at ${large.size / 1e6} M rows`,
      measured: p99Ms,
      sign: '<',
      goal: 50,
    });
    const before = figures[small]?.p99Ms;
    if (before !== undefined && large.size > 1_000_000)
      yield goalLine({
        what: `${title}, p99 beside that of 1 M rows`,
        measured: p99Ms / before,
        sign: '<',
        goal: 1.5,
      });
  }
  yield goalLine({ what: 'bytes of a stored row with indexes', measured: large.bytes, sign: '<', goal: 120 });
}

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
