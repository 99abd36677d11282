// Whose subscription a caller reads, by the roles of its grants (decision 150).
import test from 'ava';
import type { DealerId } from '../../../generated/analytics/types.ts';
import { bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import { subscription } from './subscriptions.ts';

test('getCurrentSubscription names the missing role to a caller that only uploads for a dealer, also when it can read others', async (t) => {
  const b = await bench(t);
  const caller = callerOf([
    ['alfa', { roles: ['uploader'] }],
    ['beta', { roles: ['reader'] }],
  ]);
  const refusal = async (dealer_id: string) => {
    const query = { dealer_id: dealer_id as DealerId };
    const { getCurrentSubscription } = subscription(b.deps);
    const reply = await getCurrentSubscription({ ...b.facts, caller, query, unchanged: async () => false });
    if (!('problem' in reply)) return reply.status;
    const { slug, policy, attribute, detail } = { policy: null, attribute: null, ...reply.problem };
    return [reply.status, slug, policy, attribute, detail];
  };
  t.deepEqual(
    [await refusal('alfa'), await refusal('gamma')],
    [
      [403, 'out-of-scope', 'read-granted-dealers', 'roles', 'Your grant for alfa does not have the role reader.'],
      [403, 'out-of-scope', 'read-own-dealer', 'dealer_id', 'Your grants do not include gamma.'],
    ],
  );
});
