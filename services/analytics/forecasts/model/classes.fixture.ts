// Classes of series whose process is known, as a dealer has them: young, sparse, seasonal, wandering, with an odd last
// month, and of every period type.
import { randomOf } from './random.fixture.ts';

export type SeriesClass = {
  readonly name: string;
  readonly periods: readonly number[];
  readonly history: number;
  readonly horizon: number;
  /** Demand with many zeros, whose rate is judged by squared errors: repeating a zero has the least absolute error. */
  readonly isRare?: true;
  /** The last value is odd and never a new level, which the bounds cannot know: they hold more than they promise. */
  readonly isNeverNewLevel?: true;
  readonly draw: (random: Draw, length: number) => (t: number) => number;
};

/** Random numbers of several distributions from one stream. */
export type Draw = {
  uniform(low: number, high: number): number;
  /** Evenly in its logarithm. */
  size(low: number, high: number): number;
  normal(): number;
  pick<Value>(values: readonly Value[]): Value;
  /** A count with this mean, whose standard deviation is that of Poisson and `spread` of the mean. */
  count(mean: number, spread?: number): number;
};

export function drawFrom(seed: number): Draw {
  const random = randomOf(seed);
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const uniform = (low: number, high: number) => low + (high - low) * random();
  return {
    uniform,
    normal,
    size: (low, high) => Math.exp(uniform(Math.log(low), Math.log(high))),
    pick: (values) => values[Math.floor(random() * values.length)] as (typeof values)[number],
    count(mean, spread = 0) {
      const rate = mean * Math.exp(spread * normal() - spread ** 2 / 2);
      if (rate > 50) return Math.max(0, Math.round(rate + Math.sqrt(rate) * normal()));
      let [count, left] = [-1, 1];
      for (const limit = Math.exp(-rate); left > limit; count++) left *= random();
      return Math.max(0, count);
    },
  };
}

/** Factors of a season with this standard deviation of their logarithms. */
function seasonOf({ normal }: Draw, slots: number, deviation: number): (t: number) => number {
  const factors = Array.from({ length: slots }, () => Math.exp(deviation * normal()));
  const mean = factors.reduce((sum, factor) => sum + factor, 0) / slots;
  return (t) => (factors[Math.floor(t) % slots] ?? 1) / mean;
}

/** A walk of logarithms, with this deviation a step. */
function walkOf({ normal }: Draw, length: number, deviation: number): (t: number) => number {
  let level = 0;
  const walk = Array.from({ length }, () => {
    level += deviation * normal();
    return Math.exp(level);
  });
  return (t) => walk[t] ?? 1;
}

type Curve = (random: Draw, length: number) => (t: number) => number;

/**
 * The first months of a make or a model: growth that saturates, a stock that is sold off, a level from the first day,
 * or a walk.
 */
const launchCurves: readonly Curve[] = [
  (random) => {
    const [rate, middle] = [random.size(0.12, 0.8), random.uniform(2, 18)];
    return (t) => 1 / (1 + Math.exp(-rate * (t - middle)));
  },
  (random) => {
    const months = random.uniform(2, 9);
    return (t) => Math.min(1, (t + 1) / months);
  },
  () => () => 1,
  (random) => {
    const kept = random.uniform(0.9, 0.99);
    return (t) => kept ** t;
  },
  (random, length) => walkOf(random, length, random.uniform(0.08, 0.3)),
];

const months = { periods: [12], horizon: 12 };

const launch = (history: number): SeriesClass => ({
  name: `launch, ${history} months`,
  ...months,
  history,
  draw(random, length) {
    const [size, spread] = [random.size(15, 800), random.uniform(0.1, 0.4)];
    const curve = random.pick(launchCurves)(random, length);
    return (t) => random.count(size * curve(t), spread);
  },
});

/** A steady level, and `factor` of it in the last month of the history. */
const oddLast = (factor: number, history: number): SeriesClass => ({
  name: `last of ${history} months ${factor} times the level`,
  ...months,
  history,
  isNeverNewLevel: true,
  draw(random) {
    const [level, spread] = [random.size(30, 500), random.uniform(0.05, 0.15)];
    return (t) => Math.round((t === history - 1 ? factor : 1) * random.count(level, spread));
  },
});

/** The same, which is a new level as often as an odd last value was in real histories (decision 604). */
const perhapsNewLevel = (factor: number, history: number): SeriesClass => ({
  name: `last of ${history} months ${factor} times the level, three of ten times for good`,
  ...months,
  history,
  draw(random) {
    const [level, spread] = [random.size(30, 500), random.uniform(0.05, 0.15)];
    const stays = random.uniform(0, 1) < 0.3;
    return (t) => {
      const isOdd = t === history - 1 || (stays && t >= history);
      return Math.round((isOdd ? factor : 1) * random.count(level, spread));
    };
  },
});

