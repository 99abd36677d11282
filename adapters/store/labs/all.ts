// Everything of labs on one database, for who wires services.
import { audit } from '../audit-log.ts';
import type { Store } from '../database.ts';
import { configs } from './configs.ts';
import { deployments } from './deployments.ts';
import { instances, members } from './instances.ts';
import { quotas } from './quotas.ts';
import { runs } from './runs.ts';
import { aging, schedule } from './upkeep/aging.ts';
import { claims, timeline } from './upkeep/claims.ts';
import { labWork } from './upkeep/work.ts';

export const labStores = (store: Store) => ({
  store,
  instances: instances(store),
  members,
  runs,
  deployments: deployments(store),
  configs: configs(store),
  quotas,
  audit,
  claims: claims(store),
  timeline: timeline(store),
  work: labWork(store),
  aging,
  schedule,
});
