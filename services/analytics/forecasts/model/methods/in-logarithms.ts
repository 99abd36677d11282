// A method applied to the logarithms: growth in per cent instead of units.
// G. E. P. Box and D. R. Cox, "An analysis of transformations" (1964), with lambda 0. E. Legaki and K. Koutsouri won
// sixth place of the M4 competition with it.
import { type Forecaster, minimum } from '../series.ts';

/** Series with values of zero or less are forecast as they are. */
export const inLogarithms =
  (method: Forecaster): Forecaster =>
  (values, horizon) =>
    minimum(values) > 0 ? method(values.map(Math.log), horizon).map(Math.exp) : method(values, horizon);
