// What operations work with: the request as it was read, and what the mock knows and keeps.
import type { Json, JsonObject } from '../../contract/json.ts';
import type { Backend } from './backend.ts';
import type { ExampleBuilder } from './example-builder.ts';
import type { ResourceStore } from './resource-store.ts';
import type { Roles } from './roles.ts';

export type Request = {
  readonly path: Readonly<Record<string, Json>>;
  readonly query: Readonly<Record<string, Json>>;
  readonly body?: unknown;
  readonly fields: JsonObject;
  readonly text: string | undefined;
  readonly caller?: { readonly scopeKey: string };
  readonly ifMatch?: (revision: string) => boolean;
};

export type MockContext = {
  readonly backend: Backend;
  /** How long a resource stays in a transient state. */
  readonly stepMs: number;
  readonly now: () => Date;
  readonly resources: ResourceStore;
  readonly builder: ExampleBuilder;
  readonly roles: Roles;
};
