// Generated from spec/infra/openapi.yaml by npm run generate; do not edit.

/** Rate limits by policy: how many calls in how many seconds, and for whom they are counted. */
export const infraLimits = {
  service: { quota: 6000, windowS: 60, per: 'principal' },
  health: { quota: 600, windowS: 60, per: 'address' },
} as const;
