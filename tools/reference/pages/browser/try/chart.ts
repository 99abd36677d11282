// A series of a reply as a drawing: values by date, and what is expected after them with its bands. SVG in the page;
// colours are those of the style.
import { listOf, recordOf, type Value, type Values } from './contract.ts';
import { labelled, make } from './dom.ts';

interface Point {
  readonly date: string;
  readonly value: number | null;
  /** The narrowest first. */
  readonly bounds: readonly (readonly [low: number, high: number])[];
  readonly isExpected: boolean;
}

type At = (point: Point, value: number) => string;

/** By measure, from the definitions of the API: the pages are built with them. */
declare const measureUnits: Readonly<Record<string, string>>;

const size = { height: 230, left: 52, right: 12, top: 32, bottom: 30 };
/** The width of a label, with the space after it. */
const labelWidths = { month: 56, day: 80 };
const numberIn = (value: Value | undefined): number | null => (typeof value === 'number' ? value : null);
const isMeasure = (name: string): boolean => !/confidence|selling_days/.test(name);

/** Undefined for a reply that is no series. */
export function chartOf(reply: Value): HTMLElement | undefined {
  const body = recordOf(reply);
  const items = listOf(body.items).map(recordOf);
  if (items.length < 2 || !items.every(({ date }) => typeof date === 'string')) return undefined;
  const names = [
    ...new Set(items.flatMap((item) => Object.keys(item).filter((name) => typeof item[name] === 'number'))),
  ];
  const measures = names.filter(isMeasure);
  const [first] = measures;
  if (first === undefined) return undefined;
  const history = listOf(body.history).map(recordOf);
  const holder = make('div');
  const choice = make('select', { id: 'try-measure' }, ...measures.map((name) => make('option', {}, name)));
  const draw = (): void => {
    const name = choice.value || first;
    const unit = unitOf(name, items);
    holder.replaceChildren(drawn({ name, unit, width: holder.clientWidth }, pointsOf(name, history, items)));
  };
  choice.addEventListener('change', draw);
  // Drawn at the width that it has on the page, so that its texts have the size of other texts.
  new ResizeObserver(draw).observe(holder);
  const figure = make('figure', { class: 'try-chart' });
  if (measures.length > 1) figure.append(labelled('Measure', choice));
  figure.append(holder);
  if (names.includes('confidence_low'))
    figure.append(
      make('figcaption', {}, 'The dashed line is the forecast, with the bands that 80 % and 95 % of values fall into.'),
    );
  return figure;
}

/** A period that has not ended is in the history and in the forecast, which is for the whole of it. */
function pointsOf(name: string, history: readonly Values[], items: readonly Values[]): readonly Point[] {
  const expected = new Set(items.map(({ date }) => date));
  const isExpected = items.some(({ confidence_low }) => confidence_low !== undefined);
  return [
    ...history.filter(({ date }) => !expected.has(date)).map((item) => pointOf(item, item.units, false)),
    ...items.map((item) => pointOf(item, item[name], isExpected)),
  ].sort((a, b) => a.date.localeCompare(b.date));
}

function pointOf(item: Values, value: Value | undefined, isExpected: boolean): Point {
  const bounds = ['_80', ''].flatMap((level) => {
    const [low, high] = [numberIn(item[`confidence_low${level}`]), numberIn(item[`confidence_high${level}`])];
    return low === null || high === null ? [] : [[low, high] as const];
  });
  return { date: String(item.date), value: numberIn(value), bounds, isExpected };
}

/** What is forecast is units, as the history that it continues. */
function unitOf(name: string, items: readonly Values[]): string {
  const unit = measureUnits[name === 'value' ? 'units' : name] ?? name;
  const { currency } = items.find((item) => typeof item.currency === 'string') ?? {};
  return /currency/.test(unit) && typeof currency === 'string' ? currency : unit;
}

interface Axis {
  readonly name: string;
  readonly unit: string;
  readonly width: number;
}

