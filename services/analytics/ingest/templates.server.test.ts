// The templates of both forms.
import test from 'ava';
import contract from '../../../generated/analytics/openapi.json' with { type: 'json' };
import { type Bench, bench } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';
import { templates } from './templates.ts';

const [csv, ndjson] = ['text/csv', 'application/x-ndjson'] as const;
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
type Accept = typeof csv | typeof ndjson | typeof xlsx;
type Form = 'sales' | 'vehicles';

const replyOf = ({ facts }: Pick<Bench, 'facts'>, caller: Caller, accept: Accept, form: Form) =>
  templates().getTemplate({ ...facts, caller, accept, query: { form } });

test('getTemplate answers with the files that the contract shows', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const { content } = contract.paths['/ingest/template'].get.responses[200];
  const shown = [
    [csv, 'sales', 'sales-template.csv', content[csv].examples.sales.value],
    [csv, 'vehicles', 'vehicles-template.csv', content[csv].examples.vehicles.value],
    [ndjson, 'sales', 'sales-template.ndjson', content[`${ndjson}; charset=utf-8`].examples.sales.value],
  ] as const;
  for (const [accept, form, filename, body] of shown)
    t.deepEqual<unknown, unknown>(await replyOf(b, caller, accept, form), {
      status: 200,
      headers: { 'Content-Disposition': `attachment; filename="${filename}"` },
      mediaType: accept,
      body,
    });
});

test('uploadFile accepts each template as it is', async (t) => {
  const b = await bench(t);
  const items = {
    sales: { date: '2026-10-01', units: 41, inventory: 63, orders: 12, revenue: 15580000.5, currency: 'NOK' },
    vehicles: { date: '2026-10-01', units: 1, inventory: null, orders: null, revenue: 689900, currency: 'NOK' },
  };
  for (const form of ['sales', 'vehicles'] as const)
    for (const [format, accept] of [
      ['csv', csv],
      ['ndjson', ndjson],
      ['xlsx', xlsx],
    ] as const) {
      const caller = await b.dealer(`${form}-${format}`);
      const { body } = (await replyOf(b, caller, accept, form)) as { readonly body: string | Buffer };
      t.like(await b.load(caller, body, { period: '2026-10' }), {
        status: 'succeeded',
        rows: { read: 1, accepted: 1, rejected: 0 },
        error_count: 0,
        read_as: { format, form },
      });
      t.like((await b.indices(caller))[0], items[form]);
    }
});
