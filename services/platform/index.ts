// The handlers of the platform, put together; each file is named after what it handles.
import type { Handlers } from './caller.ts';
import { labs } from './labs.ts';
import { me } from './me.ts';

export type PlatformDeps = Parameters<typeof labs>[0];

export const platform = (deps: PlatformDeps): Handlers => ({ ...me(), ...labs(deps) });
