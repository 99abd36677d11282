// What a reader of a snippet has before: resources with ids of their own, in the state that the operation needs, and
// the ETag of the newest read. Each language gets its own.
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '../../../../services/test/fixtures/eventually.ts';
import { asRecord, type Json, type JsonObject } from '../../../contract/json.ts';
import type { Target, Targets } from './snippet-runners.fixture.ts';

/** What an example says, and what it says here. */
export type Replacement = readonly [example: string, here: string];

/** By the key of a snippet, or the id of its operation. */
export type Replacements = ReadonlyMap<string, readonly Replacement[]>;

/** Each language has its own quotes around it. */
const exampleTag = 'q3dYQ0m0m2cV7Jv8c1n9Wg';
const dealer = 'fjordbil-oslo';
const exampleAlias = 'vw';
/** An alias that users of the dealer have, beside that of administrators. */
const ownAlias = 'v-w';
const uuid = '5f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9';
const jobId = '0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11';
const webhookId = '01934a10-7b5d-7c3e-9d57-5f0a6f3d2b11';
const deliveryId = '01934a12-0b6c-7a20-8c8e-1b1a7c9d0e52';
const instanceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const runId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const deploymentId = '5c3f3b52-8d1c-4c55-a4ff-5b2a8c0fbb4e';

type Fields = Readonly<Record<string, string>>;

type Reply = { readonly body: JsonObject; readonly tag: string };

export type Call = (method: string, path: string, body?: JsonObject | FormData, tag?: string) => Promise<Reply>;

/** Each answer must be a success: what cannot be prepared is a mistake of this file. */
const callsOf =
  ({ BASE_URL, TOKEN }: Target): Call =>
  async (method, path, body, tag) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${BASE_URL}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${TOKEN}`,
        ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
        ...(tag === undefined ? {} : { 'If-Match': `"${tag}"` }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`);
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      body: asRecord(isJson ? JSON.parse(text) : {}),
      tag: (response.headers.get('etag') ?? '').replaceAll('"', ''),
    };
  };

export const target = (targets: Targets, id: string): Call => callsOf(targets[id] as Target);
export const idIn = ({ body }: Reply, name: string): string => String(body[name]);
const itemsOf = ({ body }: Reply): readonly JsonObject[] => (body.items as readonly Json[]).map(asRecord);

/** Dealers for corrections of one language. Each is for one snippet, since a job refuses another one for its dates. */
export const dealersOf = (language: string): readonly [string, string, string, string] => [
  `deleted-${language}`,
  `dry-${language}`,
  `reverted-${language}`,
  `compared-${language}`,
];

export async function analyticsValues(targets: Targets, language: string): Promise<Replacements> {
  const call = target(targets, 'analytics');
  const [deleted, dry, reverted, compared] = dealersOf(language);
  await Promise.all([deleted, dry, reverted, compared].map((each) => uploadedTwice(call, each)));
  const planned = await upload(call, compared, '2026-02', 'Volkswagen,44', { dry_run: 'true' });
  const skipped = await upload(call, reverted, '2026-04', ',41', { on_error: 'skip' });
  const { webhook, delivery } = await webhookWith(call);
  const { webhook: deletedByAdministrator } = await webhookWith(call);
  const grantOf = (principal: string): Promise<Reply> =>
    call('POST', `/admin/dealers/${dealer}/grants`, {
      principal,
      roles: ['reader'],
      brand_ids: null,
      region_ids: null,
    });
  const [changed, removed] = [randomUUID(), randomUUID()];
  await grantOf(changed);
  await grantOf(removed);
  await createAlias(call, reverted, exampleAlias);
  const tagOf = tagFrom(call);
  const ofWebhook: readonly Replacement[] = [[webhookId, webhook]];
  return new Map<string, readonly Replacement[]>([
    ['analytics deletePeriod february', [[dealer, deleted]]],
    ['analytics deletePeriod dry-run', [[dealer, dry]]],
    ['revertRevision', [[dealer, reverted]]],
    ['listJobChanges', [[jobId, planned]]],
    ['getRejectedRows', [[jobId, skipped]]],
    ['createDealer', [[dealer, `created-${language}`]]],
    ['replaceDealer', [await tagOf(`/admin/dealers/${dealer}`)]],
    ['createGrant', [[uuid, randomUUID()]]],
    ['getGrant', [[uuid, changed]]],
    ['replaceGrant', [[uuid, changed], await tagOf(`/admin/dealers/${dealer}/grants/${changed}`)]],
    ['deleteGrant', [[uuid, removed], await tagOf(`/admin/dealers/${dealer}/grants/${removed}`)]],
    ...(await settingValues(call, language)),
    ['createAlias', [[dealer, dry]]],
    ['getAlias', [[dealer, reverted]]],
    ['deleteAlias', [[dealer, reverted], await tagOf(`/admin/dealers/${reverted}/aliases/brand/vw`)]],
    [
      'changeSubscription',
      [[dealer, dry], ['standard', `plan-of-${dry}`], await tagOf(`/admin/dealers/${dry}/subscription`)],
    ],
    ['deleteInstallationWebhook', [[webhookId, deletedByAdministrator]]],
    ['getWebhook', ofWebhook],
    ['replaceWebhook', [...ofWebhook, await tagOf(`/webhooks/${webhook}`)]],
    ...[
      'rotateWebhookSecret',
      'sendTestEvent',
      'listWebhookDeliveries',
      'replayWebhookDeliveries',
      'deleteWebhook',
    ].map((id) => [id, ofWebhook] as const),
    ...['getWebhookDelivery', 'replayWebhookDelivery'].map(
      (id) => [id, [...ofWebhook, [deliveryId, delivery] as const]] as const,
    ),
  ]);
}

