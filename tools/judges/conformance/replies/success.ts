// Which statuses are what an operation is asked for.

/** An operation that sends browsers elsewhere has no 2xx: its redirect is what it is asked for. */
export function successesAmong(statuses: readonly number[]): readonly number[] {
  const whole = statuses.filter((status) => status < 300);
  return whole.length > 0 ? whole : statuses.filter((status) => status < 400);
}
