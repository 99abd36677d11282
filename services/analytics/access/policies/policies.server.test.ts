// What callers are shown of the policies: the list, and why an operation is permitted or refused.
import test from 'ava';
import { sql } from '../../../../adapters/store/query.ts';
import { withScope } from '../../../../adapters/store/scope.ts';
import type { CallerScope, DealerId } from '../../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../../caller.ts';
import { scope } from '../scope.ts';
import { policies } from './policies.ts';

const explained = async (b: Bench, caller: Caller, explain: string) => {
  const reply = await scope().getScope({
    ...b.facts,
    caller: await b.known(caller),
    query: { explain },
    unchanged: async () => false,
  });
  if ('problem' in reply) return reply.problem;
  return reply.status === 200 ? (reply.body as CallerScope).explanation : undefined;
};

const permitted = (operation: string, dealer_ids: readonly string[], by: string) => ({
  operation,
  allowed: true,
  dealer_ids: dealer_ids as DealerId[],
  policy: null,
  attribute: null,
  meaning: `${by} this operation.`,
});

test('getScope explains which grants permit an operation, and which policy refuses it otherwise', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord', 'x', { brands: ['toyota'] });
  t.deepEqual(
    await explained(b, caller, 'listIndices'),
    permitted('listIndices', ['fjord'], 'Your grant for fjord allows'),
  );
  t.like(await explained(b, caller, 'uploadFile'), {
    allowed: false,
    dealer_ids: [],
    policy: 'upload-own-dealer',
    attribute: 'dealer_id',
    meaning:
      'You can upload, delete and revert the data of a dealer and manage its settings only with a grant for it that has the role uploader.',
  });
  await withScope(b.store, { dealers: ['sor'] }, async (tx) => {
    await tx.query(sql.unsafe`insert into dealers (dealer_id, name, region_id) values ('sor', 'Sør', 'x')`);
    await tx.query(
      sql.unsafe`insert into dealer_grants (dealer_id, principal, roles) values ('sor', ${caller.subject}, ${sql.array(['reader'], 'text')})`,
    );
  });
  const both = permitted('listIndices', ['fjord', 'sor'], 'Your grants for 2 dealers allow');
  t.deepEqual(await explained(b, caller, 'listIndices'), both);
  t.deepEqual(
    await explained(b, await b.dealer('nord'), 'uploadFile'),
    permitted('uploadFile', ['nord'], 'Your grant for nord allows'),
  );
});

test('getScope explains what needs a role of the token, no grant at all, and no such operation', async (t) => {
  const b = await bench(t);
  const caller = callerOf([], 'nobody');
  t.like(await explained(b, caller, 'listDealers'), { policy: 'administer-installation', attribute: 'roles' });
  t.deepEqual(
    await explained(b, { ...caller, roles: ['admin'] }, 'listDealers'),
    permitted('listDealers', [], 'Your access token allows'),
  );
  t.deepEqual(await explained(b, caller, 'getScope'), permitted('getScope', [], 'Your access token allows'));
  t.like(await explained(b, caller, 'getJob'), {
    allowed: false,
    policy: null,
    meaning: 'You have no grant for any dealer.',
  });
  t.like(await explained(b, caller, 'eatCake'), { slug: 'business-rule' });
});

test('listPolicies has every policy that a refusal can name, in words', async (t) => {
  const { body } = await policies().listPolicies();
  t.deepEqual(
    body.items.map(({ policy }) => policy),
    [
      'use-grants',
      'use-token',
      'read-own-dealer',
      'read-granted-dealers',
      'read-granted-brands',
      'read-granted-regions',
      'upload-own-dealer',
      'upload-whole-dealer',
      'administer-installation',
    ],
  );
  t.deepEqual(body.items.at(-2), {
    policy: 'upload-whole-dealer',
    meaning:
      'You can upload and change settings only with a grant for all brands and regions of the dealer, because an upload replaces all of them and a setting applies to all of them.',
    text: 'forbid (principal, action in Action::"upload", resource)\nunless { principal.all_brands && principal.all_regions };',
  });
});
