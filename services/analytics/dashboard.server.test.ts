import test from 'ava';
import { bench } from '../test/fixtures/analytics/analytics.ts';
import { alertsVersion } from './alerts/alerts-version.ts';

test('getDashboardSummary reads again for a caller whose dashboard has alerts by the rules of another release', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(caller, 'period_start,brand,region,units_sold\n2026-01,Opel,Oslo,1\n');
  const read = async (held: string) => {
    const unchanged = async (revision: string) => revision === held;
    const reply = await b.handlers.getDashboardSummary({ ...b.facts, caller, query: {}, unchanged });
    if (reply.status !== 200 && reply.status !== 304) throw new Error(JSON.stringify(reply));
    return reply;
  };
  const { revision } = await read('');
  const statuses = [revision, revision.replace(alertsVersion, '2026-01-01')].map(
    async (held) => (await read(held)).status,
  );
  t.deepEqual(await Promise.all(statuses), [304, 200]);
});
