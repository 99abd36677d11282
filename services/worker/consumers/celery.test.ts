// Arguments and times of tasks, as Celery clients write them.
import test from 'ava';
import fc from 'fast-check';
import type { CeleryBody } from '../../../generated/lab/messages.ts';
import { slots } from '../schedule/schedule.ts';
import { argumentsOf } from './celery.ts';

const embed = { callbacks: null, errbacks: null, chain: null, chord: null };

test('argumentsOf accepts keyword arguments, and refuses everything that could be a mistake', (t) => {
  const of = (kwargs: unknown, args: unknown = []) => argumentsOf([args, kwargs, embed] as unknown as CeleryBody);
  t.deepEqual(of({}), { dryRun: false, olderThanDays: null });
  t.deepEqual(of({ dry_run: true, older_than_days: 30 }), { dryRun: true, olderThanDays: 30 });
  t.is(of({}, [30]), 'the tasks accept only keyword arguments');
  t.is(of([]), 'the keyword arguments are not an object');
  t.is(of({ dryrun: true }), 'unknown argument dryrun');
  t.is(of({ dry_run: 'yes' }), 'dry_run must be true or false');
  for (const days of [-1, '7', Number.NaN, 1e9, true])
    t.is(of({ older_than_days: days }), 'older_than_days must be a number from 0 to 36500');
});

test('a slot of the schedule is its last time, whatever the hour', (t) => {
  const dates = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (now) => {
      const [daily, often] = [slots.cleanup_old_labs!(now), slots.archive_finished_volumes!(now)];
      t.is(daily.toISOString().slice(11), '02:00:00.000Z');
      t.true(daily <= now && now.getTime() - daily.getTime() < 86_400_000);
      t.is(often.getTime() % 300_000, 0);
      t.true(often <= now && now.getTime() - often.getTime() < 300_000);
    }),
  );
});
