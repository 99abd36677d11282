// What it takes for a breaking change to stand, and what does not suffice: dates that an author wrote are no notice.
import { execFileSync } from 'node:child_process';
import test, { type ExecutionContext } from 'ava';
import { main } from './main.ts';
import { broker, http, repository, swap } from './repository.fixture.ts';

const today = '2026-11-21';
const field = ', colour: { type: string } } }\n    NewThing';
const without = swap(http, field, ' } }\n    NewThing');

/** The small contract, whose field `colour` of a reply is announced to go. */
const announced = (since: string, sunset: string): string =>
  swap(
    http,
    field,
    `, colour: { type: string, deprecated: true, x-deprecation: { since: '${since}', sunset: '${sunset}' } } } }\n    NewThing`,
  );

/** What the review says of the working tree against the last commit: rule, and what keeps it from standing. */
async function said(json: ReturnType<typeof repository>['json']) {
  const { code, report } = await json();
  const told = report.changes.map(({ rule, violation, allowed }) => [rule, violation ?? allowed ?? 'harmless']);
  return { code, told };
}

const start = (t: ExecutionContext) => repository(t, { today });
const needs =
  'needs a new major version in the path of the server, or deprecated with x-deprecation { since, sunset } and the Sunset passed';

test('a field that was announced a year before its Sunset, in the contract of that day, may go', async (t) => {
  const { commit, write, json } = start(t);
  commit('2025-11-01', 'openapi.yaml', announced('2025-11-01', '2026-11-01'));
  write('openapi.yaml', without);
  t.deepEqual(await said(json), {
    code: 0,
    told: [['property-removed', 'its Sunset, 2026-11-01, has passed']],
  });
});

test('a field does not go before its Sunset, on the day itself it may', async (t) => {
  const { commit, write, json } = start(t);
  commit('2025-11-21', 'openapi.yaml', announced('2025-11-21', '2026-11-22'));
  write('openapi.yaml', without);
  t.deepEqual(await said(json), {
    code: 1,
    told: [['property-removed', 'its Sunset is 2026-11-22; until then it stays']],
  });
  t.is((await json('--today', '2026-11-22')).code, 0);
});

test('a change that announces with dates in the past fails, since it tells nobody a year ahead', async (t) => {
  const { write, json } = start(t);
  write('openapi.yaml', announced('2024-01-01', '2025-06-01'));
  const { code, told } = await said(json);
  t.is(code, 1);
  t.deepEqual(told, [
    ['sunset-too-soon', needs],
    ['deprecated', 'harmless'],
  ]);
});

test('a Sunset that is set later on a deprecated field is a year ahead as well', async (t) => {
  const { commit, write, json } = start(t);
  commit('2024-06-01', 'openapi.yaml', swap(announced('2024-06-01', 'X'), ", sunset: 'X'", ''));
  write('openapi.yaml', announced('2024-06-01', '2026-12-01'));
  t.deepEqual(await said(json), {
    code: 1,
    told: [
      ['sunset-too-soon', needs],
      ['sunset-set', 'harmless'],
    ],
  });
  write('openapi.yaml', announced('2024-06-01', '2027-11-21'));
  t.deepEqual(await said(json), { code: 0, told: [['sunset-set', 'harmless']] });
});

test('a change that announces one thing and removes another at once fails, as does one that removes what it announces', async (t) => {
  const { write, json } = start(t);
  const gone = swap(
    without,
    'operationId: listThings',
    "operationId: listThings\n      deprecated: true\n      x-deprecation: { since: '2024-01-01', sunset: '2025-06-01' }",
  );
  write('openapi.yaml', gone);
  const { code, told } = await said(json);
  t.is(code, 1);
  t.deepEqual(
    told.find(([rule]) => rule === 'property-removed'),
    ['property-removed', needs],
  );
});

test('an announcement that came with dates in the past yesterday opens nothing today', async (t) => {
  const { commit, write, json } = start(t);
  commit('2026-11-20', 'openapi.yaml', announced('2024-01-01', '2025-06-01'));
  write('openapi.yaml', without);
  t.deepEqual(await said(json), {
    code: 1,
    told: [
      [
        'property-removed',
        'its Sunset is 2025-06-01, which the contract of 2024-06-01, 12 months before, did not announce',
      ],
    ],
  });
});

