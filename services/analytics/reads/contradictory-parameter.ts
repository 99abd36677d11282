// A value of the query that cannot be true beside another one, or beside the clock.
import { problems } from '../../../generated/analytics/problems.ts';

export const contradiction = (parameter: string, value: string, message: string) =>
  problems.businessRule({ detail: `${parameter} ${message}.`, errors: [{ parameter, value, rule: 'order', message }] });
