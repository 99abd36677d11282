// Errors on simulated processes beside those of simple methods, on values that were held back: weeks, days and rare
// demands are in no competition that lies here.
import { coverage } from '../../../services/analytics/forecasts/model/accuracy.ts';
import { type Forecast, forecast } from '../../../services/analytics/forecasts/model/forecast.ts';
import { croston } from '../../../services/analytics/forecasts/model/methods/intermittent.ts';
import { naive, seasonalNaive } from '../../../services/analytics/forecasts/model/methods/naive.ts';
import { simpleSmoothing } from '../../../services/analytics/forecasts/model/methods/simple-smoothing.ts';
import { type Forecaster, mean } from '../../../services/analytics/forecasts/model/series.ts';
import type { Bench } from '../bench.ts';
import { goalLine, table } from '../figures.ts';
import { randomFrom } from '../random.ts';
import { type Process, processes } from './processes.ts';

const seed = 20_261_123;
const drawn = 120;

type Method = readonly [name: string, of: (process: Process) => Forecaster | null];

const simple: readonly Method[] = [
  ['last value', () => naive],
  ['last season', ({ periods: [period] }) => (period === undefined ? null : seasonalNaive(Math.round(period)))],
  ['mean', () => (values, horizon) => new Float64Array(horizon).fill(mean(values))],
  ['smoothing', () => simpleSmoothing],
  ['Croston', ({ isRare }) => (isRare ? croston : null)],
];

export function simulated({ print, signal }: Parameters<Bench['run']>[0]): void {
  const heading = [
    `simulated, ${drawn} series each, seed ${seed}`,
    'ours',
    ...simple.map(([name]) => name),
    'coverage',
  ];
  const rows = processes.map((process) => {
    signal.throwIfAborted();
    return { process, ...judged(process) };
  });
  const cells = rows.map(({ process, ours, others, inside }) => [
    process.name,
    '1.000',
    ...others.map((error) => (error === null ? '-' : (error / ours).toFixed(3))),
    inside.toFixed(3),
  ]);
  print(table(heading, cells));
  print(
    'Errors divided by our error, so that more than 1 is worse: mean absolute errors, for rare demands the root of the mean square. Coverage of 95 % intervals.',
  );
  for (const { process, ours, others } of rows) {
    const best = Math.min(...others.flatMap((error) => (error === null ? [] : [error])));
    print(
      goalLine({ what: `${process.name}, error over the best simple one`, measured: ours / best, sign: '<', goal: 1 }),
    );
  }
}

function judged(process: Process) {
  const { history, horizon, periods } = process;
  const random = randomFrom(seed);
  const all = Array.from({ length: drawn }, () => process.draw(history + horizon, random));
  const known = all.map((values) => values.subarray(0, history));
  const found = known.map((values) => answered({ values: Array.from(values), periods, horizon }));
  const error = (ahead: readonly Float64Array[]) => errorOf(process, all, ahead);
  return {
    ours: error(found.map(({ values }) => values)),
    others: simple.map(([, of]) => {
      const method = of(process);
      return method && error(known.map((values) => method(values, horizon)));
    }),
    inside: average(
      found.flatMap(({ intervals: [interval] }, i) =>
        interval === undefined ? [] : [coverage(held(process, all[i]), interval)],
      ),
    ),
  };
}

function answered(request: Parameters<typeof forecast>[0]): Forecast {
  const answer = forecast(request);
  if (answer.kind === 'refused') throw new Error(`a simulated series was refused: ${answer.reason}`);
  return answer;
}

const held = ({ history }: Process, values: Float64Array = new Float64Array(0)): Float64Array =>
  values.subarray(history);

/** Over the mean of each series, so that large ones do not count more. */
function errorOf(process: Process, all: readonly Float64Array[], ahead: readonly Float64Array[]): number {
  const power = process.isRare ? 2 : 1;
  const errors = all.map((values, i) => {
    const scale = mean(values) || 1;
    return mean(held(process, values).map((value, h) => (Math.abs(value - (ahead[i]?.[h] ?? 0)) / scale) ** power));
  });
  return average(errors) ** (1 / power);
}

const average = (values: readonly number[]): number => mean(Float64Array.from(values));
