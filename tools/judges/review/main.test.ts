import { mkdirSync, rmSync } from 'node:fs';
import test from 'ava';
import { main } from './main.ts';
import { broker, http, repository, swap } from './repository.fixture.ts';

const date = ['--today', '2026-11-21'];

test('review of an unchanged contract lists no changes and exits with 0', async (t) => {
  const { folder, write } = repository(t);
  write('conformance.yaml', 'unreached: {}\n');
  const { output, code } = await main(['--base', 'HEAD'], folder);
  t.is(code, 0);
  t.true(output.startsWith('✓ No contract changes.'), output);
});

test('a removed reply field breaks the callers of every operation that returns it, and the report shows both lines and the type', async (t) => {
  const { write, json } = repository(t);
  write('openapi.yaml', swap(http, ', colour: { type: string } } }\n    NewThing', ' } }\n    NewThing'));
  const { code, report } = await json();
  t.is(code, 1);
  t.deepEqual(report.changes, [
    {
      rating: 'breaking',
      direction: 'reply',
      rule: 'property-removed',
      documents: ['things HTTP'],
      files: ['spec/things/openapi.yaml'],
      subject: '`Thing.colour` in 3 places',
      what: 'field `colour` is gone',
      why: 'Callers that use `colour` find nothing.',
      affects: [
        'callers of listThings',
        'users of the generated things client',
        'callers of createThing',
        'callers of getThing',
      ],
      before: { file: 'spec/things/openapi.yaml', line: 90, column: 92 },
      after: { file: 'spec/things/openapi.yaml', line: 90, column: 50 },
      step: 'major',
      changelog: '`Thing.colour` in 3 places: field `colour` is gone. Callers that use `colour` find nothing.',
      remedy: 'Send the old form beside the new one, marked `deprecated: true`, until no one reads it.',
      violation:
        'needs a new major version in the path of the server, or deprecated with x-deprecation { since, sunset } and the Sunset passed',
    },
  ]);
  t.deepEqual(report.types, [
    {
      document: 'things/openapi',
      name: 'Thing',
      difference: ' type Thing = {\n   thing_id: string;\n-  colour?: string;\n };',
    },
  ] as never);
});

test('a narrowed message field breaks producers and no consumer', async (t) => {
  const { write, json } = repository(t);
  write('asyncapi.yaml', swap(broker, 'maxLength: 16', 'maxLength: 8'));
  const { code, report } = await json();
  t.is(code, 1);
  t.deepEqual(
    report.changes.map(({ rating, direction, affects }) => [rating, direction, affects]),
    [
      ['breaking', 'producer', ['producers of thing.created (things)']],
      [
        'additive',
        'consumer',
        ['consumers of queue thing.created (catalogue)', 'teams with queues of their own on exchange thing.events'],
      ],
    ],
  );
});

test('a widened enum breaks readers of a reply and no sender of a request', async (t) => {
  const { git, write, json } = repository(t);
  const ratings = async () =>
    (await json()).report.changes.map(({ rating, direction, rule }) => `${rating} ${direction} ${rule}`);
  const request = swap(
    http,
    'required: [colour], properties: { colour: { type: string }',
    'required: [colour], properties: { colour: { type: string, enum: [red] }',
  );
  const both = swap(
    request,
    'properties: { thing_id: { type: string }, colour: { type: string }',
    'properties: { thing_id: { type: string }, colour: { type: string, enum: [red] }',
  );
  write('openapi.yaml', both);
  git('commit', '-q', '-a', '-m', 'Colours are red');
  write(
    'openapi.yaml',
    swap(
      both,
      'required: [colour], properties: { colour: { type: string, enum: [red]',
      'required: [colour], properties: { colour: { type: string, enum: [red, blue]',
    ),
  );
  t.deepEqual(await ratings(), ['additive request enum-value-added']);
  write(
    'openapi.yaml',
    swap(
      both,
      'thing_id: { type: string }, colour: { type: string, enum: [red]',
      'thing_id: { type: string }, colour: { type: string, enum: [red, blue]',
    ),
  );
  t.deepEqual(await ratings(), ['breaking reply enum-value-added']);
});

