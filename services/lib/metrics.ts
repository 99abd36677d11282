// Counters, gauges and histograms as Prometheus text (https://prometheus.io/docs/instrumenting/exposition_formats/).

export type Labels = Readonly<Record<string, string>>;

export interface Counter {
  add(labels?: Labels, by?: number): void;
}
export interface Histogram {
  observe(value: number, labels?: Labels): void;
}

export interface Metrics {
  counter(name: string, help: string): Counter;
  histogram(name: string, help: string, buckets: readonly number[]): Histogram;
  /** Read at each scrape; one that throws is left out of that answer. */
  gauge(name: string, help: string, read: () => number | readonly (readonly [Labels, number])[]): void;
  text(): string;
}

/** A label that takes its values from outside must not make series without end; what comes later is counted as one. */
const mostSeries = 1_000;

type Family = { readonly head: string; readonly lines: () => string[] };

export function createMetrics(): Metrics {
  const families = new Map<string, Family>();
  const made = new Map<string, Counter | Histogram>();
  const add = (name: string, kind: string, help: string, lines: () => string[]) =>
    families.set(name, { head: `# HELP ${name} ${help}\n# TYPE ${name} ${kind}`, lines });
  const once = <T extends Counter | Histogram>(name: string, make: () => T): T => {
    const found = (made.get(name) as T | undefined) ?? make();
    made.set(name, found);
    return found;
  };
  return {
    counter: (name, help) =>
      once(name, () => {
        const series = new Map<string, number>();
        add(name, 'counter', help, () => [...series].map(([labels, value]) => `${name}${labels} ${value}`));
        return { add: (labels = {}, by = 1) => bump(series, labels, by) };
      }),
    histogram: (name, help, buckets) =>
      once(name, () => histogram(name, buckets, (lines) => add(name, 'histogram', help, lines))),
    gauge: (name, help, read) => add(name, 'gauge', help, () => gaugeLines(name, read)),
    text: () => [...families.values()].map(({ head, lines }) => [head, ...attempt(lines), ''].join('\n')).join(''),
  };
}

function bump(series: Map<string, number>, labels: Labels, by: number): void {
  const ownKey = format(labels);
  const key = series.has(ownKey) || series.size < mostSeries ? ownKey : format({ overflow: 'true' });
  series.set(key, (series.get(key) ?? 0) + by);
}

function histogram(name: string, buckets: readonly number[], register: (lines: () => string[]) => void): Histogram {
  const series = new Map<string, { labels: Labels; counts: number[]; sum: number }>();
  register(() => [...series.values()].flatMap((each) => histogramLines(name, buckets, each)));
  return {
    observe(value, labels = {}) {
      const known = series.has(format(labels)) || series.size < mostSeries ? labels : { overflow: 'true' };
      const key = format(known);
      const found = series.get(key) ?? { labels: known, counts: new Array<number>(buckets.length + 1).fill(0), sum: 0 };
      const index = buckets.findIndex((limit) => value <= limit);
      const bucket = index === -1 ? buckets.length : index;
      found.counts[bucket] = (found.counts[bucket] ?? 0) + 1;
      found.sum += value;
      series.set(key, found);
    },
  };
}

function histogramLines(
  name: string,
  buckets: readonly number[],
  { labels, counts, sum }: { labels: Labels; counts: number[]; sum: number },
): string[] {
  let total = 0;
  const lines = [...buckets.map(String), '+Inf'].map((le, index) => {
    total += counts[index] ?? 0;
    return `${name}_bucket${format({ ...labels, le })} ${total}`;
  });
  return [...lines, `${name}_sum${format(labels)} ${sum}`, `${name}_count${format(labels)} ${total}`];
}

function gaugeLines(name: string, read: () => number | readonly (readonly [Labels, number])[]): string[] {
  const found = read();
  const pairs = typeof found === 'number' ? [[{}, found] as const] : found;
  return pairs.map(([labels, value]) => `${name}${format(labels)} ${value}`);
}

function attempt(lines: () => string[]): string[] {
  try {
    return lines();
  } catch {
    return [];
  }
}

function format(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

export const durationBucketsS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
