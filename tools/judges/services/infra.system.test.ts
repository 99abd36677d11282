// The running infrastructure keeps every promise of its document, with a worker that runs labs in memory.
import test from 'ava';
import { s3 } from '../../../adapters/objects/s3.ts';
import { cable } from '../../../services/test/fixtures/cable.ts';
import { type System, system } from '../../../services/test/fixtures/system.ts';
import { freshDatabase, parts } from '../../test/servers.ts';
import { conform, type DegradedDeployment } from '../conformance/conform.ts';
import { printText } from '../conformance/print/text.ts';
import { unobserved } from '../conformance/report.ts';
import { readValues } from '../conformance/requests/values.ts';
import { atOtherTimes } from '../conformance/setup/refused.ts';
import { clientToken, configurations, labFixtures, labIds, withoutTables } from './callers.fixture.ts';

const document = new URL('../../../spec/infra/openapi.yaml', import.meta.url).pathname;
const values = readValues(new URL('../../../spec/infra/conformance.yaml', import.meta.url).pathname);
const proxied = { TRUSTED_PROXIES: '127.0.0.1' };

test('the infrastructure keeps its contract and gives every declared reply', async (t) => {
  t.timeout(240_000);
  const whole = await system(t);
  const [{ url }, , callers, degraded] = await Promise.all([
    whole.run(['infra'], proxied),
    whole.run(['worker', 'relay']),
    fixtures(whole),
    degradedDeployments(t, whole),
    configurations(s3(whole.objects)),
  ]);
  const report = await conform({
    document,
    values,
    baseUrl: `${url}/infra/v1`,
    ...callers,
    degraded,
    isTrustedProxy: true,
  });
  for (const line of printText(report).split('\n')) t.log(line);
  t.deepEqual(report.findings, []);
  t.deepEqual(
    // How many claims the list has is a matter of when the worker reconciles.
    unobserved(report)
      .map(({ operation, what }) => `${operation}: ${what}`)
      .filter((each) => !each.endsWith('its pages')),
    [],
  );
});

async function fixtures({ identity }: System) {
  const { clients, issuers } = identity;
  const [platform, foreign, other, { teacher }] = await Promise.all([
    clientToken(issuers.labs, clients.platform),
    clientToken(issuers.analytics, clients.integrator),
    clientToken(issuers.labs, clients.infra),
    labFixtures(identity),
  ]);
  return {
    callers: [{ name: 'platform', token: platform, roles: ['service'], facts: labIds }],
    refused: {
      'a token of a foreign issuer': foreign,
      'a token of another client': other,
      'a token of a person': teacher.token,
      ...atOtherTimes(identity.keysFolder, 'labs', platform),
    },
  };
}

/** The same service with a limit of next to nothing, a database that is not its own, and none at all. */
async function degradedDeployments(
  t: Parameters<typeof parts>[0],
  whole: System,
): Promise<readonly DegradedDeployment[]> {
  const { postgres } = await parts(t, ['postgres']);
  const database = await freshDatabase(postgres, 'infrastructure');
  const route = await cable(database.appUrl);
  const [busy, weak] = await Promise.all([
    // Without the shared counters, each of a thousand replicas grants its share: a handful of requests.
    whole.run(['infra'], { REDIS_URL: 'redis://127.0.0.1:1', REPLICAS: '1000' }),
    whole.run(['infra'], { ...proxied, DATABASE_INFRASTRUCTURE: route.url }),
  ]);
  const tables = ['lab_configs', 'lab_deployments', 'instances', 'claims', 'timeline', 'resource_quotas'];
  return [
    { baseUrl: busy.url, status: 429, problem: 'rate-limited' },
    {
      baseUrl: weak.url,
      status: 500,
      problem: 'internal',
      begin: () => withoutTables(database.ownerUrl, tables),
    },
    { baseUrl: weak.url, status: 503, problem: 'unavailable', begin: () => route.cut() },
  ];
}
