// How far an upload has been read.
import { buffer } from 'node:stream/consumers';
import test from 'ava';
import { workbook } from '../sales-file/xlsx/workbook-writer.ts';
import { uploadedText } from './uploaded-text.ts';

test('uploadedText counts the bytes of a workbook while its sheet is read, up to all of them', async (t) => {
  const rows = Array.from({ length: 40_000 }, (_, i) => [
    '2026-01',
    `Brand ${(i * 7919) % 40_009}`,
    (i * 104_729) % 99_991,
  ]);
  const file = await buffer(workbook('May', [['period', 'brand', 'units'], ...rows]));
  async function* pieces(first: number, last: number) {
    for (let at = first; at <= last; at += 4_096) yield file.subarray(at, Math.min(at + 4_096, last + 1));
  }
  const read = async (_key: string, { range = { first: 0, last: file.length - 1 } } = {}) => ({
    body: pieces(range.first, range.last),
  });
  const job = { object_key: 'a', bytes_total: file.length, sheet: null };
  const chunks = await uploadedText({ read: read as never }, job, new AbortController().signal, () => {});
  if (chunks === 'missing') return t.fail();
  const counts: number[] = [];
  for await (const _chunk of chunks) counts.push(chunks.packedBytes);
  t.deepEqual(
    counts,
    [...counts].sort((a, b) => a - b),
  );
  t.true((counts[0] as number) < file.length / 2, String(counts));
  t.true(new Set(counts).size > 2, String(counts));
  t.is(chunks.packedBytes, file.length);
});
