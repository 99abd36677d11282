import test from 'ava';
import { goalLine, median, percentile, ratio, table } from './figures.ts';

test('the median of an even number of rounds lies between the two in the middle', (t) => {
  t.deepEqual([median([3, 1, 2]), median([4, 1, 3, 2]), median([7])], [2, 2.5, 7]);
});

test('a percentile is the smallest value that so many percent do not exceed', (t) => {
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);
  t.deepEqual([percentile(hundred, 95), percentile([3, 1, 2], 95), percentile([7], 50)], [95, 3, 7]);
});

test('a ratio is taken within each round, so a round on a slower machine does not change it', (t) => {
  t.is(ratio([20, 200, 22], [10, 100, 11]), 2);
});

test('npm run bench reports a missed goal and nothing more', (t) => {
  const goal = { what: 'list', sign: '>=', goal: 2 } as const;
  t.is(goalLine({ ...goal, measured: 1.684 }), 'MISSED list: 1.68 (goal >= 2)');
  t.is(goalLine({ ...goal, measured: 2 }), 'met    list: 2.00 (goal >= 2)');
  t.is(goalLine({ what: 'router', measured: 10, sign: '<', goal: 10 }), 'MISSED router: 10.00 (goal < 10)');
});

test('a column is as wide as its widest cell', (t) => {
  t.is(
    table(
      ['', 'rows/s', 'ratio'],
      [
        ['ours', 1_234_567, 0.731],
        ['theirs', 12.34, Number.NaN],
      ],
    ),
    ['           rows/s  ratio', 'ours    1,234,567   0.73', 'theirs       12.3      -'].join('\n'),
  );
});
