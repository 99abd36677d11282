// The messages that other teams can receive, by routing key.
import {
  type SharedPayloads as AnalyticsPayloads,
  sharedMessages as analytics,
} from '../../../../generated/analytics/shared-messages.ts';
import {
  type SharedPayloads as LabPayloads,
  sharedMessages as lab,
} from '../../../../generated/lab/shared-messages.ts';

export type Payloads = AnalyticsPayloads & LabPayloads;
export type MessageName = keyof Payloads;

export const definitions = { ...analytics, ...lab };
