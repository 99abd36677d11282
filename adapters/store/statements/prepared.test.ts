// Instants as PostgreSQL prints them in UTC, and as the contract writes them.
import test from 'ava';
import { instantOf } from './prepared.ts';

test('instantOf writes an instant as Date does, with any fraction of a second', (t) => {
  for (const fraction of ['', '.7', '.77', '.774', '.774999', '.000001']) {
    const text = `2026-11-24 12:25:30${fraction}+00`;
    t.is(instantOf(text), new Date(`2026-11-24T12:25:30${fraction.slice(0, 4)}Z`).toISOString(), text);
  }
});

test('instantOf reads other zones and refuses what is no instant', (t) => {
  t.is(instantOf('2026-11-24 14:25:30.5+02'), '2026-11-24T12:25:30.500Z');
  t.is(instantOf('2026-11-24 12:25:30-05:30'), '2026-11-24T17:55:30.000Z');
  t.is(instantOf('12026-11-24 12:25:30+00'), '+012026-11-24T12:25:30.000Z');
  for (const text of ['infinity', '0044-03-15 12:00:00+00 BC'])
    t.throws(() => instantOf(text), { instanceOf: RangeError }, text);
});