test('a Sunset that was moved to an earlier day is not the one that was announced', async (t) => {
  const { commit, write, json } = start(t);
  commit('2025-01-01', 'openapi.yaml', announced('2025-01-01', '2028-01-01'));
  commit('2026-11-20', 'openapi.yaml', announced('2025-01-01', '2026-11-01'));
  write('openapi.yaml', without);
  const { code, told } = await said(json);
  t.is(code, 1);
  t.regex(String(told[0]?.[1]), /which the contract of 2025-11-01, 12 months before, did not announce$/);
});

test('nobody reads an announcement from the map around a thing', async (t) => {
  const { commit, write, json } = start(t);
  commit(
    '2024-06-01',
    'openapi.yaml',
    swap(
      http,
      'paths:\n',
      "paths:\n  deprecated: true\n  x-deprecation: { since: '2024-06-01', sunset: '2025-06-01' }\n",
    ),
  );
  write('openapi.yaml', swap(http, 'operationId: listThings', 'operationId: searchThings'));
  const { code, told } = await said(json);
  t.is(code, 1);
  t.deepEqual(
    told.find(([rule]) => rule === 'operation-renamed'),
    ['operation-renamed', needs],
  );
});

test('a clone that does not reach back a year proves nothing, and says what to fetch', async (t) => {
  const { commit, folder, git, write } = start(t);
  commit('2025-11-01', 'openapi.yaml', announced('2025-11-01', '2026-11-01'));
  commit('2026-11-02', 'asyncapi.yaml', `${broker}\n`);
  write('openapi.yaml', without);
  git('commit', '-q', '-a', '-m', 'The field goes');
  git('clone', '-q', '--depth', '2', `file://${folder}`, `${folder}/clone`);
  const { code, output } = await main(['--base', 'HEAD~1', '--head', 'HEAD', '--today', today], `${folder}/clone`);
  t.is(code, 1);
  t.regex(output, /is not in this clone \(git fetch --unshallow\)/);
  t.is(
    execFileSync('git', ['rev-parse', '--is-shallow-repository'], { cwd: `${folder}/clone`, encoding: 'utf8' }),
    'true\n',
  );
});

test('another `since` under the same Sunset changes nothing', async (t) => {
  const { commit, write, json } = start(t);
  commit('2026-11-20', 'openapi.yaml', announced('2026-11-20', '2028-01-01'));
  write('openapi.yaml', announced('2024-01-01', '2028-01-01'));
  t.deepEqual(await said(json), { code: 0, told: [['deprecation-redated', 'harmless']] });
});

test('a second version beside the first frees nobody from the first; in its place it does', async (t) => {
  const { write, json } = start(t);
  const servers = (urls: string) =>
    swap(
      without,
      "servers: [{ url: '{base_url}', variables: { base_url: { default: 'https://things.example/api/v1' } } }]",
      `servers: [${urls}]`,
    );
  const [one, two] = [1, 2].map((version) => `{ url: 'https://things.example/api/v${version}' }`);
  write('openapi.yaml', servers(`${two}, ${one}`));
  const { code, told } = await said(json);
  t.is(code, 1);
  t.deepEqual(
    told.find(([rule]) => rule === 'property-removed'),
    ['property-removed', needs],
  );
  write('openapi.yaml', servers(`${two}`));
  const risen = await said(json);
  t.is(risen.code, 0);
  t.deepEqual(risen.told[0], ['property-removed', 'new major version (v1 → v2)']);
});

test('a queue that would be refused by the broker asks for one of another name', async (t) => {
  const { write, json } = start(t);
  write('asyncapi.yaml', swap(broker, 'message_ttl_ms: 600000', 'message_ttl_ms: 900000'));
  const { code, told } = await said(json);
  t.is(code, 1);
  t.deepEqual(told, [
    [
      'message-ttl-raised',
      'needs a new name beside the old one, or deprecated with x-deprecation { since, sunset } and the Sunset passed',
    ],
  ]);
});
