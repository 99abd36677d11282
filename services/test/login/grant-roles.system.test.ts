// What the roles of a grant give, through the public API: decisions 150 to 152.
import test from 'ava';
import { freshUser } from '../../../tools/test/servers.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import {
  accepted,
  dealers,
  ended,
  get,
  grant,
  login,
  type Person,
  person,
  postJson,
  problemOf,
  problemType,
  upload,
} from '../fixtures/users.ts';

let whole: System;
let api: Running;

test.before(async (t) => {
  whole = await system(t);
  api = await whole.run(['analytics', 'ingest']);
  await dealers(whole, ['fjordbil', 'nordbil']);
});

const tokenOf = async (user: Person): Promise<string> => (await login(api, user)).access_token;

const body = async (token: string, path: string): Promise<unknown> => await (await get(api, token, path)).json();

/** Status of a refusal with what refused. */
async function refusal(response: Response): Promise<unknown> {
  const { policy, attribute } = await problemOf(response);
  return [response.status, policy, attribute];
}

async function loaded(token: string, file: string, period: string): Promise<string> {
  const id = await accepted(await upload(api, token, file, { dealer_id: 'fjordbil', period }));
  const job = await ended(api, token, id);
  if (job.status !== 'succeeded') throw new Error(JSON.stringify(job));
  return id;
}

const header = 'period_start,brand,region,units_sold\n';

const reads = [
  '/indices',
  '/indices?region_id=oslo',
  '/indices?brand_id=toyota',
  '/dashboard/summary',
  '/dashboard/summary?brand_id=toyota',
  '/catalog/brands',
  '/catalog/regions',
  '/catalog/model-families',
  '/subscription/current',
  '/subscription/current?dealer_id=fjordbil',
];

test.serial('a grant with the role uploader alone uploads, follows its own jobs, and reads nothing', async (t) => {
  const owner = await tokenOf(await person(whole, { dealer: 'fjordbil' }));
  const uploader = await tokenOf(await person(whole, { dealer: 'fjordbil', roles: ['uploader'] }));
  const file = `${header}2026-01,Toyota,Oslo,1\n`;
  const theirs = await loaded(owner, file, '2026-01');
  const refused = [403, 'read-granted-dealers', 'roles'];
  for (const path of reads) t.deepEqual(await refusal(await get(api, uploader, path)), refused, path);
  for (const path of [`/ingest/jobs/${theirs}`, `/ingest/jobs/${theirs}/errors.csv`])
    t.is((await get(api, uploader, path)).status, 404, path);
  t.deepEqual(await body(uploader, '/ingest/jobs?dealer_id=fjordbil'), { items: [], next_cursor: null });

  const own = await loaded(uploader, file, '2026-01');
  t.not(own, theirs, 'an equal file of somebody whose jobs it may not see is no repeat');
  t.is(await accepted(await upload(api, uploader, file, { dealer_id: 'fjordbil', period: '2026-01' })), own);
  const listed = async (token: string, path: string) => {
    const { items } = (await body(token, path)) as { items: readonly { job_id: string; dealer_id: string }[] };
    return items.map(({ job_id, dealer_id }) => [job_id, dealer_id]);
  };
  for (const path of ['/ingest/jobs', '/ingest/jobs?dealer_id=fjordbil'])
    t.deepEqual(await listed(uploader, path), [[own, 'fjordbil']], path);
  t.deepEqual(await body(uploader, '/scope'), {
    scope: { dealer_ids: [], brand_ids: null, region_ids: null, dealers: [] },
    upload_dealer_ids: ['fjordbil'],
  });
  t.deepEqual(await listed(owner, '/ingest/jobs?dealer_id=fjordbil'), [
    [own, 'fjordbil'],
    [theirs, 'fjordbil'],
  ]);
});

test.serial('a grant with the role uploader adds nothing to what another grant lets its principal read', async (t) => {
  const owner = await tokenOf(await person(whole, { dealer: 'fjordbil' }));
  await loaded(owner, `${header}2026-02,Toyota,Oslo,7\n`, '2026-02');
  const both = await person(whole, { dealer: 'nordbil' }, { dealer: 'fjordbil', roles: ['uploader'] });
  const token = await tokenOf(both);
  const { items, meta } = (await body(token, '/indices')) as { items: unknown[]; meta: { scope: unknown } };
  t.deepEqual(
    [items, meta.scope],
    [
      [],
      {
        dealer_ids: ['nordbil'],
        brand_ids: null,
        region_ids: null,
        dealers: [{ dealer_id: 'nordbil', brand_ids: null, region_ids: null }],
      },
    ],
  );
  const refused = [403, 'read-granted-dealers', 'roles'];
  t.deepEqual(await refusal(await get(api, token, '/subscription/current?dealer_id=fjordbil')), refused);
});