export const tagFrom =
  (call: Call) =>
  async (path: string): Promise<Replacement> => [exampleTag, (await call('GET', path)).tag];

const createAlias = (call: Call, id: string, alias: string): Promise<Reply> =>
  call('POST', `/admin/dealers/${id}/aliases`, { kind: 'brand', alias, stands_for: 'volkswagen' });

/** A calendar and an alias that the users of a dealer have set. */
async function settingValues(call: Call, language: string): Promise<readonly [string, readonly Replacement[]][]> {
  const [deleted, dry, reverted] = dealersOf(language);
  const tagOf = tagFrom(call);
  const alias: Replacement = [exampleAlias, ownAlias];
  await setCalendar(call, reverted);
  await createAlias(call, reverted, ownAlias);
  return [
    ['getDealerCalendar', [[dealer, dry]]],
    ['replaceDealerCalendar', [[dealer, dry], await tagOf(`/dealers/${dry}/calendar`)]],
    ['analytics replaceDealerCalendar bavaria', [[dealer, deleted], await tagOf(`/dealers/${deleted}/calendar`)]],
    ['deleteDealerCalendar', [[dealer, reverted], await tagOf(`/dealers/${reverted}/calendar`)]],
    ['createDealerAlias', [[dealer, dry], alias]],
    ['getDealerAlias', [[dealer, reverted], alias]],
    ['deleteDealerAlias', [[dealer, reverted], alias, await tagOf(`/dealers/${reverted}/aliases/brand/${ownAlias}`)]],
  ];
}

/** What a change needs is the ETag of the newest read. */
async function setCalendar(call: Call, id: string): Promise<void> {
  const { tag } = await call('GET', `/dealers/${id}/calendar`);
  await call('PUT', `/dealers/${id}/calendar`, { country: 'NO', weekdays: [1, 2, 3, 4, 5], closed_on: [] }, tag);
}

/** Two revisions of February 2026. */
async function uploadedTwice(call: Call, id: string): Promise<void> {
  await upload(call, id, '2026-02', 'Volkswagen,41');
  await upload(call, id, '2026-02', 'Volkswagen,43');
}

async function upload(call: Call, id: string, period: string, row: string, more: Fields = {}): Promise<string> {
  const form = new FormData();
  const rows = [`${period},${row}`, `${period},Volvo,12`];
  form.set('file', new Blob([`period_start,brand,units_sold\n${rows.join('\n')}\n`]), 'sales.csv');
  for (const [name, value] of Object.entries({ dealer_id: id, period, ...more })) form.set(name, value);
  const job = idIn(await call('POST', '/ingest/files', form), 'job_id');
  for (;;) {
    const { body } = await call('GET', `/ingest/jobs/${job}?wait=30`);
    if (body.finished_at === null) continue;
    if (body.status !== 'succeeded') throw new Error(JSON.stringify(body));
    return job;
  }
}

