// Figures as the contract gives them: at most four decimals, half away from zero.

/**
 * Rounds the number as it is written in its shortest form: 1.00005 is 1.0001, whatever the nearest binary fraction is.
 * Multiplying first would decide by its error.
 */
export function round4(value: number): number {
  const [whole = '', fraction = ''] = String(Math.abs(value)).split('.');
  // From 1e21 on a number is written with an exponent, and is whole; below 1e-6 as well, and is nothing.
  if (whole.includes('e-') || fraction.includes('e-')) return 0;
  if (fraction.length <= 4 || fraction.includes('e')) return value + 0;
  const up = (fraction[4] ?? '') >= '5' ? 1n : 0n;
  return Math.sign(value) * Number(`${BigInt(whole + fraction.slice(0, 4)) + up}e-4`) + 0;
}

/** Below it, fifteen digits have the five decimals that rounding needs. */
const mostPrecise = 1e10;

/**
 * Rounds a quotient: 7 / (160 / 7) is 0.30625 and not the 0.30624999999999997 of binary fractions, whose error is in
 * the sixteenth digit or the next.
 */
export const roundQuotient = (value: number): number =>
  round4(Math.abs(value) < mostPrecise ? Number(value.toPrecision(15)) : value);
