// The package ships no types; we use one function of it.
declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream';
  import type { Submittable } from 'pg';
  export function from(copy: string): Writable & Submittable;
}
