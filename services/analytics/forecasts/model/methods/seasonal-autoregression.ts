// Autoregression of the changes since the same time a season ago: the only member of the combination that takes no
// seasonal indices. G. E. P. Box and G. M. Jenkins, "Time Series Analysis" (1970), chapter 9, without moving average
// terms.

import { type Forecaster, mean, minimum } from '../series.ts';
import { autoregress, autoregressionOfChanges } from './autoregression.ts';
import { inLogarithms } from './in-logarithms.ts';

/** A yearly change fades from season to season. */
const driftDampingPerSeason = 0.8;

/** `period` is a whole number of steps; series of less than two seasons and four values are taken as not seasonal. */
export const seasonalAutoregression =
  (period: number): Forecaster =>
  (values, horizon) => {
    if (period < 2 || values.length < 2 * period + 4) return inLogarithms(autoregressionOfChanges)(values, horizon);
    const inLogs = minimum(values) > 0;
    const scaled = inLogs ? values.map(Math.log) : values;
    const changes = scaled.subarray(period).map((value, i) => value - (scaled[i] ?? 0));
    const drift = mean(changes);
    const longest = Math.min(2 * period + 1, 26, Math.floor(changes.length / 5));
    const ahead = autoregress(
      changes.map((change) => change - drift),
      longest,
      horizon,
    );
    const all = new Float64Array(values.length + horizon);
    all.set(scaled);
    ahead.forEach((change, h) => {
      const t = values.length + h;
      all[t] = (all[t - period] ?? 0) + change + drift * driftDampingPerSeason ** Math.floor(h / period);
    });
    const found = all.subarray(values.length);
    return inLogs ? found.map(Math.exp) : found;
  };
