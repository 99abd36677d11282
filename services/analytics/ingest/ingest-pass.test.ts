// The pass over a file whose bytes are all there, into a COPY that never makes it wait.
import { Readable, Writable } from 'node:stream';
import test from 'ava';
import type { JobRow } from '../../../adapters/store/analytics/port.ts';
import type { Lease } from '../../../adapters/store/port.ts';
import { systemClock } from '../../lib/clock.ts';
import { failpoints } from '../../lib/failpoints.ts';
import { SalesFile } from '../sales-file/file.ts';
import { months } from '../sales-file/read.fixture.ts';
import { report } from '../sales-file/report.ts';
import { passThrough } from './ingest-pass.ts';

const chunks = 200;
const rows = 50;

const chunkOf = (chunk: number): Buffer =>
  Buffer.from(Array.from({ length: rows }, (_, row) => `2026-01,Brand ${chunk},Model ${row},1\n`).join(''));

/** Counts the turns of the event loop until `work` is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const next = () => {
    turns++;
    if (!isDone) setImmediate(next);
  };
  setImmediate(next);
  await work;
  isDone = true;
  return turns;
}

test('the pass over a file leaves the event loop to others after each chunk', async (t) => {
  const copied: Buffer[] = [];
  const errors = report();
  const file = new SalesFile({
    ...{ form: null, expected: months, region: 'norway', aliases: new Map(), report: errors, emit: true },
  });
  const body = Readable.from([
    Buffer.from('period_start,brand,model_family,units_sold\n'),
    ...Array.from({ length: chunks }, (_, chunk) => chunkOf(chunk)),
  ]);
  const pass = passThrough(
    {
      job: { object_key: 'upload', bytes_total: 1_000_000, sheet: null, on_error: 'refuse' } as JobRow,
      lease: { fence: 1 } as Lease,
      stop: new AbortController().signal,
      clock: systemClock,
      failpoints: failpoints([]),
      files: {
        read: async () => ({ facts: {} as never, body }),
        put: () => Promise.reject(new Error('has no errors')),
      },
      staging: {
        open: async () =>
          new Writable({
            write(chunk: Buffer, _encoding, done) {
              copied.push(Buffer.from(chunk));
              done();
            },
          }),
      },
      jobs: { advance: async () => undefined },
    },
    file,
    errors,
    { flush: async () => undefined },
  );
  const turns = await turnsDuring(pass);
  t.deepEqual(
    { accepted: file.counts.accepted, lines: Buffer.concat(copied).toString().match(/\n/g)?.length },
    { accepted: chunks * rows, lines: chunks * rows },
  );
  t.true(turns >= chunks, `${turns} turns`);
});
