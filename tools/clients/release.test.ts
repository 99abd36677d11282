import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { broker, http, repository } from '../judges/review/repository.fixture.ts';
import { jointlyRefused } from './main.ts';
import { projectRelease, releaseOf } from './release.ts';
import { refusalOf } from './version.ts';

const file = 'spec/things/openapi.yaml';
const withVersion = (version: string, text = http) =>
  `${text}\nx-package: { name: '@example/things', version: ${version} }\n`;
const newPath = '  /new:\n    get:\n      operationId: getNew\n      responses: { "204": { description: Nothing } }';
const today = new Date('2026-11-21');

test('a release is the commit that set the version, and what the contract has changed since', async (t) => {
  const { folder, commit, write } = repository(t);
  t.is(await releaseOf(file, folder, today), undefined);
  commit('2024-02-01', 'openapi.yaml', withVersion('0.1.0'));
  const unchanged = await releaseOf(file, folder, today);
  t.deepEqual([unchanged?.version, unchanged?.step], ['0.1.0', 'none']);
  write('openapi.yaml', withVersion('0.1.0', http.replace(/^paths:$/m, `paths:\n${newPath}`)));
  const added = await releaseOf(file, folder, today);
  t.is(added?.step, 'minor');
  t.is(
    refusalOf('0.1.0', added?.version, added?.step ?? 'none'),
    'the contract has additive changes since 0.1.0: the next version is at least 0.1.1, not 0.1.0',
  );
});

test('a release of the project has the largest change of its documents since package.json got its version', async (t) => {
  const { folder, commit, write } = repository(t);
  const documents = [file, 'spec/things/asyncapi.yaml'];
  const release = async (of: readonly string[]) => {
    const found = await projectRelease(of, folder, today);
    return found && [found.version, found.step];
  };
  t.is(await release(documents), undefined);
  write('../../package.json', '{\n  "version": "0.1.0"\n}\n');
  execFileSync('git', ['add', 'package.json'], { cwd: folder });
  commit('2024-02-01', 'openapi.yaml', http);
  t.deepEqual(await release(documents), ['0.1.0', 'none']);
  commit('2024-03-01', 'openapi.yaml', http.replace(/^paths:$/m, `paths:\n${newPath}`));
  t.deepEqual(await release(documents), ['0.1.0', 'minor']);
  write('asyncapi.yaml', broker.replace('thing_id: { type: string', 'thing_id: { type: integer'));
  t.deepEqual(await release(documents), ['0.1.0', 'major']);
  t.deepEqual(await release([file]), ['0.1.0', 'minor']);
});

test('a package of several documents is refused until package.json has the version that their change asks for', async (t) => {
  const { folder, commit, write } = repository(t);
  const contract = broker.replace('x-document: things', 'x-document: analytics');
  const project = (version: string) => write('../../package.json', `{\n  "version": "${version}"\n}\n`);
  mkdirSync(path.join(folder, 'spec/analytics'));
  write('../analytics/asyncapi.yaml', contract);
  project('0.1.0');
  execFileSync('git', ['add', '.'], { cwd: folder });
  commit('2024-02-01', 'openapi.yaml', http);
  t.is(await jointlyRefused('messages', folder, today), undefined);
  write('../analytics/asyncapi.yaml', contract.replace('thing_id: { type: string', 'thing_id: { type: integer'));
  t.regex(
    (await jointlyRefused('messages', folder, today)) ?? '',
    /^messages: the contract has breaking changes since 0.1.0: the next version is at least 0.2.0, not 0.1.0 \(set in \w{7}\)\. Set version in package\.json;/,
  );
  t.is(await jointlyRefused('python', folder, today), undefined);
  project('0.2.0');
  t.is(await jointlyRefused('messages', folder, today), undefined);
});
