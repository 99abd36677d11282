// The running analytics API keeps every promise of its document.
import test, { type ExecutionContext } from 'ava';
import { openBroker } from '../../../adapters/broker/amqp.ts';
import { topology } from '../../../generated/analytics/topology.ts';
import { receiver, secret } from '../../../services/test/fixtures/analytics/receiver.ts';
import { cable } from '../../../services/test/fixtures/cable.ts';
import { type System, system } from '../../../services/test/fixtures/system.ts';
import { freshDatabase, parts } from '../../test/servers.ts';
import { conform, type DegradedDeployment } from '../conformance/conform.ts';
import { conformMessages } from '../conformance/messages.ts';
import { printText } from '../conformance/print/text.ts';
import { unobserved } from '../conformance/report.ts';
import { readValues } from '../conformance/requests/values.ts';
import { analyticsFixtures, raised, withoutTables } from './callers.fixture.ts';
import { oddProvider } from './odd-provider.ts';

const document = new URL('../../../spec/analytics/openapi.yaml', import.meta.url).pathname;
const messagesDocument = new URL('../../../spec/analytics/asyncapi.yaml', import.meta.url).pathname;
const values = readValues(new URL('../../../spec/analytics/conformance.yaml', import.meta.url).pathname);
const proxied = { TRUSTED_PROXIES: '127.0.0.1' };
test('the analytics API keeps its contract and gives every declared reply and message', async (t) => {
  t.timeout(480_000);
  const whole = await system(t);
  const [{ url }, fixtures, degraded] = await Promise.all([
    whole.run(['analytics', 'ingest'], { ...proxied, ...raised }),
    analyticsFixtures(whole),
    degradedDeployments(t, whole),
  ]);
  const baseUrl = `${url}/api/v1`;
  await exchangesOf(t, whole);
  let report: Awaited<ReturnType<typeof conform>> | undefined;
  const messages = await conformMessages({
    document: messagesDocument,
    brokerUrl: whole.vhost.url,
    // What the run causes is received from the broker.
    during: async () => {
      await whole.run(['relay']);
      await reuse(baseUrl, fixtures.callers[0]?.facts ?? {});
      await disabledWebhook(t, baseUrl, fixtures.callers[0]?.facts ?? {});
      report = await conform({ document, values, baseUrl, ...fixtures, degraded, isTrustedProxy: true });
    },
  });
  if (report === undefined) return t.fail('nothing was asked over HTTP');
  t.deepEqual([messages.findings, messages.unreached], [[], []]);
  for (const line of printText(report).split('\n')) t.log(line);
  t.deepEqual(report.findings, []);
  // heavy-reads.system.test.ts stores enough for it.
  const withoutEnough = ['getDashboardSummary', 'listForecasts', 'listIndices', 'listJobChanges'];
  t.deepEqual(
    unobserved(report)
      .map(({ operation, what }) => `${operation} ${what}`)
      .sort(),
    withoutEnough.map((operation) => `${operation} 422 read-too-large`),
  );
});

/** The relay declares them too, but perhaps later than a consumer here binds to them. */
async function exchangesOf(t: ExecutionContext, { vhost }: System): Promise<void> {
  const broker = openBroker({ url: vhost.url, name: 'conformance' });
  t.teardown(() => broker.close());
  await broker.ready();
  await broker.assertTopology(topology);
}

type Facts = Readonly<Record<string, string>>;

async function post(url: string, body: object, token = ''): Promise<Facts> {
  const headers = { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await reply.json()) as Facts;
}

/** A refresh token that is presented again after its successor was used, which is reported. */
async function reuse(baseUrl: string, { email, password }: Facts): Promise<void> {
  const asked = async (path: string, body: object): Promise<string> =>
    (await post(`${baseUrl}/auth/${path}`, body)).refresh_token ?? '';
  const first = await asked('login', { email, password });
  const second = await asked('refresh', { refresh_token: first });
  for (const refresh_token of [second, first]) await asked('refresh', { refresh_token });
}

/** A receiver that is gone. */
async function disabledWebhook(t: ExecutionContext, baseUrl: string, { email, password }: Facts): Promise<void> {
  const r = await receiver(t);
  r.answers((_, response) => void response.writeHead(410).end());
  const { access_token } = await post(`${baseUrl}/auth/login`, { email, password });
  const webhook = { url: r.url, events: ['session.revoked'], secret };
  const { webhook_id } = await post(`${baseUrl}/webhooks`, webhook, access_token);
  await fetch(`${baseUrl}/webhooks/${webhook_id}/tests`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}` },
  });
}

/**
 * The same API with a limit of next to nothing, a database that is not its own, none at all, and with an identity
 * provider that is unavailable or odd.
 */
async function degradedDeployments(t: ExecutionContext, whole: System): Promise<readonly DegradedDeployment[]> {
  const { postgres } = await parts(t, ['postgres']);
  const database = await freshDatabase(postgres, 'analytics');
  const route = await cable(database.appUrl);
  const odd = await oddProvider(t);
  const [busy, weak, alone, misled] = await Promise.all([
    // Without the shared counters, each of a thousand replicas grants its share: a handful of requests.
    whole.run(['analytics'], { REDIS_URL: 'redis://127.0.0.1:1', REPLICAS: '1000' }),
    whole.run(['analytics'], { ...proxied, DATABASE_ANALYTICS: route.url }),
    whole.run(['analytics'], { ...proxied, ISSUER_ANALYTICS: 'http://127.0.0.1:1/auth/realms/analytics' }),
    whole.run(['analytics'], { ...proxied, ISSUER_ANALYTICS: odd }),
  ]);
  const tables = ['dealer_grants', 'login_failures', 'refresh_tokens'];
  const unavailable = { status: 503, problem: 'unavailable' };
  const withoutStore = ['issueToken'];
  return [
    { baseUrl: busy.url, status: 429, problem: 'rate-limited' },
    {
      baseUrl: weak.url,
      status: 500,
      problem: 'internal',
      except: withoutStore,
      begin: () => withoutTables(database.ownerUrl, tables),
    },
    { baseUrl: weak.url, ...unavailable, except: withoutStore, begin: () => route.cut() },
    { baseUrl: misled.url, status: 500, problem: 'internal', operations: withoutStore },
    { baseUrl: alone.url, ...unavailable, operations: ['issueToken', 'loginUser'] },
  ];
}