/** Nothing listens there: the delivery stays. */
async function webhookWith(call: Call): Promise<{ readonly webhook: string; readonly delivery: string }> {
  const webhook = idIn(
    await call('POST', '/webhooks', {
      url: 'https://127.0.0.1:8443/',
      events: ['ingest.job.finished'],
      secret: `whsec_${randomBytes(24).toString('base64')}`,
    }),
    'webhook_id',
  );
  await call('POST', `/webhooks/${webhook}/tests`);
  const deliveries = itemsOf(await call('GET', `/webhooks/${webhook}/deliveries`));
  return { webhook, delivery: String(deliveries[0]?.delivery_id) };
}

const labText = (id: string): string =>
  `lab_id: ${id}\nname: First shell\ncontainers:\n  main:\n    image: '{registry_url}/intro/labs/shell:v1.0'\n`;

/** The files that the snippets of a language send beside those of the examples. */
export const labFiles = (language: string): ReadonlyMap<string, string> =>
  new Map(['upload', 'replace'].map((what) => [`${what}-${language}.yaml`, labText(`${what}-${short(language)}`)]));

const short = (language: string): string => language.slice(0, 4);

export async function labValues(targets: Targets, language: string): Promise<Replacements> {
  const [platform, infra] = [target(targets, 'platform'), target(targets, 'infra')];
  const student = idIn(await target(targets, 'student')('GET', '/auth/me'), 'student_id');
  const [running, stopped, replaced] = ['run', 'stop', 'replace'].map((what) => `${what}-${short(language)}`) as [
    string,
    string,
    string,
  ];
  for (const lab of [running, stopped, replaced]) await uploadLab(platform, lab);
  for (const lab of [running, stopped]) await platform('POST', `/labs/${lab}/start`, { student_ids: [student] });
  for (const lab of [running, stopped]) await reached(infra, lab, 'running');
  await platform('POST', `/labs/${stopped}/stop`, {});
  const instance = String((await reached(infra, running, 'running')).instance_id);
  const archived = await reached(infra, stopped, 'stopped');
  const [deployment] = itemsOf(await infra('GET', `/deployments?lab_id=${running}`));
  const { tag } = await platform('GET', `/labs/${replaced}/config`);
  const ofInstance: readonly Replacement[] = [
    [instanceId, instance],
    ['anna', student],
  ];
  const ofArchive: readonly Replacement[] = [
    [instanceId, String(archived.instance_id)],
    [runId, String(archived.run_id)],
  ];
  const labPath = 'linux-basics';
  return new Map<string, readonly Replacement[]>([
    ['uploadLab', [['lab.yaml', `upload-${language}.yaml`]]],
    [
      'replaceLabConfig',
      [
        ['lab.yaml', `replace-${language}.yaml`],
        [labPath, replaced],
        [exampleTag, tag],
      ],
    ],
    ...['getLab', 'getLabConfig', 'getLabAccess', 'rotateLabAccess', 'listLabInstances', 'restartLab'].map(
      (id) => [id, [[labPath, running] as const]] as const,
    ),
    ...['getInstance', 'getAccess', 'rotateAccess'].map((id) => [id, ofInstance] as const),
    ['getDeployment', [[deploymentId, String(deployment?.deployment_id)]]],
    ['restoreVolume', ofArchive],
  ]);
}

async function uploadLab(platform: Call, lab: string): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([labText(lab)]), 'lab.yaml');
  await platform('POST', '/labs', form);
}

async function reached(infra: Call, lab: string, state: string): Promise<JsonObject> {
  const deadline = Date.now() + 30_000;
  const read = async () => itemsOf(await infra('GET', `/instances?lab_id=${lab}`))[0];
  const instance = await eventually(read, (found) => found?.state === state || Date.now() > deadline);
  if (instance?.state !== state) throw new Error(`${lab} is not ${state}: ${JSON.stringify(instance)}`);
  return instance;
}
