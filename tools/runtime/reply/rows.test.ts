// Lists as CSV and NDJSON: the numbers of JSON in lines, harmless in a spreadsheet, as long as the list is.
import { Readable } from 'node:stream';
import test from 'ava';
import fc from 'fast-check';
import type { BoxId } from '../../generator/fixtures/tiny/generated/tiny/types.ts';
import { boxHandlers } from '../../generator/fixtures/tiny/serve.ts';
import { served } from '../../generator/fixtures/tiny/served.ts';
import { firstRows, inForm, narrowed, type Row } from './rows.ts';

const all = { fields: undefined, most: Number.POSITIVE_INFINITY };

async function textOf(body: Uint8Array | Readable): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body instanceof Readable ? body : [body]) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

test('CSV has the numbers of JSON, and text that no spreadsheet runs', async (t) => {
  const row = {
    n: -0.1,
    m: 1e21,
    yes: true,
    none: null,
    list: { a: ['b'] },
    text: '=1+1',
    sign: '-1',
    words: 'a, "b"\nc',
  };
  const csv = await textOf(await inForm('text/csv', [row], { ...all, columns: [...Object.keys(row), 'absent'] }));
  t.is(
    csv,
    `\uFEFFn,m,yes,none,list,text,sign,words,absent\n-0.1,1e+21,true,,"{""a"":[""b""]}",'=1+1,'-1,"a, ""b""\nc",\n`,
  );
  const alone = await textOf(await inForm('text/csv', [{ a: null }, { a: 1 }, {}], { ...all, columns: ['a'] }));
  t.is(alone, '\uFEFFa\n""\n1\n""\n', 'no line is empty, which readers would skip');
  const leading = ['+1', '@a', '\t=1', '\r=1', '\n=1', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF20a'];
  const cells = await textOf(await inForm('text/csv', [{ ...leading }], { ...all, columns: Object.keys(leading) }));
  t.is(cells.split("'").length - 1, leading.length, 'each way to begin a formula has an apostrophe in front');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ a: fc.double({ noNaN: true, noDefaultInfinity: true }) })), async (rows) => {
      const ndjson = await textOf(await inForm('application/x-ndjson', rows, { ...all, columns: ['a'] }));
      const lines = ndjson.split('\n').slice(0, -1);
      t.deepEqual(
        lines,
        rows.map((each) => JSON.stringify(each)),
      );
      const cells = (await textOf(await inForm('text/csv', rows, { ...all, columns: ['a'] }))).split('\n').slice(1, -1);
      t.deepEqual(
        cells,
        rows.map(({ a }) => JSON.stringify(a)),
      );
    }),
  );
});

test('a long list is written while it is computed, and no further than it is read', async (t) => {
  let parts = 0;
  async function* rows(): AsyncGenerator<readonly Row[]> {
    for (; parts < 1_000; parts++) yield Array.from({ length: 100 }, (_, i) => ({ i, text: 'x'.repeat(50) }));
  }
  const body = await inForm('text/csv', rows(), { ...all, columns: ['i', 'text'] });
  if (!(body instanceof Readable)) return t.fail();
  for await (const _ of body) break;
  t.true(parts < 100, `${parts} of 1000 parts`);
  t.is((await firstRows(rows(), 3)).length, 3);
  t.deepEqual(narrowed([{ a: 1, b: 2, c: 3 }], ['c', 'a', 'z']), [{ c: 3, a: 1 }]);
});

const get = (url: string, accept: string, etag?: string) =>
  fetch(url, {
    headers: { authorization: 'Bearer ann', accept, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
  });

served('a list without pages has every row, a limit if one is given, and an ETag of its form', async (t, serve) => {
  const handlers = boxHandlers();
  for (let n = 1; n <= 5; n++) handlers.boxes.set(`b${n}` as BoxId, { id: `b${n}` as BoxId, colour: 'red', size: n });
  const { url } = await serve(handlers, {
    limit: async () => ({ allowed: true, remaining: 1, resetS: 1, retryAfterS: 0 }),
  });
  const csv = await get(`${url}/boxes`, 'text/csv');
  t.is(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.is(
    Buffer.from(await csv.arrayBuffer()).toString(),
    '\uFEFFid,colour,size,note\nb1,red,1,\nb2,red,2,\nb3,red,3,\nb4,red,4,\nb5,red,5,\n',
  );
  const two = await get(`${url}/boxes?limit=2&fields=size&fields=id`, 'application/x-ndjson');
  t.is(await two.text(), '{"size":1,"id":"b1"}\n{"size":2,"id":"b2"}\n');
  const tags = await Promise.all(
    [csv, await get(`${url}/boxes?limit=3`, 'text/csv'), await get(`${url}/boxes`, 'application/json'), two].map(
      async (each) => each.headers.get('etag') ?? '',
    ),
  );
  t.is(new Set(tags).size, 4, 'as many tags as representations');
  t.is((await get(`${url}/boxes`, 'text/csv', tags[0])).status, 304);
  t.is((await get(`${url}/boxes`, 'application/json', tags[0])).status, 200);
  t.is((await get(`${url}/boxes?fields=weight`, 'text/csv')).headers.get('content-type'), 'application/problem+json');
});
