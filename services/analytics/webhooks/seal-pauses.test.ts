import test from 'ava';
import type { WebhookId } from '../../../generated/analytics/types.ts';
import { manualClock } from '../../lib/clock.ts';
import { sealPausesOf } from './seal-pauses.ts';

const [one, other] = ['one' as WebhookId, 'other' as WebhookId];

test('lines that fail in a pause wait for its end, and the next pause is twice as long', async (t) => {
  const clock = manualClock();
  const pauses = sealPausesOf(clock);
  t.deepEqual(pauses.failed(one), { ms: 1_000, isNew: true });
  await clock.advance(400);
  t.deepEqual(pauses.failed(one), { ms: 600, isNew: false });
  await clock.advance(600);
  t.deepEqual(pauses.failed(one), { ms: 2_000, isNew: true });
  t.deepEqual(pauses.failed(other), { ms: 1_000, isNew: true });
  pauses.opened(one);
  t.deepEqual(pauses.failed(one), { ms: 1_000, isNew: true });
});

test('a webhook of which nothing is heard any more is forgotten', async (t) => {
  const clock = manualClock();
  const pauses = sealPausesOf(clock);
  pauses.failed(one);
  await clock.advance(601_000);
  pauses.opened(other);
  t.is(pauses.size, 1);
  await clock.advance(1);
  pauses.opened(other);
  t.is(pauses.size, 0);
});
