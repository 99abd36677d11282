// Extreme values are brought to a limit (winsorized), so that a single one does not decide an estimate.
import type { Series } from './series.ts';

const outlierDeviations = 5;

/**
 * Brings values to at most five times the median of their absolute values. Unchanged where half of the values are zero.
 */
export function winsorize(deviations: Series): Series {
  const sizes = deviations.map(Math.abs).sort();
  const most = outlierDeviations * (sizes[sizes.length >> 1] ?? 0);
  return most === 0 ? deviations : deviations.map((value) => Math.min(most, Math.max(-most, value)));
}
