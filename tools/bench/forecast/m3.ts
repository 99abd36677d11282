// Accuracy on the M3 competition beside its published scores, coverage of the intervals, and CPU time per series. The
// data lies beside the checkout (../shared/data/m3: months and quarters) and is no part of the product. What is judged
// here was looked at while the constants of decision 604 were chosen: these figures show what a change makes worse, and
// not how well other series are forecast.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { coverage, mase, msis, smape } from '../../../services/analytics/forecasts/model/accuracy.ts';
import { type Forecast, forecast } from '../../../services/analytics/forecasts/model/forecast.ts';
import type { Bench } from '../bench.ts';
import { goalLine, median, table } from '../figures.ts';
import { statsforecast } from './statsforecast.ts';

const folder = path.join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'm3');

type Set = {
  readonly name: 'monthly' | 'quarterly';
  readonly period: number;
  readonly horizon: number;
  readonly goal: number;
};
const sets: readonly Set[] = [
  { name: 'monthly', period: 12, horizon: 18, goal: 0.8 },
  { name: 'quarterly', period: 4, horizon: 8, goal: 0.87 },
];

type Series = { readonly history: Float64Array; readonly actual: Float64Array };

export async function competition({ print, rounds, signal }: Parameters<Bench['run']>[0]): Promise<void> {
  if (!existsSync(folder)) return print(`Skipped: the series of the M3 competition are not at ${folder}.`);
  for (const set of sets) {
    signal.throwIfAborted();
    const all = seriesOf(set);
    judge(set, all, rounds, print);
    peer(set, all, print);
  }
}

/** So many series are enough to compare, and few enough to wait for. */
const comparedSeries = 150;

function peer(set: Set, all: readonly Series[], print: (text: string) => void): void {
  const every = Math.ceil(all.length / comparedSeries);
  const some = all.filter((_, i) => i % every === 0);
  const { period, horizon } = set;
  const found = statsforecast({ period, horizon, series: some.map(({ history }) => Array.from(history)) });
  if ('reason' in found) {
    print(`statsforecast: skipped, ${found.reason}\n`);
    return;
  }
  const before = process.cpuUsage();
  const ours = some.map((series) => forecastOf(series, set).values);
  const seconds = process.cpuUsage(before).user / 1e6;
  const errors = (values: readonly ArrayLike<number>[]) => {
    const over = (score: (series: Series, ahead: Float64Array) => number) =>
      some.reduce((sum, series, i) => sum + score(series, Float64Array.from(values[i] ?? [])) / some.length, 0);
    return {
      smape: over(({ actual }, ahead) => smape(actual, ahead)),
      mase: over(({ history, actual }, ahead) => mase(history, actual, ahead, period)),
    };
  };
  const own = errors(ours);
  const rows = found.models.map(({ name, forecasts, cpu_s }) => {
    const theirs = errors(forecasts);
    return [name, own.smape / theirs.smape, own.mase / theirs.mase, cpu_s / seconds];
  });
  const heading = [`ours over statsforecast, ${some.length} series`, 'sMAPE', 'MASE', 'its CPU time over ours'];
  print(`${table(heading, rows)}\n`);
}

function judge(set: Set, all: readonly Series[], rounds: number, print: (text: string) => void): void {
  const times: number[] = [];
  let found: readonly Forecast[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    found = all.map((series) => forecastOf(series, set));
    times.push(process.cpuUsage(before).user / 1e6);
  }
  const scores = scoresOf(set, all, found);
  const published = publishedScores(set);
  const naive2 = published.find(({ method }) => method === 'NAIVE2');
  if (naive2 === undefined) throw new Error('The published scores have no NAIVE2.');
  const owa = (scores.smape / naive2.smape + scores.mase / naive2.mase) / 2;
  const rows = [{ method: 'ours', smape: scores.smape, mase: scores.mase, owa }, ...published]
    .toSorted((a, b) => a.owa - b.owa)
    .map((row) => [row.method, row.smape.toFixed(3), row.mase.toFixed(3), row.owa.toFixed(4)]);
  print(table([`M3 ${set.name}, ${all.length} series`, 'sMAPE', 'MASE', 'OWA'], rows));
  const perSecond = all.length / median(times);
  print(goalLine({ what: `OWA ${set.name}`, measured: owa, sign: '<', goal: set.goal }));
  print(
    `95 % intervals: coverage ${scores.coverage.toFixed(4)} (goal 0.94 to 0.96), mean scaled interval score ${scores.msis.toFixed(2)}`,
  );
  print(goalLine({ what: `series per CPU second, ${set.name}`, measured: perSecond, sign: '>=', goal: 600 }));
  print('');
}

function forecastOf({ history }: Series, { period, horizon }: Set): Forecast {
  const answer = forecast({ values: Array.from(history), periods: [period], horizon });
  if (answer.kind === 'refused') throw new Error(`A series of the competition was refused: ${answer.reason}`);
  return answer;
}

function scoresOf({ period }: Set, all: readonly Series[], found: readonly Forecast[]) {
  const over = (score: (series: Series, answer: Forecast) => number) =>
    all.reduce((sum, series, i) => sum + score(series, found[i] as Forecast) / all.length, 0);
  const boundsOf = ({ values, intervals: [interval] }: Forecast) => interval ?? { lower: values, upper: values };
  return {
    smape: over(({ actual }, answer) => smape(actual, answer.values)),
    mase: over(({ history, actual }, answer) => mase(history, actual, answer.values, period)),
    coverage: over(({ actual }, answer) => coverage(actual, boundsOf(answer))),
    msis: over(({ history, actual }, answer) => msis(history, actual, boundsOf(answer), period)),
  };
}

function seriesOf({ name }: Set): readonly Series[] {
  const read = (part: string) =>
    new Map(
      linesOf(`m3-${name}-${part}.csv`).map((line) => {
        const [id = '', ...values] = line.split(',');
        return [
          id,
          Float64Array.from(
            values.filter((value) => value !== ''),
            Number,
          ),
        ] as const;
      }),
    );
  const tests = read('test');
  return [...read('train')].map(([id, history]) => ({ history, actual: tests.get(id) ?? new Float64Array(0) }));
}

type Score = { readonly method: string; readonly smape: number; readonly mase: number; readonly owa: number };

function publishedScores({ name }: Set): readonly Score[] {
  const [heading = '', ...lines] = readFileSync(path.join(folder, 'm3-published-scores.csv'), 'utf8')
    .trim()
    .split('\n');
  const columns = heading.split(',');
  const at = (cells: readonly string[], measure: string) => Number(cells[columns.indexOf(`${name}_${measure}`)]);
  return lines.map((line) => {
    const cells = line.split(',');
    return { method: cells[0] ?? '', smape: at(cells, 'smape'), mase: at(cells, 'mase'), owa: at(cells, 'owa') };
  });
}

const linesOf = (file: string) => readFileSync(path.join(folder, file), 'utf8').trim().split('\n').slice(1);
