// The good request that questions are variations of. What removes a resource is asked last, so for it this is the
// request that will be sent.
import { tried } from './checks/causes.ts';
import type { Operation } from './contract/document.ts';
import { hasNoCaller } from './permitted-callers.ts';
import type { GoodRequest, Prerequisites } from './prerequisites.ts';
import type { Session } from './session.ts';

export type Basis = Pick<GoodRequest, 'filled' | 'request'>;

export function basisOf(session: Session, prerequisites: Prerequisites, operation: Operation): Basis | undefined {
  const good = prerequisites.good(operation);
  if (good !== undefined || operation.method !== 'DELETE' || operation.planned) return good;
  if (hasNoCaller(session, operation)) return undefined;
  // What its own requests create first is not there yet; then it is asked about what others have created.
  const given = session.values.operations?.[operation.id]?.before === undefined ? undefined : {};
  const filled = tried(session, operation, 'its constraints', () => prerequisites.filled(operation, given));
  return filled && { filled, request: prerequisites.question('good-request', operation, filled).request };
}
