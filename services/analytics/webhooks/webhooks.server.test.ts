// Webhooks on a real database with a real receiver: what arrives, in which order, and for whom (decisions 125, 188).
import { createHmac, randomBytes } from 'node:crypto';
import test from 'ava';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { messages } from '../../../generated/analytics/messages.ts';
import type { DealerId, DeliveryId, JobId } from '../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import { type Got, receiver, secret, webhookBench } from '../../test/fixtures/analytics/receiver.ts';
import { eventually } from '../../test/fixtures/eventually.ts';
import { deliveries } from './webhook-deliveries.ts';

const file = 'period_start,brand,units_sold\n2026-01,Toyota,1\n';
const period = { period: '2026-01' };

const expectedSignature = (key: string, id: string, timestamp: string, body: string) =>
  createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');

test('a webhook receives the signed event of a finished job once, as the broker does', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const r = await receiver(t);
  const caller = await b.dealer('fjord');
  const { webhook_id } = await w.create(caller, { url: r.url });
  w.worker();
  await b.load(caller, file, period);
  const [got] = await eventually(
    async () => r.got,
    (all) => all.length > 0,
  );
  const [{ body }] = (await b.jobMessages()) as unknown as [{ body: unknown }];
  if (got === undefined) return t.fail();
  const sent = JSON.parse(got.body);
  t.deepEqual(sent, { type: 'ingest.job.finished', timestamp: sent.timestamp, data: body });
  const id = String(got.headers['webhook-id']);
  // By the library that the convention publishes, which shares no line with this service and its clients.
  const headers = got.headers as Record<string, string>;
  t.deepEqual(new Webhook(secret).verify(got.body, headers), sent);
  const other = new Webhook(`whsec_${randomBytes(24).toString('base64')}`);
  t.throws(() => other.verify(got.body, headers), { instanceOf: WebhookVerificationError });
  const list = await eventually(
    () => w.handlers.listWebhookDeliveries({ ...b.facts, caller, path: { webhook_id }, query: { limit: 10 } }),
    (reply) => reply.status === 200 && reply.body.items[0]?.status === 'delivered',
  );
  if (list.status !== 200) return t.fail();
  const [delivery] = list.body.items;
  if (delivery === undefined) return t.fail();
  const { delivery_id } = delivery;
  t.like(delivery, {
    webhook_id,
    message_id: id,
    event: 'ingest.job.finished',
    reason: null,
    attempt_count: 1,
    next_attempt_at: null,
  });
  t.is(list.body.items.length, 1);
  const details = await w.handlers.getWebhookDelivery({ ...b.facts, caller, path: { webhook_id, delivery_id } });
  if (details.status !== 200) return t.fail();
  t.is(details.body.request_body, got.body);
  t.like(details.body.attempts, [
    { reason: null, response: { status: 204, content_type: null, body: '', truncated: false } },
  ]);
  t.is(r.got.length, 1);
  // As the runtime makes pages, with a key that none of our pages has.
  const page = { after: 'x', limit: 2 };
  const { listWebhookDeliveries } = deliveries({ ...b.deps, spendDeliveries: () => t.fail() });
  t.like(await listWebhookDeliveries({ ...b.facts, caller, path: { webhook_id }, query: {}, page }), {
    status: 400,
    problem: { errors: [{ parameter: 'cursor' }] },
  });
});

type Rows = readonly { readonly message_id: string; readonly status: string; readonly reason: string | null }[];

const deliveriesOf = async (b: Bench): Promise<Rows> =>
  b.store.any(
    sql.type(row<Rows[number]>())`select message_id, status, reason from webhook_deliveries order by sequence`,
  );

/** Events of these dealers, each of them the end of a job. */
async function finish(b: Bench, ...dealers: readonly string[]): Promise<readonly string[]> {
  const sent: string[] = [];
  for (const dealer_id of dealers)
    await withScope(b.store, { dealers: [dealer_id] }, (tx) =>
      b.deps.enqueue(tx, (meta) => {
        sent.push(meta.id);
        return messages.ingestJobFinished(
          { ...finishedJob, job_id: meta.id as JobId, dealer_id: dealer_id as DealerId },
          meta,
        );
      }),
    );
  return sent;
}

const finishedJob = {
  kind: 'upload',
  period: '2026-01',
  period_type: 'month',
  status: 'succeeded',
  dry_run: false,
  revision: 1,
  rows_accepted: 1,
  rows_rejected: 0,
  error_count: 0,
  problem_type: null,
  finished_at: '2026-02-01T00:00:00Z',
} as const;

const idsOf = (got: readonly Got[]) => got.map(({ headers }) => String(headers['webhook-id']));

const alsoReads = (b: Bench, dealer_id: string, principal: string, roles = ['reader']) =>
  withScope(b.store, { dealers: [dealer_id] }, (tx) =>
    tx.query(sql.unsafe`
      insert into dealer_grants (dealer_id, principal, roles) values (${dealer_id}, ${principal}, ${sql.array(roles, 'text')})`),
  );

