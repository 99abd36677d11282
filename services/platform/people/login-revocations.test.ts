// The end of a replacement that never succeeds.
import test from 'ava';
import type { LoginRevocation } from '../../../adapters/store/people/port.ts';
import { revocations } from './login-revocations.ts';

async function replaced(attempts: number) {
  const happened: string[] = [];
  const stopping = new AbortController();
  const claims = [[{ revocation_id: 'one', instance_id: 'i', student_id: 'anna', requested_by: 'tora', attempts }]];
  await revocations({
    loginRevocations: {
      add: async () => {},
      async claim() {
        const batch = claims.shift();
        if (batch === undefined) stopping.abort();
        return (batch ?? []) as unknown as readonly LoginRevocation[];
      },
      delete: async (id) => void happened.push(`deleted ${id}`),
    },
    infra: { rotate: async () => Promise.reject(new Error('unavailable')) },
    clock: { wait: async () => {} },
    report: { dependencyFailed: (facts) => void happened.push(String(facts?.error?.message)) },
  }).run(stopping.signal);
  return happened;
}

test('a password that was not replaced in a week is reported and given up', async (t) => {
  t.deepEqual(await replaced(1_999), ['unavailable']);
  const gaveUp = 'The password of anna was not replaced in 2000 attempts: rotate it.';
  t.deepEqual(await replaced(2_000), ['unavailable', gaveUp, 'deleted one']);
});
