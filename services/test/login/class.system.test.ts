// A class behind one address logs in, while one of them guesses.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { system } from '../fixtures/system.ts';
import { type Person, person, postJson } from '../fixtures/users.ts';

test('forty users behind one address log in at the analytics API within a minute, beside a hundred wrong passwords', async (t) => {
  const whole = await system(t);
  const api = await whole.run(['analytics'], { TRUSTED_PROXIES: '127.0.0.1' });
  // The common provider takes turns between networks, so the logins of other tests do not wait for these.
  const address = { 'x-forwarded-for': '203.0.113.140' };
  const users = await Promise.all(Array.from({ length: 40 }, () => person(whole)));
  const login = async (email: string, password: string) => {
    const response = await postJson(api, '/auth/login', { email, password }, address);
    await response.arrayBuffer();
    return response;
  };
  // The contract asks clients to come again after the time that the answer names.
  const arrives = async ({ email, password }: Omit<Person, 'id'>): Promise<number> => {
    const { status, headers } = await login(email, password);
    if (status !== 503 && status !== 429) return status;
    await setTimeout(Number(headers.get('retry-after')) * 1_000);
    return await arrives({ email, password });
  };
  const began = performance.now();
  const guesses = Array.from({ length: 100 }, () =>
    login(`nobody-${randomBytes(4).toString('hex')}@covenant.example`, 'guess'),
  );
  const statuses = await Promise.all(users.map(arrives));
  t.deepEqual(new Set(statuses), new Set([200]));
  t.true(performance.now() - began < 60_000);
  for (const { status } of await Promise.all(guesses)) t.true(status === 401 || status === 503, `${status}`);
});
