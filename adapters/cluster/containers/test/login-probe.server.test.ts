// What the login probe says of a real lab: who gets in, what is open from inside, and when it proves nothing.
import test from 'ava';
import { knownHosts } from '../../../../services/labs/host-key.ts';
import type { Probed } from '../../../ssh/port.ts';
import { sshProbes } from '../../../ssh/ssh.ts';
import { applied, system } from './labs.fixture.ts';
import { addressOf, inLab, password, publicKey } from './login.fixture.ts';

test.serial('the login probe reports an open address from inside, and neither silence nor a refusal', async (t) => {
  const s = await system(t);
  if (!s) return;
  const plan = s.plan('anna');
  t.deepEqual(await s.cluster.apply(plan), applied);
  const at = await addressOf(s.cluster, plan);
  const target = { ...at, user: 'student', password, knownHosts: knownHosts([at], publicKey) };
  const probed = (closed: readonly string[]): Promise<Probed> =>
    sshProbes({ timeoutMs: 30_000 }).login({ ...target, closed }, AbortSignal.timeout(60_000));
  t.is(await inLab(s.cluster, plan, 'true'), '');
  const silent = ['192.0.2.1:22', '127.0.0.1:1', '[2001:db8::1]:22'];
  t.deepEqual(await probed(silent), { kind: 'in' });
  t.deepEqual(await probed([...silent, '127.0.0.2:22']), {
    kind: 'refused',
    reason: 'isolation_probe',
    detail: '127.0.0.2:22 was reached from inside',
  });
  t.deepEqual(await probed([...silent, 'no address']), {
    kind: 'refused',
    reason: 'probe_incomplete',
    detail: 'it tried 3 of 4 addresses',
  });
});