const seasonal = (deviation: number, history: number): SeriesClass => ({
  name: `season of ${deviation}, ${history} months`,
  ...months,
  history,
  draw(random, length) {
    const [size, season] = [random.size(50, 3_000), seasonOf(random, 12, deviation)];
    const [walk, spread] = [walkOf(random, length, random.uniform(0, 0.04)), random.uniform(0.05, 0.2)];
    return (t) => random.count(size * season(t) * walk(t), spread);
  },
});

/** Shares of a year's registrations, as in a market that changes the number plate in January and July. */
const plateShares = [0.3, 0.115, 0.125, 0.065, 0.06, 0.025, 0.2, 0.065, 0.045, 0.03, 0.014, 0.005];

const plates = (history: number): SeriesClass => ({
  name: `two months sell half of the year, ${history} months`,
  ...months,
  history,
  draw(random, length) {
    const size = random.size(10, 800);
    const years = walkOf(random, length, random.uniform(0.05, 0.25));
    const shares = plateShares.map((share) => 12 * share * Math.exp(0.25 * random.normal()));
    // The fewer cars a month sells, the less they say.
    return (t) => {
      const share = shares[t % 12] ?? 1;
      return random.count(size * share * years(Math.floor(t / 12)), 0.12 * share ** -0.4);
    };
  },
});

const level = (name: string, history: number, draw: SeriesClass['draw']): SeriesClass => ({
  name: `${name}, ${history} months`,
  ...months,
  history,
  draw,
});

const quarters = (name: string, history: number, draw: SeriesClass['draw']): SeriesClass => ({
  name: `${name}, ${history} quarters`,
  periods: [4],
  horizon: 8,
  history,
  draw,
});

/** With a trend in half of them. */
const grownQuarters: SeriesClass['draw'] = (random) => {
  const [size, season, spread] = [random.size(100, 3_000), seasonOf(random, 4, 0.15), random.uniform(0.03, 0.12)];
  const growth = random.pick([0, random.uniform(-0.02, 0.04)]);
  return (t) => random.count(size * season(t) * Math.exp(growth * t), spread);
};

const noise: SeriesClass['draw'] = (random) => {
  const [size, spread] = [random.size(30, 400), random.uniform(0.1, 0.4)];
  return () => random.count(size, spread);
};

const walk: SeriesClass['draw'] = (random, length) => {
  const [size, at] = [random.size(300, 3_000), walkOf(random, length, random.uniform(0.04, 0.15))];
  return (t) => Math.round(size * at(t));
};

const weeks: SeriesClass['draw'] = (random, length) => {
  const [size, top] = [random.size(20, 500), random.uniform(0, 52.18)];
  const [height, at] = [random.pick([0, 0.15, 0.35]), walkOf(random, length, 0.015)];
  return (t) => random.count(size * Math.exp(height * Math.sin((2 * Math.PI * (t - top)) / 52.18)) * at(t), 0.15);
};

const days: SeriesClass['draw'] = (random, length) => {
  const [size, week, closed] = [random.size(5, 100), seasonOf(random, 7, 0.3), random.pick([6, 7])];
  const at = walkOf(random, length, 0.005);
  return (t) => (t % 7 === closed ? 0 : random.count(size * week(t) * at(t), 0.2));
};

export const seriesClasses: readonly SeriesClass[] = [
  launch(8),
  launch(12),
  launch(16),
  launch(24),
  oddLast(5, 48),
  oddLast(10, 48),
  oddLast(5, 14),
  oddLast(0, 24),
  perhapsNewLevel(5, 48),
  perhapsNewLevel(0.3, 36),
  seasonal(0.1, 48),
  seasonal(0.3, 30),
  seasonal(0.6, 72),
  plates(36),
  plates(60),
  level('noise', 12, noise),
  level('noise', 36, noise),
  level('walk', 48, walk),
  level('growth that saturates', 36, (random) => {
    const [size, rate, middle] = [random.size(50, 2_000), random.size(0.06, 0.3), random.uniform(5, 40)];
    return (t) => random.count(size / (1 + Math.exp(-rate * (t - middle))), 0.12);
  }),
  level('Poisson', 36, (random) => {
    const rate = random.size(1.5, 30);
    return () => random.count(rate);
  }),
  {
    ...level('rare demand', 60, (random) => {
      const chance = random.uniform(0.15, 0.6);
      return () => (random.uniform(0, 1) < chance ? 1 + random.count(2) : 0);
    }),
    isRare: true,
  },
  quarters('trend', 10, grownQuarters),
  quarters('trend', 20, grownQuarters),
  quarters('walk', 16, walk),
  { name: 'weeks of two years', periods: [52.18], history: 104, horizon: 13, draw: weeks },
  { name: 'days of four months', periods: [7, 365.25], history: 120, horizon: 28, draw: days },
];

/** `count` series of a class, each the history and then the steps ahead. */
export function drawn({ history, horizon, draw, name }: SeriesClass, seed: number, count: number): readonly number[][] {
  const ofName = [...name].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) | 0, seed);
  const random = drawFrom(ofName);
  return Array.from({ length: count }, () => {
    const at = draw(random, history + horizon);
    return Array.from({ length: history + horizon }, (_, t) => at(t));
  });
}
