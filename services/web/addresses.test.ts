import test from 'ava';
import { addressOf, instancePath, labPath, newLabPath } from './addresses.ts';

test('each page has an address, and no other path is one', (t) => {
  const instance_id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
  t.deepEqual(['/', newLabPath, labPath('net-intro'), instancePath(instance_id)].map(addressOf), [
    { page: 'home' },
    { page: 'new-lab' },
    { page: 'lab', lab_id: 'net-intro' },
    { page: 'instance', instance_id },
  ]);
  for (const path of ['/labs', '/labs/', '/labs/Net', '/labs/a/b', '/instances/1', '//', '/index.html'])
    t.is(addressOf(path), undefined, path);
});
