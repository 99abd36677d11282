// Who calls the infrastructure: a service of the installation, in its own name.
import type { InfraHandlers } from '../../generated/infra/server.ts';
import type { CallerBase } from '../../generated/runtime/host.ts';

export type Caller = CallerBase & {
  readonly kind: 'service';
  readonly clientId: string;
  /** Backend Platform itself, which alone is believed for which person it asks. */
  readonly isPlatform: boolean;
};

export type Handlers = InfraHandlers<Caller>;
