// Generated from spec/analytics/policies by npm run generate; do not edit.
import type { Condition, PolicyCaller, PolicyGrant, PolicyText } from '../runtime/request/policy.ts';

export type GrantOperation = 'cancelJob' | 'createDealerAlias' | 'deleteDealerAlias' | 'deleteDealerCalendar' | 'deletePeriod' | 'getCurrentSubscription' | 'getDashboardSummary' | 'getDealerAlias' | 'getDealerCalendar' | 'getJob' | 'getJobErrors' | 'getRejectedRows' | 'listBrands' | 'listDealerAliases' | 'listForecasts' | 'listIndexChanges' | 'listIndices' | 'listJobChanges' | 'listJobs' | 'listModelFamilies' | 'listRegions' | 'replaceDealerCalendar' | 'revertRevision' | 'uploadFile';
export type CallerOperation = 'changeSubscription' | 'createAlias' | 'createCalendar' | 'createDealer' | 'createGrant' | 'createWebhook' | 'deleteAlias' | 'deleteGrant' | 'deleteInstallationWebhook' | 'deleteWebhook' | 'getAlias' | 'getCalendar' | 'getDealer' | 'getGrant' | 'getScope' | 'getSubscription' | 'getTemplate' | 'getWebhook' | 'getWebhookDelivery' | 'listAliases' | 'listCalendars' | 'listDealers' | 'listDefinitions' | 'listGrants' | 'listInstallationWebhooks' | 'listPolicies' | 'listWebhookDeliveries' | 'listWebhooks' | 'replaceDealer' | 'replaceGrant' | 'replaceWebhook' | 'replayWebhookDeliveries' | 'replayWebhookDelivery' | 'rotateWebhookSecret' | 'sendTestEvent';

/** In the order in which they are asked. */
export const grantConditions: readonly Condition<PolicyGrant, GrantOperation>[] = [
  {
    policy: 'read-own-dealer',
    attribute: 'dealer_id',
    operations: ['getCurrentSubscription', 'getDashboardSummary', 'getDealerCalendar', 'getJob', 'getJobErrors', 'getRejectedRows', 'listBrands', 'listForecasts', 'listIndexChanges', 'listIndices', 'listJobChanges', 'listJobs', 'listModelFamilies', 'listRegions'],
    filters: ['dealer_id'],
    permits: (principal, filters) => principal.dealer === (filters.dealer_id ?? principal.dealer),
  },
  {
    policy: 'read-granted-dealers',
    attribute: 'roles',
    operations: ['getCurrentSubscription', 'getDashboardSummary', 'listBrands', 'listForecasts', 'listIndexChanges', 'listIndices', 'listJobChanges', 'listModelFamilies', 'listRegions'],
    filters: [],
    permits: (principal) => principal.roles.includes('reader'),
  },
  {
    policy: 'read-granted-brands',
    attribute: 'brand_id',
    operations: ['getCurrentSubscription', 'getDashboardSummary', 'listBrands', 'listForecasts', 'listIndexChanges', 'listIndices', 'listJobChanges', 'listModelFamilies', 'listRegions'],
    filters: ['brand_id'],
    permits: (principal, filters) => (filters.brand_id !== undefined ? (principal.all_brands || principal.brands.includes(filters.brand_id)) : true),
  },
  {
    policy: 'read-granted-regions',
    attribute: 'region_id',
    operations: ['getCurrentSubscription', 'getDashboardSummary', 'listBrands', 'listForecasts', 'listIndexChanges', 'listIndices', 'listJobChanges', 'listModelFamilies', 'listRegions'],
    filters: ['region_id'],
    permits: (principal, filters) => (filters.region_id !== undefined ? (principal.all_regions || principal.regions.includes(filters.region_id)) : true),
  },
  {
    policy: 'upload-own-dealer',
    attribute: 'dealer_id',
    operations: ['cancelJob', 'createDealerAlias', 'deleteDealerAlias', 'deleteDealerCalendar', 'deletePeriod', 'getDealerAlias', 'listDealerAliases', 'replaceDealerCalendar', 'revertRevision', 'uploadFile'],
    filters: ['dealer_id'],
    permits: (principal, filters) => principal.dealer === (filters.dealer_id ?? principal.dealer),
  },
  {
    policy: 'upload-own-dealer',
    attribute: 'dealer_id',
    operations: ['cancelJob', 'createDealerAlias', 'deleteDealerAlias', 'deleteDealerCalendar', 'deletePeriod', 'getDealerAlias', 'listDealerAliases', 'replaceDealerCalendar', 'revertRevision', 'uploadFile'],
    filters: [],
    permits: (principal) => principal.roles.includes('uploader'),
  },
  {
    policy: 'upload-whole-dealer',
    attribute: 'brand_ids',
    operations: ['cancelJob', 'createDealerAlias', 'deleteDealerAlias', 'deleteDealerCalendar', 'deletePeriod', 'getDealerAlias', 'listDealerAliases', 'replaceDealerCalendar', 'revertRevision', 'uploadFile'],
    filters: [],
    permits: (principal) => principal.all_brands,
  },
  {
    policy: 'upload-whole-dealer',
    attribute: 'region_ids',
    operations: ['cancelJob', 'createDealerAlias', 'deleteDealerAlias', 'deleteDealerCalendar', 'deletePeriod', 'getDealerAlias', 'listDealerAliases', 'replaceDealerCalendar', 'revertRevision', 'uploadFile'],
    filters: [],
    permits: (principal) => principal.all_regions,
  },
];