test.serial('a grant with the role reader alone reads, and uploads nothing', async (t) => {
  const reader = await tokenOf(await person(whole, { dealer: 'fjordbil', roles: ['reader'] }));
  for (const path of reads) t.is((await get(api, reader, path)).status, 200, path);
  const response = await upload(api, reader, `${header}2026-01,Toyota,Oslo,1\n`, {
    dealer_id: 'fjordbil',
    period: '2026-01',
  });
  t.deepEqual(await refusal(response), [403, 'upload-own-dealer', 'dealer_id']);
});

test.serial('an uploader with a narrowed grant removes no data of another uploader of the dealer', async (t) => {
  const user = await person(whole, { dealer: 'fjordbil' });
  const owner = await tokenOf(user);
  await loaded(owner, `${header}2026-08,Toyota,Oslo,999\n2026-08,BMW,Oslo,5\n2026-08,BMW,Bergen,7\n`, '2026-08');
  // As an administrator could make it until now.
  const narrowed = await person(whole);
  await grant(whole, narrowed.id, [
    { dealer: 'fjordbil', roles: ['reader', 'uploader'], brands: ['bmw'], regions: ['bergen'] },
    { dealer: 'nordbil', roles: ['uploader'], regions: ['bergen'] },
  ]);
  const token = await tokenOf(narrowed);
  const send = (dealer_id: string) =>
    upload(api, token, `${header}2026-08,Toyota,Oslo,1\n`, { dealer_id, period: '2026-08' });
  t.deepEqual(await refusal(await send('fjordbil')), [403, 'upload-whole-dealer', 'brand_ids']);
  t.deepEqual(await refusal(await send('nordbil')), [403, 'upload-whole-dealer', 'region_ids']);
  const units = async (token: string, brand: string) => {
    const found = await body(token, `/indices?brand_id=${brand}&date_from=2026-08-01&date_to=2026-08-31`);
    return (found as { items: { units: number }[] }).items.map((item) => item.units);
  };
  t.deepEqual([await units(owner, 'toyota'), await units(owner, 'bmw'), await units(token, 'bmw')], [[999], [12], [7]]);
  t.deepEqual(await body(token, '/scope'), {
    scope: {
      dealer_ids: ['fjordbil'],
      brand_ids: ['bmw'],
      region_ids: ['bergen'],
      dealers: [{ dealer_id: 'fjordbil', brand_ids: ['bmw'], region_ids: ['bergen'] }],
    },
    upload_dealer_ids: [],
  });
});

test.serial('an administrator cannot narrow a grant with the role uploader', async (t) => {
  const admin = await tokenOf(await freshUser(whole.identity, 'analytics', ['admin']));
  const terms = { principal: 'nils', roles: ['reader', 'uploader'], brand_ids: null, region_ids: null };
  const headers = { authorization: `Bearer ${admin}` };
  const create = (more: object) => postJson(api, '/admin/dealers/fjordbil/grants', { ...terms, ...more }, headers);
  const wrong = (pointer: string) => ({
    type: problemType('business-rule'),
    title: 'Business rule violated',
    status: 422,
    detail:
      'A grant with the role uploader cannot be limited to some brands or regions, because an upload replaces all brands and regions of its period.',
    errors: [{ pointer, rule: 'whole_dealer', message: 'must be null for the role uploader' }],
  });
  t.deepEqual(await problemOf(await create({ brand_ids: ['bmw'] })), wrong('/brand_ids'));
  t.deepEqual(await problemOf(await create({ brand_ids: [] })), wrong('/brand_ids'));
  t.deepEqual(await problemOf(await create({ roles: ['uploader'], region_ids: ['oslo'] })), wrong('/region_ids'));
  t.is((await create({ roles: ['reader'], brand_ids: ['bmw'], region_ids: ['oslo'] })).status, 201);
  const address = '/admin/dealers/fjordbil/grants/nils';
  const etag = (await get(api, admin, address)).headers.get('etag') ?? '';
  const replaced = await fetch(`${api.url}/api/v1${address}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json', 'if-match': etag },
    body: JSON.stringify({ ...terms, brand_ids: ['bmw'] }),
  });
  t.deepEqual(await problemOf(replaced), wrong('/brand_ids'));
});

test.serial('getScope shows what is granted for each dealer, and for all together no more than for each', async (t) => {
  const token = await tokenOf(
    await person(whole, { dealer: 'nordbil' }, { dealer: 'fjordbil', roles: ['reader'], brands: ['tesla'] }),
  );
  const scope = {
    dealer_ids: ['nordbil', 'fjordbil'],
    brand_ids: ['tesla'],
    region_ids: null,
    dealers: [
      { dealer_id: 'nordbil', brand_ids: null, region_ids: null },
      { dealer_id: 'fjordbil', brand_ids: ['tesla'], region_ids: null },
    ],
  };
  t.deepEqual(await body(token, '/scope'), { scope, upload_dealer_ids: ['nordbil'] });
  for (const path of ['/indices', '/dashboard/summary'])
    t.deepEqual(((await body(token, path)) as { meta: { scope: unknown } }).meta.scope, scope, path);
});
