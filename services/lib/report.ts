// What happened, in words of the business: one function per event, each a log line and a counter.
import type { Level, Log } from './log.ts';
import type { Metrics } from './metrics.ts';

type WithError = { readonly error?: Error | undefined };
type LabFields = {
  readonly lab_id: string;
  readonly student_id: string | undefined;
  readonly group_id: string | undefined;
  readonly instance_id: string;
  readonly run_id: string | undefined;
  readonly generation: number;
  readonly state: string;
  readonly volume: string;
  readonly reason: string | undefined;
  readonly advice: string | undefined;
  readonly from?: string;
};
type ConsumerFields = { readonly consumer: string; readonly message_id: string };

/** The fields of each event. */
export type Events = {
  readonly uploadAccepted: { readonly job_id: string; readonly dealer_id: string; readonly bytes: number };
  readonly uploadFinished: {
    readonly outcome: string;
    readonly job_id: string;
    readonly errors?: number;
    readonly revision?: number;
  };
  readonly uploadTakenOver: { readonly job_id: string; readonly attempts: number };
  readonly forecastsPublished: {
    readonly outcome: string;
    readonly dealer_id: string;
    readonly revision: number;
    readonly left_out: number;
  };
  readonly loginSucceeded: { readonly principal: string };
  readonly loginRefused: { readonly reason: string };
  readonly refreshReused: { readonly principal: string; readonly family_id: string; readonly generation: number };
  readonly accessRefused: {
    readonly operation: string;
    readonly slug: string;
    readonly principal: string | undefined;
    readonly request_id: string;
  };
  readonly limited: { readonly policy: string };
  readonly limitsBecame: WithError & { readonly mode: string };
  readonly dependencyFailed: WithError & {
    readonly dependency: string;
    readonly name?: string;
    readonly count?: number;
    readonly instance_id?: string;
    readonly consumer?: string;
    readonly message_id?: string;
    readonly request_id?: string;
    readonly operation?: string | undefined;
  };
  readonly faultAnswered: WithError & { readonly operation: string | undefined; readonly request_id: string };
  readonly messageUnroutable: { readonly exchange: string; readonly routing_key: string; readonly message_id: string };
  readonly messagePublished: { readonly exchange: string; readonly count: number; readonly lag_ms: number };
  readonly messageRejected: WithError & {
    readonly consumer: string;
    readonly reason: string;
    readonly message_id: string;
  };
  readonly messageUnburied: ConsumerFields & { readonly reason: string };
  readonly consumerFailed: WithError & ConsumerFields;
  readonly messageRetried: WithError & ConsumerFields & { readonly attempts: number };
  readonly labTransitioned: LabFields;
  readonly labClosed: { readonly instance_id: string; readonly neighbour: string; readonly closed: string };
  readonly labReasonChanged: LabFields;
  readonly labFailed: LabFields;
  readonly labHeld: { readonly reason: string; readonly instance_id: string; readonly generation?: number };
  readonly sweepHeld: { readonly reason: string; readonly count: number };
  readonly orphanRemoved: { readonly instance_id: string; readonly lab_id: string };
  readonly taskRun: { readonly task: string; readonly count: number; readonly mode?: string };
  readonly webhookAttempted: { readonly outcome: string };
  readonly webhookDisabled: { readonly webhook_id: string; readonly reason: string };
  readonly leaseLost: { readonly instance_id: string };
};

type RequiredKey<Fields> = {
  [Key in keyof Fields]-?: Record<never, never> extends Pick<Fields, Key> ? never : Key;
}[keyof Fields];

type Event<Fields> = {
  readonly level: Level;
  readonly help: string;
  /** Fields with few values, which every report of the event fills; ids are in the log only. */
  readonly labels: readonly (RequiredKey<Fields> & string)[];
  /** The field that says how many of what is counted were reported at once; without it, one. */
  readonly countedBy?: RequiredKey<Fields> & string;
};

const events: { readonly [Name in keyof Events]: Event<Events[Name]> } = {
  uploadAccepted: { level: 'info', help: 'Uploads admitted as jobs', labels: [] },
  uploadFinished: { level: 'info', help: 'Upload jobs that ended', labels: ['outcome'] },
  uploadTakenOver: { level: 'warn', help: 'Upload jobs continued after their worker was lost', labels: [] },
  forecastsPublished: { level: 'info', help: 'Forecasts of a dealer computed after a merge', labels: ['outcome'] },
  loginSucceeded: { level: 'info', help: 'Logins', labels: [] },
  loginRefused: { level: 'warn', help: 'Refused logins', labels: ['reason'] },
  refreshReused: { level: 'warn', help: 'Refresh tokens presented again after their successor was used', labels: [] },
  accessRefused: {
    level: 'info',
    help: 'Requests outside the rights of their caller',
    labels: ['operation', 'slug'],
  },
  limited: { level: 'info', help: 'Requests over a rate limit', labels: ['policy'] },
  limitsBecame: { level: 'warn', help: 'Changes between shared and local rate limits', labels: ['mode'] },
  dependencyFailed: { level: 'warn', help: 'Calls that a dependency did not answer', labels: ['dependency'] },
  faultAnswered: { level: 'error', help: 'Requests that ended with an internal error', labels: ['operation'] },
  messageUnroutable: {
    level: 'error',
    help: 'Published messages that were routed to no queue',
    labels: ['exchange', 'routing_key'],
  },
  messagePublished: {
    level: 'debug',
    help: 'Messages confirmed by the broker',
    labels: ['exchange'],
    countedBy: 'count',
  },
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
};

/** The fields of an event whose name is not known, as a log line has them. */
export type ReportFields = Readonly<Record<string, string | number | boolean | Error | undefined>>;
export type Report = { readonly [Name in keyof Events]: (fields: Events[Name]) => void };

export function createReport(log: Log, metrics: Metrics): Report {
  const entries = Object.entries(events).map(([name, { level, help, labels, countedBy }]) => {
    const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const counter = metrics.counter(`covenant_${snake}_total`, help);
    const write = (fields: ReportFields) => {
      const values = labels.map((label) => [label, String(fields[label] ?? '')]);
      counter.add(Object.fromEntries(values), countedBy === undefined ? 1 : Number(fields[countedBy]));
      log[level](snake, fields);
    };
    return [name, write] as const;
  });
  return Object.fromEntries(entries) as Readonly<Record<keyof Events, (fields: ReportFields) => void>>;
}
