// Tails of the negative binomial distribution: counts that vary more than by chance alone.

/** The variance is mean + mean² / size: the smaller the size, the more the counts vary. */
type Distribution = { readonly mean: number; readonly size: number };

/** The probability of this count or a greater one. */
export const probabilityOfAtLeast = (count: number, { mean, size }: Distribution): number =>
  count <= 0 ? 1 : regularizedBeta(mean / (mean + size), count, size);

/** The probability of this count or a smaller one. */
export const probabilityOfAtMost = (count: number, { mean, size }: Distribution): number =>
  count < 0 ? 0 : regularizedBeta(size / (mean + size), size, count + 1);

/**
 * I_x(a, b), DLMF 8.17. The continued fraction converges fast on this side of its mean, so the other side is mirrored.
 */
function regularizedBeta(x: number, a: number, b: number): number {
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(1 - x, b, a);
  const logFront = a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b) - Math.log(a);
  return Math.exp(logFront) / continuedFraction(x, a, b);
}

/**
 * DLMF 8.17.22, from its end to its beginning; the number of steps that it needs grows with the root of the parameters.
 */
function continuedFraction(x: number, a: number, b: number): number {
  let fraction = 1;
  for (let m = 30 + Math.ceil(3 * Math.sqrt(Math.max(a, b))); m > 0; m--) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = ((a + m - 1) * (a + b + m - 1) * x) / ((a + 2 * m - 2) * (a + 2 * m - 1));
    fraction = 1 - odd / (1 + even / fraction);
  }
  return fraction;
}

/** Stirling's series, which is exact to twelve digits from 8 on. */
function logGamma(x: number): number {
  let [shift, at] = [0, x];
  for (; at < 8; at++) shift -= Math.log(at);
  const series = 1 / (12 * at) - 1 / (360 * at ** 3) + 1 / (1260 * at ** 5) - 1 / (1680 * at ** 7);
  return shift + (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series;
}
