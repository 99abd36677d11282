import test from 'ava';
import fc from 'fast-check';
import { calendarId } from '../../../../generated/analytics/ids.ts';
import { dayOf, parsePeriod, periodOf } from '../period.ts';
import { builtInCalendar, calendar, rulesOf, weightedSellingDays } from './selling-days.ts';

const builtIn = (id: string) => rulesOf(builtInCalendar(id)!);
const count = (id: string, period: string) => calendar(builtIn(id)).count(parsePeriod(period)!);

test('the default calendar counts Monday to Saturday', (t) => {
  t.deepEqual(
    ['2026-11', '2026-02', '2026-W47', '2026-Q4', '2026-11-21', '2026-11-22'].map((p) => count('none', p)),
    [25, 24, 6, 79, 1, 0],
  );
});

test('the Norwegian calendar closes the shops on holidays', (t) => {
  // May 2026: 26 days from Monday to Saturday, less 1 May (Fri), 14 May Ascension (Thu), 25 May Whit Monday; 17 May is
  // a Sunday.
  t.is(count('no', '2026-05'), 23);
  // April 2026: 26 days, less 2 (Thu), 3 (Fri) and 6 April (Mon).
  t.is(count('no', '2026-04'), 23);
  t.is(count('no', '2026-12-25'), 0);
});

test('the German calendar has the holidays of the whole country', (t) => {
  t.deepEqual(
    ['2026-10', '2026-04', '2026-12'].map((p) => count('de', p)),
    [26, 24, 25],
  );
});

test('a quarter has the selling days of its months, and a month those of its days', (t) => {
  const norway = calendar(builtIn('no'));
  fc.assert(
    fc.property(fc.integer({ min: dayOf(1950, 1, 1), max: dayOf(2150, 1, 1) }), (day) => {
      const quarter = periodOf('quarter', day);
      const months = [0, 1, 2].map((i) => norway.count({ type: 'month', n: quarter.n * 3 + i }));
      t.is(
        norway.count(quarter),
        months.reduce((a, b) => a + b),
      );
      const week = periodOf('week', day);
      const inWeek = [0, 1, 2, 3, 4, 5, 6].map((i) => norway.count({ type: 'day', n: week.n * 7 - 3 + i }));
      t.is(
        norway.count(week),
        inWeek.reduce((a, b) => a + b),
      );
    }),
  );
});

test('a calendar does not count days on which its region closes once', (t) => {
  const rules = { ...builtIn('none'), id: calendarId('x'), version: 2, dates: ['2026-11-20'] };
  t.is(calendar(rules).count(parsePeriod('2026-11')!), 24);
});

test('weightedSellingDays gives a group the mean weighted by demand', (t) => {
  t.is(
    weightedSellingDays([
      { demand: 30, sellingDays: 20 },
      { demand: 10, sellingDays: 24 },
    ]),
    21,
  );
  t.is(
    weightedSellingDays([
      { demand: 0, sellingDays: 20 },
      { demand: 0, sellingDays: 24 },
    ]),
    22,
  );
  t.is(weightedSellingDays([]), 0);
});
