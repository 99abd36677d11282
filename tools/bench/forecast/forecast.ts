// Benchmark "forecast": accuracy on a competition and on simulated processes, coverage of the intervals, and CPU time.
import type { Bench } from '../bench.ts';
import { competition } from './m3.ts';
import { simulated } from './simulated.ts';

export const forecasts: Bench = {
  name: 'forecast',
  async run(context) {
    await competition(context);
    simulated(context);
  },
};
