// The infrastructure's dependencies on a database of a test. What the handlers take: deps.ts.

import { randomBytes } from 'node:crypto';
import type { Objects } from '../../adapters/objects/port.ts';
import type { Store } from '../../adapters/store/database.ts';
import { labStores } from '../../adapters/store/labs/all.ts';
import { outbox } from '../../adapters/store/messages/outbox.ts';
import { configJudge } from '../labs/config/judge.ts';
import { systemClock } from '../lib/clock.ts';
import { createHealth } from '../lib/health.ts';
import { ids } from '../lib/ids.ts';
import { type KeyRing, parseKeyRing } from '../lib/key-ring.ts';
import { saying } from '../lib/outbox.ts';
import { Secret } from '../lib/secret.ts';
import type { InfraDeps } from './deps.ts';

export const testKeys = (): KeyRing => parseKeyRing(new Secret(`test:${randomBytes(32).toString('base64')}`));

/** A bucket without a file. */
const empty: Pick<Objects, 'read'> = { read: async () => 'missing' };

export const depsOf = (store: Store, more: Partial<InfraDeps> = {}): InfraDeps => ({
  ...labStores(store),
  files: empty,
  judge: configJudge({ registries: [], latest: true }).judge,
  keys: testKeys(),
  say: saying(outbox(store), { ids: ids(), clock: systemClock }),
  ids: ids(),
  health: createHealth(),
  clock: systemClock,
  ...more,
});