test('review compares two commits without a checkout', async (t) => {
  const { folder, git, write } = repository(t);
  write('openapi.yaml', swap(http, 'operationId: listThings', 'operationId: searchThings'));
  git('commit', '-q', '-a', '-m', 'Things are searched');
  write('openapi.yaml', 'not: [a contract');
  const { output, code } = await main(['--base', 'HEAD~1', '--head', 'HEAD', ...date], folder);
  t.is(code, 1);
  t.regex(output, /`listThings` is called `searchThings`/);
});

test('Markdown opens with the verdict, shows what breaks and folds the rest', async (t) => {
  const { folder, write } = repository(t);
  write('asyncapi.yaml', swap(broker, 'maxLength: 16', 'maxLength: 8'));
  const { output, code } = await main(['--base', 'HEAD', '--format', 'markdown', ...date], folder);
  t.is(code, 1);
  t.is(
    output.split('\n')[0],
    '## ❌ Contract review: 1 change breaks callers without a new major version or a Sunset that has passed (1 breaking, 1 additive, 0 editorial).',
  );
  t.regex(output, /### ❌ thing\.created, message ThingCreated `thing_id`: maxLength changes from 16 to 8/);
  t.regex(output, /<details><summary>1 additive<\/summary>/);
  t.regex(output, /<details><summary>changelog entries<\/summary>/);
});

test('review exits with 2 and advice on an invalid command or contract', async (t) => {
  const { folder, write } = repository(t);
  const run = async (...args: string[]) => main(args, folder);
  t.is((await run()).code, 2);
  t.regex((await run()).output, /^Name two documents, or a commit with --base\./);
  t.regex((await run('--base', 'nowhere')).output, /There is no commit "nowhere" here/);
  t.regex((await run('--base', '--output=x')).output, /usage|There is no commit/);
  t.regex((await run('--base', 'HEAD', '--format', 'pdf')).output, /--format is text, markdown, json/);
  t.regex((await run('--base', 'HEAD', '--colour', 'red')).output, /Unknown option --colour\. Options: --base/);
  write('openapi.yaml', 'paths: [');
  t.regex((await run('--base', 'HEAD')).output, /^spec\/things\/openapi\.yaml:1:9 is no YAML or JSON/);
  write('openapi.yaml', swap(http, "'#/components/schemas/ThingList'", "'#/components/schemas/Nothing'"));
  const dangling = await run('--base', 'HEAD');
  t.is(dangling.code, 2);
  t.regex(
    dangling.output,
    /^spec\/things\/openapi\.yaml:\d+:\d+ refers to #\/components\/schemas\/Nothing, where nothing is/,
  );
});

test('review exits with 2 and advice on a missing REF or history', async (t) => {
  const { folder, git, write } = repository(t);
  write('asyncapi.yaml', swap(broker, 'maxLength: 16', 'maxLength: 8'));
  git('commit', '-q', '-a', '-m', 'Ids are short');
  const shallow = `${folder}-shallow`;
  const bare = `${folder}-bare`;
  t.teardown(() => {
    for (const each of [shallow, bare]) rmSync(each, { recursive: true, force: true });
  });
  git('clone', '-q', '--depth', '1', `file://${folder}`, shallow);
  mkdirSync(bare);
  t.deepEqual(await main(['--base', 'nowhere'], folder), {
    code: 2,
    output:
      'There is no commit "nowhere" here. Is it fetched (git fetch origin), and is a branch of a remote named as such (origin/main)?\n',
  });
  t.deepEqual(await main(['--base', 'HEAD~1'], shallow), {
    code: 2,
    output:
      'There is no commit "HEAD~1" here. This clone is shallow: git fetch --unshallow, or have the CI fetch the whole history (fetch-depth: 0).\n',
  });
  t.deepEqual(await main(['--base', 'HEAD'], bare), {
    code: 2,
    output: 'This folder is not a git repository (or belongs to another user), so there is nothing to compare with.\n',
  });
});

test('review compares a REF without contracts, and refuses two without any', async (t) => {
  const { folder, git, write } = repository(t);
  git('rm', '-r', '-q', '--cached', 'spec');
  git('commit', '-q', '-m', 'Nothing is promised');
  const { output, code } = await main(['--base', 'HEAD'], folder);
  t.is(code, 0);
  t.regex(output, /^✓ No caller breaks \(0 breaking, 2 additive, 0 editorial\)/);
  t.regex(output, /spec\/things\/openapi\.yaml: the document is new/);
  t.deepEqual(await main(['--base', 'HEAD', '--head', 'HEAD'], folder), {
    code: 2,
    output: 'Neither HEAD nor HEAD has contracts: there is no .yaml file below spec/.\n',
  });
  write('openapi.yaml', http);
  t.is((await main(['--base', 'HEAD~1', '--head', 'HEAD', ...date], folder)).code, 1);
});

test('review recognises a contract under another file name', async (t) => {
  const { folder, git, write } = repository(t);
  write('../problems.yaml', 'problems:\n  gone: { status: 410, title: Gone }\n');
  write('../common.yaml', 'components: { schemas: { Word: { type: string } } }\n');
  git('add', '.');
  git('commit', '-q', '-m', 'Problems have names');
  git('mv', 'spec/things/openapi.yaml', 'spec/things/http.yaml');
  git('mv', 'spec/problems.yaml', 'spec/errors.yaml');
  git('mv', 'spec/common.yaml', 'spec/shared.yaml');
  const { output, code } = await main(['--base', 'HEAD', ...date], folder);
  t.is(code, 0);
  t.regex(output, /^✓ No caller breaks \(0 breaking, 0 additive, 2 editorial\)/);
  t.regex(output, /common\.yaml: the document is gone {2}\[document-removed\]/);
});

test('review reports the removal of a state with its deadline as one change of states', async (t) => {
  const { git, write, json } = repository(t);
  const state = (names: string, final: string, deadlines: string) =>
    swap(
      http,
      'colour: { type: string } } }\n    NewThing',
      `colour: { type: string, enum: [${names}], x-states: { initial: a, moves: { a: [${final}] }, final: [${final}] }, x-deadlines: { ${deadlines} } } } }\n    NewThing`,
    );
  write('openapi.yaml', state('a, b, c', 'b, c', 'a: 60, c: 60'));
  git('commit', '-q', '-a', '-m', 'Colours have a life');
  write('openapi.yaml', state('a, b', 'b', 'a: 60'));
  const { report } = await json();
  t.deepEqual(
    report.changes.map(({ rating, rule }) => `${rating} ${rule}`),
    ['breaking state-removed', 'additive enum-value-removed'],
  );
});

test('the help names every option and exit code and exits with 0', async (t) => {
  const { output, code } = await main(['--help']);
  t.is(code, 0);
  for (const word of ['BEFORE AFTER', '--repository', '--base', '--head', '--format', '--today', 'exit code  0'])
    t.true(output.includes(word), word);
});

test('the terminal ends with the entries of the changelog', async (t) => {
  const { folder, write } = repository(t);
  write('asyncapi.yaml', swap(broker, 'maxLength: 16', 'maxLength: 8'));
  const { output } = await main(['--base', 'HEAD', ...date], folder);
  t.is(
    output.slice(output.indexOf('CHANGELOG')),
    [
      'CHANGELOG ENTRIES (2)',
      '  - Breaking. thing.created, message ThingCreated `thing_id`: maxLength changes from 16 to 8. Producers that send texts longer than 8 are now refused.',
      '  - thing.created, message ThingCreated `thing_id`: maxLength changes from 16 to 8. Nothing new for consumers; they no longer have to accept texts longer than 8.',
      '',
    ].join('\n'),
  );
});

test('review reports the removal of a required field once', async (t) => {
  const { write, json } = repository(t);
  const before = 'required: [thing_id], properties: { thing_id: { type: string }, colour';
  write('openapi.yaml', swap(http, before, 'required: [], properties: { colour'));
  const { report } = await json();
  t.deepEqual(
    report.changes.map(({ rating, rule }) => `${rating} ${rule}`),
    ['breaking property-removed'],
  );
});
