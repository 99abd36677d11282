// What the output of a login proves.
import test from 'ava';
import { judge } from './ssh.ts';

const inconclusive = (detail: string) => ({ kind: 'refused', reason: 'isolation_probe', detail });

test('judge lets in a login that tried each closed address, and reached itself but none of them', (t) => {
  t.deepEqual(judge('tried:10.0.0.1:22\r\nreached:itself\r\nin:7\r\n', 0, 7, 1), { kind: 'in' });
  t.deepEqual(judge('in:7\n', 0, 7, 0), { kind: 'in' });
});

test('judge refuses a login that reached a closed address', (t) => {
  t.deepEqual(
    judge('tried:10.0.0.1:22\nopen:10.0.0.1:22\nreached:itself\nin:7\n', 0, 7, 1),
    inconclusive('10.0.0.1:22 was reached from inside'),
  );
});

test('judge finds a login inconclusive that tried fewer addresses than it was given, or did not reach itself', (t) => {
  t.deepEqual(
    judge('tried:10.0.0.1:22\nreached:itself\nin:7\n', 0, 7, 2),
    inconclusive('the probe tried 1 of 2 addresses, so it is inconclusive'),
  );
  for (const output of ['tried:10.0.0.1:22\nin:7\n', 'in:7\n'])
    t.deepEqual(judge(output, 0, 7, 1), inconclusive('the probe did not reach the lab itself, so it is inconclusive'));
});

test('judge refuses a login that ended without its sum', (t) => {
  t.deepEqual(judge('Connection refused\n', 255, 7, 0), {
    kind: 'refused',
    reason: 'ssh_probe',
    detail: 'Connection refused',
  });
});
