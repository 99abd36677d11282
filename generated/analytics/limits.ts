// Generated from spec/analytics/openapi.yaml by npm run generate; do not edit.

/** Rate limits by policy: how many calls in how many seconds, and for whom they are counted. */
export const analyticsLimits = {
  login: { quota: 600, windowS: 60, per: 'address' },
  refresh: { quota: 3000, windowS: 60, per: 'address' },
  token: { quota: 1200, windowS: 60, per: 'address' },
  read: { quota: 6000, windowS: 60, per: 'principal' },
  ingest: { quota: 1200, windowS: 3600, per: 'principal' },
  corrections: { quota: 1200, windowS: 3600, per: 'principal' },
  admin: { quota: 300, windowS: 60, per: 'principal' },
  deliveries: { quota: 10000, windowS: 3600, per: 'principal' },
} as const;
