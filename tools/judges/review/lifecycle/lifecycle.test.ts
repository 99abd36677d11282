// What it takes for a breaking change to stand, and what does not suffice: dates that an author wrote are no notice.
import { execFileSync } from 'node:child_process';
import test, { type ExecutionContext } from 'ava';
import { main } from '../main.ts';
import { broker, http, repository, swap } from '../repository.fixture.ts';

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
async function judge(json: ReturnType<typeof repository>['json']) {
  const { code, report } = await json();
  const reported = report.changes.map(({ rule, violation, allowed }) => [rule, violation ?? allowed ?? 'harmless']);
  return { code, reported };
}

const start = (t: ExecutionContext) => repository(t, { today });
const needs =
  'needs a new major version in the path of the server, or deprecated with x-deprecation { since, sunset } and the Sunset passed';

test('review allows the removal of a field that was announced a year before its Sunset, in the contract of that day', async (t) => {
  const { commit, write, json } = start(t);
  commit('2025-11-01', 'openapi.yaml', announced('2025-11-01', '2026-11-01'));
  write('openapi.yaml', without);
  t.deepEqual(await judge(json), {
    code: 0,
    reported: [['property-removed', 'its Sunset, 2026-11-01, has passed']],
  });
});

test('review refuses a removal before the Sunset, and allows it on the day', async (t) => {
  const { commit, write, json } = start(t);
  commit('2025-11-21', 'openapi.yaml', announced('2025-11-21', '2026-11-22'));
  write('openapi.yaml', without);
  t.deepEqual(await judge(json), {
    code: 1,
    reported: [['property-removed', 'its Sunset is 2026-11-22; until then it stays']],
  });
  t.is((await json('--today', '2026-11-22')).code, 0);
});

test('review refuses an announcement with dates in the past', async (t) => {
  const { write, json } = start(t);
  write('openapi.yaml', announced('2024-01-01', '2025-06-01'));
  const { code, reported } = await judge(json);
  t.is(code, 1);
  t.deepEqual(reported, [
    ['sunset-too-soon', needs],
    ['deprecated', 'harmless'],
  ]);
});

test('review allows a later Sunset on a deprecated field a year ahead', async (t) => {
  const { commit, write, json } = start(t);
  commit('2024-06-01', 'openapi.yaml', swap(announced('2024-06-01', 'X'), ", sunset: 'X'", ''));
  write('openapi.yaml', announced('2024-06-01', '2026-12-01'));
  t.deepEqual(await judge(json), {
    code: 1,
    reported: [
      ['sunset-too-soon', needs],
      ['sunset-set', 'harmless'],
    ],
  });
  write('openapi.yaml', announced('2024-06-01', '2027-11-21'));
  t.deepEqual(await judge(json), { code: 0, reported: [['sunset-set', 'harmless']] });
});

test('review refuses a change that announces one field and removes another, or the same one', async (t) => {
  const { write, json } = start(t);
  const gone = swap(
    without,
    'operationId: listThings',
    "operationId: listThings\n      deprecated: true\n      x-deprecation: { since: '2024-01-01', sunset: '2025-06-01' }",
  );
  write('openapi.yaml', gone);
  const { code, reported } = await judge(json);
  t.is(code, 1);
  t.deepEqual(
    reported.find(([rule]) => rule === 'property-removed'),
    ['property-removed', needs],
  );
});

test('an announcement with dates in the past allows no removal on the next day', async (t) => {
  const { commit, write, json } = start(t);
  commit('2026-11-20', 'openapi.yaml', announced('2024-01-01', '2025-06-01'));
  write('openapi.yaml', without);
  t.deepEqual(await judge(json), {
    code: 1,
    reported: [
      [
        'property-removed',
        'its Sunset is 2025-06-01, which the contract of 2024-06-01, 12 months before, did not announce',
      ],
    ],
  });
});

test('review refuses a Sunset that changed to an earlier day', async (t) => {
  const { commit, write, json } = start(t);
  commit('2025-01-01', 'openapi.yaml', announced('2025-01-01', '2028-01-01'));
  commit('2026-11-20', 'openapi.yaml', announced('2025-01-01', '2026-11-01'));
  write('openapi.yaml', without);
  const { code, reported } = await judge(json);
  t.is(code, 1);
  t.regex(String(reported[0]?.[1]), /which the contract of 2025-11-01, 12 months before, did not announce$/);
});

test('review ignores an announcement on the map around an element', async (t) => {
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
  const { code, reported } = await judge(json);
  t.is(code, 1);
  t.deepEqual(
    reported.find(([rule]) => rule === 'operation-renamed'),
    ['operation-renamed', needs],
  );
});

test('review of a shallow clone proves no announcement, and names the command that fetches the history', async (t) => {
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

test('review accepts another `since` under the same Sunset', async (t) => {
  const { commit, write, json } = start(t);
  commit('2026-11-20', 'openapi.yaml', announced('2026-11-20', '2028-01-01'));
  write('openapi.yaml', announced('2024-01-01', '2028-01-01'));
  t.deepEqual(await judge(json), { code: 0, reported: [['deprecation-redated', 'harmless']] });
});

test('review allows a breaking change in a version that replaces the first, not beside it', async (t) => {
  const { write, json } = start(t);
  const servers = (urls: string) =>
    swap(
      without,
      "servers: [{ url: '{base_url}', variables: { base_url: { default: 'https://things.example/api/v1' } } }]",
      `servers: [${urls}]`,
    );
  const [one, two] = [1, 2].map((version) => `{ url: 'https://things.example/api/v${version}' }`);
  write('openapi.yaml', servers(`${two}, ${one}`));
  const { code, reported } = await judge(json);
  t.is(code, 1);
  t.deepEqual(
    reported.find(([rule]) => rule === 'property-removed'),
    ['property-removed', needs],
  );
  write('openapi.yaml', servers(`${two}`));
  const risen = await judge(json);
  t.is(risen.code, 0);
  t.deepEqual(risen.reported[0], ['property-removed', 'new major version (v1 → v2)']);
});

test('review asks for another name of a queue that the broker would refuse', async (t) => {
  const { write, json } = start(t);
  write('asyncapi.yaml', swap(broker, 'message_ttl_ms: 600000', 'message_ttl_ms: 900000'));
  const { code, reported } = await judge(json);
  t.is(code, 1);
  t.deepEqual(reported, [
    [
      'message-ttl-raised',
      'needs a new name beside the old one, or deprecated with x-deprecation { since, sunset } and the Sunset passed',
    ],
  ]);
});
