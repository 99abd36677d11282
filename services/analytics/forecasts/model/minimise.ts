// Minima of functions without derivatives: one parameter by golden section, several by Nelder and Mead's simplex.
// J. A. Nelder and R. Mead, "A simplex method for function minimization", The Computer Journal 7 (1965).

const ratio = (Math.sqrt(5) - 1) / 2;

/** Finds the minimum of a function that has one between `from` and `to`, to within `tolerance`. */
export function goldenSection(f: (x: number) => number, from: number, to: number, tolerance = 1e-3): number {
  let [low, high] = [from, to];
  let [left, right] = [high - ratio * (high - low), low + ratio * (high - low)];
  let [atLeft, atRight] = [f(left), f(right)];
  while (high - low > tolerance) {
    if (atLeft < atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - ratio * (high - low);
      atLeft = f(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + ratio * (high - low);
      atRight = f(right);
    }
  }
  return (low + high) / 2;
}

type Point = { x: Float64Array; value: number };

export type SimplexOptions = {
  /** The first simplex: the start, and the start moved by each step. */
  readonly steps: readonly number[];
  readonly evaluations: number;
  /** Ends when best and worst value differ by less than this share. */
  readonly tolerance?: number;
};

/** The best point that was met. `f` must be defined everywhere: keep parameters in range by clamping and a penalty. */
function simplex(
  f: (x: Float64Array) => number,
  start: readonly number[],
  { steps, evaluations, tolerance = 1e-5 }: SimplexOptions,
): Float64Array {
  const size = start.length;
  let left = evaluations;
  const at = (x: Float64Array): Point => {
    left -= 1;
    return { x, value: f(x) };
  };
  const shifted = (axis: number) =>
    Float64Array.from(start, (value, i) => (i === axis ? value + (steps[i] ?? 0) : value));
  const points = Array.from({ length: size + 1 }, (_, i) => at(shifted(i - 1)));
  const byValue = (a: Point, b: Point) => a.value - b.value;
  points.sort(byValue);
  while (left > 0) {
    const [best, worst, second] = [points[0], points[size], points[size - 1]];
    if (!best || !worst || !second) break;
    if (worst.value - best.value <= tolerance * (Math.abs(best.value) + 1e-12)) break;
    const centre = centreOf(points, size);
    const along = (factor: number) => at(centre.map((c, i) => c + factor * ((worst.x[i] ?? 0) - c)));
    const reflected = along(-1);
    if (reflected.value < best.value) {
      const expanded = along(-2);
      points[size] = expanded.value < reflected.value ? expanded : reflected;
    } else if (reflected.value < second.value) points[size] = reflected;
    else {
      const contracted = along(reflected.value < worst.value ? -0.5 : 0.5);
      if (contracted.value < Math.min(reflected.value, worst.value)) points[size] = contracted;
      else for (let i = 1; i <= size; i++) points[i] = at(between(best.x, points[i]?.x ?? best.x));
    }
    points.sort(byValue);
  }
  return points[0]?.x ?? Float64Array.from(start);
}

/** The same from the best of several starts. */
export function simplexFromBest(
  f: (x: Float64Array) => number,
  starts: readonly (readonly number[])[],
  options: SimplexOptions,
): Float64Array {
  const values = starts.map((start) => f(Float64Array.from(start)));
  return simplex(f, starts[values.indexOf(Math.min(...values))] ?? [], options);
}

/** The centre of all points but the worst, which is the last. */
function centreOf(points: readonly Point[], size: number): Float64Array {
  const centre = new Float64Array(size);
  for (let p = 0; p < size; p++)
    for (let i = 0; i < size; i++) centre[i] = (centre[i] ?? 0) + (points[p]?.x[i] ?? 0) / size;
  return centre;
}

const between = (a: Float64Array, b: Float64Array) => a.map((value, i) => (value + (b[i] ?? 0)) / 2);

export const clamp = (value: number, low: number, high: number): number =>
  value < low ? low : value > high ? high : value;
