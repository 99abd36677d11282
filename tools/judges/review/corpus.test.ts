import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { corpus } from './corpus.ts';
import { review } from './review.ts';

const cases = corpus();

test('the corpus holds more than 200 labelled changes, each with its own reason', (t) => {
  const labels = cases.flatMap(({ expected }) => expected);
  t.true(labels.length >= 200, `${labels.length} labels`);
  t.deepEqual(
    cases.filter(({ expected }) => expected.some(({ reason }) => reason.length < 10)).map(({ name }) => name),
    [],
  );
  t.is(new Set(cases.map(({ name }) => name)).size, cases.length);
});

test('the README states how large the corpus is', (t) => {
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const labels = cases.flatMap(({ expected }) => expected).length;
  const breaking = cases.filter(({ rating }) => rating === 'breaking').length;
  t.true(
    readme.includes(`${cases.length} changes with ${labels} labels (${breaking} of the changes break a caller)`),
    `it has ${cases.length} changes with ${labels} labels, of which ${breaking} break somebody`,
  );
});

for (const { name, before, after, expected, also, allowed, today, rating } of cases)
  test(`review rates ${name} as ${rating}`, (t) => {
    const { changes, verdict } = review(before, after, { today });
    const brief = changes.map((each) => `${each.direction} ${each.rule} ${each.rating}`);
    for (const { direction, rule, rating: expectedRating } of expected)
      t.true(
        brief.includes(`${direction} ${rule} ${expectedRating}`),
        `wanted ${direction} ${rule} ${expectedRating}, got ${brief.join(', ') || 'nothing'}`,
      );
    // The words of a schema in one direction: the worst of all must be the label, so that no rule says more than was
    // labelled.
    const named = new Set([...expected.map(({ rule }) => rule), ...also]);
    t.deepEqual(
      brief.filter((_, index) => changes[index]?.rating !== 'editorial' && !named.has(changes[index]?.rule ?? '')),
      [],
    );
    for (const change of changes)
      if (
        change.rating === 'breaking' &&
        !expected.some(
          ({ rule, direction, rating: r }) =>
            rule === change.rule && direction === change.direction && r === 'breaking',
        )
      )
        t.true(also.includes(change.rule), `${change.direction} ${change.rule} is called breaking`);
    t.is(
      changes.some((each) => each.rating === 'breaking'),
      rating === 'breaking',
      `the labels call it ${rating}; the review finds ${brief.join(', ')}`,
    );
    t.is(verdict, changes.some((each) => each.rating === 'breaking') && !allowed ? 'violated' : 'allowed');
    for (const { before: old, after: now } of changes)
      t.true(old.line > 0 && now.line > 0 && old.file !== '' && now.file !== '');
  });
