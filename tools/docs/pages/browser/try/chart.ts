// A series of a reply as a drawing: values by date, with a band where the reply has one. SVG in the page; colours are those of the style.
import { listOf, recordOf, type Value, type Values } from './contract.ts';
import { labelled, make } from './dom.ts';

interface Point {
  readonly date: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

const size = { width: 460, height: 220, left: 52, right: 12, top: 12, bottom: 26 };
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
  const draw = (name: string): void => holder.replaceChildren(drawn(name, pointsOf(name, history, items)));
  draw(first);
  const choice = make('select', { id: 'try-measure' }, ...measures.map((name) => make('option', {}, name)));
  choice.addEventListener('change', () => draw(choice.value));
  const figure = make('figure', { class: 'try-chart' });
  if (measures.length > 1) figure.append(labelled('Measure', choice));
  figure.append(holder);
  return figure;
}

const pointsOf = (name: string, history: readonly Values[], items: readonly Values[]): readonly Point[] =>
  [
    ...history.map((item) => ({ ...item, value: item.units })),
    ...items.map((item) => ({ ...item, value: item[name] }) as Values),
  ]
    .map((item: Values) => ({
      date: String(item.date),
      value: numberIn(item.value),
      low: numberIn(item.confidence_low),
      high: numberIn(item.confidence_high),
    }))
    .sort((a, b) => a.date.localeCompare(b.date));

function drawn(name: string, points: readonly Point[]): SVGElement {
  const all = points.flatMap(({ value, low, high }) => [value, low, high]).filter((each) => each !== null);
  const ticks = ticksOf(Math.min(...all), Math.max(...all));
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const first = Date.parse(points[0]?.date ?? '');
  const span = Math.max(1, Date.parse(points.at(-1)?.date ?? '') - first);
  const x = ({ date }: Point) =>
    size.left + ((Date.parse(date) - first) / span) * (size.width - size.left - size.right);
  const y = (value: number) =>
    size.height - size.bottom - ((value - bottom) / (top - bottom || 1)) * (size.height - size.top - size.bottom);
  const at = (point: Point, value: number) => `${x(point).toFixed(1)} ${y(value).toFixed(1)}`;
  const svg = node('svg', {
    viewBox: `0 0 ${size.width} ${size.height}`,
    role: 'img',
    'aria-label': `${name}, ${points.length} values from ${points[0]?.date} to ${points.at(-1)?.date}, between ${Math.min(...all)} and ${Math.max(...all)}`,
  });
  for (const tick of ticks)
    svg.append(
      node('path', { class: 'grid', d: `M${size.left} ${y(tick)}H${size.width - size.right}` }),
      node(
        'text',
        { x: String(size.left - 8), y: String(y(tick) + 4), 'text-anchor': 'end' },
        tick.toLocaleString('en-US'),
      ),
    );
  const banded = points.filter(({ low, high }) => low !== null && high !== null);
  if (banded.length > 1)
    svg.append(
      node('path', {
        class: 'band',
        d: `M${banded.map((each) => at(each, each.high as number)).join('L')}L${banded
          .toReversed()
          .map((each) => at(each, each.low as number))
          .join('L')}Z`,
      }),
    );
  // A value that is null interrupts the line.
  const line = points.reduce((d, each, index) => {
    if (each.value === null) return d;
    return `${d}${index > 0 && points[index - 1]?.value !== null ? 'L' : 'M'}${at(each, each.value)}`;
  }, '');
  svg.append(node('path', { class: 'line', d: line }));
  for (const each of points)
    if (each.value !== null) {
      const dot = node('circle', {
        cx: x(each).toFixed(1),
        cy: y(each.value).toFixed(1),
        r: points.length > 80 ? '1.5' : '3',
      });
      dot.append(node('title', {}, `${each.date}: ${each.value.toLocaleString('en-US')}`));
      svg.append(dot);
    }
  for (const [index, anchor] of [
    [0, 'start'],
    [Math.floor((points.length - 1) / 2), 'middle'],
    [points.length - 1, 'end'],
  ] as const) {
    const point = points[index];
    if (point !== undefined && (anchor !== 'middle' || points.length > 2))
      svg.append(node('text', { x: String(x(point)), y: String(size.height - 8), 'text-anchor': anchor }, point.date));
  }
  return svg;
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
