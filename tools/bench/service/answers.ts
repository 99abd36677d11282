// Benchmark "answers": the indices as CSV and as NDJSON beside JSON, the same items in each, by processor time of the analytics API.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Bench } from '../bench.ts';
import { goalLine, median, ratio, table } from '../figures.ts';
import { installed } from '../installation.ts';
import { partUs } from './processor-time.ts';
import { type Endpoints, settings, storeSales, tokenOf } from './service.ts';

const mostRows = 90_000;
/** Enough for processor time that Linux counts in hundredths of a second. */
const requests = 25;
const limit = 1_000;

const forms = { JSON: 'application/json', CSV: 'text/csv', NDJSON: 'application/x-ndjson' } as const;
type Form = keyof typeof forms;
const names = Object.keys(forms) as readonly Form[];
const grouped = 'group_by=brand';

type Ask = (form: Form, query: string) => Promise<string>;

export const answers: Bench = {
  name: 'answers',
  async run({ dir, print, seed, rounds, rows, signal }) {
    const run = path.join(dir, 'run');
    print('Bringing up an installation ...');
    await using installation = await installed(run, signal, settings);
    const endpoints = JSON.parse(readFileSync(installation.endpoints, 'utf8')) as Endpoints;
    const token = await tokenOf(endpoints);
    await storeSales(endpoints, token, Math.min(rows, mostRows), seed);
    const ask: Ask = async (form, query) => {
      const headers = { authorization: `Bearer ${token}`, accept: forms[form], 'accept-encoding': 'identity' };
      const response = await fetch(`${endpoints.analytics.base_url}/indices?limit=${limit}&${query}`, { headers });
      assert.equal(response.status, 200);
      return await response.text();
    };
    const items = await demandSame(ask);
    const measured = await measure(ask, { rounds, us: () => partUs(run, 'services'), signal });
    print(`${items} items in each answer; processor time of Node for each item\n`);
    for (const line of report(measured, items)) print(line);
  },
};

/** Each form has the same items; how many. */
async function demandSame(ask: Ask): Promise<number> {
  const { items } = JSON.parse(await ask('JSON', grouped)) as { readonly items: readonly unknown[] };
  const lines = (await ask('NDJSON', grouped)).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line) as unknown),
    items,
  );
  assert.equal((await ask('CSV', grouped)).trimEnd().split('\n').length, items.length + 1);
  return items.length;
}

type Measured = Readonly<Record<Form, readonly number[]>>;
type How = { readonly rounds: number; readonly us: () => number; readonly signal: AbortSignal };

let asked = 0;
/** Other dates each time, so that no ready answer is read again. */
const otherDates = (): string =>
  `&date_from=${new Date(Date.UTC(1920, 0, 1 + (asked++ % 30_000))).toISOString().slice(0, 10)}`;

/** The forms in turn, there and back. */
async function measure(ask: Ask, { rounds, us, signal }: How): Promise<Measured> {
  const measured: Record<Form, number[]> = { JSON: [], CSV: [], NDJSON: [] };
  for (let round = 0; round < rounds; round++)
    for (const form of round % 2 === 0 ? names : names.toReversed()) {
      signal.throwIfAborted();
      const before = us();
      for (let n = 0; n < requests; n++) await ask(form, grouped + otherDates());
      measured[form].push((us() - before) / requests);
    }
  return measured;
}

function* report(measured: Measured, items: number): Generator<string> {
  const ofJson = (form: Form) => ratio(measured.JSON, measured[form]);
  yield table(
    ['', 'CPU µs', 'of JSON'],
    names.map((form) => [form, (median(measured[form]) / items).toFixed(1), ofJson(form).toFixed(2)]),
  );
  for (const form of ['CSV', 'NDJSON'] as const)
    yield goalLine({ what: `${form} of JSON by CPU time`, measured: ofJson(form), sign: '>=', goal: 0.9 });
}
