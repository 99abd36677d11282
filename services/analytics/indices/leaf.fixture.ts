// A stored row of one brand as the reads of indices have it: units, and nothing else that a dealer may report.
import type { Leaf } from './points.ts';

export const leafOf = (
  period: Pick<Leaf, 'type' | 'n'>,
  units: number,
  more: Partial<Omit<Leaf, 'units'>> = {},
): Leaf => ({
  dealer: 'a',
  region: 'x',
  ...period,
  units,
  stock: null,
  receipts: null,
  orders: null,
  revenue: { cents: null, reason: 'not_reported' },
  sellingDays: null,
  ...more,
});
