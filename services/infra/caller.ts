// Who calls the infrastructure: a service of the installation, in its own name.
import type { InfraHandlers } from '../../generated/infra/server.ts';
import type { CallerBase } from '../../generated/runtime/kit.ts';

export type Caller = CallerBase & { readonly kind: 'service' };

export type Handlers = InfraHandlers<Caller>;
