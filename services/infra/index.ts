// The handlers of the infrastructure, put together; each file is named after what it handles.
import type { Handlers } from './caller.ts';
import { health } from './health.ts';

export type InfraDeps = Parameters<typeof health>[0];

export const infra = (deps: InfraDeps): Handlers => ({ ...health(deps) });
