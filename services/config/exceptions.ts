// What production refuses unless an operator allows it.

/** The names in ALLOW_IN_PRODUCTION. */
export const exceptions = [
  'plaintext-postgres',
  'plaintext-redis',
  'plaintext-broker',
  'plaintext-objects',
  'plaintext-infra',
  'any-proxy',
  'simulated-labs',
  'private-webhooks',
  'shared-secrets',
] as const;
export type Exception = (typeof exceptions)[number];
