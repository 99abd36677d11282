// Generated from spec/platform/openapi.yaml by npm run generate; do not edit.

/** Rate limits by policy: how many calls in how many seconds, and for whom they are counted. */
export const platformLimits = {
  login: { quota: 600, windowS: 60, per: 'address' },
  read: { quota: 6000, windowS: 60, per: 'principal' },
  write: { quota: 600, windowS: 60, per: 'principal' },
  start: { quota: 120, windowS: 60, per: 'principal' },
  access: { quota: 60, windowS: 60, per: 'principal' },
  live: { quota: 600, windowS: 60, per: 'address' },
} as const;
