// What operations work with: the request as it was read, and what the mock knows and keeps.
import type { Json, JsonObject } from '../../generator/json.ts';
import type { Backend } from './backend.ts';
import type { Maker } from './make.ts';
import type { Roles } from './roles.ts';
import type { Things } from './things.ts';

export type Request = {
  readonly path: Readonly<Record<string, Json>>;
  readonly query: Readonly<Record<string, Json>>;
  readonly body?: unknown;
  readonly fields: JsonObject;
  readonly text: string | undefined;
  readonly caller?: { readonly scopeKey: string };
  readonly ifMatch?: (revision: string) => boolean;
};

export type Desk = {
  readonly backend: Backend;
  /** How long a thing stays in a state that does not last. */
  readonly stepMs: number;
  readonly now: () => Date;
  readonly things: Things;
  readonly maker: Maker;
  readonly roles: Roles;
};
