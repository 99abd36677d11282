// A policy for one operation is enforced as it is explained: the service is compiled with policies that the
// installation does not have.
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { policiesOf } from '../../../tools/generator/policies/cedar.ts';
import { compile } from '../../../tools/generator/policies/compile.ts';
import { tokenOperations } from '../../../tools/generator/policies/operations.ts';
import { testFolder } from '../../../tools/test/folder.ts';
import { atEnd } from '../../../tools/test/servers.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import {
  accepted,
  dealers,
  ended,
  get,
  login,
  person,
  postJson,
  problemOf,
  problemType,
  upload,
} from '../fixtures/users.ts';

const root = path.join(import.meta.dirname, '../../..');
const folder = path.join(root, 'spec/analytics/policies');

const forbid = (id: string, action: string, condition: string) =>
  `@id("${id}") @attribute("roles") @meaning("Not ${id}.")
forbid (principal, action == Action::"${action}", resource) unless { ${condition} };`;

const more = [
  forbid('errors-of-all', 'getJobErrors', 'principal.all_brands'),
  forbid('no-deletion', 'deletePeriod', 'false'),
  forbid('no-forecast', 'listForecasts', 'principal.roles.contains("auditor")'),
  forbid('no-webhook', 'createWebhook', 'principal.roles.contains("admin")'),
].join('\n\n');

let whole: System;
let api: Running;

test.before(async (t) => {
  whole = await system(t);
  const copy = await testFolder();
  atEnd(async () => rmSync(copy, { recursive: true, force: true }));
  for (const each of ['services', 'adapters', 'generated'])
    cpSync(path.join(root, each), path.join(copy, each), { recursive: true });
  for (const each of ['node_modules', 'package.json']) symlinkSync(path.join(root, each), path.join(copy, each));
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const policies = policiesOf(read('schema.cedarschema'), `${read('policies.cedar')}\n${more}`);
  mkdirSync(path.join(copy, 'generated/analytics'), { recursive: true });
  writeFileSync(path.join(copy, 'generated/analytics/policies.ts'), compile(policies, tokenOperations(root)));
  api = await whole.run(['analytics', 'ingest'], {}, path.join(copy, 'services/main.ts'));
});

test('a policy that forbids one operation refuses it and no other, as scope explains', async (t) => {
  await dealers(whole, ['own', 'part']);
  const user = await person(whole, { dealer: 'own' });
  const { access_token } = await login(api, user);
  const period = '2026-01';
  const file = `period_start,brand,units_sold\n${period},Toyota,1\n`;
  const id = await accepted(await upload(api, access_token, file, { dealer_id: 'own', period }));
  t.is((await ended(api, access_token, id)).status, 'succeeded');

  const statusOf = async (path: string) => (await get(api, access_token, path)).status;
  const refusalOf = async (asking: Promise<Response>) => {
    const { type, policy, attribute } = await problemOf(await asking);
    return { type, policy, attribute };
  };
  const outOfScope = (policy: string) => ({ type: problemType('out-of-scope'), policy, attribute: 'roles' });
  const headers = { authorization: `Bearer ${access_token}`, 'idempotency-key': 'policies' };
  const webhook = {
    url: 'https://receiver.example/',
    events: ['ingest.job.finished'],
    secret: `whsec_${Buffer.alloc(24).toString('base64')}`,
  };
  const operations = [
    ['listForecasts', 'no-forecast', () => get(api, access_token, '/forecasts?horizon_days=30')],
    ['deletePeriod', 'no-deletion', () => postJson(api, '/ingest/deletions', { dealer_id: 'own', period }, headers)],
    ['createWebhook', 'no-webhook', () => postJson(api, '/webhooks', webhook, headers)],
  ] as const;
  for (const [operation, policy, ask] of operations) {
    t.deepEqual(await refusalOf(ask()), outOfScope(policy), operation);
    const explained = (await (await get(api, access_token, `/scope?explain=${operation}`)).json()) as object;
    t.like(explained, { explanation: { operation, allowed: false, policy } });
  }
  for (const allowed of ['/indices', `/ingest/jobs/${id}`, `/ingest/jobs/${id}/errors.csv`, '/webhooks'])
    t.not(await statusOf(allowed), 403, allowed);
});

test('a policy that forbids one operation for some grants leaves the dealers of the others', async (t) => {
  await dealers(whole, ['whole', 'some']);
  const uploader = await person(whole, { dealer: 'whole' }, { dealer: 'some' });
  const reader = await person(
    whole,
    { dealer: 'whole', roles: ['reader'] },
    { dealer: 'some', roles: ['reader'], brands: ['toyota'] },
  );
  const [by, token] = [(await login(api, uploader)).access_token, (await login(api, reader)).access_token];
  const statuses: Record<string, number[]> = {};
  for (const dealer_id of ['whole', 'some']) {
    const file = 'period_start,brand,units_sold\n2026-01,Toyota,x\n';
    const id = await accepted(await upload(api, by, file, { dealer_id, period: '2026-01' }));
    t.is((await ended(api, by, id)).status, 'failed');
    const asked = [`/ingest/jobs/${id}`, `/ingest/jobs/${id}/errors.csv`].map(
      async (each) => (await get(api, token, each)).status,
    );
    statuses[dealer_id] = await Promise.all(asked);
  }
  t.deepEqual(statuses, { whole: [200, 200], some: [200, 404] });
});
