// By which rules this release makes alerts, and in which words. A dashboard that another release has made is read
// again.

/**
 * Date of the newest change of a rule, a threshold or a message; another letter for each change of a day. A test finds
 * changed alerts.
 */
export const alertsVersion = '2026-11-28';
