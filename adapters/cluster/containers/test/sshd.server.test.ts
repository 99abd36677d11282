// What the sshd of a lab offers a client, by what it says to one that asks for something older.
import test from 'ava';
import { applied, system } from './labs.fixture.ts';
import { addressOf, inLab, run } from './login.fixture.ts';

const older = {
  MACs: 'hmac-sha1',
  KexAlgorithms: 'diffie-hellman-group14-sha1',
  Ciphers: 'aes128-cbc',
} as const;

test.serial('the sshd of a lab offers no SHA-1, no tags of 64 bits and no CBC', async (t) => {
  const s = await system(t);
  if (!s) return;
  const plan = s.plan('anna');
  t.deepEqual(await s.cluster.apply(plan), applied);
  await inLab(s.cluster, plan, 'true');
  const { host, port } = await addressOf(s.cluster, plan);
  const offers = Object.entries(older).map(async ([option, value]) => {
    const options = ['BatchMode=yes', 'StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', `${option}=${value}`];
    // A cipher with an authentication tag would need no MAC.
    if (option === 'MACs') options.push('Ciphers=aes128-ctr');
    const args = [...options.flatMap((each) => ['-o', each]), '-p', String(port), `student@${host}`, 'true'];
    const { error } = await run('ssh', args);
    return [option, /Their offer: (\S+)/.exec(error)?.[1]?.split(',') ?? error];
  });
  t.deepEqual(Object.fromEntries(await Promise.all(offers)), {
    MACs: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
    KexAlgorithms: [
      'sntrup761x25519-sha512@openssh.com',
      'curve25519-sha256',
      'curve25519-sha256@libssh.org',
      'ecdh-sha2-nistp256',
      'ecdh-sha2-nistp384',
      'ecdh-sha2-nistp521',
      'diffie-hellman-group16-sha512',
      'diffie-hellman-group18-sha512',
      'kex-strict-s-v00@openssh.com',
    ],
    Ciphers: [
      'chacha20-poly1305@openssh.com',
      'aes256-gcm@openssh.com',
      'aes128-gcm@openssh.com',
      'aes256-ctr',
      'aes192-ctr',
      'aes128-ctr',
    ],
  });
});
