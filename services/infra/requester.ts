// Who asks, for the audit log and the deployments: the person for whom Platform calls, or else the service itself
// (decision 253).
import type { Caller } from './caller.ts';

export type Requester = {
  readonly actor: string;
  readonly actor_kind: 'user' | 'service';
  readonly service: string;
};

type Named = { readonly 'Requested-By'?: string };

/** Any other client could write whatever it likes there. */
export function requesterOf({ clientId, isPlatform }: Caller, { 'Requested-By': person }: Named): Requester {
  return isPlatform && person !== undefined
    ? { actor: person.toLowerCase(), actor_kind: 'user', service: clientId }
    : { actor: clientId, actor_kind: 'service', service: clientId };
}
