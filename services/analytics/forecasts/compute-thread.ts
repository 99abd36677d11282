// The thread that computes forecasts: a long series of days costs a second, in which requests of others go on. Its
// caller: compute.ts.
import { parentPort } from 'node:worker_threads';
import { type Backtest, backtest } from './model/backtest.ts';
import { type Forecast, forecast, type Refusal, type Request } from './model/forecast.ts';

export type Computed =
  | { readonly kind: 'computed'; readonly forecast: Forecast; readonly backtest: Backtest | null }
  | Refusal;

parentPort?.on('message', (request: Request) => {
  const ahead = forecast(request);
  const answer: Computed =
    ahead.kind === 'refused' ? ahead : { kind: 'computed', forecast: ahead, backtest: backtest(request) };
  parentPort?.postMessage(answer);
});