test('an event that fails holds its successors of the same dealer for five attempts, and no other dealer', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const r = await receiver(t);
  const caller = await b.dealer('alfa');
  await b.dealer('beta');
  await alsoReads(b, 'beta', caller.subject);
  await w.create(caller, { url: r.url });
  const [first, second, other, third] = await finish(b, 'alfa', 'alfa', 'beta', 'alfa');
  let failures = 0;
  r.answers(({ headers }, response) => {
    const fails = headers['webhook-id'] === first && ++failures <= 7;
    response.writeHead(fails ? 500 : 204).end();
  });
  w.worker({ pausesMs: Array.from({ length: 10 }, () => 20) });
  await eventually(
    () => deliveriesOf(b),
    (all) => all.every(({ status }) => status === 'delivered'),
  );
  const alfa = idsOf(r.got).filter((id) => id !== other);
  t.deepEqual(alfa.slice(0, 5), [first, first, first, first, first]);
  t.deepEqual(
    alfa.filter((id) => id !== first),
    [second, third],
  );
  t.is(alfa.filter((id) => id === first).length, 8);
  t.is(idsOf(r.got).filter((id) => id === other).length, 1);
  t.true(idsOf(r.got).indexOf(String(other)) < idsOf(r.got).indexOf(String(second)));
});

test('a list of deliveries shows the last answer of the receiver, and when what waits behind a failed event is due', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const r = await receiver(t);
  r.answers((_, response) => void response.writeHead(400).end());
  const caller = await b.dealer('alfa');
  const { webhook_id } = await w.create(caller, { url: r.url });
  await finish(b, 'alfa', 'alfa');
  w.worker({ pausesMs: [60_000] });
  const list = await eventually(
    () => w.handlers.listWebhookDeliveries({ ...b.facts, caller, path: { webhook_id }, query: { limit: 10 } }),
    (reply) => reply.status === 200 && reply.body.items.some(({ attempt_count }) => attempt_count === 1),
  );
  if (list.status !== 200) return t.fail();
  const [behind, failed] = list.body.items;
  const due = failed?.next_attempt_at;
  t.like(failed, { status: 'waiting', reason: 'status', last_response_status: 400, attempt_count: 1 });
  t.like(behind, {
    status: 'waiting',
    reason: null,
    last_response_status: null,
    attempt_count: 0,
    next_attempt_at: due,
  });
  t.true(String(due) > new Date().toISOString());
});

test('grants decide at the delivery: a withdrawn one withholds what waits, and uploaders receive their own jobs only', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const r = await receiver(t);
  const reader = await b.dealer('alfa');
  await alsoReads(b, 'alfa', 'uploads-only', ['uploader']);
  await w.create(reader, { url: r.url });
  const uploader = callerOf([], 'uploads-only');
  const { webhook_id } = await w.create(uploader, { url: r.url });
  await w.create(callerOf([], 'stranger'), { url: r.url });
  await b.load(reader, file, period);
  await withScope(b.store, { dealers: ['alfa'] }, (tx) =>
    tx.query(sql.unsafe`delete from dealer_grants where principal = ${reader.subject}`),
  );
  w.worker();
  const ended = await eventually(
    () => deliveriesOf(b),
    (all) => all.every(({ status }) => status !== 'waiting'),
  );
  t.deepEqual(
    ended.map(({ status, reason }) => [status, reason]),
    [
      ['withheld', 'not_granted'],
      ['withheld', 'not_granted'],
    ],
  );
  t.is(r.got.length, 0);
  const delivery_id = await b.store.oneFirst(sql.type(row<{ delivery_id: DeliveryId }>())`
    select delivery_id from webhook_deliveries where webhook_id = ${webhook_id}`);
  const path = { webhook_id, delivery_id };
  const details = await w.handlers.getWebhookDelivery({ ...b.facts, caller: uploader, path });
  t.like(details, { status: 200, body: { status: 'withheld', request_body: null } });
});

test('a receiver that fails for the whole schedule is disabled with a notice, and misses nothing after a replay', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const [r, notices] = [await receiver(t), await receiver(t)];
  const caller = await b.dealer('alfa');
  const { webhook_id } = await w.create(caller, { url: r.url });
  await w.create(caller, { url: notices.url, events: ['webhook.disabled'] });
  const path = { webhook_id };
  r.answers((_, response) => void response.writeHead(503).end());
  w.worker({ pausesMs: [5, 5] });
  const [first] = await finish(b, 'alfa');
  await eventually(
    async () => notices.got,
    (got) => got.length > 0,
  );
  t.like(JSON.parse(notices.got[0]?.body ?? ''), { type: 'webhook.disabled', data: { webhook_id, reason: 'failing' } });
  const shown = await w.handlers.getWebhook({ ...b.facts, caller, path, unchanged: async () => false });
  if (shown.status !== 200) return t.fail();
  t.like(shown.body, { enabled: false, disabled_reason: 'failing' });
  const [second] = await finish(b, 'alfa');
  const since = { ...b.facts, caller, path, body: { since: '2020-01-01T00:00:00Z', status: 'failed' as const } };
  t.is((await w.handlers.replayWebhookDeliveries(since)).status, 409);
  r.answers((_, response) => void response.writeHead(204).end());
  r.got.length = 0;
  const { url, description } = shown.body;
  const body = { url, events: ['ingest.job.finished' as const], description, enabled: true };
  const enabled = await w.handlers.replaceWebhook({ ...b.facts, caller, path, body, ifMatch: () => true });
  t.like(enabled, { status: 200, body: { enabled: true, disabled_reason: null, disabled_at: null } });
  t.like(await w.handlers.replayWebhookDeliveries(since), { status: 200, body: { replayed: 2 } });
  await eventually(
    () => deliveriesOf(b),
    (all) => all.every(({ status }) => status === 'delivered'),
  );
  t.deepEqual(idsOf(r.got), [first, second]);
});

