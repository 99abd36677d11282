// The running lab platform keeps every promise of its document, with infrastructure and worker behind it.
import test from 'ava';
import { cable } from '../../../services/test/fixtures/cable.ts';
import { type System, system } from '../../../services/test/fixtures/system.ts';
import { freshDatabase, parts } from '../../test/servers.ts';
import { conform, type DegradedDeployment } from '../conformance/conform.ts';
import { printText } from '../conformance/print/text.ts';
import { unobserved } from '../conformance/report.ts';
import { readValues } from '../conformance/requests/values.ts';
import { conformSockets } from '../conformance/sockets.ts';
import { labsCallers, withoutTables } from './callers.fixture.ts';

const document = new URL('../../../spec/platform/openapi.yaml', import.meta.url).pathname;
const liveDocument = new URL('../../../spec/platform/asyncapi.yaml', import.meta.url).pathname;
const values = readValues(new URL('../../../spec/platform/conformance.yaml', import.meta.url).pathname);
const proxied = { TRUSTED_PROXIES: '127.0.0.1' };

test('the lab platform keeps its contract and gives every declared reply', async (t) => {
  t.timeout(480_000);
  const whole = await system(t);
  const [infra] = await Promise.all([whole.run(['infra']), whole.run(['worker', 'relay'])]);
  // Where the provider sends browsers.
  const home = whole.identity.url;
  const joined = { ...proxied, PUBLIC_URL: home, INFRA_URL: `${infra.url}/infra/v1` };
  const [{ url }, degraded] = await Promise.all([
    whole.run(['platform'], joined),
    degradedDeployments(t, whole, joined),
  ]);
  const baseUrl = `${url}/api/v1`;
  const fixtures = await labsCallers(whole, baseUrl);
  let report: Awaited<ReturnType<typeof conform>> | undefined;
  const sockets = await conformSockets({
    document: liveDocument,
    baseUrl,
    origin: home,
    ...fixtures,
    values: values.sockets ?? {},
    // What the run does to labs is received as messages.
    during: async () => {
      report = await conform({ document, values, baseUrl, ...fixtures, degraded, isTrustedProxy: true });
    },
  });
  if (report === undefined) return t.fail('nothing was asked over HTTP');
  t.deepEqual(sockets.findings, []);
  t.deepEqual([Object.keys(sockets.received).sort(), sockets.unreached], [['Delta', 'Notice', 'Snapshot'], []]);
  for (const line of printText(report).split('\n')) t.log(line);
  t.deepEqual(report.findings, []);
  t.deepEqual(unobserved(report), []);
});

/** The same platform with a limit of next to nothing, a database that is not its own, and none at all. */
async function degradedDeployments(
  t: Parameters<typeof parts>[0],
  whole: System,
  joined: NodeJS.ProcessEnv,
): Promise<readonly DegradedDeployment[]> {
  const { postgres } = await parts(t, ['postgres']);
  const database = await freshDatabase(postgres, 'platform');
  const route = await cable(database.appUrl);
  const [busy, weak] = await Promise.all([
    // Without the shared counters, each of a thousand replicas grants its share: a handful of requests.
    whole.run(['platform'], { ...joined, TRUSTED_PROXIES: '', REDIS_URL: 'redis://127.0.0.1:1', REPLICAS: '1000' }),
    // Not on the broker of the others, whose messages it would move into the wrong database.
    whole.run(['platform'], { ...joined, DATABASE_PLATFORM: route.url, BROKER_URL_PLATFORM: 'amqp://127.0.0.1:1' }),
  ]);
  return [
    // A session is ended once: its limit is used up by other questions.
    { baseUrl: busy.url, status: 429, problem: 'rate-limited', except: ['logOut'] },
    {
      baseUrl: weak.url,
      status: 500,
      problem: 'internal',
      begin: () => withoutTables(database.ownerUrl, ['users', 'sessions', 'browser_logins']),
    },
    { baseUrl: weak.url, status: 503, problem: 'unavailable', begin: () => route.cut() },
  ];
}
