// Administrators list and end webhooks of any principal (decision 583).
import test from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { analyticsOperations } from '../../../generated/analytics/server.ts';
import { withPages } from '../../../generated/runtime/reply/page.ts';
import { bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import { webhookBench } from '../../test/fixtures/analytics/receiver.ts';
import { installationWebhooks } from './installation-webhooks.ts';

test('an administrator sees the webhooks of all principals or of one, without secrets, and ends any of them', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const [tora, nils, admin] = [callerOf([], 'tora'), callerOf([], 'nils'), callerOf([], 'admin')];
  const first = await w.create(tora, { url: 'https://8.8.8.8/tora' });
  const second = await w.create(nils, { url: 'https://8.8.8.8/nils' });
  const handlers = withPages(analyticsOperations, installationWebhooks(b.deps));
  const asked = { ...b.facts, caller: admin };
  const list = async (query: object) => {
    const reply = await handlers.listInstallationWebhooks({ ...asked, query: { limit: 10, ...query } });
    return reply.status === 200 ? reply.body.items : t.fail();
  };
  const both = [
    { ...first, principal: 'tora' },
    { ...second, principal: 'nils' },
  ].toSorted((one, other) => (one.webhook_id < other.webhook_id ? -1 : 1));
  t.deepEqual(await list({}), both);
  t.deepEqual(await list({ principal: 'nils' }), [{ ...second, principal: 'nils' }]);
  t.deepEqual(await list({ principal: 'nobody' }), []);
  const path = { webhook_id: second.webhook_id };
  await w.handlers.sendTestEvent({ ...b.facts, caller: nils, path });
  const end = () => handlers.deleteInstallationWebhook({ ...asked, path });
  t.is((await end()).status, 204);
  t.is((await end()).status, 404);
  t.is((await w.handlers.getWebhook({ ...b.facts, caller: nils, path, unchanged: async () => false })).status, 404);
  t.deepEqual(await list({}), [{ ...first, principal: 'tora' }]);
  t.false(await b.store.exists(sql.unsafe`select from webhook_deliveries`));
  const audited = await withScope(b.store, { dealers: 'every' }, (tx) =>
    tx.any(sql.type(row<{ principal: string }>())`
      select principal from audit_events where action = 'webhook.deleted'`),
  );
  t.deepEqual([...audited], [{ principal: 'admin' }]);
});