test('410 disables a webhook at once', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const r = await receiver(t);
  const caller = await b.dealer('alfa');
  const { webhook_id } = await w.create(caller, { url: r.url });
  r.answers((_, response) => void response.writeHead(410).end());
  // What one claim sends: what occurs between the answer and its record may still be sent.
  await finish(b, 'alfa', 'alfa');
  w.worker();
  const read = () => w.handlers.getWebhook({ ...b.facts, caller, path: { webhook_id }, unchanged: async () => false });
  const gone = await eventually(read, (reply) => reply.status === 200 && !reply.body.enabled);
  t.like(gone, { body: { disabled_reason: 'gone' } });
  t.deepEqual(
    (await deliveriesOf(b)).map(({ reason }) => reason),
    ['status', 'webhook_disabled'],
  );
  t.is(r.got.length, 1);
});

test('after a rotation both signatures are sent for the stated time, or only the new one', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const r = await receiver(t);
  const caller = await b.dealer('alfa');
  const { webhook_id } = await w.create(caller, { url: r.url });
  const path = { webhook_id };
  const next = `whsec_${randomBytes(32).toString('base64')}`;
  const rotate = (keep_previous_s: number) =>
    w.handlers.rotateWebhookSecret({ ...b.facts, caller, path, body: { secret: next, keep_previous_s } });
  const signatures = async (count: number) => {
    await w.handlers.sendTestEvent({ ...b.facts, caller, path });
    const worker = w.worker();
    const got = await eventually(
      async () => r.got,
      (all) => all.length === count,
    );
    await worker.stop();
    const { headers, body } = got[count - 1] as Got;
    const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
    const by = (key: string) => `v1,${expectedSignature(key, id, timestamp, body)}`;
    return { sent: String(headers['webhook-signature']), old: by(secret), new: by(next) };
  };
  const rotated = await rotate(3_600);
  t.true(rotated.status === 200 && rotated.body.previous_secret_until !== null);
  const both = await signatures(1);
  t.is(both.sent, `${both.new} ${both.old}`);
  t.deepEqual(await rotate(3_600), rotated);
  const rotations = await withScope(b.store, { dealers: 'every' }, (tx) =>
    tx.oneFirst(sql.type(row<{ count: number }>())`
      select count(*) from audit_events where action = 'webhook.secret_rotated'`),
  );
  t.is(rotations, 2, 'each request leaves an audit event');
  const again = await signatures(2);
  t.is(again.sent, `${again.new} ${again.old}`);
  await withScope(b.store, { dealers: 'every' }, (tx) =>
    tx.query(sql.unsafe`update webhooks set previous_secret_until = clock_timestamp() - interval '1 second'`),
  );
  const after = await signatures(3);
  t.is(after.sent, after.new, 'the time of the former secret is over');
  t.like(await rotate(0), { status: 200, body: { previous_secret_until: null } });
  const one = await signatures(4);
  t.is(one.sent, one.new);
  const stored = await b.store.anyFirst(sql.type(row<{ text: string }>())`select w::text as text from webhooks w`);
  t.false(stored.join().includes(Buffer.from(next).toString('hex')), 'secrets are sealed');
});

test('webhooks and deliveries of another principal do not exist', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const owner = callerOf([], 'owner');
  const { webhook_id } = await w.create(owner, { url: 'https://8.8.8.8/' });
  const sent = await w.handlers.sendTestEvent({ ...b.facts, caller: owner, path: { webhook_id } });
  if (sent.status !== 201) return t.fail();
  const { delivery_id } = sent.body;
  const asked = { ...b.facts, caller: callerOf([], 'other'), path: { webhook_id, delivery_id }, ifMatch: () => true };
  const body = {
    url: 'https://8.8.8.8/',
    events: [],
    description: '',
    enabled: true,
    secret,
    since: '2026-01-01T00:00:00Z',
  };
  const replies = await Promise.all(
    Object.entries(w.handlers)
      .filter(([name]) => !['listWebhooks', 'createWebhook'].includes(name))
      .map(([, handler]) =>
        (handler as (request: unknown) => Promise<{ status: number }>)({ ...asked, query: { limit: 10 }, body }),
      ),
  );
  t.deepEqual(
    replies.map(({ status }) => status),
    Array.from({ length: 9 }, () => 404),
  );
  const list = await w.handlers.listWebhooks({ ...b.facts, caller: asked.caller, query: { limit: 10 } });
  t.like(list, { status: 200, body: { items: [] } });
});
