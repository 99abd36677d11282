// What the output of a login proves.
import test from 'ava';
import { judge, sshProbes } from './ssh.ts';

const refused = (reason: string, detail: string) => ({ kind: 'refused', reason, detail });

test('judge lets in a login that tried each closed address, and reached itself but none of them', (t) => {
  t.deepEqual(judge('tried:10.0.0.1:22\r\nreached:itself\r\nin:7\r\n', 0, 7, 1), { kind: 'in' });
  t.deepEqual(judge('in:7\n', 0, 7, 0), { kind: 'in' });
});

test('judge refuses a login that reached a closed address', (t) => {
  t.deepEqual(
    judge('tried:10.0.0.1:22\nopen:10.0.0.1:22\nreached:itself\nin:7\n', 0, 7, 1),
    refused('isolation_probe', '10.0.0.1:22 was reached from inside'),
  );
});

test('judge finds a login incomplete, and no breach, that tried fewer addresses than it was given, or did not reach itself', (t) => {
  t.deepEqual(
    judge('tried:10.0.0.1:22\nreached:itself\nin:7\n', 0, 7, 2),
    refused('probe_incomplete', 'it tried 1 of 2 addresses'),
  );
  for (const output of ['tried:10.0.0.1:22\nin:7\n', 'in:7\n'])
    t.deepEqual(judge(output, 0, 7, 1), refused('probe_incomplete', 'it did not reach the lab itself in time'));
});

test('judge refuses a login that ended without its sum', (t) => {
  t.deepEqual(judge('Connection refused\n', 255, 7, 0), {
    kind: 'refused',
    reason: 'ssh_probe',
    detail: 'Connection refused',
  });
});

test('a login for which the machine has no client was not tried, which is no refusal of the lab', async (t) => {
  const before = process.env.PATH;
  process.env.PATH = '/nowhere';
  t.teardown(() => {
    process.env.PATH = before;
  });
  const target = { host: '127.0.0.1', port: 1, user: 'student', password: 'secret', knownHosts: '', closed: [] };
  for (const more of [{}, { isPasswordOnly: true } as const])
    t.deepEqual(
      await sshProbes().login({ ...target, ...more }, AbortSignal.timeout(5_000)),
      refused('probe_incomplete', 'spawn ssh ENOENT'),
    );
});
