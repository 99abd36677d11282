// Computes forecasts after each merge: part of the ingest role, beside the uploads, in a separate thread.
import { sales } from '../../adapters/store/analytics/sales/sales.ts';
import { forecastWork } from '../../adapters/store/forecasts/work.ts';
import { computeThread } from '../analytics/forecasts/compute.ts';
import { type ForecastDeps, runForecasts } from '../analytics/forecasts/forecast-run.ts';
import { failpoints } from '../lib/failpoints.ts';
import type { Adapters } from './adapters.ts';
import { runUntilStopped } from './run-until-stopped.ts';

export async function startForecasts(parts: Adapters, stack: AsyncDisposableStack): Promise<void> {
  const { clock, report, config } = parts;
  const store = parts.store('analytics');
  const deps: ForecastDeps = {
    work: forecastWork(store),
    sales: sales(store),
    forecastThread: stack.use(computeThread()),
    enqueue: parts.enqueue('analytics'),
    listen: parts.listen('analytics', 'forecast_queue'),
    clock,
    report,
    failpoints: failpoints(config.FAILPOINT),
    holder: `forecasts-${process.pid}-${parts.ids.uuid()}`,
    leaseMs: config.LEASE_MS,
  };
  runUntilStopped((signal) => runForecasts(deps, signal), parts, stack);
}
