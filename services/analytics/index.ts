// The handlers of the analytics API, put together; each file is named after what it handles.

import { auth } from './access/authentication.ts';
import { policies } from './access/policies/policies.ts';
import { scope } from './access/scope.ts';
import { aliases } from './administration/aliases.ts';
import { calendars } from './administration/calendars.ts';
import { dealers } from './administration/dealers.ts';
import { grants } from './administration/grants.ts';
import { installationWebhooks } from './administration/installation-webhooks.ts';
import type { Handlers } from './caller.ts';
import { catalogue } from './catalogue.ts';
import { dashboard } from './dashboard.ts';
import { forecasts } from './forecasts/forecasts.ts';
import { definitions } from './indices/definitions.ts';
import { changes } from './indices/index-changes.ts';
import { series } from './indices/indices.ts';
import { deletePeriod } from './ingest/corrections/delete-period.ts';
import { revertRevision } from './ingest/corrections/revert-revision.ts';
import { ingest } from './ingest/ingest.ts';
import { templates } from './ingest/templates.ts';
import { jobChanges } from './jobs/job-changes.ts';
import { jobErrors } from './jobs/job-errors.ts';
import { jobs } from './jobs/jobs.ts';
import { rejected } from './jobs/rejected-rows.ts';
import { dealerAliases } from './settings/dealer-aliases.ts';
import { dealerCalendars } from './settings/dealer-calendars.ts';
import { changeSubscription } from './subscriptions/change-subscription.ts';
import { subscription } from './subscriptions/subscriptions.ts';
import { deliveries } from './webhooks/webhook-deliveries.ts';
import { webhooks } from './webhooks/webhooks.ts';

export type AnalyticsDeps = Parameters<typeof auth>[0] &
  Parameters<typeof ingest>[0] &
  Parameters<typeof deletePeriod>[0] &
  Parameters<typeof jobChanges>[0] &
  Parameters<typeof jobErrors>[0] &
  Parameters<typeof rejected>[0] &
  Parameters<typeof series>[0] &
  Parameters<typeof changes>[0] &
  Parameters<typeof forecasts>[0] &
  Parameters<typeof dashboard>[0] &
  Parameters<typeof subscription>[0] &
  Parameters<typeof changeSubscription>[0] &
  Parameters<typeof catalogue>[0] &
  Parameters<typeof dealers>[0] &
  Parameters<typeof calendars>[0] &
  Parameters<typeof dealerAliases>[0] &
  Parameters<typeof dealerCalendars>[0] &
  Parameters<typeof jobs>[0] &
  Parameters<typeof grants>[0] &
  Parameters<typeof aliases>[0] &
  Parameters<typeof installationWebhooks>[0] &
  Parameters<typeof webhooks>[0] &
  Parameters<typeof deliveries>[0];

export const analytics = (deps: AnalyticsDeps): Handlers => ({
  ...auth(deps),
  ...ingest(deps),
  ...templates(),
  ...deletePeriod(deps),
  ...revertRevision(deps),
  ...jobs(deps),
  ...jobChanges(deps),
  ...jobErrors(deps),
  ...rejected(deps),
  ...series(deps),
  ...changes(deps),
  ...definitions(),
  ...forecasts(deps),
  ...dashboard(deps),
  ...subscription(deps),
  ...changeSubscription(deps),
  ...catalogue(deps),
  ...scope(),
  ...policies(),
  ...dealers(deps),
  ...calendars(deps),
  ...dealerAliases(deps),
  ...dealerCalendars(deps),
  ...grants(deps),
  ...aliases(deps),
  ...installationWebhooks(deps),
  ...webhooks(deps),
  ...deliveries(deps),
});
