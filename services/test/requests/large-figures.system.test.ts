// Figures as large as a file may report are answered by a service that checks its replies, as that of npm start does.
import test from 'ava';
import { system } from '../fixtures/system.ts';
import { accepted, dealers, ended, get, login, person, upload } from '../fixtures/users.ts';

const header = 'period_start,brand,region,units_sold,orders,stock_units,revenue,currency\n';
const months = Array.from(
  { length: 30 },
  (_, n) => `${2024 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`,
);
const revenueOf = (n: number): string => `${34_567_890_123 + n * 1_000_003}.${45 + n}`;
const unitsOf = (n: number): number => 99_999_999 - n * 10_007;

test('indices, dashboard, changes and forecasts of large figures are answered, with every digit of the file', async (t) => {
  const whole = await system(t);
  const api = await whole.run(['analytics', 'ingest']);
  await dealers(whole, ['large']);
  const token = (await login(api, await person(whole, { dealer: 'large' }))).access_token;
  const rows = months.map((month, n) => `${month},Toyota,Oslo,${unitsOf(n)},7,${unitsOf(n)},${revenueOf(n)},IDR\n`);
  const period = `${months[0]}/${months.at(-1)}`;
  const id = await accepted(await upload(api, token, header + rows.join(''), { dealer_id: 'large', period }));
  await ended(api, token, id);
  const indices = await get(api, token, '/indices');
  t.is(indices.status, 200);
  const { items } = (await indices.json()) as { items: readonly { units: number; revenue: number }[] };
  t.deepEqual(
    items.map(({ units, revenue }) => [units, revenue]),
    months.map((_, n) => [unitsOf(n), Number(revenueOf(n))]),
  );
  for (const path of ['/indices?group_by=brand', '/dashboard/summary', '/forecasts', '/forecasts?include=history'])
    t.is((await get(api, token, path)).status, 200, path);
});
