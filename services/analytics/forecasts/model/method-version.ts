// Which forecasts this release makes of a series. Forecasts that another one has stored are computed again (decision
// 334).

/**
 * Date of the newest change of a method, of what a series is made of, or of the form of an answer; another letter for
 * each change of a day. A test finds changed numbers.
 */
export const methodVersion = '2026-11-28b';
