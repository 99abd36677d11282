// The good request that questions are variations of. What removes things is asked at last, so of it the request that it will be.
import { tried } from './checks/causes.ts';
import type { Operation } from './document.ts';
import type { Good, Reach } from './reach.ts';
import type { Session } from './session.ts';

export type Basis = Pick<Good, 'filled' | 'request'>;

export function basisOf(session: Session, reach: Reach, operation: Operation): Basis | undefined {
  const good = reach.good(operation);
  if (good !== undefined || operation.method !== 'DELETE' || operation.planned) return good;
  const filled = tried(session, operation, 'its constraints', () => reach.filled(operation));
  return filled && { filled, request: reach.question('good-request', operation, filled).request };
}
