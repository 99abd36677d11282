import test from 'ava';
import fc from 'fast-check';
import { placeOf } from '../../services/analytics/holidays/holidays.ts';
import { holidaysBy } from '../../services/analytics/holidays/rules.ts';
import { isoDate } from '../../services/analytics/indices/period.ts';
import { corrected } from './corrections.ts';
import { fitRules } from './fit-rules.ts';
import { publicDates } from './library.ts';

const years = { from: 1990, to: 2069 };

const datesOf = (rules: string, { from, to } = years): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => [...holidaysBy(rules)(from + i)].map(isoDate))
    .flat()
    .sort();

test('fitRules finds the rules of which dates are made', (t) => {
  const rules = '04-27/6:2014- 05#-1.1 05-01 07-20:-2001 09#1.1:2005-2040 E-2 E39:2000- O1 2017-10-31';
  t.is(fitRules(datesOf(rules), years), rules);
});

test('fitRules gives exactly the dates, whatever they are', (t) => {
  const span = { from: 2000, to: 2029 };
  const date = fc.date({ min: new Date('2000-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });
  const text = date.map((each) => each.toISOString().slice(0, 10));
  const rule = fc.constantFrom(
    '02-29',
    '12-31/5',
    '01#1.1',
    '11#-1.7',
    'E-47',
    'E68:2004-2011',
    'O-2:-2020',
    '08-31:2011-',
  );
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 40 }), fc.uniqueArray(rule), (single, repeated) => {
      const dates = [...new Set([...single, ...datesOf(repeated.join(' '), span)])].sort();
      t.deepEqual(datesOf(fitRules(dates, span), span), dates);
    }),
    { numRuns: 20, seed: 7 },
  );
});

test('the holidays of the product are those of the library, with our corrections', (t) => {
  for (const [country, subdivision] of [['NL'], ['PT'], ['DE', 'BY'], ['TR']] as const) {
    const place = placeOf(country, subdivision === undefined ? null : `${country}-${subdivision}`);
    t.deepEqual(datesOf(place?.holidays ?? ''), corrected(country, publicDates(country, subdivision, years), years));
  }
});
