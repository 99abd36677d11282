// Ten years of a dealer's months, a file for each year.
import { strict as assert } from 'node:assert';
import { closeSync, openAsBlob, openSync, writeSync } from 'node:fs';
import { randomFrom } from '../random.ts';
import type { Caller } from './caller.ts';

export type Uploaded = {
  readonly jobs: number;
  /** From the first byte sent until the figures can be read, of all together. */
  readonly seconds: number;
  readonly lastRows: number;
  readonly lastSeconds: number;
  /** A time after the first half of the uploads. */
  readonly at: string;
};

type Sales = { readonly dealer: string; readonly rows: number; readonly seed: number };

export const firstYear = 2015;
export const [years, months, brands, regions] = [10, 12, 60, 20] as const;
const keys = years * months * brands * regions;

export async function uploadYears(ask: Caller, sales: Sales, signal: AbortSignal): Promise<Uploaded> {
  let [seconds, last, at] = [0, { rows: 0, seconds: 0 }, ''];
  for (let year = 0; year < years; year++) {
    signal.throwIfAborted();
    const file = new Blob([...chunksOf(sales, year)]);
    const started = performance.now();
    const job_id = await upload(ask, { dealer: sales.dealer, period: periodOf(year), file });
    const { rows, finished_at } = await finished(ask, job_id);
    last = { rows, seconds: (performance.now() - started) / 1000 };
    seconds += last.seconds;
    if (year === years / 2 - 1) at = finished_at;
  }
  return { jobs: years, seconds, lastRows: last.rows, lastSeconds: last.seconds, at };
}

export const periodOf = (year: number): string => `${firstYear + year}-01/${firstYear + year}-12`;

export type Job = {
  readonly status: string;
  readonly progress: number;
  readonly phase: string;
  readonly finished_at: string | null;
  readonly rows: { readonly accepted: number };
};

export type Upload = { readonly dealer: string; readonly period: string; readonly file: Blob };

/** Returns the id of the job. */
export async function upload(ask: Caller, { dealer, period, file }: Upload): Promise<string> {
  const form = new FormData();
  form.set('dealer_id', dealer);
  form.set('period', period);
  form.set('file', file, 'sales.csv');
  return ((await ask('/ingest/files', 202, { method: 'POST', body: form })) as { readonly job_id: string }).job_id;
}

export async function finished(ask: Caller, job_id: string): Promise<{ rows: number; finished_at: string }> {
  for (;;) {
    const job = (await ask(`/ingest/jobs/${job_id}?wait=30`, 200)) as Job;
    if (job.finished_at === null) continue;
    assert.equal(job.status, 'succeeded', JSON.stringify(job));
    return { rows: job.rows.accepted, finished_at: job.finished_at };
  }
}

export const allYears = `${firstYear}-01/${firstYear + years - 1}-12`;

/** All years in one file, on the disk. */
export async function writeYears(file: string, sales: Omit<Sales, 'dealer'>): Promise<Blob> {
  const target = openSync(file, 'wx');
  for (let year = 0; year < years; year++)
    for (const chunk of chunksOf(sales, year)) writeSync(target, year === 0 ? chunk : chunk.replace(header, ''));
  closeSync(target);
  return await openAsBlob(file);
}

const header = 'period_start,brand,region,model_family,units_sold,stock_units,orders\n';

/** Each brand, region and month has as many model families as the rows need, or, of few rows, only some have one. */
export function* chunksOf({ rows, seed }: Omit<Sales, 'dealer'>, year: number): Generator<string> {
  const random = randomFrom(seed + year);
  const families = Math.max(1, Math.round(rows / keys));
  const share = Math.min(1, rows / keys);
  let text = header;
  for (let month = 1; month <= months; month++)
    for (let brand = 0; brand < brands; brand++)
      for (let region = 0; region < regions; region++)
        for (let family = 0; family < families; family++) {
          if (random.next() >= share) continue;
          const date = `${firstYear + year}-${String(month).padStart(2, '0')}`;
          text += `${date},Brand ${brand},Region ${region},Model ${brand}-${family},${random.below(5_000)},${random.below(20_000)},${random.below(6_000)}\n`;
          if (text.length < 1 << 20) continue;
          yield text;
          text = '';
        }
  yield text;
}
