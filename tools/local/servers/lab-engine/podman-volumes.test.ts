// Which homes are mounted otherwise than Podman counts.
import test from 'ava';
import { type HomeVolume, homeVolumes, miscounted, unnamedVolumes } from './podman-volumes.ts';

const volume = (name: string, mounts: number, hasDevice = true): HomeVolume => ({
  name,
  mountpoint: `/labs/root/volumes/${name}/_data`,
  mounts,
  hasDevice,
});

test('miscounted finds homes that are mounted and counted by no container, and those that are counted and not mounted', (t) => {
  const volumes = [
    volume('used', 1),
    volume('idle', 0),
    volume('unknown', 0),
    volume('missing', 2),
    volume('plain', 1, false),
  ];
  const mounted = new Set(['used', 'unknown', 'other'].map((name) => `/labs/root/volumes/${name}/_data`));
  t.deepEqual(miscounted(volumes, mounted), {
    unknown: ['/labs/root/volumes/unknown/_data'],
    missing: [{ name: 'missing', mountpoint: '/labs/root/volumes/missing/_data', mounts: 2 }],
  });
});

test('homeVolumes reads what Podman prints, and leaves out what it does not count', (t) => {
  const printed = [
    { Name: 'home', Mountpoint: '/v/home/_data', MountCount: 1, Options: { device: '/homes/1.ext4', type: 'ext4' } },
    { Name: 'record', Mountpoint: '/v/record/_data', MountCount: 0, Options: {} },
    { Name: 'uncounted', Mountpoint: '/v/uncounted/_data', Options: null },
  ];
  t.deepEqual(homeVolumes(JSON.stringify(printed)), [
    { name: 'home', mountpoint: '/v/home/_data', mounts: 1, hasDevice: true },
    { name: 'record', mountpoint: '/v/record/_data', mounts: 0, hasDevice: false },
  ]);
  t.deepEqual(homeVolumes(''), []);
});

test('unnamedVolumes are those that an image made Podman create, and no one named', (t) => {
  const printed = [
    { Name: 'home', Mountpoint: '/v/home/_data', Options: {}, Labels: { installation_id: 'one' } },
    { Name: 'a'.repeat(64), Mountpoint: '/v/a/_data', Options: {}, Anonymous: true, Labels: {} },
    { Name: 'b'.repeat(64), Mountpoint: '/v/b/_data', Options: {}, Anonymous: true, Labels: { owner: 'someone' } },
    { Name: 'named', Mountpoint: '/v/named/_data', Options: {}, Labels: null },
  ];
  t.deepEqual(unnamedVolumes(JSON.stringify(printed)), ['a'.repeat(64)]);
  t.deepEqual(unnamedVolumes(''), []);
});
