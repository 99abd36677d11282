import test from 'ava';
import { http, repository } from '../judges/review/repository.fixture.ts';
import { releaseOf } from './release.ts';
import { refusalOf } from './version.ts';

const file = 'spec/things/openapi.yaml';
const withVersion = (version: string, text = http) =>
  `${text}\nx-package: { name: '@example/things', version: ${version} }\n`;
const today = new Date('2026-11-21');

test('a release is the commit that set the version, and what the contract has changed since', async (t) => {
  const { folder, commit, write } = repository(t);
  t.is(await releaseOf(file, folder, today), undefined);
  commit('2024-02-01', 'openapi.yaml', withVersion('0.1.0'));
  const unchanged = await releaseOf(file, folder, today);
  t.deepEqual([unchanged?.version, unchanged?.step], ['0.1.0', 'none']);
  write(
    'openapi.yaml',
    withVersion(
      '0.1.0',
      http.replace(
        /^paths:$/m,
        'paths:\n  /new:\n    get:\n      operationId: getNew\n      responses: { "204": { description: Nothing } }',
      ),
    ),
  );
  const added = await releaseOf(file, folder, today);
  t.is(added?.step, 'minor');
  t.is(
    refusalOf('0.1.0', added?.version, added?.step ?? 'none'),
    'the contract has additive changes since 0.1.0: the next version is at least 0.1.1, not 0.1.0',
  );
});
