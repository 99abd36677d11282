// Which backups a retention by count and age removes.
import test from 'ava';
import type { Manifest } from './manifest.ts';
import { expired } from './retention.ts';

const now = Date.parse('2026-11-28T00:00:00Z');
const backups = (...days: readonly number[]) =>
  days.map((day) => ({ id: `${day} days`, ended_at: new Date(now - day * 86_400_000).toISOString() }) as Manifest);
const removed = (days: readonly number[], keep: number, keepDays: number) =>
  expired(backups(...days), { keep, keepDays }, now).map(({ id }) => id);

test('retention removes what is beyond the count or too old, and never the newest backup', (t) => {
  t.deepEqual(removed([3, 2, 1, 0], 2, 30), ['3 days', '2 days']);
  t.deepEqual(removed([40, 31, 5, 1], 7, 30), ['40 days', '31 days']);
  t.deepEqual(removed([90], 1, 30), []);
  t.deepEqual(removed([], 1, 1), []);
});