function drawn({ name, unit, width }: Axis, points: readonly Point[]): SVGElement {
  const all = points.flatMap(({ value, bounds }) => [value, ...bounds.flat()]).filter((each) => each !== null);
  const ticks = ticksOf(Math.min(...all), Math.max(...all));
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const first = Date.parse(points[0]?.date ?? '');
  const span = Math.max(1, Date.parse(points.at(-1)?.date ?? '') - first);
  const x = ({ date }: Point) => size.left + ((Date.parse(date) - first) / span) * (width - size.left - size.right);
  const y = (value: number) =>
    size.height - size.bottom - ((value - bottom) / (top - bottom || 1)) * (size.height - size.top - size.bottom);
  const at: At = (point, value) => `${x(point).toFixed(1)} ${y(value).toFixed(1)}`;
  const svg = node('svg', {
    width: String(width),
    height: String(size.height),
    role: 'img',
    'aria-label': `${name} in ${unit}, ${points.length} values from ${points[0]?.date} to ${points.at(-1)?.date}, between ${Math.min(...all)} and ${Math.max(...all)}`,
  });
  svg.append(node('text', { class: 'unit', x: '0', y: '12' }, unit));
  const decimals = Math.max(...ticks.map((tick) => String(tick).split('.')[1]?.length ?? 0));
  for (const tick of ticks)
    svg.append(
      node('path', { class: 'grid', d: `M${size.left} ${y(tick)}H${width - size.right}` }),
      node(
        'text',
        { x: String(size.left - 8), y: String(y(tick) + 4), 'text-anchor': 'end' },
        tick.toLocaleString('en-US', { minimumFractionDigits: decimals }),
      ),
    );
  const past = points.filter(({ isExpected }) => !isExpected);
  // What is expected begins at the last known value, so that both are one picture.
  const known = past.findLast(({ value }) => value !== null);
  const ahead = [...(known === undefined ? [] : [known]), ...points.filter(({ isExpected }) => isExpected)];
  for (const band of [1, 0]) svg.append(node('path', { class: `band band-${band}`, d: bandOf(ahead, band, at) }));
  svg.append(node('path', { class: 'line', d: lineOf(past, at) }));
  if (ahead.length > 1) svg.append(node('path', { class: 'line ahead', d: lineOf(ahead, at) }));
  for (const each of points)
    if (each.value !== null) {
      const dot = node('circle', {
        ...(each.isExpected ? { class: 'ahead' } : {}),
        cx: x(each).toFixed(1),
        cy: y(each.value).toFixed(1),
        r: points.length > 80 ? '1.5' : '2.5',
      });
      dot.append(node('title', {}, titleOf(each)));
      svg.append(dot);
    }
  const isOfMonths = points.every(({ date }) => date.endsWith('-01'));
  const bottomLine = size.height - size.bottom;
  const labelWidth = labelWidths[isOfMonths ? 'month' : 'day'];
  for (const point of labelledPoints(points, Math.floor((width - size.left) / labelWidth))) {
    const text = isOfMonths ? point.date.slice(0, 7) : point.date;
    const anchor = point === points.at(-1) ? 'end' : 'middle';
    svg.append(
      node('path', { class: 'tick', d: `M${x(point).toFixed(1)} ${bottomLine}v5` }),
      node('text', { x: x(point).toFixed(1), y: String(bottomLine + 20), 'text-anchor': anchor }, text),
    );
  }
  return svg;
}

/** A value that is null interrupts the line. */
const lineOf = (points: readonly Point[], at: At): string =>
  points.reduce((d, each, index) => {
    if (each.value === null) return d;
    return `${d}${index > 0 && points[index - 1]?.value !== null ? 'L' : 'M'}${at(each, each.value)}`;
  }, '');

/** Empty without bounds. */
function bandOf(ahead: readonly Point[], band: number, at: At): string {
  const edges = ahead.flatMap((point) => {
    const [low, high] = point.isExpected ? (point.bounds[band] ?? []) : [point.value, point.value];
    return typeof low === 'number' && typeof high === 'number' ? [{ point, low, high }] : [];
  });
  if (!edges.some(({ point }) => point.isExpected)) return '';
  const upper = edges.map(({ point, high }) => at(point, high));
  return `M${[...upper, ...edges.map(({ point, low }) => at(point, low)).reverse()].join('L')}Z`;
}

function titleOf({ date, value, bounds }: Point): string {
  const text = (each: number | null | undefined) => each?.toLocaleString('en-US') ?? '';
  const [, wide] = bounds;
  return `${date}: ${text(value)}${wide === undefined ? '' : `, with 95 % between ${text(wide[0])} and ${text(wide[1])}`}`;
}

/** Between labelled dates: numbers that divide a year of months or quarters, as long as that is enough. */
const steps = [1, 2, 3, 4, 6, 12];

/** As many as have room, at equal distances, with the first of a year among them. */
function labelledPoints(points: readonly Point[], room: number): readonly Point[] {
  const least = Math.ceil(points.length / Math.max(1, room));
  const step = steps.find((each) => each >= least) ?? least;
  const year = Math.max(
    0,
    points.findIndex(({ date }) => date.endsWith('-01-01')),
  );
  return points.filter((_, index) => (index - year) % step === 0);
}

function node(tag: string, attributes: Readonly<Record<string, string>>, text = ''): SVGElement {
  const self = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) self.setAttribute(name, value);
  self.textContent = text;
  return self;
}

/** Four to six round numbers around all values. */
function ticksOf(low: number, high: number): readonly number[] {
  const span = high - low || Math.abs(high) || 1;
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10);
  const start = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - start + 1 }, (_, index) =>
    Number(((start + index) * step).toPrecision(12)),
  );
}
