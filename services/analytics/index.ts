// The handlers of the analytics API, put together; each file is named after what it handles.
import { aliases } from './aliases.ts';
import { auth } from './auth.ts';
import { calendars } from './calendars.ts';
import type { Handlers } from './caller.ts';
import { catalogue } from './catalog.ts';
import { corrections } from './corrections.ts';
import { dashboard } from './dashboard.ts';
import { dealers } from './dealers.ts';
import { definitions } from './definitions.ts';
import { forecasts } from './forecasts.ts';
import { grants } from './grants.ts';
import { ingest } from './ingest.ts';
import { jobErrors } from './job-errors.ts';
import { jobs } from './jobs.ts';
import { scope } from './scope.ts';
import { series } from './series.ts';
import { subscription } from './subscription.ts';

export type AnalyticsDeps = Parameters<typeof auth>[0] &
  Parameters<typeof ingest>[0] &
  Parameters<typeof corrections>[0] &
  Parameters<typeof jobErrors>[0] &
  Parameters<typeof series>[0] &
  Parameters<typeof forecasts>[0] &
  Parameters<typeof dashboard>[0] &
  Parameters<typeof subscription>[0] &
  Parameters<typeof catalogue>[0] &
  Parameters<typeof scope>[0] &
  Parameters<typeof dealers>[0] &
  Parameters<typeof calendars>[0] &
  Parameters<typeof grants>[0] &
  Parameters<typeof aliases>[0];

export const analytics = (deps: AnalyticsDeps): Handlers => ({
  ...auth(deps),
  ...ingest(deps),
  ...corrections(deps),
  ...jobs(deps),
  ...jobErrors(deps),
  ...series(deps),
  ...definitions(),
  ...forecasts(deps),
  ...dashboard(deps),
  ...subscription(deps),
  ...catalogue(deps),
  ...scope(deps),
  ...dealers(deps),
  ...calendars(deps),
  ...grants(deps),
  ...aliases(deps),
});
