import test from 'ava';
import { endAt } from './subscription-status.ts';

const [january, february, march] = ['2026-01-01', '2026-02-01', '2026-03-01'].map((day) => new Date(day)) as [
  Date,
  Date,
  Date,
];

test('a subscription ends when it expires, whenever its row is moved, and when it is cancelled before', (t) => {
  const ends = (status: string, expires_at: Date | null, changed_at: Date) =>
    endAt({ status, expires_at, changed_at }, february);
  t.is(ends('active', null, january), null);
  t.is(ends('active', march, january), null);
  t.is(ends('active', february, january), february);
  t.is(ends('past_due', january, january), january);
  t.is(ends('expired', null, january), january);
  t.is(ends('expired', january, february), january);
  t.is(ends('cancelled', null, january), january);
  t.is(ends('cancelled', march, january), january);
  t.is(ends('cancelled', january, february), january);
});
