// What happened, in words of the business: one function per event, each a log line and a counter.
import type { Level, Log } from './log.ts';
import type { Metrics } from './metrics.ts';

type Event = { readonly level: Level; readonly help: string; readonly labels: readonly string[] };

// Labels are fields with few values; ids are in the log only.
const events = {
  uploadAccepted: { level: 'info', help: 'Uploads admitted as jobs', labels: [] },
  uploadFinished: { level: 'info', help: 'Upload jobs that ended', labels: ['outcome'] },
  uploadTakenOver: { level: 'warn', help: 'Upload jobs continued after their worker was lost', labels: [] },
  forecastsPublished: { level: 'info', help: 'Forecasts of a dealer computed after a merge', labels: ['outcome'] },
  loginSucceeded: { level: 'info', help: 'Logins', labels: [] },
  loginRefused: { level: 'warn', help: 'Refused logins', labels: ['reason'] },
  refreshReused: { level: 'warn', help: 'Refresh tokens presented again after their successor was used', labels: [] },
  accessRefused: { level: 'info', help: 'Requests outside the rights of their caller', labels: ['policy'] },
  limited: { level: 'info', help: 'Requests over a rate limit', labels: ['policy'] },
  limitsBecame: { level: 'warn', help: 'Changes between shared and local rate limits', labels: ['mode'] },
  dependencyFailed: { level: 'warn', help: 'Calls that a dependency did not answer', labels: ['dependency'] },
  faultAnswered: { level: 'error', help: 'Requests that ended with an internal error', labels: ['operation'] },
  messageUnroutable: {
    level: 'error',
    help: 'Published messages that were routed to no queue',
    labels: ['exchange', 'routing_key'],
  },
  messagePublished: { level: 'debug', help: 'Messages confirmed by the broker', labels: ['exchange'] },
  messageRejected: {
    level: 'error',
    help: 'Consumed messages sent to their dead-letter queue',
    labels: ['consumer', 'reason'],
  },
  messageUnburied: {
    level: 'error',
    help: 'Dead letters that the broker has not confirmed yet',
    labels: ['consumer', 'reason'],
  },
  consumerFailed: {
    level: 'error',
    help: 'Faults of consumers, each of which ended one message',
    labels: ['consumer'],
  },
  messageRetried: { level: 'warn', help: 'Consumed messages returned for another attempt', labels: ['consumer'] },
  labTransitioned: {
    level: 'info',
    help: 'Changes of the state or the volume of labs by the worker',
    labels: ['state', 'volume'],
  },
  labClosed: { level: 'info', help: 'Labs that passed the isolation probe', labels: [] },
  labReasonChanged: { level: 'warn', help: 'Reasons why labs have not started or stopped yet', labels: ['reason'] },
  labFailed: {
    level: 'warn',
    help: 'Labs that did not start, or could not be stopped and archived',
    labels: ['reason'],
  },
  labHeld: {
    level: 'error',
    help: 'Labs left unchanged because the database may be older than the cluster',
    labels: ['reason'],
  },
  sweepHeld: {
    level: 'error',
    help: 'Sweeps that removed nothing, because it would have been too much or the database was restored',
    labels: ['reason'],
  },
  orphanRemoved: {
    level: 'warn',
    help: 'Instances without a row whose objects were removed, except for the claim',
    labels: [],
  },
  taskRun: { level: 'info', help: 'Periodic tasks that were run', labels: ['task'] },
  webhookAttempted: { level: 'debug', help: 'Attempts to send an event to a webhook', labels: ['outcome'] },
  webhookDisabled: { level: 'warn', help: 'Webhooks that were disabled because of their receiver', labels: ['reason'] },
  leaseLost: { level: 'warn', help: 'Leases that another holder took over during the work', labels: [] },
} as const satisfies Record<string, Event>;

export type ReportFields = Readonly<Record<string, string | number | boolean | Error | undefined>>;
export type Report = { readonly [Name in keyof typeof events]: (fields?: ReportFields) => void };

export function createReport(log: Log, metrics: Metrics): Report {
  const entries = Object.entries(events).map(([name, { level, help, labels }]) => {
    const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const counter = metrics.counter(`covenant_${snake}_total`, help);
    const write = (fields: ReportFields = {}) => {
      counter.add(Object.fromEntries(labels.map((label) => [label, String(fields[label] ?? '')])));
      log[level](snake, fields);
    };
    return [name, write] as const;
  });
  return Object.fromEntries(entries) as Report;
}
