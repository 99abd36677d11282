import test from 'ava';
import type { DealerId } from '../../../../generated/analytics/types.ts';
import { liveRevisions } from './live-revisions.ts';

const [alfa, beta] = ['alfa', 'beta'] as DealerId[] as [DealerId, DealerId];
const slice = (revision: number, from: string, to: string, dealer_id = alfa) => ({ dealer_id, revision, from, to });
const year = slice(1, '2025-01-01', '2025-12-31');

test('liveRevisions keeps a revision while one of its days is not replaced', (t) => {
  const halves = [slice(2, '2025-01-01', '2025-06-30'), slice(3, '2025-08-01', '2025-12-31')];
  t.deepEqual(liveRevisions([year, ...halves]), [3, 2, 1]);
  t.deepEqual(liveRevisions([year, ...halves, slice(4, '2025-07-01', '2025-07-31')]), [4, 3, 2]);
  t.deepEqual(liveRevisions([year, slice(2, '2024-01-01', '2026-12-31')]), [2]);
});

test('liveRevisions lets no dealer replace what another one uploaded', (t) => {
  t.deepEqual(liveRevisions([year, slice(2, '2025-01-01', '2025-12-31', beta)]), [2, 1]);
  t.deepEqual(liveRevisions([]), []);
});
