// The template of a sales file.
import test from 'ava';
import contract from '../../../generated/analytics/openapi.json' with { type: 'json' };
import { bench } from '../../test/fixtures/analytics/analytics.ts';
import { templates } from './templates.ts';

const template = async () => {
  const reply = await templates().getTemplate();
  return reply.body;
};

test('getTemplate answers with the file that the contract shows', async (t) => {
  const { content } = contract.paths['/ingest/template'].get.responses[200];
  t.deepEqual(await templates().getTemplate(), {
    status: 200,
    headers: { 'Content-Disposition': 'attachment; filename="sales-template.csv"' },
    body: content['text/csv'].examples.sales.value,
  });
});

test('uploadFile accepts the template as it is', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  t.like(await b.load(caller, await template(), { period: '2026-10' }), {
    status: 'succeeded',
    rows: { read: 1, accepted: 1, rejected: 0 },
    error_count: 0,
  });
  const [item] = await b.indices(caller);
  t.like(item, { date: '2026-10-01', units: 41, inventory: 63, orders: 12, revenue: 15580000.5, currency: 'NOK' });
});