export const callerConditions: readonly Condition<PolicyCaller, CallerOperation>[] = [
  {
    policy: 'administer-installation',
    attribute: 'roles',
    operations: ['changeSubscription', 'createAlias', 'createCalendar', 'createDealer', 'createGrant', 'deleteAlias', 'deleteGrant', 'deleteInstallationWebhook', 'getAlias', 'getCalendar', 'getDealer', 'getGrant', 'getSubscription', 'listAliases', 'listCalendars', 'listDealers', 'listGrants', 'listInstallationWebhooks', 'replaceDealer', 'replaceGrant'],
    filters: [],
    permits: (principal) => principal.roles.includes('admin'),
  },
];

/** Operations whose scope is what the policies leave: those that read what dealers have stored, or follow its jobs. */
export const readOperations: readonly GrantOperation[] = ['getCurrentSubscription', 'getDashboardSummary', 'listBrands', 'listForecasts', 'listIndexChanges', 'listIndices', 'listJobChanges', 'listModelFamilies', 'listRegions'];

export const followOperations: readonly GrantOperation[] = ['getDealerCalendar', 'getJob', 'getJobErrors', 'getRejectedRows', 'listJobs'];

export const grantOperations: readonly GrantOperation[] = ['cancelJob', 'createDealerAlias', 'deleteDealerAlias', 'deleteDealerCalendar', 'deletePeriod', 'getCurrentSubscription', 'getDashboardSummary', 'getDealerAlias', 'getDealerCalendar', 'getJob', 'getJobErrors', 'getRejectedRows', 'listBrands', 'listDealerAliases', 'listForecasts', 'listIndexChanges', 'listIndices', 'listJobChanges', 'listJobs', 'listModelFamilies', 'listRegions', 'replaceDealerCalendar', 'revertRevision', 'uploadFile'];

export const callerOperations: readonly CallerOperation[] = ['changeSubscription', 'createAlias', 'createCalendar', 'createDealer', 'createGrant', 'createWebhook', 'deleteAlias', 'deleteGrant', 'deleteInstallationWebhook', 'deleteWebhook', 'getAlias', 'getCalendar', 'getDealer', 'getGrant', 'getScope', 'getSubscription', 'getTemplate', 'getWebhook', 'getWebhookDelivery', 'listAliases', 'listCalendars', 'listDealers', 'listDefinitions', 'listGrants', 'listInstallationWebhooks', 'listPolicies', 'listWebhookDeliveries', 'listWebhooks', 'replaceDealer', 'replaceGrant', 'replaceWebhook', 'replayWebhookDeliveries', 'replayWebhookDelivery', 'rotateWebhookSecret', 'sendTestEvent'];

export const policyTexts: readonly PolicyText[] = [
  { policy: 'use-grants', meaning: 'A grant gives access to the data of its dealer, as far as no other policy refuses it.', text: 'permit (principal is Grant, action, resource);' },
  { policy: 'use-token', meaning: 'An access token gives access to what belongs to no dealer, as far as no other policy refuses it.', text: 'permit (principal is Caller, action, resource);' },
  { policy: 'read-own-dealer', meaning: 'You can read the data and the calendar and follow the jobs of a dealer only with a grant for it.', text: 'forbid (principal, action in [Action::"read", Action::"follow"], resource)\nunless { principal.dealer == resource };' },
  { policy: 'read-granted-dealers', meaning: 'You can read the data of a dealer only if your grant for it has the role reader.', text: 'forbid (principal, action in Action::"read", resource)\nunless { principal.roles.contains("reader") };' },
  { policy: 'read-granted-brands', meaning: 'You can read a brand only if your grant includes it. Without a filter, the response contains the brands that your grant includes.', text: 'forbid (principal, action in Action::"read", resource)\nunless { if context has brand_id then principal.all_brands || principal.brands.contains(context.brand_id) else true };' },
  { policy: 'read-granted-regions', meaning: 'You can read a region only if your grant includes it. Without a filter, the response contains the regions that your grant includes.', text: 'forbid (principal, action in Action::"read", resource)\nunless { if context has region_id then principal.all_regions || principal.regions.contains(context.region_id) else true };' },
  { policy: 'upload-own-dealer', meaning: 'You can upload, delete and revert the data of a dealer and manage its settings only with a grant for it that has the role uploader.', text: 'forbid (principal, action in Action::"upload", resource)\nunless { principal.dealer == resource && principal.roles.contains("uploader") };' },
  { policy: 'upload-whole-dealer', meaning: 'You can upload and change settings only with a grant for all brands and regions of the dealer, because an upload replaces all of them and a setting applies to all of them.', text: 'forbid (principal, action in Action::"upload", resource)\nunless { principal.all_brands && principal.all_regions };' },
  { policy: 'administer-installation', meaning: 'You can administer dealers, grants, calendars and subscriptions only with the role admin in your access token.', text: 'forbid (principal, action in Action::"administer", resource)\nunless { principal.roles.contains("admin") };' },
];
