// Generated from spec/analytics/openapi.yaml by npm run generate; do not edit.
import { idType } from '../runtime/id.ts';
import type { BrandId, CalendarId, CatalogId, DealerId, DeliveryId, JobId, ModelFamilyId, RegionId, WebhookId } from './types.ts';

/** The id of an upload job. A UUID version 7, so ids sort by time. */
export const jobId = idType<JobId>({ name: 'JobId', format: 'uuid' });

/** The id of a dealer, chosen by an administrator. */
export const dealerId = idType<DealerId>({ name: 'DealerId', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 63 });

/** The id of a brand: its name trimmed, normalised (NFKC) and case-folded, with every run of characters other than letters, marks and digits replaced by a hyphen. Not case-sensitive in requests: `Toyota` is `toyota`. */
export const brandId = idType<BrandId>({ name: 'BrandId', pattern: '^[\\p{L}\\p{M}\\p{N}]+(-[\\p{L}\\p{M}\\p{N}]+)*$', minLength: 1, maxLength: 200 });

/** The id of a region, derived from its name like that of a brand. */
export const regionId = idType<RegionId>({
  name: 'RegionId',
  pattern: '^[\\p{L}\\p{M}\\p{N}]+(-[\\p{L}\\p{M}\\p{N}]+)*$',
  minLength: 1,
  maxLength: 200,
});

/** The id of a model family, derived from its name like that of a brand. */
export const modelFamilyId = idType<ModelFamilyId>({
  name: 'ModelFamilyId',
  pattern: '^[\\p{L}\\p{M}\\p{N}]+(-[\\p{L}\\p{M}\\p{N}]+)*$',
  minLength: 1,
  maxLength: 200,
});

/** The id of a brand, a region or a model family, derived from its name. */
export const catalogId = idType<CatalogId>({ name: 'CatalogId', pattern: '^[\\p{L}\\p{M}\\p{N}]+(-[\\p{L}\\p{M}\\p{N}]+)*$', maxLength: 200 });

/** A webhook. */
export const webhookId = idType<WebhookId>({ name: 'WebhookId', format: 'uuid' });

/** One event for one webhook. */
export const deliveryId = idType<DeliveryId>({ name: 'DeliveryId', format: 'uuid' });

/** The id of a selling calendar. */
export const calendarId = idType<CalendarId>({ name: 'CalendarId', maxLength: 63, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' });
